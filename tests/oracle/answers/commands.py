"""The commands beside `ask` a second way: compare, sweep, tournament and advise."""

import json
from itertools import combinations, permutations

import numpy as np

import analyzer
from analyzer._core.runner import play_on
from oracle.answers.claims import check_claims, check_tables
from oracle.answers.compared import check_compare, paired
from oracle.answers.course import quantile_interval
from oracle.answers.formulas import (
    Interval,
    mean_interval,
    paired_interval,
    part_interval,
    share_interval,
)
from oracle.answers.ledger import Ledger, Path, mark_known_findings
from oracle.answers.rows import Rows, make_cell, play_rows
from oracle.answers.simulated import check_simulate
from oracle.answers.tables import UNITS, check_departure
from oracle.answers.walk import _table, walk

Tables = dict[tuple[str, ...], Rows]  # by who sits where


def closed(ledger: Ledger) -> Ledger:
    games = ("games", "games_each", "deals", "worlds")
    mark_known_findings(
        ledger, next(ledger.answer[name] for name in games if name in ledger.answer)
    )
    check_claims(ledger)
    check_tables(ledger)
    return ledger


def simulate_twice(game: str, players: int, n: int, **how: object) -> Ledger:
    found = analyzer.simulate(game, players=players, n=n, **how)
    ledger = Ledger(json.loads(found.to_json()))
    rows = check_simulate(ledger, n)
    for place, told in enumerate(ledger.answer["by_policy"]):
        at = [seat for seat, who in enumerate(ledger.answer["policies"]) if who == told["policy"]]
        won = int((rows.games["winners"] != "").sum())
        path, fair = ("by_policy", place), len(at) / players
        wins = share_interval(float(rows.wins()[:, at].sum()), won, 0.05 / 2)
        ledger.interval((*path, "win_share"), wins)
        ledger.same((*path, "seats"), len(at))
        ledger.same((*path, "fair_share"), fair)
        ledger.triples.append(Interval(*(end - fair for end in wins[:3])))
    ledger.finding("length", quantile_interval(rows.game(UNITS[game]), 0.5), n)
    return closed(ledger)


def compare_twice(game: str, players: int, n: int, arms: list[dict], **how: object) -> Ledger:
    found = analyzer.compare(game, players=players, n=n, vs=arms, **how)
    ledger = Ledger(json.loads(found.to_json()))
    check_compare(ledger, [{}, *arms], n)
    return closed(ledger)


def sweep_twice(game: str, players: int, n: int, rule: str, values: str, unit: str) -> Ledger:
    found = analyzer.sweep(game, players=players, n=n, rule={rule: values})
    ledger = Ledger(json.loads(found.to_json()))
    ledger.same(("games_each",), n)
    cells = ledger.answer["cells"]
    rows = [play_rows(game, players, n, rules=cell["values"]) for cell in cells]
    base = next(place for place, cell in enumerate(cells) if cell["reference"])
    alpha = 0.05 / (2 * len(cells) - 1)  # a mean of each, and a change of all but one
    for place in range(len(cells)):
        path = ("cells", place)
        ledger.answer["cells"][place].setdefault("games", n)
        check_departure(ledger, path, rows[place], 0.05 / len(cells))
        measure = (*path, "measures", unit)
        ledger.interval((*measure, "mean"), mean_interval(rows[place].game(unit), alpha))
        ledger.seen.add((*path, "values", rule))
        if place != base:
            change = paired(unit, rows[place].game(unit), rows[base].game(unit), alpha)
            ledger.interval((*measure, "change"), change)
            ledger.triples.append(Interval(-change.estimate, -change.high, -change.low))
    for place, _ in enumerate(ledger.answer["dimensions"][0]["values"]):
        ledger.seen.add(("dimensions", 0, "values", place))
    check_extremes(ledger, cells, unit)
    return closed(ledger)


def check_extremes(ledger: Ledger, cells: list[dict], unit: str) -> None:
    """One cell minus another: by their means, or by their changes, whichever is narrower.

    All these intervals hold together.
    """
    told = [cell["measures"][unit] for cell in cells]
    for one, other in permutations(told, 2):
        a, b = Interval(**one["mean"]), Interval(**other["mean"])
        low, high = a.low - b.high, a.high - b.low
        changes = [cell["change"] or {"low": 0.0, "high": 0.0} for cell in (one, other)]
        ends = changes[0]["low"] - changes[1]["high"], changes[0]["high"] - changes[1]["low"]
        narrow = min((low, high), ends, key=lambda pair: pair[1] - pair[0])
        ledger.triples.append(Interval(a.estimate - b.estimate, *narrow))


def seatings(policy: str, among: list[str]) -> list[tuple[str, ...]]:
    """Every way to seat one player and the others."""
    return sorted(set(permutations([policy, *among])))


def tournament_twice(game: str, players: int, n: int, policies: list[str]) -> Ledger:
    found = analyzer.tournament(game, players=players, n=n, policies=",".join(policies))
    ledger = Ledger(json.loads(found.to_json()))
    ledger.same(("deals",), n)
    matches, shares, played = ledger.answer["matches"], {}, {}
    for place, match in enumerate(matches):
        path = ("matches", place)
        tables = seatings(match["policy"], match["among"])
        rows = {who: play_rows(game, players, n, who) for who in tables}
        played |= rows
        wins = deal_wins(rows, match["policy"])
        mine = part_interval(wins, 0.05 / len(matches))
        ledger.interval((*path, "win_share"), mine)
        mine = ledger.triples[-1]
        ledger.finding(match["name"], mine, n)
        ledger.same((*path, "fair_share"), 1 / players)
        ledger.same((*path, "capped"), 0.0)  # no game of these tables is that long
        ledger.triples.append(Interval(*(end - 1 / players for end in mine[:3])))
        check_by_seat(ledger, path, rows, match["policy"])
        shares[match["name"]] = mine
    check_best(ledger, shares, players)
    check_profiles(ledger, played)
    return closed(ledger)


def deal_wins(rows: Tables, policy: str) -> np.ndarray:
    """What a policy wins of each deal, over all seatings."""
    total = sum(found.wins()[:, who.index(policy)] for who, found in rows.items())
    return total / len(rows)


def check_by_seat(ledger: Ledger, path: Path, rows: Tables, policy: str) -> None:
    for seat in range(len(ledger.at((*path, "by_seat")))):
        there = [found.wins()[:, seat] for who, found in rows.items() if who[seat] == policy]
        wins = float(sum(there).sum() / len(there))
        ledger.interval((*path, "by_seat", seat), share_interval(wins, len(there[0])))


def check_best(ledger: Ledger, shares: dict[str, Interval], players: int) -> None:
    """One is better than another by what it wins more, and the other less, than an equal share."""
    others, fair = players - 1, 1 / players
    for a, b in permutations(ledger.answer["policies"], 2):
        more = shares[f"{a} among {others} {b}"]
        less = shares[f"{b} among {others} {a}"]
        gaps = [Interval(*(end - fair for end in more[:3]))]
        gaps.append(Interval(fair - less.estimate, fair - less.high, fair - less.low))
        middle = (gaps[0].estimate + gaps[1].estimate) / 2
        low, high = min(gap.low for gap in gaps), max(gap.high for gap in gaps)
        ledger.triples.append(Interval(middle, low, high))


def check_profiles(ledger: Ledger, rows: Tables) -> None:
    """The mean of every counter at the seats of a policy; deals are the sample."""
    for policy, told in ledger.answer["profiles"].items():
        at = [
            (found, seat)
            for who, found in rows.items()
            for seat, name in enumerate(who)
            if name == policy
        ]
        for name in told:
            by_deal = np.mean([found.seat(name)[:, seat] for found, seat in at], axis=0)
            mine = mean_interval(by_deal, usual=0)
            if np.ptp(by_deal) == 0:
                mine = Interval(*[float(by_deal[0])] * 3)
            ledger.interval(("profiles", policy, name), mine._replace(at_least=True))


def advise_twice(game: str, players: int, index: int, number: int, worlds: int) -> Ledger:
    """Every move in the same worlds, to the end of the stage: points over the mean of others."""
    cell = make_cell(game, players)
    step = next(step for step in walk(cell, index) if step.number == number)
    state = step.state.copy()
    ledger = Ledger(json.loads(state.advise(worlds=worlds).to_json()))
    _, seated = _table(cell, cell.text)
    seat = step.seat - 1
    codes = dict(zip(state.moves(), state._stepper.moves(), strict=True))
    margins = {}
    for name, code in codes.items():
        found = play_on(state._stepper, seated, seat, worlds, move=code, to_milestone=True)
        scores = found[:, :, 1] - np.array(state.scores)
        others = np.delete(scores, seat, axis=1).mean(1)
        margins[name] = scores[:, seat] - others
    ledger.same(("worlds",), worlds)
    ledger.same(("seat",), step.seat)
    pairs = max(len(list(combinations(codes, 2))), 1)
    for place, told in enumerate(ledger.answer["moves"]):
        path, own = ("moves", place), margins[told["move"]]
        value = paired_interval(own, 0.05 / len(codes))
        ledger.interval((*path, "value"), value)
        ledger.finding(told["move"], ledger.triples[-1], worlds)
        first = margins[ledger.answer["moves"][0]["move"]]
        behind = paired_interval(first - own, 0.05 / pairs)
        ledger.interval((*path, "behind"), behind)
        back = ledger.triples[-1]
        ledger.triples.append(Interval(-back.estimate, -back.high, -back.low))
    return closed(ledger)
