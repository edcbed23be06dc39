"""What was tried: each setting once, and no more said of several than holds for all of them."""

import pytest

from analyzer import stats
from analyzer.request.setting import build_setting
from analyzer.stats import Interval
from analyzer.studio import history
from analyzer.studio.history import History
from analyzer.studio.table import LiveTable

BASE = build_setting("hike", 3, ["greedy"])


def tried(past: History, steps: int = 1, seed: int = 1, **rules: object) -> LiveTable:
    base = BASE if seed == 1 else build_setting("hike", 3, ["greedy"], seed=seed)
    told = {"game": "hike", "players": 3, "seed": seed, "rules": rules}
    table = past.find(LiveTable(base, base.with_rules(rules)), told)
    for _ in range(steps):
        table.step()
    return table


def test_a_setting_that_was_tried_goes_on_where_it_stopped() -> None:
    past = History()
    first = tried(past, target=20)
    tried(past, target=21)
    again = tried(past, target=20)
    assert again is first
    assert again.n > 256
    told = past.describe(again.key)
    assert [row["title"] for row in told["rows"]] == [
        "Hike with three players: the game ends at 20 points",
        "Hike with three players: the game ends at 21 points",
    ]
    assert [row["current"] for row in told["rows"]] == [True, False]
    assert told["rows"][1]["change"] == "the game ends at 21 points"
    assert told["sentences"][0].startswith("2 settings were tried.")


def test_many_tables_are_put_away_and_none_is_forgotten_in_the_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "IN_HAND", 2)
    monkeypatch.setattr(history, "MOST", 4)
    past = History()
    tables = [tried(past, target=20 + place) for place in range(6)]
    told = past.describe(tables[-1].key)
    assert len(told["rows"]) == 4
    assert told["sentences"][0].startswith("6 settings were tried.")
    assert sum(row.table is not None for row in past.rows) <= 3
    assert all(row["games"] for row in told["rows"])


def test_who_is_nearest_is_a_claim_over_all_that_were_tried_on_the_same_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = History()
    tables = [tried(past, target=20 + place) for place in range(3)]
    tried(past, seed=2, target=20)
    seen = []

    def kept(gains: dict[str, Interval], family: stats.Family, games: int) -> stats.Claim:
        seen.append((gains, family))
        return stats.claims.best(gains, family, games)

    monkeypatch.setattr(stats, "best", kept)
    said = past.describe(tables[0].key)["sentences"]
    gains, family = seen[0]
    assert list(gains) == ["setting 1", "setting 2", "setting 3"]
    assert family.size == 4
    assert len(said) == 2
    assert "of 3 changes tried" in said[1].lower()


def test_a_setting_is_one_whatever_lies_beside_it_and_on_whatever_deals() -> None:
    """It is played beside a variant, and confirmed: still two settings, and no rival to itself."""
    past = History()
    first = tried(past, target=20)
    tried(past, target=21)
    beside = LiveTable(
        BASE, BASE.with_rules({"target": 20}), beside={"A": BASE.with_rules({"target": 21})}
    )
    told = {"game": "hike", "players": 3, "seed": 1, "rules": {"target": 20}, "beside": {"A": {}}}
    past.find(beside, told).step()
    beside.step()
    tried(past, target=20, seed=2)
    said = past.describe(first.key)
    assert [row["number"] for row in said["rows"]] == [1, 2, 3, 4]
    assert said["sentences"][0].startswith("2 settings were tried.")
    assert "Of 2 changes tried on these deals" in said["sentences"][1]
    assert said["sentences"][1].endswith("it may be setting 2 or setting 3.")


def test_many_that_may_be_nearest_are_counted() -> None:
    past = History()
    tables = [tried(past, target=20 + place) for place in range(5)]
    said = past.describe(tables[0].key)["sentences"][1]
    assert said.endswith("none is shown to be nearest to fair; it may be any of 5.")


@pytest.mark.parametrize(
    ("found", "size"),
    [
        (Interval(0.02, 0.01, 0.03), Interval(0.02, 0.01, 0.03)),
        (Interval(-0.02, -0.03, -0.01), Interval(0.02, 0.01, 0.03)),
        (Interval(0.01, -0.03, 0.05), Interval(0.01, 0.0, 0.05)),
    ],
)
def test_the_size_of_a_departure(found: Interval, size: Interval) -> None:
    assert history._size(found) == size


def test_a_setting_that_nobody_saw_was_not_tried() -> None:
    """A slider that is dragged passes many values before there is a number to look at."""
    past = History()
    tried(past, target=20)
    for target in range(21, 30):
        tried(past, steps=0, target=target)
    last = tried(past, target=30)
    told = past.describe(last.key)
    assert [row["number"] for row in told["rows"]] == [1, 2]
    assert told["rows"][1]["change"] == "the game ends at 30 points"
    assert told["sentences"][0].startswith("2 settings were tried.")


def test_what_changed_is_said_in_words() -> None:
    before = {"game": "hike", "players": 3, "seed": 1, "rules": {"target": 20, "bonus": 2}}
    now = {"game": "hike", "players": 4, "seed": 1, "rules": {"target": 21}, "policies": ["greedy"]}
    assert history._change(now, before) == (
        "the game ends at 21 points, bonus as printed, players 4, policies greedy"
    )
