"""General questions about cards, moments and lengths, asked of made-up games: see
support/made_up_games.py. Kingmaking, luck and skill have their cases in files of their own."""

from collections import Counter

import pytest

from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, length
from analyzer.questions.designer._waiting import WaitingTimes
from analyzer.request import setting
from analyzer.simulation.reducers.alternative_moves import AlternativeMoves
from analyzer.simulation.reducers.moments import Moments
from analyzer.simulation.reducers.traces import Traces
from support.made_up_games import (
    N,
    about,
    batch,
    blocks,
    check,
    jackknife,
    made_up_answer,
    mean,
    ratio,
    share,
    truths,
    with_it,
)
from support.question_cases import by_hand

WIN = 840


# --- cards ---------------------------------------------------------------------------------------


@by_hand("ask cards")
def test_cards():
    """Only The Worm is dealt, to seat 1 in 2 of its 4 hands. These bring 8 or 12 of 30 points: 5 a
    hand against 2 of the ten others. Seat 1 wins every second game, and seat 2 the others.

    Of 12 hands 2 have it, so seat 1 has 2 - 4/6 more than by chance and the others 4/6 less: the
    slope of winning is Σxy / Σx², with 4/3 or -2/3 over 16/9 + 2 · 4/9. Seat 1 alone plays it: it
    wins 1 or 0 games, where one of three seats wins. Ten cards with points and wins, and one count.
    """
    now = {
        "hands": 4,
        "dealt_worm": 2,
        "points_dealt_worm": (8, 12),
        "score": 30,
        "played_worm": 1,
        "winner": (1, 2),
    }
    answer = made_up_answer("hike", "cards", now, players=3)
    size = 21
    worm = next(card for card in answer.data["cards"] if card["name"] == "worm")

    def more(sums):
        brought, dealt, points, hands = sums
        return brought / dealt - (points - brought) / (hands - dealt)

    truth = {
        "points": jackknife(more, (8, 2, 30, 12), (12, 2, 30, 12), size),
        "wins": jackknife(lambda s: s[0] / s[1], (4 / 3, 8 / 3), (-2 / 3, 8 / 3), size),
        "counted": jackknife(with_it, (1, 1, 1, 3), (0, 1, 1, 3), size),
    }
    for name, ends in truth.items():
        assert tuple(worm[name].values()) == pytest.approx(ends, abs=1e-9), name
    assert truth["points"][0] == 3
    assert truth["wins"][0] == 1 / 8
    assert truth["counted"][0] == 1 / 4
    assert worm["claim"]["value"] == "shown"
    assert worm["claim"]["family"]["size"] == size
    assert worm["misled"]["value"] == "open"
    strongest, _, matter, counting = answer.data["sentences"]
    assert strongest == (  # what was never dealt may be stronger
        "Which card is strongest is not told apart: any of the 10 may be; the largest number is "
        "that of The Worm, +3.0 points (2.0 – 4.0) for a hand dealt with it, against one without."
    )
    assert matter == (
        "Of 10 cards 1 is shown to matter and 9 are undecided, for players who do not adapt."
    )
    assert counting == "Whether counting misleads about any of 1 card is not known."


# --- decisions -----------------------------------------------------------------------------------


@by_hand("ask decisions")
def test_decisions():
    """In a block 20 games with 200 moves, of which 150 or 170 are decisions. 40 of them were tried,
    ten in a quarter, each with 4 legal moves and in 16 worlds. Of 160 worlds of the first quarter
    32 or 48 have another winner, and the move played won 8 or 16 games more; elsewhere nothing."""
    tried, legal, worlds = 10, 40, 160
    first = {
        "part_0": (
            (tried, legal, worlds, 32, 10, 8 * WIN, 10 * 4 * WIN**2),
            (tried, legal, worlds, 48, 18, 16 * WIN, 10 * 16 * WIN**2),
        )
    }
    rest = {f"part_{k}": ((tried, legal, worlds, 0, 0, 0, 0),) * 2 for k in (1, 2, 3)}
    rows = {"all": ((20, 200, 150), (20, 200, 170)), **first, **rest}
    answer = made_up_answer(
        "hike", "decisions", {}, players=3, moves=blocks(AlternativeMoves, rows)
    )
    every = 4 * worlds
    # The product of the gains in even and odd worlds, 8 of each, is a squared mean of 8 of them.
    squares = ratio((10 * 4 / 64, 10 * 16 / 64), 4 * tried)
    check(
        answer,
        [
            "A decision has 4.00 (4.00 – 4.00) legal moves, and 20 % (18 – 22) of all moves are "
            "forced.",
            "Choices matter: another legal move would cost the mover 1.9 pp (1.6 – 2.2) of "
            "winning.",
            "In 6.2 % (5.6 – 6.9) of cases another move gives another winner, for better or worse; "
            "a single choice moves the chance to win by 20 pp (17 – 22), root mean square.",
        ],
        {
            "choices": (4, 4, 4),
            "forced": ratio((50, 30), 200),
            "other_winner": ratio((32, 48), every),
            "cost": ratio((8, 16), every),
            "size": tuple(end**0.5 for end in squares),
        },
        {"cost": "shown"},
    )
    quarter, *later = answer.data["by_quarter"]
    assert tuple(quarter["cost"].values()) == pytest.approx(ratio((8, 16), worlds, size=4))
    # 200 decisions of a quarter, two of a game at most: at least 100 games showed nothing.
    most = 1 - (0.05 / 8) ** (1 / 100)
    assert tuple(later[0]["cost"].values()) == pytest.approx((0, -most, most))


# --- drama ---------------------------------------------------------------------------------------


def settled(sums):
    """Of two seats of a game that one of them wins: the variance of the chances of one, without the
    noise of 32 worlds, over the variance of winning."""
    n, wins, squares = sums
    mean_squared = (wins * wins - squares) / (n * (n - 1) * 32 * 32)
    between = (squares - wins) / (n * 32 * 31) - mean_squared
    return between / (wins / (n * 32) - mean_squared)


def moments(*wins):
    """Sums of a seat over moments in each of which it wins that many of 32 worlds."""
    return len(wins), sum(wins), sum(won * won for won in wins)


def row(wins):
    """The fields of a row: both seats, in parts of a win."""
    n, won, squares = moments(*wins)
    _, lost, others = moments(*(32 - one for one in wins))
    seats = ((won, squares), (lost, others))
    return (n, *(x for own, two in seats for x in (WIN * own, WIN**2 * two, WIN**2 * own)))


@by_hand("ask drama")
def test_drama():
    """The lead changes 1 or 3 times in 10 scoring events, the last leader takes it at event 4 or 8,
    and at half time somebody leads in every second game, and wins half of these. The winner is
    behind at 3 or 6 of 9 events before the last, by 2 or 6 points at most."""
    table = setting.build_setting("horrible-mountain", 2)
    made = batch(table.cell, N, {})
    for i in range(N):
        odd = i % 2
        made.traces.games[:, i] = (10, 1 + 2 * odd, 4 + 4 * odd, odd, WIN * (odd and i % 4 == 1))
        for seat in (0, 1):
            won = seat == i % 2
            made.traces.seats[:, 2 * i + seat] = (3 + 3 * odd, 2 + 4 * odd) if won else (9, 9)
    chances = {  # wins of seat 1 in 32 worlds, at five moments of a block of either half
        1: ((12, 12, 16, 20, 20), (10, 10, 16, 22, 22)),
        2: ((8, 8, 24, 24, 24), (4, 10, 16, 22, 28)),
        3: ((0, 0, 32, 32, 32), (0, 2, 16, 30, 32)),
    }
    rows = {f"quarter_{k}": tuple(map(row, both)) for k, both in chances.items()}
    answer = made_up_answer(
        "horrible-mountain",
        "drama",
        {},
        traces=Traces.from_batches(made),
        moments=blocks(Moments, rows),
    )
    parts = {
        k: jackknife(settled, *(moments(*half) for half in both)) for k, both in chances.items()
    }
    check(
        answer,
        [
            "The lead changes 2.00 (1.90 – 2.10) times a game, and in at most 0.92 % of games it "
            "never does; the leader at half time wins 50 % (43 – 57), where equal chances would "
            "give 50 %.",
            "The winner spends 50 % (48 – 52) of the game behind and catches up 4.0 (3.8 – "
            "4.2) points; 19 winners in 20 catch up at most 6.",
            "After a quarter, half and three quarters of the game 5 % (4 – 7), 24 % (23 – 25) and "
            "85 % (78 – 92) of the outcome is settled.",
        ],
        {
            "lead_changes": mean(1, 3),
            "without_change": (0, 0, 1 - 0.025 ** (1 / 400)),
            "settled": mean(0.4, 0.8),
            "half_time_leader": share(200),
            "half_time_leader_wins": share(100, 200),
            # In thousandths, to the nearest: 333 and 667.
            "winner_behind": mean(0.333, 0.667),
            "largest_deficit": mean(2, 6),
            **{f"settled_{k}": part for k, part in parts.items()},
        },
    )
    assert answer.data["deficit_p95"]["estimate"] == 6


# --- length --------------------------------------------------------------------------------------


@by_hand("ask length")
def test_length(monkeypatch):
    """Of 400 games 200 take 4 hands, 140 take 5 and 60 take 8, more than 1.5 · 4. Between decisions
    others make 3 or 5 of 2 moves on average; of 40 moves a seat watches 10."""
    waits = WaitingTimes(100, [Counter({3: 10}), Counter({5: 10})] * 10, [[100, 400]] * 20)
    monkeypatch.setattr(length, "measure_waits", lambda *_: waits)

    def hands(i):
        return 4 if i < 200 else 5 if i < 340 else 8

    table = setting.build_setting("hike", 3, "expert")
    question = designer.build_question(table, "length", QuestionOptions(n=N, players_given=True))
    from support.made_up_games import outcome_of

    rows = {"hands": hands, "plays": 100, "decisions": 60, "turns": 70}
    answer = question.answer(outcome_of(question, lambda *_: rows))
    check(
        answer,
        [
            # 1 - 0.025 ** (1 / 400) is 0.918 %, rounded up.
            "A game lasts 4 hands (90 %: 4 – 8), on average 100 plays and 20 decisions a player; "
            "at most 0.92 % of games are unfinished.",
            "15 % (11 – 19) of games drag: they take more than 6 hands, one and a half times the "
            "median.",
            "A player who waits for the next decision sees others make 4.0 (3.5 – 4.5) moves on "
            "average, and 19 times in 20 at most 5; the longest wait seen in 100 games, followed "
            "move by move, is 5 moves.",
            "A seat spends 25 % of its time out of the game or only watching: after its last move "
            "before the next scoring.",
        ],
        {"length": (4, 4, 5)},  # the median: from the 180th to the 221st game
    )
    assert tuple(answer.data["drags"].values()) == pytest.approx(
        share(60, size=2)
    )  # half for the median
    assert tuple(answer.data["waits"]["mean"].values()) == pytest.approx(ratio((30, 50), 10))
    assert tuple(answer.data["idle"].values()) == pytest.approx(about(0.25, 0))
    assert truths(answer) == {}
    assert answer.data["lengths"]["hands"]["mean"]["estimate"] == pytest.approx(4.95)
