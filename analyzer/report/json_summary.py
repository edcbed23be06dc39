"""The object that `analyze simulate --json` prints and `--out` keeps as summary.json.

FIELDS documents it: names with dots are fields of fields, `[]` stands for each item of a list
and `*` for a name of the game's own. An `interval` is {"estimate", "low", "high"}, 95 %, null
where it is unbounded. Shares are from 0 to 1. Fields are added, never renamed; if that must
happen, `schema` rises.
"""

import json
import math
from typing import Any

from analyzer import __version__
from analyzer.report.summary import Summary

SCHEMA = 1

FIELDS = {
    "schema": "version of this format",
    "analyzer": "version of the program",
    "command": "makes this result again",
    "game": "name of the game",
    "game_version": "rises when the game's behaviour changes",
    "players": "number of seats",
    "policies": "policy of each seat, seat 1 first",
    "rules": "every rule and the value used",
    "rules_changed": "the rules that differ from their default",
    "seed": "seed of the experiment",
    "first": "index of the first game",
    "games": "games played",
    "games_asked": "games asked for: more than played if the run was stopped",
    "interrupted": "whether the run was stopped",
    "seats": "one object per seat, seat 1 first",
    "seats[].seat": "number of the seat, from 1",
    "seats[].role": "role of the seat, or null",
    "seats[].policy": "policy of the seat",
    "seats[].win_share": "interval, simultaneous over the seats; a shared win counts as a part",
    "seats[].score": "interval of the mean score",
    "seats[].rank": "interval of the mean rank; ties share the mean of their ranks",
    "seats[].counters": "interval of the mean per game of each of the game's counters",
    "seats[].counters.*": "interval",
    "fair_share": "win share of each seat if the table were fair; null if roles do not compare",
    "nobody_wins": "games without a winner",
    "tolerance": "largest departure from the fair share that is called fair",
    "fairness": "the answer to: is the table fair? null if roles do not compare",
    "fairness.question": "the question",
    "fairness.verdict": "FAIR, UNFAIR or UNDECIDED",
    "fairness.departure": "interval of the largest departure from the fair share",
    "fairness.more_games": "about how many more games would decide it, or null",
    "fairness.sentence": "the answer in words",
    "length": "how long a game lasts, by unit",
    "length.*": "one object per unit",
    "length.*.mean": "interval of the mean",
    "length.*.median": "half of the games are at most this long",
    "length.*.p5": "5 % of the games are at most this long",
    "length.*.p95": "95 % of the games are at most this long",
    "length_sentence": "the length in words",
    "counters": "interval of the mean of each number of the games frame",
    "counters.*": "interval",
    "end_reasons": "number of games by end reason",
    "end_reasons.*": "number of games",
    "unfinished": "games stopped by a cap on their length",
    "data": "provenance and hash of the game's tables",
    "notes": "what the result rests on, in sentences",
    "warnings": "what to mind, in sentences",
    "replay": "command that shows one of the games",
    "provenance": "versions and machine",
    "run": "how long it took",
    "run.seconds": "time by the clock",
    "run.core_seconds": "time in compiled code, summed over threads",
    "run.threads": "threads used",
    "run.games_per_second": "games by the clock",
}


def text(summary: Summary) -> str:
    """The object as indented JSON, without a newline at its end."""
    return pretty(document(summary))


def pretty(value: object) -> str:
    """Plain data as indented JSON."""
    return json.dumps(_finite(value), indent=2, ensure_ascii=False, default=str)


def document(summary: Summary) -> dict[str, Any]:
    """The object, as FIELDS says."""
    return {
        "schema": SCHEMA,
        "analyzer": __version__,
        "command": summary.command,
        "game": summary.game,
        "game_version": summary.version,
        "players": summary.players,
        "policies": list(summary.policies),
        "rules": dict(summary.rules),
        "rules_changed": dict(summary.changed),
        "seed": summary.seed,
        "first": summary.first,
        "games": summary.n,
        "games_asked": summary.asked,
        "interrupted": summary.interrupted,
        "seats": _seats(summary),
        "fair_share": summary.standings.fair,
        "nobody_wins": summary.standings.nobody,
        "tolerance": summary.tolerance,
        "fairness": _fairness(summary),
        "length": _lengths(summary),
        "length_sentence": summary.length.sentence if summary.length else None,
        "counters": {name: mean._asdict() for name, mean in summary.game_counters.items()},
        "end_reasons": dict(summary.end_reasons),
        "unfinished": summary.unfinished,
        "data": summary.data,
        "notes": list(summary.notes),
        "warnings": list(summary.warnings),
        "replay": summary.replay,
        "provenance": dict(summary.provenance),
        "run": {
            "seconds": summary.seconds,
            "core_seconds": summary.core_seconds,
            "threads": summary.threads,
            "games_per_second": summary.rate,
        },
    }


def _seats(summary: Summary) -> list[dict[str, Any]]:
    return [
        {
            "seat": row.seat,
            "role": row.role,
            "policy": summary.policies[row.seat - 1],
            "win_share": row.wins._asdict(),
            "score": row.score._asdict(),
            "rank": row.rank._asdict(),
            "counters": {
                name: means[row.seat - 1]._asdict() for name, means in summary.seat_counters.items()
            },
        }
        for row in summary.standings.rows
    ]


def _fairness(summary: Summary) -> dict[str, Any] | None:
    finding = summary.fairness
    if finding is None:
        return None
    return {
        "question": finding.question,
        "verdict": finding.verdict,
        "departure": {"estimate": finding.estimate, "low": finding.low, "high": finding.high},
        "more_games": finding.more,
        "sentence": finding.sentence,
    }


def _lengths(summary: Summary) -> dict[str, Any]:
    return {
        unit: {
            "mean": length.mean._asdict(),
            "median": length.median,
            "p5": length.low,
            "p95": length.high,
        }
        for unit, length in summary.lengths.items()
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity: an unbounded end becomes null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value
