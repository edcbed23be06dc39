"""Questions about many tables at once, a second way: seats, data, rules and readings, from rows."""

import numpy as np
import polars as pl

from oracle.answers.compared import departures, other_winners, paired
from oracle.answers.formulas import Interval, mean_interval, share_interval
from oracle.answers.ledger import Ledger, Path
from oracle.answers.rows import Rows, play_rows


def parse_rule(text: str) -> dict[str, object]:
    """Words such as `target=30` or `leader=dealer, hook=true` as rules."""
    found: dict[str, object] = {}
    for part in text.split(", "):
        name, _, word = part.partition("=")
        known = {"true": True, "false": False}
        found[name] = known.get(word, int(word) if word.lstrip("-").isdigit() else word)
    return found


def check_departure(ledger: Ledger, path: Path, rows: Rows, alpha: float) -> list[Interval]:
    """The largest departure of a table; where two are as large, the one that is told."""
    found = departures(rows, alpha)
    told = ledger.at((*path, "departure"))
    most = max(abs(each.estimate) for each in found)
    alike = [each for each in found if np.isclose(abs(each.estimate), most)]
    mine = next((each for each in alike if np.isclose(each.estimate, told["estimate"])), alike[0])
    ledger.interval((*path, "departure"), mine)
    ledger.same((*path, "games"), rows.n)
    ledger.same((*path, "verdict"), verdict(found))
    return found


def verdict(found: list[Interval], tolerance: float = 0.01) -> str:
    """FAIR if all intervals lie within the tolerance, UNFAIR if one lies wholly outside."""
    if any(each.low > tolerance or each.high < -tolerance for each in found):
        return "UNFAIR"
    inside = all(-tolerance <= each.low and each.high <= tolerance for each in found)
    return "FAIR" if inside else "UNDECIDED"


def check_seats(ledger: Ledger, n: int) -> None:
    """Is a seat or role favoured, for every number of players and every level of skill?"""
    told = ledger.answer["by_table"]
    ledger.same(("games_each",), n)
    for place, table in enumerate(told):
        path = ("by_table", place)
        rows = play_rows(ledger.answer["game"], table["players"], n, [table["policy"]])
        found = check_departure(ledger, path, rows, 0.05 / len(told))
        fair = 1 / rows.players
        for seat, each in enumerate(found):
            ends = Interval(*(end + fair for end in each[:3]))
            ledger.interval((*path, "wins", seat), ends)
        key = f"{table['players']} players, {table['policy']}"
        claim = (*ledger.place(key), "claim")
        ledger.finding(key, Interval(**table["departure"]), n)
        bound = max(max(abs(each.low), abs(each.high)) for each in found)
        ledger.same((*claim, "bound"), bound, 1e-7)


def check_data(ledger: Ledger, n: int) -> None:
    """Does the answer depend on a reconstructed table, or is it the same with others?"""
    told, game = ledger.answer.get("by_table", []), ledger.answer["game"]
    ledger.same(("games_each",), n if told else 0)
    if not told:
        return
    for place, table in enumerate(told):
        path = ("by_table", place)
        rules = {} if "=" not in table["name"] else parse_rule(table["name"])
        rows = play_rows(game, ledger.answer["players"], n, rules=rules)
        check_departure(ledger, path, rows, 0.05 / len(told))
        unit = UNITS[game]
        ledger.interval((*path, "length"), mean_interval(rows.game(unit), 0.05 / len(told)))
        ledger.finding(table["name"], Interval(**table["departure"]), n)
    most = max(told[1:], key=lambda table: abs(table["departure"]["estimate"]))
    ledger.finding("depends", Interval(**most["departure"]), n)


UNITS = {
    "hike": "hands",
    "hike-sled": "prep_days",
    "horrible-mountain": "player_turns",
    "hide-n-seek": "rounds",
    "oh-hell": "hands",
}


def spread(rows: Rows) -> np.ndarray:
    """Best score minus worst, a game."""
    scores = rows.seat("score")
    return scores.max(1) - scores.min(1)


def check_variants(ledger: Ledger, n: int) -> None:
    """Each rule alone against the rules as they are, on the same luck."""
    told, game = ledger.answer["variants"], ledger.answer["game"]
    players = ledger.answer["players"]
    ledger.same(("games_each",), n)
    distances = {}
    alpha = 0.05 / ledger.answer["largest"]["family"]["size"]
    for place, variant in enumerate(told):
        path = ("variants", place)
        played = variant["games"]  # fewer than n where a game does not end for long
        ledger.same((*path, "games"), played)
        usual = play_rows(game, players, played)
        rows = play_rows(game, players, played, rules=parse_rule(variant["rule"]))
        unfinished = int(rows.games["capped"].sum())
        ledger.same((*path, "unfinished"), unfinished)
        same = share_interval(played - other_winners(usual, rows), played, alpha)
        ledger.interval((*path, "same_winner"), same)
        changes = win_changes(usual, rows, alpha)
        ledger.triples += changes
        if unfinished <= 0.05 * played:
            check_wins(ledger, path, variant, changes)
            distances[variant["rule"]] = distance(changes)
        else:
            ledger.same((*ledger.place(variant["rule"]), "n"), played)
        unit = UNITS[game]
        length = paired(unit, rows.game(unit), usual.game(unit), alpha)
        ledger.interval((*path, "length"), length)
        ledger.interval((*path, "spread"), paired("spread", spread(rows), spread(usual), alpha))
        equal = play(usual.games).equals(play(rows.games)) and usual.seats.equals(rows.seats)
        ledger.same((*path, "no_difference"), equal)
    farthest = max(distances.values(), key=lambda each: each.estimate)
    ledger.interval(("largest",), farthest)


def play(games: pl.DataFrame) -> pl.DataFrame:
    """What was played: without the number of moves that were legal and not made."""
    return games.drop("decisions")


def win_changes(usual: Rows, rows: Rows, alpha: float) -> list[Interval]:
    """Of every seat or role, on the same luck."""
    roles = usual.seats["role"].unique(maintain_order=True).drop_nulls().to_list()
    after = [rows.by_role("win_share", role) for role in roles] or list(rows.wins().T)
    before = [usual.by_role("win_share", role) for role in roles] or list(usual.wins().T)
    return [paired("wins", a, b, alpha) for a, b in zip(after, before, strict=True)]


def check_wins(ledger: Ledger, path: Path, variant: dict, changes: list[Interval]) -> None:
    """A variant is told by the seat whose share changes most."""
    most = max(abs(each.estimate) for each in changes)
    alike = [each for each in changes if np.isclose(abs(each.estimate), most)]
    told = variant["wins"]["estimate"]
    mine = next((each for each in alike if np.isclose(each.estimate, told)), alike[0])
    ledger.interval((*path, "wins"), mine)
    ledger.finding(variant["rule"], mine, variant["games"])


def distance(changes: list[Interval]) -> Interval:
    """How far from zero the farthest of several changes is, if all their intervals hold."""
    return Interval(
        max(abs(each.estimate) for each in changes),
        max(max(each.low, -each.high, 0.0) for each in changes),
        max(max(abs(each.low), abs(each.high)) for each in changes),
    )


SECOND_WAYS = {
    "seats": check_seats,
    "data": check_data,
    "rules": check_variants,
    "readings": check_variants,
}
