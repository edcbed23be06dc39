"""The engine without the web, and without threads."""

import threading

import pytest

from analyzer.errors import UserError
from analyzer.request.setting import build_setting
from analyzer.studio import engine as engine_module
from analyzer.studio.engine import Engine
from analyzer.studio.table import LiveTable


def table(**rules: object) -> LiveTable:
    base = build_setting("hike", 3, ["greedy"])
    return LiveTable(base, base.with_rules(rules))


def told_until(engine: Engine, *states: str) -> dict:
    number, told = 0, {}
    while told.get("state") not in states:
        found = engine.wait(number, 30.0)
        assert found is not None, "nothing is told any more"
        number, told = found
    return told


def test_it_steps_without_threads() -> None:
    engine, before = Engine(0), set(threading.enumerate())  # others may end meanwhile
    with pytest.raises(UserError, match="no table"):
        engine.step()
    run = engine.start_table(table(target=20))
    told = engine.step()
    assert told["run"] == run
    assert told["table"]["n"] == 256
    assert engine.step()["table"]["n"] > 256
    assert engine.snapshot()["state"] == "playing"
    assert set(threading.enumerate()) <= before


def test_the_same_games_with_and_without_threads() -> None:
    """A chunk more or less is a matter of the clock; the numbers at n games are not."""
    engine = Engine(2)
    played = table(target=20)
    played.budget = 0.3
    engine.start_table(played)
    told_until(engine, "done")
    engine.stop()
    alone = table(target=20)
    while alone.n < played.n:
        alone.pace = alone.pace or 1.0
        chunk = alone.next_chunk()
        chunk = type(chunk)(
            chunk.cells, chunk.reductions, chunk.first, min(chunk.n, played.n - alone.n)
        )
        alone.add(engine_module.play_chunk(chunk))
    assert alone.compare_answer(alone.ran).blocks == played.compare_answer(played.ran).blocks


def test_a_table_waits_for_a_question_and_goes_on_where_it_was() -> None:
    engine, played = Engine(1), table()
    played.budget = 60.0
    run = engine.start_table(played)
    told_until(engine, "playing")
    question = build_setting("hike", 3, rules={"target": 5}).question(
        "ask", question="bonus", n=500
    )
    asked = engine.start_question(question)
    assert told_until(engine, "answered")["run"] == asked
    before = played.n
    engine.pause(False)
    told = told_until(engine, "playing")
    assert told["run"] == run
    assert told["table"]["n"] >= before > 0
    engine.stop()


def test_many_commands_at_once_leave_one_run() -> None:
    engine = Engine(1)
    tables = [table(target=5 + place) for place in range(6)]
    commands = [threading.Thread(target=engine.start_table, args=(one,)) for one in tables]
    for command in commands:
        command.start()
    for command in commands:
        command.join(30)
    playing = [thread for thread in threading.enumerate() if thread is engine._thread]
    assert len(playing) == 1
    engine.stop()
    for one in tables:
        one.give_back()
        assert one.handed == one.n


def test_a_run_that_grows_too_large_is_stopped_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, sizes = Engine(1), iter([0, *[3 << 30] * 100])
    monkeypatch.setattr(engine_module, "memory_in_use", lambda: next(sizes))
    engine.start_table(table())
    assert told_until(engine, "failed")["error"] == engine_module.TOO_LARGE
    engine.stop()


def test_a_question_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "QUESTION_SECONDS", 0.0)
    engine = Engine(1)
    question = build_setting("hike", 3).question("ask", question="length", n=10_000_000)
    engine.start_question(question)
    assert told_until(engine, "answered", "failed", "stopped")
    engine.stop()


def test_the_table_rests_while_something_is_weighed() -> None:
    engine, played = Engine(1), table()
    played.budget = 60.0
    engine.start_table(played)
    told_until(engine, "playing")
    with engine.resting():
        for _ in range(100):  # the games that were under way come in
            before = played.n
            threading.Event().wait(0.5)
            if played.n == before:
                break
        assert played.n == before
    assert told_until(engine, "playing")
    engine.stop()


def test_a_pause_does_not_wait_for_a_command_under_way() -> None:
    """The server pauses when the last page closes, and must answer the next page meanwhile."""
    engine = Engine(1)
    pausing = threading.Thread(target=engine.pause, args=(True,), daemon=True)
    with engine._command:
        pausing.start()
        pausing.join(20)
        assert not pausing.is_alive()
