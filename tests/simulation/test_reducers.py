"""The laws of reducers, for all of them; and that none of them loses anything on the way.

Zero: nothing added changes nothing. Order: of adding, does not matter. Split: any cut of the
playouts gives the whole. Round trip: what is written as JSON is read back equal.
"""

import json
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from analyzer._core.reductions import WIN, add_up, add_up_differences
from analyzer._core.runner import Control
from analyzer.games.hide_n_seek.reducers.given_cards import GivenCards
from analyzer.games.horrible_mountain.reducers.given_cubes import GivenCubes
from analyzer.games.oh_hell.reducers.extra_hands import ExtraHands
from analyzer.simulation import reducers
from analyzer.simulation.batch import Batch
from analyzer.simulation.block_sums import Tally, block_of
from analyzer.simulation.chunk import ReadyCell
from analyzer.simulation.plan import Group, Plan, Reduction, merge_plans, missing_ranges
from analyzer.simulation.reducers import dealt_hands
from analyzer.simulation.reducers.alternative_moves import AlternativeMoves
from analyzer.simulation.reducers.cards import Cards
from analyzer.simulation.reducers.changed import Changed
from analyzer.simulation.reducers.kingmaking import KingmakingSums
from analyzer.simulation.reducers.moments import Moments
from analyzer.simulation.reducers.notable import Notable
from analyzer.simulation.reducers.pairs import Pairs
from analyzer.simulation.reducers.policies import Policies
from analyzer.simulation.reducers.rotation import Rotation
from analyzer.simulation.reducers.spread import Spread
from analyzer.simulation.reducers.totals import Totals, count_values
from analyzer.simulation.reducers.variance import VarianceSums
from support.playouts import cell, empty_batch

N, FEW = 240, 24  # playouts; of reducers that play on from each of them
PLAY_ON = (GivenCubes, GivenCards, KingmakingSums, Moments, AlternativeMoves)
CELLS = {
    "hike": [("hike", 4, ("random", "greedy", "random", "expert")), ("hike", 4, ("greedy",) * 4)],
    "mountain": [
        ("horrible-mountain", 2, ("random", "greedy"), {"roles": "random"}),
        ("horrible-mountain", 2, ("greedy", "random"), {"roles": "random"}),
    ],
    "oh-hell": [
        ("oh-hell", 3, ("greedy",) * 3),
        ("oh-hell", 3, ("greedy",) * 3, {"miss_base": 20}),
    ],
    "seek": [
        ("hide-n-seek", 3, ("greedy",) * 3, {"maps": "short4"}),
        ("hide-n-seek", 3, ("random",) * 3, {"maps": "short4"}),
    ],
}


def batches(name: str, first: int = 0, n: int = N) -> list[Batch]:
    return [
        ReadyCell(cell(*words, seed=3)).play(first, n, Control(), traced=True)
        for words in CELLS[name]
    ]


def given(reducer: type, found: list[Batch]) -> list[Batch]:
    """As many batches as the reducer takes."""
    return (
        found
        if reducer in (Changed, KingmakingSums, VarianceSums, Pairs, Rotation, Spread)
        else found[:1]
    )


def fits(reducer: type, name: str) -> bool:
    """Cards are given only where none is dealt, cubes where there are any, hands are added where
    ties are; two make no kings."""
    only = {GivenCubes: "mountain", GivenCards: "seek", ExtraHands: "oh-hell"}
    return name == only.get(reducer, name) and not (
        reducer is KingmakingSums and name == "mountain"
    )


REDUCERS = [reducers.load(name) for name in reducers.names()]
CASES = [(reducer, name) for reducer in REDUCERS for name in CELLS if fits(reducer, name)]
IDS = [f"{reducer.name}-{name}" for reducer, name in CASES]


@pytest.fixture(params=CASES, ids=IDS)
def case(request):
    """A reducer, and what it makes of playouts (all, or n from `first` on)."""
    reducer, name = request.param
    size = size_of(reducer)

    def of(first: int = 0, n: int = size):
        return reducer.from_batches(*given(reducer, batches(name, first, n)))

    return reducer, of


def size_of(reducer: type) -> int:
    return FEW if reducer in PLAY_ON else N


def test_there_are_reducers_and_each_knows_its_name() -> None:
    assert {"totals", "pairs", "policies", "rotation"} <= set(reducers.names())
    for name in reducers.names():
        assert reducers.load(name).name == name
        assert reducers.load(name).version >= 1


def test_zero(case) -> None:
    _, of = case
    whole, nothing = of(), of(0, 0)
    assert nothing.n == 0
    assert whole.add(nothing) == nothing.add(whole) == whole
    assert nothing != whole


def test_any_order_and_any_split(case) -> None:
    reducer, of = case
    rng, n = random.Random(5), size_of(reducer)
    whole = of()
    for _ in range(2 if reducer in PLAY_ON else 4):
        cuts = sorted(rng.sample(range(1, n), 5))
        parts = [of(a, b - a) for a, b in zip([0, *cuts], [*cuts, n], strict=True)]
        rng.shuffle(parts)
        total = parts[0]
        for part in parts[1:]:
            total = total.add(part)
        assert total == whole
        assert total.n == n


def test_round_trip(case) -> None:
    reducer, of = case
    whole = of()
    text = json.dumps(whole.to_json())
    again = reducer.from_json(json.loads(text))
    assert again == whole
    assert json.dumps(again.to_json()) == text
    assert again.add(of(whole.n, 10)) == whole.add(of(whole.n, 10))
    empty = of(0, 0)
    assert reducer.from_json(json.loads(json.dumps(empty.to_json()))) == empty


def test_adding_changes_neither(case) -> None:
    _, of = case
    one, two = of(0, 12), of(12, 12)
    before = [json.dumps(part.to_json()) for part in (one, two)]
    one.add(two)
    assert [json.dumps(part.to_json()) for part in (one, two)] == before


@pytest.mark.parametrize("name", CELLS)
def test_totals_lose_nothing(name: str) -> None:
    """Every sum, square and count is computed a second way from the columns."""
    batch = batches(name)[0]
    found = Totals.from_batches(batch)
    for column in batch.layout.seat:
        values = batch.seat_column(column).astype(object)
        for seat in range(batch.players):
            mine, sums = list(values[:, seat]), found.seats.at(column, seat)
            assert sums.total == sum(mine)
            assert sums.squares == sum(value * value for value in mine)
            assert sums.nonzero == sum(value != 0 for value in mine)
    for column in batch.layout.game:
        mine, sums = batch.game_column(column).tolist(), found.games.at(column)
        assert (sums.total, sums.squares) == (sum(mine), sum(v * v for v in mine))
        assert sums.nonzero == sum(v != 0 for v in mine)
    for column, counted in found.histograms.items():
        mine = batch.game_column(column).tolist()
        assert counted == {value: mine.count(value) for value in set(mine)}
    scores = batch.seat_column("score")
    for seat, counted in enumerate(found.score_histograms):
        assert sum(v * c for v, c in counted.items()) == scores[:, seat].sum()
        assert sum(counted.values()) == N
    assert sum(found.end_reasons.values()) == N


def test_totals_by_role_follow_the_role_not_the_seat() -> None:
    batch = batches("mountain")[0]
    found = Totals.from_batches(batch)
    roles = batch.seat_column("role")
    assert 0 < roles[:, 0].sum() < N  # seats do change their role here
    for column in batch.layout.seat:
        values = batch.seat_column(column)
        for role in range(2):
            mine = values[roles == role]
            assert found.by_role.at(column, role).total == mine.sum()
            assert found.by_role.at(column, role).squares == (mine.astype(object) ** 2).sum()


@pytest.mark.parametrize("name", CELLS)
def test_pairs_are_differences_playout_by_playout(name: str) -> None:
    a, b = batches(name)
    found = Pairs.from_batches(a, b)
    for column in a.layout.seat:
        d = a.seat_column(column).astype(object) - b.seat_column(column).astype(object)
        for seat in range(a.players):
            sums = found.seats.at(column, seat)
            assert sums.total == d[:, seat].sum()
            assert sums.squares == (d[:, seat] ** 2).sum()
            assert sums.nonzero == (d[:, seat] != 0).sum()
    same = (a.game_column("winners") == b.game_column("winners")).sum()
    assert found.other_winner == N - same
    if found.by_role:
        order = [batch.seat_column("role") for batch in (a, b)]
        wins = [batch.seat_column("win840") for batch in (a, b)]
        for role in range(2):
            d = wins[0][order[0] == role] - wins[1][order[1] == role]
            assert found.by_role.at("win840", role).total == d.sum()
            assert found.by_role.at("win840", role).nonzero == (d != 0).sum()


def test_a_cell_paired_with_itself_differs_in_nothing() -> None:
    (a, _), (again, _) = batches("hike"), batches("hike")
    found = Pairs.from_batches(a, again)
    assert not found.games.values.any()
    assert not found.seats.values.any()


def test_arms_with_other_numbers_of_seats_pair_the_seats_they_share() -> None:
    three, five = (
        ReadyCell(cell("hike", players, ("random",) * players)).play(0, 50, Control())
        for players in (3, 5)
    )
    found = Pairs.from_batches(five, three)
    assert found.seats.places == 3
    d = five.seat_column("score")[:, :3].astype(int) - three.seat_column("score")
    assert [found.seats.at("score", seat).total for seat in range(3)] == d.sum(axis=0).tolist()


def test_policies_add_up_their_seats_before_squaring() -> None:
    batch = batches("hike")[0]
    found = Policies.from_batches(batch)
    assert found.policies == ("random", "greedy", "expert")
    assert found.seats == (2, 1, 1)
    scores = batch.seat_column("score").astype(object)
    both = scores[:, 0] + scores[:, 2]
    assert found.sums.at("score", 0).total == both.sum()
    assert found.sums.at("score", 0).squares == (both**2).sum()
    won = sum(found.sums.at("win840", place).total for place in range(3))
    assert won == WIN * N


def test_rotation_adds_whole_deals() -> None:
    a, b = batches("mountain")
    found = Rotation.from_batches(a, b)
    assert found.policies == ("greedy", "random")
    assert found.seats == (2, 2)
    greedy = a.seat_column("score")[:, 1].astype(object) + b.seat_column("score")[:, 0]
    assert found.sums.at("score", 0).total == greedy.sum()
    assert found.sums.at("score", 0).squares == (greedy**2).sum()


@pytest.mark.parametrize("name", CELLS)
def test_notable_playouts_are_what_they_are_called(name: str) -> None:
    batch = batches(name)[0]
    found = Notable.from_batches(batch)
    turns = batch.game_column("turns").tolist()
    alone = [p for p, row in enumerate(batch.seat_column("win840").tolist()) if WIN in row]
    margins = {p: int(batch.game_column("margin")[p]) for p in alone}
    assert found.index("longest") == turns.index(max(turns))
    assert found.index("closest") == min(alone, key=lambda p: (margins[p], p))
    usual = found.index("median")
    assert turns[usual] == sorted(turns)[(N - 1) // 2]
    deficits = batch.traces.seats[1, : N * batch.players].reshape(N, batch.players)
    behind = {p: int(deficits[p, batch.seat_column("win840")[p].argmax()]) for p in alone}
    comeback = max(alone, key=lambda p: (behind[p], -p))
    assert found.index("comeback") == (comeback if behind[comeback] else None)
    nothing = Notable.from_batches(
        ReadyCell(cell(*CELLS[name][0])).play(0, 0, Control(), traced=True)
    )
    assert [nothing.index(which) for which in ("median", "longest", "comeback")] == [None] * 3


def test_the_spread_is_from_the_best_to_the_worst() -> None:
    a, b = batches("oh-hell")
    found = Spread.from_batches(a, b).sums
    mine, other = ([max(row) - min(row) for row in x.seat_column("score").tolist()] for x in (a, b))
    assert (found.at("variant").total, found.at("reference").total) == (sum(mine), sum(other))
    apart = [x - y for x, y in zip(mine, other, strict=True)]
    assert found.at("difference").squares == sum(d * d for d in apart)
    assert found.at("difference").nonzero == sum(d != 0 for d in apart) > 0


def test_changed_playouts_have_other_winners() -> None:
    a, b = batches("oh-hell")
    other = np.flatnonzero(a.game_column("winners") != b.game_column("winners"))
    assert Changed.from_batches(a, b).indices == tuple(other[:3].tolist())
    assert Changed.from_batches(a, a).indices == ()


def test_sums_hold_what_an_int32_cannot() -> None:
    low = np.full((1, 4), -(2**30), np.int32)
    assert add_up(low, 4, 1)[0, 0].tolist() == [-(2**32), 2**62, 4]
    assert add_up_differences(low, -low, 1, 1, 1)[0, 0].tolist() == [-(2**31), 2**62, 1]


@pytest.mark.parametrize("places", [1, 3, 5, 8, 31, 33])
@pytest.mark.parametrize("most", [1, 2047, 2048, 2049, 2**31 - 1])
def test_sums_of_small_and_large_values_are_those_of_python(places: int, most: int) -> None:
    """Small ones are added up side by side, in blocks; one large value is enough for other sums."""
    rng = np.random.default_rng(places * most)
    n = 1100 + 32  # more than two blocks at 31 places, a part of one at 1, and some left over
    a, b = rng.integers(-1, 2, (2, 3, n * places), dtype=np.int32)
    a[1, rng.integers(n * places)] = b[2, rng.integers(n * places)] = most
    a[2, n // 2 * places], b[2, n // 2 * places] = -most - 1, most  # 2**32 apart, or nearly
    for found, values in (
        (add_up(a, n, places), a.astype(object)),
        (add_up_differences(a, b, n, places, places), a.astype(object) - b),
    ):
        rows = values.reshape(3, n, places)
        expected = np.stack([rows.sum(1), (rows**2).sum(1), (rows != 0).sum(1)], axis=2)
        assert found.tolist() == expected.tolist()


def test_squares_beyond_sixty_four_bits_are_kept() -> None:
    most = np.full((1, 3), 2**31 - 1, np.int32)
    assert add_up(most, 3, 1)[0, 0].tolist() == [3 * (2**31 - 1), 3 * (2**31 - 1) ** 2, 3]
    assert add_up_differences(most, ~most, 3, 1, 1)[0, 0].tolist() == [
        3 * (2**32 - 1),
        3 * (2**32 - 1) ** 2,
        3,
    ]


@pytest.mark.parametrize("far", [2**20, 2**20 + 1, 2**31 - 1])
def test_values_far_apart_are_counted_like_others(far: int) -> None:
    column = np.array([far, 0, -5, 0, far - 1, -5, 0], np.int32)
    assert count_values(column) == {-5: 2, 0: 3, far - 1: 1, far: 1}


def strange(players: int, first: int, n: int, most: int, seed: int) -> Batch:
    """Columns of hike with any numbers: as a game of others might count money, or lose it."""
    rng = np.random.default_rng((seed, most))
    batch = empty_batch("hike", players, 60, 7)
    batch.games[:] = rng.integers(-most, most, batch.games.shape, endpoint=True)
    batch.seats[:] = rng.integers(-most, most, batch.seats.shape, endpoint=True)
    policies = ("a", "b", "a", "c")
    return replace(batch, policies=policies[seed:] + policies[:seed]).part(first, n)


@pytest.mark.parametrize("most", [3, 2**20, 2**27, 2**31 - 1])
@pytest.mark.parametrize(
    "reducer", [Cards, Pairs, Policies, Rotation, Spread], ids=lambda r: r.name
)
def test_large_numbers_keep_the_laws(reducer, most: int) -> None:
    def of(first: int, n: int):
        found = [strange(4, first, n, most, seed) for seed in (0, 1)]
        return reducer.from_batches(*given(reducer, found))

    whole, rng = of(7, 60), random.Random(most)
    for _ in range(3):
        cuts = [7, *sorted(rng.choices(range(7, 68), k=4)), 67]
        parts = [of(a, b - a) for a, b in pairwise(cuts)]
        rng.shuffle(parts)
        total = parts[0]
        for part in parts[1:]:
            total = part.add(total)
        assert total == whole
        assert reducer.from_json(json.loads(json.dumps(total.to_json()))) == whole


@pytest.mark.parametrize("most", [3, 2**20, 2**27, 2**31 - 1])
def test_large_numbers_are_added_up_as_python_does(most: int) -> None:
    one, two = strange(4, 7, 60, most, 0), strange(4, 7, 60, most, 1)
    scores, others = (batch.seat_column("score").astype(object) for batch in (one, two))
    mine = list(scores[:, 0] + scores[:, 2])  # policy a
    found = Policies.from_batches(one).sums.at("score", 0)
    assert (found.total, found.squares) == (sum(mine), sum(x * x for x in mine))
    both = [x + y for x, y in zip(mine, others[:, 1] + others[:, 3], strict=True)]
    found = Rotation.from_batches(one, two).sums.at("score", 0)
    assert (found.total, found.squares) == (sum(both), sum(x * x for x in both))
    apart = [max(a) - min(a) - max(b) + min(b) for a, b in zip(scores, others, strict=True)]
    found = Spread.from_batches(one, two).sums.at("difference")
    assert (found.total, found.squares) == (sum(apart), sum(x * x for x in apart))
    worm = one.seat_column("worm").astype(object)
    assert Cards.from_batches(one).rows["worm"].sum(axis=0)[2:4].tolist() == [
        worm.sum(),
        (worm**2).sum(),
    ]


def test_columns_that_do_not_fit_are_refused() -> None:
    columns = np.zeros((2, 6), np.int32)
    with pytest.raises(ValueError, match="fewer values"):
        add_up(columns, 4, 2)
    with pytest.raises(ValueError, match="different columns"):
        add_up_differences(columns, columns[:1], 3, 2, 2)
    with pytest.raises(ValueError, match="fewer values"):
        add_up_differences(columns, columns, 3, 2, 3)


@pytest.mark.parametrize("name", ["hike", "oh-hell"])
def test_spreads_are_best_minus_worst_score(name: str) -> None:
    """Variant minus reference, playout by playout."""
    a, b = batches(name)
    one, two = (np.ptp(batch.seat_column("score").astype(int), axis=1) for batch in (a, b))
    found = Spread.from_batches(a, b).sums
    for column, values in (("difference", one - two), ("variant", one), ("reference", two)):
        assert found.at(column).total == values.sum()
        assert found.at(column).squares == (values**2).sum()


def test_a_playout_belongs_to_one_of_twenty_blocks() -> None:
    assert block_of(batches("hike", 17, 30)[0]).tolist() == [i % 20 for i in range(17, 47)]


def test_gaps_are_told_from_the_games_of_the_group_alone() -> None:
    group = Group((), (), 30, first=20)
    assert missing_ranges(group, []) == [(20, 30)]
    assert missing_ranges(group, [(0, 10), (25, 5)]) == [(20, 5), (30, 20)]
    assert missing_ranges(group, [(22, 20), (24, 3)]) == [(20, 2), (42, 8)]


def test_the_same_tables_on_other_games_stay_apart() -> None:
    table = cell("hike", 3, ("random",) * 3)
    plans = [Plan((Group((table,), (Reduction("totals", (0,)),), 10, first),)) for first in (0, 10)]
    assert [group.first for group in merge_plans(plans).groups] == [0, 10]


def test_cards_of_dealt_hands_by_hand():
    """A seat that wins is dealt a twice and b once in a hand of 5 points, then a in one of 3."""
    tally = Tally()
    dealt_hands._count(tally, 21, 840, [({"a": 2, "b": 1}, 5), ({"a": 1}, 3)])
    rows = {name: list(found[1]) for name, found in tally.sorted().items()}  # block 21 % 20
    assert rows[f"{dealt_hands.DEALT}a"] == [3, 13, 9, 3 * 840, 3 * 4]
    assert rows[f"{dealt_hands.DEALT}b"] == [1, 5, 1, 840, 4]
    assert rows[dealt_hands.ALL] == [1, 840, 4, 4 * 840, 16, 18]
