"""Every column of a batch that is not the game's own, computed a second way.

Scores, wins, turns and counters are what the oracles say (tests/oracle/harness.py); here what the
turn loop makes of them: margin, ranks, winners, and what each end of a game means.
"""

from pathlib import Path

import numpy as np
import pytest

from analyzer import games
from analyzer._core.playout import Control, Stepper, run_batch
from analyzer.games._hike_sled_cards import load
from analyzer.seeds import key
from analyzer.state import make_table
from conftest import FLAVOUR
from oracle import harness
from played import room, seated

pytestmark = pytest.mark.kit

SEED = 21
GAMES = games.names()
SHARED_WINS = ("hike-sled", "oh-hell")
UNFINISHED = {
    "hide-n-seek": {"round cap"},
    "hike": {"hand cap", "turn cap"},
    "hike-sled": {"race cap", "nobody ready"},
    "horrible-mountain": {"stalled"},
    "oh-hell": {"unresolved"},
}


def few(n: int) -> int:
    return n if FLAVOUR == "release" else n // 4


class Played:
    """Playouts of one table by one policy, and how each of them ended."""

    def __init__(self, game, players, given, policy, n):
        self.game, self.players, self.n = game, players, n
        self.face = games.load(game)
        self.rules = self.face.resolve_rules(players, given)
        self.table = make_table(self.face, players, self.rules)
        self.who = seated(game, (policy,) * players, self.table, self.rules)
        self.batch = room(game, players, n)
        columns = self.batch.games, self.batch.seats, Control()
        run_batch(self.table, self.who, key(SEED), 0, n, *columns)

    def column(self, name):
        return self.batch.game_column(name).tolist()

    def rows(self, name):
        return self.batch.seat_column(name).tolist()

    def last_state(self, index):
        """The same playout, move by move."""
        stepper = Stepper(self.table, key(SEED), index)
        coins = stepper.coins()
        while codes := stepper.moves():
            choice = stepper.choose(self.who[stepper.seat], coins[stepper.seat])
            stepper.apply(codes[choice])
        return stepper


def played(game, tmp_path):
    """Default rules by two policies, and every rule, so that every end of a game is met."""
    low, high = games.load(game).players
    for players in range(low, high + 1):
        yield Played(game, players, {}, "random", few(200))
        yield Played(game, players, {}, "expert", few(100))
    for players in (low, high):
        for given in harness.link_of(game).rules_to_compare(tmp_path, players):
            yield Played(game, players, given, "random", few(10))


def twice_mean_ranks(merits):
    """Of 1 + those better, and those as good share."""
    return [
        2 * sum(other > mine for other in merits) + sum(other == mine for other in merits) + 1
        for mine in merits
    ]


@pytest.mark.parametrize("game", GAMES)
def test_margin_winners_and_shares(game, tmp_path: Path):
    shared = 0
    for found in played(game, tmp_path):
        wins, scores = found.rows("win840"), found.rows("score")
        for index in range(found.n):
            best = sorted(scores[index], reverse=True)
            assert found.column("margin")[index] == best[0] - best[1]
            winners = [seat for seat in range(found.players) if wins[index][seat]]
            assert found.column("winners")[index] == sum(1 << seat for seat in winners)
            share = 840 // max(1, len(winners))
            assert wins[index] == [share * (seat in winners) for seat in range(found.players)]
            shared += len(winners) > 1
    assert bool(shared) == (game in SHARED_WINS)


@pytest.mark.parametrize("game", GAMES)
def test_ends_and_roles(game, tmp_path: Path):
    reasons, roles = set(), set()
    for found in played(game, tmp_path):
        ends = [found.face.end_reasons[code] for code in found.column("end_reason")]
        assert found.column("capped") == [int(end in UNFINISHED[game]) for end in ends]
        reasons |= set(ends)
        if not found.face.roles:
            assert not np.any(found.batch.seat_column("role"))
            continue
        for index in range(0, found.n, 7):
            master = found.last_state(index).describe()["evil_master"]
            assert found.rows("role")[index] == [int(seat != master) for seat in (0, 1)]
            roles.add(master)
    assert reasons & UNFINISHED[game]
    assert reasons - UNFINISHED[game]
    assert not roles or roles == {0, 1}


@pytest.mark.parametrize("game", GAMES)
def test_ranks(game, tmp_path: Path):
    """Winners first, then the score; in hike-sled the standing of equal ones."""
    ties = 0
    for found in played(game, tmp_path):
        wins, scores = found.rows("win840"), found.rows("score")
        every = 7 if game == "hike-sled" else 1
        for index in range(0, found.n, every):
            standing = [0] * found.players
            if game == "hike-sled":
                standing = standings_of_racers(found, index)
            merits = list(zip(wins[index], scores[index], standing, strict=True))
            assert found.rows("rank2")[index] == twice_mean_ranks(merits)
            ties += len(set(merits)) < found.players
        assert all(sum(row) == found.players * (found.players + 1) for row in found.rows("rank2"))
    assert ties


def standings_of_racers(found, index):
    """HS-60, HS-61: on the last field ready huskies and care, then fewer points; those who are out
    of the race come after all racers on their field."""
    raw, rules = found.last_state(index).describe(), found.rules
    huskies = load(rules.cards if rules.cards else "reconstruction").huskies
    at_end = found.face.end_reasons[raw["end_reason"]] == "finish"
    standing = []
    for seat in range(found.players):
        if seat not in raw["racing"]:
            standing.append((-1 if raw["racing"] else 0, 0))
        elif not at_end or raw["field"][seat] < len(raw["track"]):
            standing.append((0, 0))
        else:
            ready, points = merit_of_sled(raw, rules, seat, huskies)
            standing.append((ready, -points))
    return standing


def merit_of_sled(raw, rules, seat, huskies):
    ready = raw["single"][seat] + 2 * raw["double"][seat]
    points = 0
    for spot, husky in enumerate(raw["sleds"][seat]):
        is_young = husky >= len(huskies)
        points += 0 if is_young or husky < 0 else len(huskies[husky].points)
        tired = spot in raw["tired"][seat] and rules.tiebreak_time == "before_reset"
        awake = husky >= 0 and spot not in raw["resting"][seat] and not tired
        ready += awake and (not is_young or rules.youngster_ready)
    return ready, points
