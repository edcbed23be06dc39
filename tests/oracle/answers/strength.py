"""Questions about strength a second way, from rows: skill and luck."""

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np
from scipy import stats

from oracle.answers.formulas import Interval, jackknife_interval, part_interval
from oracle.answers.ledger import Ledger, Path
from oracle.answers.rows import make_cell, play_cell, play_rows

SURE = 0.95
EXACT = 100  # games up to which a number is exact; beyond, a normal law may err by
ROUGH = 0.006
Chance = Callable[[float, int, int], float]


def rotated_wins(game: str, players: int, n: int, better: str, worse: str) -> np.ndarray:
    """The win share of one better player among worse ones, a deal, over all seats of the deal."""
    total = np.zeros(n)
    for seat in range(players):
        names = [better if place == seat else worse for place in range(players)]
        total += play_rows(game, players, n, names).wins()[:, seat]
    return total / players


def check_skill(ledger: Ledger, n: int) -> None:
    """Does skill count: how often does one better player win among worse ones?"""
    told, players = ledger.answer["steps"], ledger.answer["players"]
    ledger.same(("games_each",), n)
    for place, step in enumerate(told):
        path = ("steps", place)
        wins = rotated_wins(ledger.answer["game"], players, n, step["better"], step["among"])
        ledger.same((*path, "fair_share"), 1 / players)
        mine = part_interval(wins, 0.05 / len(told))
        ledger.interval((*path, "win_share"), mine)
        mine = ledger.triples[-1]
        key = ledger.answer["findings"][place]["key"]
        ledger.finding(key, mine, n)
        ledger.triples.append(Interval(*(end - 1 / players for end in mine[:3])))
        check_until(ledger, (*path, "games_until_ahead"), mine, players, chance_ahead)
        check_until(ledger, (*path, "games_until_most"), mine, players, chance_most)


def check_until(ledger: Ledger, path: Path, share: Interval, players: int, chance: Chance) -> None:
    """Told is the number of games from which on a chance stays at 95 % or more.

    More wins need fewer games, so the ends change places.
    """
    told = ledger.at(path)
    if told is None:
        return
    ends = {"estimate": share.estimate, "low": share.high, "high": share.low}
    for name, end in ends.items():
        games = told[name]
        ledger.same((*path, name), games)
        if games is None:
            continue
        before = chance(end, players, games - 1) if games > 1 else 0.0
        after = [
            chance(end, players, games + more) for more in range(players if games <= EXACT else 1)
        ]
        allowed = 0.0 if games <= EXACT else ROUGH
        if min(after) < SURE - allowed or before >= SURE + allowed:
            ledger.wrong.append(f"{path} {name}: {games} games, {before} before, then {after}")


def chance_ahead(share: float, players: int, games: int) -> float:
    """To have won more games than an average rival: more than an equal part of them."""
    return float(stats.binom.sf(games // players, games, share))


def chance_most(share: float, players: int, games: int) -> float:
    """To have won more games than each of the others, who are equally strong."""
    won = np.arange(1, games + 1)
    chances = stats.binom.pmf(won, games, share)
    return float(chances @ [_all_below(int(w), games, players - 1)[games - w] for w in won])


@cache
def _all_below(limit: int, most: int, rivals: int) -> np.ndarray:
    """By games that equal rivals share: the chance that each has won fewer than a limit."""
    if rivals == 1:
        return (np.arange(most + 1) < limit).astype(float)
    rest, found = _all_below(limit, most, rivals - 1), np.zeros(most + 1)
    for own in range(min(limit, most + 1)):
        found[own:] += _one_wins(own, most, rivals)[own:] * rest[: most + 1 - own]
    return found


@cache
def _one_wins(own: int, most: int, rivals: int) -> np.ndarray:
    return np.asarray(stats.binom.pmf(own, np.arange(most + 1), 1 / rivals))


def check_luck(ledger: Ledger, n: int) -> None:
    """How much of winning do skill, seat and the deal explain, and how much is how they meet?"""
    told, players = ledger.answer["parts"], ledger.answer["players"]
    names = ledger.answer["population"]
    ledger.same(("games_each",), n)
    y = np.array(
        [
            [
                play_cell(make_cell(ledger.answer["game"], players, who, coin_seed=coins), n).wins()
                for coins in (None, 1 + 2**32)
            ]
            for who in product(names, repeat=players)
        ]
    )
    for name in told:
        mine = jackknife_interval(
            lambda kept, name=name: luck_parts(y, kept)[name], n, of_pairs=True
        )
        least = [max(end, 0.0) for end in mine[:3]]  # a part of a variance is not negative
        mine = Interval(*least, at_least=mine.high == 0)
        ledger.interval(("parts", name), mine)
        ledger.finding(name, mine, n)


def luck_parts(outcomes: np.ndarray, kept: np.ndarray) -> dict[str, float]:
    """Parts of the variance of winning; outcomes go by (assignment, coin key, deal, seat).

    What two halves of the deals have in common is no chance of the deals: products of halves.
    """
    arms, _, deals, players = outcomes.shape
    first = np.arange(deals) % 2 == 0
    y = outcomes[:, :, kept]
    grand = y.mean()
    even = outcomes[:, :, kept & first].mean((1, 2))  # by assignment and seat
    odd = outcomes[:, :, kept & ~first].mean((1, 2))
    seats = even.mean(0), odd.mean(0)
    own = own_policies(arms, players)
    by_deal = [y[:, key].mean(0) for key in (0, -1)]  # by deal and seat
    covariances = [np.cov(*(each[:, seat] for each in by_deal))[0, 1] for seat in range(players)]
    found = {
        "seat": float(np.mean((seats[0] - grand) * (seats[1] - grand))),
        "own_skill": _own(even - seats[0], odd - seats[1], own),
        "deal": float(np.mean(covariances)),
        "coins": float(np.mean((y[:, 0] - y[:, -1]) ** 2) / 2),
    }
    skill = float(np.mean((even - seats[0]) * (odd - seats[1])))
    found["others_skill"] = skill - found["own_skill"]
    whole = float(np.mean((y - grand) ** 2))
    found["deal_by_play"] = whole - sum(found.values())
    return {name: part / whole for name, part in found.items()}


def own_policies(arms: int, players: int) -> np.ndarray:
    return np.array(list(product((0, 1), repeat=players)))[:arms]


def _own(even: np.ndarray, odd: np.ndarray, own: np.ndarray) -> float:
    parts = [
        np.mean(even[own[:, seat] == who, seat]) * np.mean(odd[own[:, seat] == who, seat])
        for seat in range(own.shape[1])
        for who in (0, 1)
    ]
    return float(np.mean(parts))


SECOND_WAYS = {"skill": check_skill, "luck": check_luck}
