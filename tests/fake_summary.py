"""A made-up Summary, for tests of reports."""

from types import SimpleNamespace
from typing import Any

from analyzer.balance import counters, length, seats
from analyzer.report.summary import Summary
from fake_totals import totals


def summary(found: SimpleNamespace | None = None, tolerance: float = 0.01, **more: Any) -> Summary:
    """The summary of made-up totals; any field can be given."""
    found = found or totals()
    table = seats.standings(found)
    fields = {
        "game": "hike",
        "version": 1,
        "players": found.players,
        "policies": ("expert",) * found.players,
        "rules": {"target": 35},
        "changed": {},
        "seed": 1,
        "first": 0,
        "asked": found.n,
        "n": found.n,
        "tolerance": tolerance,
        "standings": table,
        "roles": seats.by_role(table, found.unfinished),
        "fairness": seats.fairness(table, tolerance),
        "length": length.length(found),
        "lengths": length.lengths(found),
        "endings": length.endings(found),
        "end_reasons": found.end_reasons,
        "unfinished": found.unfinished,
        "seat_counters": counters.by_seat(found),
        "game_counters": counters.by_game(found),
        "data": {"suits": {"name": "evidence7", "provenance": "reconstruction", "hash": "0"}},
        "notes": ("Rests on the suits table evidence7, a reconstruction.",),
        "warnings": (),
        "command": "analyze simulate hike --players 5 --seed 1 -n 1000000",
        "replay": "analyze replay hike --players 5 --seed 1 --game 500000",
        "provenance": {"analyzer": "0"},
        "seconds": 2.1,
        "core_seconds": 4.0,
        "threads": 2,
    }
    return Summary(**{**fields, **more})
