"""The studio: how long a turned rule takes to its first numbers, and how many pictures follow.

Its bars, on two quiet cores: 250 ms, 8 a second, and a second until Ctrl-C has ended it. Each game
shows its best round. On a busy machine the seconds of the processor say what the clock cannot: the
first numbers come no sooner than these, and on quiet cores not much later.
"""

import time

import httpx

from analyzer import games
from analyzer.games.parameters import parameters
from analyzer.request.setting import build_setting
from analyzer.studio.engine import Engine
from analyzer.studio.table import LiveTable
from support.studio_pages import Server

SECONDS = 3.0  # of pictures in a round


def side_by_side(rounds: int = 3) -> None:
    """A line for each game: its first slider turned by one step."""
    print("\nstudio              first numbers    of it computing    pictures a second")
    for name in games.built_in_names():
        found = [one_round(name) for _ in range(rounds)]
        first, computed = (1000 * min(one[at] for one in found) for at in (0, 1))
        pictures = max(one[2] for one in found)
        print(f"{name:<18}{first:11.0f} ms{computed:16.0f} ms{pictures:18.1f}")
    print(f"Ctrl-C ends it in {1000 * min(until_ended() for _ in range(rounds)):.0f} ms.")


def one_round(name: str) -> tuple[float, float, float]:
    """Seconds to the first numbers, those of the processor, and pictures a second after them."""
    face = games.load(name)
    base = build_setting(name, face.usual_players)
    kind: type = face.rules_type
    slider = next(one for one in parameters(kind) if one.limits)
    printed, (low, high) = getattr(base.rules, slider.name), slider.limits or (0, 0)
    value = printed - 1 if printed > low else min(high, printed + 1)
    engine = Engine()
    started, used = time.perf_counter(), time.process_time()
    engine.start_table(LiveTable(base, base.with_rules({slider.name: value})))
    number, first, computed, pictures = 0, 0.0, 0.0, 0
    while not first or time.perf_counter() - started - first < SECONDS:
        seen = engine.wait(number, SECONDS)
        if seen is None:
            break
        number, told = seen
        if told.get("table", {}).get("n"):
            computed = computed or time.process_time() - used
            first = first or time.perf_counter() - started
            pictures += 1
    engine.stop()
    return first, computed, pictures / SECONDS


def until_ended() -> float:
    """Seconds from Ctrl-C to the end, while a table is played for a page."""
    server = Server("hike")
    with httpx.Client(base_url=server.origin, timeout=60.0) as visitor:
        visitor.get(server.address.partition("#")[0])
        with visitor.stream("GET", "/stream") as stream:
            visitor.post("/run", json={"game": "hike", "players": 5})
            next(line for line in stream.iter_lines() if '"state": "playing"' in line)
            started = time.perf_counter()
            server.stop()
            return time.perf_counter() - started
