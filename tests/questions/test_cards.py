"""Cards, choices and kingmakers: known effects come back, none is made up, and errors are true.

`PYTHONPATH=tests python tests/questions/test_cards.py` prints the coverage of every interval with
more runs.
"""

import math
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer._core.runner import Control
from analyzer.errors import UserError
from analyzer.estimates import cards
from analyzer.games.horrible_mountain.reducers.given_cubes import WORLDS as PER_GAME
from analyzer.games.horrible_mountain.reducers.given_cubes import GivenCubes
from analyzer.games.spec import CountedCards
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer import _decisions_estimates as decisions
from analyzer.request import setting
from analyzer.simulation.batch import Batch, Layout
from analyzer.simulation.block_sums import Tally
from analyzer.simulation.chunk import ReadyCell
from analyzer.simulation.reducers.alternative_moves import ALL, POINTS, WORLDS, AlternativeMoves
from analyzer.simulation.reducers.cards import Cards, card_kinds
from analyzer.simulation.reducers.kingmaking import LOOKED, KingmakingSums
from analyzer.simulation.reducers.openings import Openings
from support.playouts import cell

BLOCKS, RUNS, SEED = 20, 300, 20261117
SURE = 1 - 1e-7  # level of an interval that a right program misses once in ten million runs


# --- what the deal does -------------------------------------------------------------------------

LAYOUT = Layout(
    game=("turns", "decisions", "margin", "end_reason", "capped", "winners", "hands"),
    seat=("score", "rank2", "win840", "role", "dealt_ace", "points_dealt_ace", "played_ace"),
    roles=(),
    end_reasons=("end",),
    cards=CountedCards({"ace": "the ace"}, hands="hands"),
)


def dealt_games(rng, n, effect=0.0, players=3):
    """Games of one to six hands; an ace is worth `effect` points, and most points win."""
    hands = rng.integers(1, 7, n)
    dealt = rng.binomial(hands[:, None], 0.2, (n, players))
    points = rng.integers(0, 10, (n, players)) * hands[:, None]
    score = points + np.rint(effect * dealt).astype(int)
    best = score == score.max(axis=1, keepdims=True)
    win = np.where(best, WIN // best.sum(axis=1, keepdims=True), 0)
    share = np.where(hands[:, None] > 0, score / hands[:, None], 0)
    brought = np.rint(dealt * share).astype(int)  # as if the points came evenly
    played = np.minimum(dealt, win // 100)  # who wins has played it
    role = np.zeros_like(score)
    seats = np.stack([score, role, win, role, dealt, brought, played]).astype(np.int32)
    games = np.zeros((7, n), np.int32)
    games[6] = hands
    return Batch(LAYOUT, players, ("x",) * players, 0, n, games, seats.reshape(7, -1))


def test_a_card_without_effect_gives_zero():
    """Whatever counting says: there it looks strong, since who wins has played it."""
    found = cards.strength_by_counters(
        Cards.from_batches(dealt_games(np.random.default_rng(SEED), 40_000)), "ace"
    )
    quantile = stats.distributions.student_quantile(
        BLOCKS - 1, (1 - SURE) / 2
    ) / stats.distributions.student_quantile(BLOCKS - 1, 0.025)
    assert abs(found.wins.estimate) < quantile * found.wins.error
    assert found.counted.low > 0.3


def test_a_card_that_is_worth_points_wins_more():
    rng = np.random.default_rng(SEED)
    weak, strong = (
        cards.strength_by_counters(Cards.from_batches(dealt_games(rng, 20_000, effect)), "ace")
        for effect in (2, 8)
    )
    assert 0 < weak.wins.low < weak.wins.high < strong.wins.low


@pytest.mark.parametrize("game", ["hike", "oh-hell", "horrible-mountain"])
def test_the_deal_of_another_game_does_nothing(game):
    """Real columns, but every game gets the deal of the one before it: no card may matter."""
    players = 2 if game == "horrible-mountain" else 3
    batch = ReadyCell(cell(game, players, ("greedy",) * players)).play(0, 3000, Control())
    shaped = batch.seats.reshape(len(batch.layout.seat), batch.n, players).copy()
    score = shaped[0].astype(int)
    for kind in card_kinds(batch.layout):
        at = batch.layout.seat.index(f"dealt_{kind}")
        shaped[at] = np.roll(shaped[at], 1, axis=0)
        shaped[batch.layout.seat.index(f"points_dealt_{kind}")] = shaped[at] * score
    moved = replace(batch, seats=np.ascontiguousarray(shaped).reshape(batch.seats.shape))
    reduced = Cards.from_batches(moved)
    for kind in card_kinds(batch.layout):
        blocks = reduced.block_rows(f"dealt_{kind}", "all")
        found = stats.jackknife_blocks(blocks, cards._wins, level=SURE)
        assert found.low <= 0 <= found.high, kind


@pytest.mark.parametrize("game", ["hike", "oh-hell", "horrible-mountain"])
def test_cards_lose_nothing(game):
    """Every sum is computed a second way from the columns, block by block."""
    players = 2 if game == "horrible-mountain" else 3
    batch = ReadyCell(cell(game, players, ("greedy",) * players)).play(7, 90, Control())
    found = Cards.from_batches(batch)
    wins = batch.seat_column("win840").tolist()
    for kind in card_kinds(batch.layout):
        dealt = batch.seat_column(f"dealt_{kind}").tolist()
        points = batch.seat_column(f"points_dealt_{kind}").tolist()
        for block in range(BLOCKS):
            mine = [place for place in range(90) if (7 + place) % BLOCKS == block]
            pairs = [(place, seat) for place in mine for seat in range(players)]
            row = found.rows[f"dealt_{kind}"][block]
            assert row[0] == sum(dealt[p][s] for p, s in pairs)
            assert row[1] == sum(points[p][s] for p, s in pairs)
            assert row[2] == sum(dealt[p][s] ** 2 for p, s in pairs)
            assert row[3] == sum(dealt[p][s] * wins[p][s] for p, s in pairs)
            whole = found.rows["all"][block]
            assert (whole[0], whole[1]) == (len(pairs), sum(wins[p][s] for p, s in pairs))


def test_occasions_are_hands_or_cards():
    """hike deals 7 cards a hand to all; the first hands of the mountain have three cards."""
    batch = ReadyCell(cell("hike", 3, ("greedy",) * 3)).play(0, 50, Control())
    whole = Cards.from_batches(batch).rows["all"].sum(axis=0)
    assert whole[2] == 3 * batch.game_column("hands").sum()
    assert whole[5] == batch.seat_column("score").sum()
    batch = ReadyCell(cell("horrible-mountain", 2, ("greedy",) * 2)).play(0, 50, Control())
    whole = Cards.from_batches(batch).rows["all"].sum(axis=0)
    assert whole[2] == 3 * 2 * 50
    assert whole[5] == 3 * batch.seat_column("score").sum()


def test_openings_are_the_hands_that_were_dealt():
    batch = ReadyCell(cell("hike-sled", 3, ("random",) * 3)).play(3, 40, Control())
    found = Openings.from_batches(batch)
    assert sum(int(rows[:, 0].sum()) for rows in found.rows.values()) == 40 * 3 * 2
    wins = sum(int(rows[:, 1].sum()) for rows in found.rows.values())
    assert wins == 2 * batch.seat_column("win840").sum()


def test_a_cube_that_is_worth_nothing_is_told_from_one_that_is_worth_much():
    """Without points for cubes having one helps by its actions alone, and by less."""
    rules = {f"cube_{rank}": 0 for rank in range(2, 7)}
    found = []
    for changed in ({}, rules):
        table = ReadyCell(cell("horrible-mountain", 2, ("expert",) * 2, changed))
        batch = table.play(0, 300, Control())
        cubes = GivenCubes.from_batches(batch)
        assert set(cubes.rows) <= set("23456")
        found.append(
            [
                cards.strength_by_pairs(cubes, rank, rank, PER_GAME).wins
                for rank in sorted(cubes.rows)
            ]
        )
    worth, nothing = (sum(one.estimate for one in wins) / len(wins) for wins in found)
    assert worth > nothing + 0.05


# --- choices and kingmakers ---------------------------------------------------------------------


def test_who_plays_at_random_loses_nothing_by_another_move():
    """The move played and the other one are alike by chance, so that the cost is zero."""
    batch = ReadyCell(cell("hike", 3, ("random",) * 3, {"target": 5})).play(0, 400, Control())
    moves = AlternativeMoves.from_batches(batch)
    blocks = moves.block_rows(ALL, *(name for name in moves.rows if name != ALL))
    cost = stats.jackknife_blocks(
        blocks, lambda sums: decisions._ratio(sums, decisions._GAIN, decisions._WORLDS), level=SURE
    )
    assert cost.low <= 0 <= cost.high
    tried = sum(int(rows[:, 0].sum()) for name, rows in moves.rows.items() if name != ALL)
    assert tried <= 400 * POINTS
    assert sum(int(rows[:, 2].sum()) for name, rows in moves.rows.items() if name != ALL) == (
        tried * WORLDS
    )


def test_a_bad_move_costs_who_makes_it():
    """An expert of the mountain chooses well: another move costs wins."""
    batch = ReadyCell(cell("horrible-mountain", 2, ("expert",) * 2)).play(0, 150, Control())
    moves = AlternativeMoves.from_batches(batch)
    found = decisions.measure_decisions(moves, [name for name in moves.rows if name != ALL])
    assert found["cost"].low > 0.05
    assert 0 < found["size"].low <= found["size"].estimate
    assert found["choices"].estimate >= 2
    assert found["forced"].estimate == pytest.approx(
        1 - batch.game_column("decisions").sum() / batch.game_column("turns").sum()
    )


def test_who_takes_up_his_own_policy_changes_no_winner():
    table = ReadyCell(cell("hike", 4, ("greedy",) * 4))
    batch = table.play(0, 150, Control())
    found = KingmakingSums.from_batches(batch, batch)
    assert int(found.rows[LOOKED][:, 2].sum()) > 0  # somebody was without hope
    worlds, *fields = found.rows["greedy"].sum(axis=0)
    assert worlds > 0
    assert (fields[0], fields[2], fields[3], fields[5]) == (0, 0, 0, 0)
    assert worlds >= fields[1] > fields[4]  # who has a chance wins some of them


# --- questions ----------------------------------------------------------------------------------


def test_components_are_cards_by_another_name():
    for game in ("hike", "hike-sled", "hide-n-seek"):
        assert designer.find_question(game, "components") is designer.find_question(game, "cards")
        names = [one.name for one in designer.questions_of(game)]
        assert len(names) == len(set(names))
    assert designer.find_question("hike-sled", "cards") is not designer.find_question(
        "hike", "cards"
    )


def test_two_players_make_no_king():
    question = designer.build_question(
        setting.build_setting("horrible-mountain"), "kingmaking", QuestionOptions(n=100)
    )
    assert question.plan().groups == ()


@pytest.mark.parametrize("name", ["skill", "luck"])
def test_questions_that_seat_policies_take_no_seats(name):
    table = setting.build_setting("hike", 3, ["expert", "1=random"])
    with pytest.raises(UserError, match=rf"ask {name} seats policies itself.*got expert and 1=ra"):
        designer.build_question(table, name, QuestionOptions(n=100)).plan()


def test_precision_says_how_many_games():
    """A fair share of a third known to 2 pp, three of them together: z of 0.05 / 3."""
    question = setting.build_setting("hike", 3).question("ask", question="length", precision=2)
    group = question.plan().groups[0]
    assert group.n == math.ceil((2.39398 * math.sqrt(2 / 9) / 0.02) ** 2)
    assert "--precision 2" in question.command


# --- coverage -----------------------------------------------------------------------------------


def ratios(rng, games=30):
    """Worlds with other winners, few in some games: the ratio of `decisions` and `kingmaking`."""
    chance = rng.beta(0.5, 1.5, (BLOCKS, games))
    changed = rng.binomial(WORLDS, chance)
    rows = [[games * WORLDS, int(block.sum())] for block in changed]
    found = stats.jackknife_blocks(rows, lambda sums: sums[1] / sums[0])
    return found, 0.25


def control_differences(rng, games=30):
    """Two counts of the same worlds; how many worlds there are is left to chance."""
    cases = rng.poisson(0.7, (BLOCKS, games))
    mine, other = (rng.binomial(50 * cases, p) for p in (0.2, 0.25))
    worlds = (50 * cases).sum(axis=1)
    rows = np.stack([worlds, mine.sum(axis=1), other.sum(axis=1)], axis=1).tolist()
    return stats.jackknife_blocks(rows, lambda s: (s[1] - s[2]) / s[0]), -0.05


def sizes_of_choices(rng, games=60):
    """The root mean square of effects of 10 pp, told through the noise of 16 worlds."""
    effect = rng.choice([-0.1, 0.1], (BLOCKS, games))
    half = WORLDS // 2
    gains = [rng.binomial(half, 0.5 + effect) - rng.binomial(half, 0.5, effect.shape) for _ in "ab"]
    product = (gains[0] * gains[1]).sum(axis=1)
    rows = [[games, int(value)] for value in product]
    square = stats.jackknife_blocks(rows, lambda s: s[1] / s[0] / half**2)
    return decisions._root(square), 0.1


def pairs_of_cubes(rng, games=40):
    """Wins with a piece and without it on the same luck, 15 pp apart."""
    rows = []
    for _ in range(BLOCKS):
        luck = rng.random((games, 4))
        with_it, without = (luck < 0.6).sum(), (luck < 0.45).sum()
        rows.append([games * 4, WIN * int(with_it), WIN * int(without)])
    return stats.jackknife_blocks(rows, cards._difference), 0.15


def kinds_of_cards(rng, games=100):
    """Four opening cards a game; one kind of ten is worth 10 pp to who has it."""
    tally = Tally()
    for block in range(BLOCKS):
        special = rng.random((games, 4)) < 0.1
        win = rng.random((games, 4)) < 0.25 + 0.1 * special
        for name, having in (("mine", special), ("other", ~special)):
            tally.count(name, block, having.sum(), WIN * win[having].sum(), 0)
    return cards.strength_by_names(
        Openings(BLOCKS * games, tally.sorted()), "k", ["mine"]
    ).wins, 0.1


def surplus(rng, games=60):
    """Dealt more than expected of hands whose number is left to chance: 5 pp a deal."""
    rows = []
    for _ in range(BLOCKS):
        hands = rng.integers(2, 9, (games, 1)) + np.zeros((games, 4), int)
        dealt = rng.binomial(hands, 0.1)
        win = rng.random((games, 4)) < 0.3 + 0.05 * (dealt - 0.1 * hands)
        sums = (dealt, hands, dealt**2, dealt * hands, hands**2, dealt * win, hands * win)
        rows.append([int(part.sum()) for part in sums])
    return stats.jackknife_blocks(rows, stats.surplus_slope), 0.05


SIMULATED = {
    "ratio over worlds": ratios,
    "difference from a control": control_differences,
    "size of a choice": sizes_of_choices,
    "kind of cards": kinds_of_cards,
    "piece given": pairs_of_cubes,
    "surplus slope": surplus,
}


def misses(name, runs):
    rng = np.random.default_rng(SEED)
    found = (SIMULATED[name](rng) for _ in range(runs))
    return sum(not interval.low <= truth <= interval.high for interval, truth in found)


@pytest.mark.parametrize("name", SIMULATED)
def test_intervals_cover(name):
    """Missed so often that a right program would be so once in a million runs: no."""
    assert binom.sf(misses(name, RUNS) - 1, RUNS, 0.05) > 1e-6


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    for each in SIMULATED:
        missed = misses(each, many)
        error = 196 * math.sqrt(missed * (many - missed)) / many**1.5
        print(f"{each:28} {100 * (1 - missed / many):.1f} ± {error:.1f} % of {many:,}")
