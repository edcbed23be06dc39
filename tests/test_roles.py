"""Games with roles are told by role, also when chance gives the roles to the seats."""

from analyzer import games
from analyzer.balance import seats
from analyzer.simulate import Experiment, run
from analyzer.tables import Batch, Totals

GAME, N = "horrible-mountain", 3000


def totals(roles: str, policies: tuple[str, str] = ("greedy", "greedy")) -> Totals:
    rules = games.load(GAME).resolve_rules(2, {"roles": roles})
    return run(Experiment(GAME, 2, policies, rules, seed=2, n=N), chunk=700).totals


def test_fixed_roles_are_seats() -> None:
    found = totals("fixed")
    for name, sums in found.role_sums.items():
        assert sums.tolist() == found.seat_sums[name].tolist()
    assert [row.label for row in seats.standings(found).rows] == ["Evil Master", "adventurer"]


def test_random_roles_are_told_by_role() -> None:
    found, fixed = totals("random"), totals("fixed")
    assert found.role_sums["score"].sum() == found.seat_sums["score"].sum()
    assert found.role_sums["win840"].tolist() != found.seat_sums["win840"].tolist()
    evil, other = (row.wins.estimate for row in seats.standings(found).rows)
    assert abs(evil - other) > 0.03  # measured 0.1 in favour of the Evil Master, as with "fixed"
    assert abs(evil - seats.standings(fixed).rows[0].wins.estimate) < 0.05
    by_seat = found.seat_sums["win840"] / 840 / N
    assert abs(by_seat[0] - by_seat[1]) < 0.1


def test_no_playouts_have_no_roles() -> None:
    nothing = Totals.of(Batch.empty(games.load(GAME), 2, 0, 0))
    assert nothing.role_sums["win840"].tolist() == [0, 0]
    assert Totals.none(games.load("hike"), 3).role_sums == {}


def test_sentence() -> None:
    told = seats.by_role(seats.standings(totals("fixed")), 0)
    assert told is not None
    assert told.startswith("Evil Master wins ")
    assert seats.by_role(seats.standings(Totals.none(games.load("hike"), 3)), 0) is None
