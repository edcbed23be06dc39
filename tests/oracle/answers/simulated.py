"""What all answers about one table share: seats, roles, counters and lengths, from rows."""

import numpy as np
import polars as pl

from oracle.answers.compared import departures
from oracle.answers.formulas import Interval, mean_interval, share_interval
from oracle.answers.ledger import Ledger, Path
from oracle.answers.rows import Rows, play_rows

OF_SEATS = ("game", "seat", "role", "policy", "score", "rank", "win_share")


def check_simulate(ledger: Ledger, n: int) -> Rows:
    told = ledger.answer
    rows = play_rows(told["game"], told["players"], n, told["policies"], told["rules_changed"])
    ledger.same(("games",), n)
    won = int((rows.games["winners"] != "").sum())
    ledger.same(("nobody_wins",), n - won)
    ledger.same(("unfinished",), int(rows.games["capped"].sum()))
    if told["fair_share"] is not None:
        ledger.same(("fair_share",), 1 / rows.players)
    for place in range(len(told["seats"])):
        ledger.same(("seats", place, "seat"), place + 1)
        check_seat(ledger, ("seats", place), rows, rows.seats.filter(pl.col("seat") == place + 1))
    for place, role in enumerate(told["roles"]):
        held = rows.seats.filter(pl.col("role") == role["role"])
        check_seat(ledger, ("roles", place), rows, held)
        if role["seat"] is not None:
            ledger.same(("roles", place, "seat"), held["seat"].unique().item())
    check_counters(ledger, rows)
    check_fairness(ledger, rows)
    for name in told["end_reasons"]:
        ledger.same(("end_reasons", name), int((rows.games["end_reason"] == name).sum()))
    return rows


def check_seat(ledger: Ledger, path: Path, rows: Rows, held: pl.DataFrame) -> None:
    won = int((rows.games["winners"] != "").sum())
    wins = share_interval(float(held["win_share"].sum()), won, 0.05 / rows.players)
    ledger.interval((*path, "win_share"), wins)
    ledger.interval((*path, "score"), mean_interval(held["score"].to_numpy(), usual=0))
    ledger.interval((*path, "rank"), mean_interval(held["rank"].to_numpy(), usual=0))
    for name in ledger.at((*path, "counters")):
        mine = mean_interval(held[name].to_numpy(), usual=0)
        ledger.interval((*path, "counters", name), mine)


def check_counters(ledger: Ledger, rows: Rows) -> None:
    for name in ledger.answer["counters"]:
        values = rows.game(name)
        ledger.interval(("counters", name), mean_interval(values))
    for name in ledger.answer["length"]:
        check_length(ledger, ("length", name), rows.game(name))
    for place, kind in enumerate(ledger.answer["length_kinds"]):
        check_kind(ledger, ("length_kinds", place), rows.game(kind["unit"]))


def check_length(ledger: Ledger, path: Path, values: np.ndarray) -> None:
    ledger.interval((*path, "mean"), mean_interval(values))
    for name, part in (("median", 0.5), ("p5", 0.05), ("p95", 0.95)):
        ledger.same((*path, name), quantile(values, part))


def quantile(values: np.ndarray, part: float) -> int:
    """The least value that at least this part of all games does not exceed."""
    ordered = np.sort(values)
    return int(ordered[max(0, int(np.ceil(part * len(values) - 1e-9)) - 1)])


def check_kind(ledger: Ledger, path: Path, values: np.ndarray) -> None:
    """Two kinds of games: those up to a cut, and longer ones. Where the cut is, is not asked."""
    cut = ledger.at((*path, "cut"))
    ledger.same((*path, "cut"), cut)
    kinds = values[values <= cut], values[values > cut]
    for place, kind in enumerate(kinds):
        ledger.same((*path, "medians", place), quantile(kind, 0.5))
        mine = share_interval(len(kind), len(values))
        ledger.interval((*path, "shares", place), Interval(*mine[:3], at_least=True))


def check_fairness(ledger: Ledger, rows: Rows) -> None:
    told = ledger.answer["fairness"]
    if told is None:
        return
    found = departures(rows, 0.05)
    most = max(abs(each.estimate) for each in found)
    mine = [each for each in found if np.isclose(abs(each.estimate), most)]
    alike = [each for each in mine if np.isclose(each.estimate, told["departure"]["estimate"])]
    ledger.interval(("fairness", "departure"), (alike or mine)[0])
    bound = max(max(abs(each.low), abs(each.high)) for each in found)
    ledger.same(("fairness", "claim", "bound"), bound, 1e-7)


def check_counter_table(ledger: Ledger, rows: Rows) -> None:
    """What is counted in a game, over all seats."""
    for place, row in enumerate(ledger.answer["tables"].get("counters", [])):
        mine = mean_interval(per_game(rows, row["counter"]))
        told = Interval(row["mean"], row["mean_low"], row["mean_high"])
        if mine.at_least:
            mine = Interval(mine.estimate, min(mine.low, told.low), max(mine.high, told.high))
        if not np.allclose(told[:3], mine[:3], rtol=1e-7):
            ledger.wrong.append(f"tables.counters.{place}: told {told}, second way {mine}")
        ledger.triples.append(mine)


def per_game(rows: Rows, name: str) -> np.ndarray:
    """A counter of the game, or that of all its seats together."""
    return rows.game(name) if name in rows.games.columns else rows.seat(name).sum(1)
