"""The studio as a server: nothing is played while nobody looks, and it ends when it should."""

import queue
import threading
import time
from types import SimpleNamespace

import httpx
import pytest

from analyzer.errors import UserError
from analyzer.studio import serve
from support.studio_pages import Server

SECONDS = 60.0  # after which something hangs
SERVE = serve.serve  # while other tests run, it does nothing


class Clock:
    """Stands in for the time: who sleeps moves it on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.at: dict[float, object] = {}  # what happens when

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for moment in [one for one in self.at if one <= self.now]:
            self.at.pop(moment)()


def test_a_studio_that_nobody_looks_at_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before: somebody looks for ten hours, leaves, comes back in time, and leaves for good."""
    clock, studio = Clock(), SimpleNamespace(lookers=1)
    monkeypatch.setattr(serve, "time", clock)
    hours = 3600.0
    last = 10 * hours + serve.IDLE
    clock.at = {
        10 * hours: lambda: setattr(studio, "lookers", 0),
        10 * hours + serve.IDLE / 2: lambda: setattr(studio, "lookers", 2),
        last: lambda: setattr(studio, "lookers", 0),
    }
    serve._stop_if_idle(server := SimpleNamespace(should_exit=False), studio)
    assert server.should_exit
    assert last + serve.IDLE - 2 <= clock.now <= last + serve.IDLE + 2


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch):
    """A studio in a thread of this process, and who visits it."""
    addresses: queue.Queue[str] = queue.Queue()
    kept: list[serve.Studio] = []

    def studio(*given: object) -> serve.Studio:
        kept.append(real(*given))
        return kept[0]

    real = serve.Studio
    monkeypatch.setattr(serve, "Studio", studio)
    monkeypatch.setattr(serve, "IDLE", SECONDS)
    monkeypatch.setattr(serve.webbrowser, "open", addresses.put)
    thread = threading.Thread(target=SERVE, args=("hike", 0, (), True), daemon=True)
    thread.start()
    address = addresses.get(timeout=SECONDS).partition("#")[0]
    with httpx.Client(base_url=address.partition("/enter")[0], timeout=SECONDS) as visitor:
        assert visitor.get(address).status_code == 303
        yield thread, kept[0], visitor
    monkeypatch.setattr(serve, "IDLE", 0.0)
    thread.join(SECONDS)
    assert not thread.is_alive()


def test_it_plays_while_somebody_looks_and_ends_when_nobody_does(
    opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, studio, visitor = opened
    with visitor.stream("GET", "/stream") as stream:
        lines = stream.iter_lines()
        visitor.post("/run", json={"game": "hike", "players": 3})
        playing = next(line for line in lines if '"state": "playing"' in line)
        assert '"table"' in playing
        monkeypatch.setattr(serve, "IDLE", 0.3)
        for _ in range(4):  # longer than a studio lasts that nobody looks at
            assert next(line for line in lines if line)
            time.sleep(serve.IDLE / 2)
        assert thread.is_alive()
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert studio.lookers == 0
    with pytest.raises(httpx.ConnectError):
        visitor.get("/games")


def test_nothing_is_played_when_the_last_page_is_closed(opened) -> None:
    _, studio, visitor = opened
    with visitor.stream("GET", "/stream") as stream:
        visitor.post("/run", json={"game": "hike", "players": 3})
        next(line for line in stream.iter_lines() if '"state": "playing"' in line)
    number, told = 0, {}
    while told.get("state") != "paused":
        found = studio.engine.wait(number, SECONDS)
        assert found, "the table plays on"
        number, told = found
    played = studio.engine.table.n
    with visitor.stream("GET", "/stream") as stream:  # somebody looks again, and presses nothing
        line = next(line for line in stream.iter_lines() if line.startswith("data: "))
    assert '"state": "paused"' in line
    assert studio.engine.table.n == played


@pytest.mark.parametrize("busy", ["question", "hint"])
def test_ctrl_c_waits_for_nothing_that_is_played(busy: str) -> None:
    """A long question and the weighing of moves are cut off; no page needs to close before."""
    server = Server("hike")
    told = {"game": "hike", "players": 5}
    with httpx.Client(base_url=server.origin, timeout=SECONDS) as visitor:
        visitor.get(server.address.partition("#")[0])
        with visitor.stream("GET", "/stream") as stream:
            visitor.post("/run", json=told)
            assert next(line for line in stream.iter_lines() if '"state": "playing"' in line)
            if busy == "question":
                assert visitor.post("/ask", json={**told, "question": "mend"}).is_success
            if busy == "hint":
                sitting = visitor.post("/sit", json=told).json()["sitting"]
                hint = threading.Thread(target=ask_in_vain, args=(visitor, sitting))
                hint.start()
            assert server.stop() == 0
    if busy == "hint":
        hint.join(SECONDS)
        assert not hint.is_alive()


def ask_in_vain(visitor: httpx.Client, sitting: str) -> None:
    """The server may go before it has answered."""
    try:
        visitor.post("/hint", json={"sitting": sitting})
    except httpx.TransportError:
        return


def test_a_port_that_is_taken_is_a_sentence() -> None:
    taken = serve._listen(0)
    port = taken.getsockname()[1]
    with pytest.raises(UserError, match=rf"^Port {port} cannot be used: .+\. Give another --port"):
        serve._listen(port)
    taken.close()
