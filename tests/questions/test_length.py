"""ask length: stronger players only where they are shown to be stronger; drags, waits and idle time
with their intervals."""

import re
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer import games, stats
from analyzer._core.reductions import WIN
from analyzer.questions import designer
from analyzer.questions._length_figure import length_figure
from analyzer.questions.designer import QuestionOptions, _stronger_players, _waiting, length
from analyzer.questions.designer._stronger_players import StrongerPlayers
from analyzer.request import setting
from analyzer.simulation.run import run_question
from support import fake_totals
from support.designer_answers import QUESTIONS, answer_of

# --- who is stronger -----------------------------------------------------------------------------


def asked(monkeypatch, table, one, seconds=0.2, n=None):
    """ask hike length at a table of one policy, with another as the player who thinks ahead."""
    monkeypatch.setattr(_stronger_players, "SEARCH", one)
    monkeypatch.setattr(length, "SEARCH", one)
    monkeypatch.setattr(StrongerPlayers, "possible", True)
    question = designer.build_question(
        setting.build_setting("hike", 3, table), "length", QuestionOptions(n=n, seconds=seconds)
    )
    outcome = run_question(question, threads=1)
    return question.answer(outcome), outcome


def sentences_about(answer):
    return [text for text in answer.data["sentences"] if "player" in text and "fair share" in text]


def test_a_stronger_player_is_told_with_what_shows_it(monkeypatch):
    """expert wins nearly all games among random players: 20 standard errors and more above 1/3."""
    answer, outcome = asked(monkeypatch, "random", "expert")
    assert answer.finding("stronger").claim.shown
    (told,) = sentences_about(answer)
    assert told.startswith(
        "One player who thinks ahead (expert), with random at the other 2 seats, wins "
    )
    assert told.endswith(" of games, more than its fair share of 33.3 %.")
    assert [row["policy"] for row in answer.data["by_policy"]] == ["random", "expert"]
    (rows,) = (table.rows for table in answer.tables() if table.name == "policies")
    assert [row[0].text for row in rows] == ["random", "expert"]
    row = answer.data["by_policy"][1]
    assert any(
        text.startswith("With such players at every seat the median length is")
        and f"in {row['games']:,} games" in text
        for text in answer.data["sentences"]
    )
    usual, again = (
        [policy.name for policy in cell.policies] for cell in outcome.groups[-1].group.cells
    )
    assert (usual, again) == (["random"] * 3, ["expert"] * 3)
    assert answer.data["again"]["games"] == outcome.groups[-1].n == row["games"]


def test_who_wins_is_asked_again_on_the_same_luck(monkeypatch):
    """By hand: the difference of two shares of the same games. At random no seat of three is shown
    to win more or less than among experts; the words follow from the claim."""
    answer, outcome = asked(monkeypatch, "random", "expert")
    again = outcome.groups[-1]
    claim = answer.result(length.LengthResult).again
    at = int(claim.of.removeprefix("seat ")) - 1
    won = [again.totals(place).seats.at("win840", at).total / WIN / again.n for place in (0, 1)]
    assert claim.found.estimate == pytest.approx(won[1] - won[0])
    assert claim.found.low < won[1] - won[0] < claim.found.high
    assert claim.family.size == 3
    start = "Asked again with such players on the same luck, "
    (told,) = (text for text in answer.data["sentences"] if text.startswith(start))
    rest = {"shown": "who wins changes", "refuted": "no win", "open": "it is not known whether"}
    assert told.removeprefix(start).startswith(rest[claim.value.value])


@pytest.mark.parametrize(("table", "one"), [("expert", "random"), ("expert", "expert")])
def test_a_player_not_shown_to_be_stronger_tells_no_length(table, one, monkeypatch):
    """A worse one, and one as good: it is called stronger in 2.5 % of seeds, not with this one."""
    answer, outcome = asked(monkeypatch, table, one)
    assert not answer.finding("stronger").claim.shown
    assert len(outcome.groups) == 1 + 3
    assert [row["policy"] for row in answer.data["by_policy"]] == [table]
    assert not [table for table in answer.tables() if table.name == "policies"]
    (told,) = sentences_about(answer)
    assert told.endswith("so no verdict is asked again with such players.")
    assert not any("at every seat the median" in text for text in answer.data["sentences"])
    assert not any("Asked again" in text for text in answer.data["sentences"])
    assert answer.data["again"] is None


def ran(seat, wins, n, players=2):
    """A table of n games, of which the seat won some and the others the rest."""
    won = [(n - wins) / (players - 1)] * players
    won[seat] = wins
    return SimpleNamespace(n=n, totals=lambda: fake_totals.totals(won, n))


def length_question(game="horrible-mountain", players=2, part=1.0, seconds=None):
    return StrongerPlayers(
        setting.build_setting(game, players), QuestionOptions(seconds=seconds), part
    )


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [(14, 13, "shown"), (10, 9, "open"), (5, 4, "refuted"), (18, 9, "shown"), (18, 0, "open")],
)
def test_stronger_by_hand(first, second, value):
    """Of 36 games at both seats: 27 are 75 % (58 – 88), 19 are 53 % (35 – 70), 9 are 25 % (12 –
    42), by tables of Clopper and Pearson. A seat that wins by itself shows nothing."""
    claim = length_question().claim([ran(0, first, 18), ran(1, second, 18)])
    assert claim.value.value == value
    assert claim.games == 36


def test_every_seat_must_have_been_played_as_often():
    claim = length_question().claim([ran(0, 18, 18), ran(1, 5, 5)])
    assert claim.barred
    assert not claim.shown


def test_luck_is_another_at_every_seat():
    groups = length_question("hike", 5).proof()
    assert len(groups) == 5
    spans = [range(group.first, group.first + group.n) for group in groups]
    assert len({index for span in spans for index in span}) == sum(map(len, spans))
    for seat, group in enumerate(groups):
        (cell,) = group.cells
        assert [place for place, who in enumerate(cell.policies) if who.name == "search"] == [seat]
        assert dict(cell.policies[seat].params) == {"worlds": "32"}


def test_what_cannot_be_shown_in_time_is_not_played():
    """In hide-n-seek a game with one who thinks ahead takes a second and a half."""
    slow = length_question("hide-n-seek", 4)
    assert slow.proof() == []
    assert slow.claim([]).barred
    assert slow.finding([]).sentence.startswith("No stronger player is shown at this table")
    assert length_question(part=0.1).proof() == []
    assert length_question(seconds=100).proof()


@pytest.mark.parametrize("game", games.names())
def test_a_quick_look_does_not_wait_for_stronger_players(game):
    answer = answer_of(game, "length")
    assert answer.data["stronger"]["barred"] == "time"
    assert len(answer.data["by_policy"]) == 1


def test_length_of_a_policy_that_the_user_names_is_told_of_it_alone():
    question = designer.build_question(
        setting.build_setting("hike", 3, "greedy"), "length", QuestionOptions(n=100)
    )
    (group,) = question.plan().groups
    answer = question.answer(run_question(question, threads=1))
    assert [row["policy"] for row in answer.data["by_policy"]] == ["greedy"]
    assert answer.data["stronger"] is None
    assert group.n == 100


def test_few_games_tell_no_tails():
    """Of ten games the 5 % and 95 % have no interval: 0.95 ** 10 is 0.6."""
    few = length.length_by_policy("a", "hands", fake_totals.totals((6, 4), 10))
    assert (few.median, few.p5, few.p95) == (5, None, None)
    assert [cell.text for cell in few.cells(fake_totals.UNITS)][4:6] == ["", ""]
    many = length.length_by_policy("a", "hands", fake_totals.totals((600, 400), 1000))
    assert (many.median, many.p5, many.p95) == (5, 3, 8)


# --- drags ---------------------------------------------------------------------------------------


def test_drags_by_hand():
    """The median is 5, so more than 7.5: a tenth of 1,000 games. Exactly one and a half times is
    none: of games with 4 and 6 hands none drags. Half of the 5 % is for the median."""
    found = length._drags(fake_totals.totals((600, 400), 1000), "hands")
    assert found == stats.clopper_pearson(100, 1000, 0.975)
    none = length._drags(fake_totals.totals((70, 30), 100, hands={4: 70, 6: 30}), "hands")
    assert none == stats.clopper_pearson(0, 100, 0.975)


def test_games_that_drag_where_the_median_is_not_known():
    """Of 100 games 52 take 4 hands, so 4 or 6 may be the median of all games, and what drags takes
    more than 6 or more than 9: 48 - 38 = 10 games, or 3."""
    hands = {4: 52, 6: 38, 8: 7, 10: 3}
    found = length._drags(fake_totals.totals((60, 40), 100, hands=hands), "hands")
    assert found.estimate == 0.1
    assert found.low == stats.clopper_pearson(3, 100, 0.975).low
    assert found.high == stats.clopper_pearson(10, 100, 0.975).high


def test_the_share_of_games_that_drag_is_covered():
    """Of the games of a table half take 4 hands or fewer: a sample's median is 4 or 5."""
    lengths, parts = (3, 4, 5, 6, 7, 8), (0.2, 0.302, 0.2, 0.15, 0.1, 0.048)
    rng = np.random.default_rng(5)
    covered = 0
    for drawn in rng.multinomial(200, parts, 200):
        hands = {one: int(many) for one, many in zip(lengths, drawn, strict=True)}
        found = length._drags(fake_totals.totals((100, 100), 200, hands=hands), "hands")
        covered += found.low <= 0.148 <= found.high
    assert covered >= 172  # at 95 % fewer would come by chance once in two million


def test_no_game_that_drags_is_a_bound():
    question = designer.build_question(
        setting.build_setting("oh-hell", 3), "length", QuestionOptions(n=100)
    )
    found = fake_totals.totals((60, 40), 100, hands={19: 100})
    assert question._about_drags(found, "hands").sentence == (
        "At most 4.3 % of games drag: they take more than 28 hands, one and a half times the "
        "median."
    )


# --- waits ---------------------------------------------------------------------------------------


def followed(moves, players=3):
    """The waits of one made-up game: (seat, choices, stage) of every move."""
    walker = SimpleNamespace(moves=lambda _: iter(moves), cell=SimpleNamespace(players=players))
    found = _waiting.WaitingTimes(1, [Counter()], [[0, 0]])
    _waiting._follow(walker, 0, found)
    return found


def test_waits_by_hand():
    """Seat 0 decides, 1 and 2 move, 0 has no choice, 1 moves, 0 decides: three moves of others."""
    found = followed([(0, 2, 0), (1, 2, 0), (2, 1, 0), (0, 1, 0), (1, 2, 0), (0, 2, 0)])
    assert found.all == {3: 1, 2: 1}  # and seat 1 waited for 2 and 0
    assert found.idle_blocks == [[0 + 1 + 3, 18]]


def test_decisions_in_a_row_are_no_wait():
    assert not followed([(0, 2, 0), (0, 2, 0), (0, 2, 0)]).all


def test_who_has_moved_last_is_idle_until_the_next_scoring():
    found = followed([(0, 2, 0), (1, 2, 0), (1, 2, 1), (0, 2, 1)], players=2)
    assert found.idle_blocks == [[1 + 0 + 1 + 0, 8]]


def blocks_of(rng, games=100):
    """Games with waits of their own: within a game they hang together."""
    between = [Counter() for _ in range(20)]
    for index in range(games):
        slow = rng.integers(1, 9)
        between[index % 20].update((rng.poisson(slow, 60) + 1).tolist())
    return _waiting.WaitingTimes(games, between, [[1, 2]] * 20)


@pytest.mark.full
def test_the_intervals_of_waits_cover():
    """300 runs; with a coverage of 94 % fewer than 255 hits have a chance below 1e-7 (binomial)."""
    rng = np.random.default_rng(3)
    truth = blocks_of(rng, 40_000).all
    mean = sum(value * count for value, count in truth.items()) / truth.total()
    usual = stats.quantile_from_histogram(truth, 0.95)
    hits = Counter()
    for _ in range(300):
        found = blocks_of(rng)
        hits["mean"] += found.mean.low <= mean <= found.mean.high
        hits["usual"] += found.usual.low <= usual <= found.usual.high
    assert min(hits["mean"], hits["usual"]) >= 255


def test_waits_in_words():
    between = [Counter({1: 49, 4: 1})] * 20
    told, idle = _waiting.WaitingTimes(100, between, [[1, 4]] * 20).build_statements()
    assert told.sentence == (
        "A player who waits for the next decision sees others make 1.06 moves on average, and 19 "
        "times in 20 at most 1; the longest wait seen in 100 games, followed move by move, is 4 "
        "moves."
    )
    assert (idle.key, told.key) == ("idle", "waits")
    nobody, _ = _waiting.WaitingTimes(100, [Counter()] * 20, [[1, 4]] * 20).build_statements()
    assert nobody.sentence == _waiting.NEVER


# --- words that were wrong once ------------------------------------------------------------------


def test_a_length_that_is_always_the_same_has_no_range():
    found = fake_totals.totals((60, 40), 100, hands={19: 100})
    told = length_figure(found, fake_totals.UNITS, {}, "Oh Hell", "")
    assert told.title == "Oh Hell: 19 hands in at least 96.3 % of games"
    assert told.data["range_text"] == "at least 96.3 % of games: 19 hands"
    told = length_figure(fake_totals.totals((600, 400), 1000), fake_totals.UNITS, {}, "Hike", "")
    assert told.title == "Hike takes 3 to 8 hands in 9 games of 10"


TWICE = re.compile(r"\b([a-z]{2,}) \1\b")
RANGE = re.compile(r"(-?\d[\d,.]*) (?:–|to) (-?\d[\d,.]*)")


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_no_word_stands_twice_and_no_head_is_the_name_of_a_field(game, name):
    answer = answer_of(game, name)
    columns = [column for table in answer.tables() for column in table.columns]
    figures = [text for one in answer.figures() for text in (one.title, one.subtitle, one.caption)]
    texts = [*answer.data["sentences"], *(column.help for column in columns), *figures]
    assert not [text for text in texts if TWICE.search(text)]
    heads = [column.head for column in columns if "=" not in column.head]  # a rule and its value
    assert not [head for head in heads if "_" in head]


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_no_range_has_equal_ends(game, name):
    answer = answer_of(game, name)
    figures = [text for one in answer.figures() for text in (one.title, one.data.get("range_text"))]
    for text in [*answer.data["sentences"], *figures]:
        assert not [match for match in RANGE.findall(text or "") if match[0] == match[1]], text
