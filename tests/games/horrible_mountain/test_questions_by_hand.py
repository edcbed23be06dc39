"""Questions about horrible-mountain alone, asked of made-up games: see support/made_up_games.py."""

import pytest

from analyzer.games.horrible_mountain.reducers.given_cubes import GivenCubes
from support.made_up_games import (
    blocks,
    check,
    gained,
    jackknife,
    made_up_answer,
    mean,
    negative,
    ratio,
    share,
    truths,
    twenty_of_two,
)
from support.question_cases import by_hand

NONE = 1 - 0.025 ** (1 / 400)  # what 400 games may all miss


@by_hand("ask horrible-mountain actions")
def test_actions():
    """Of 40 turns 22, 7, 4, 2, 2 and 3."""
    kinds = {
        "draws": (20, 24),
        "card_swaps": (8, 6),
        "table_takes": (3, 5),
        "discard_takes": (1, 3),
        "cube_swaps": (3, 1),
        "claims": (5, 1),
    }
    check(
        made_up_answer("horrible-mountain", "actions", kinds | {"player_turns": 40}),
        [
            "Drawing a card is used most: 55 % (52 – 58) of turns.",
            "Which of the actions is used least is not known: taking a discard, swapping cubes and "
            "claiming a cube are not told apart, with 5 % (3 – 7) of turns for taking a discard.",
        ],
        {
            "most": ratio((20, 24), 40, size=6),
            "least": ratio((1, 3), 40, size=6),
            **{name: ratio(values, 40, size=6) for name, values in kinds.items()},
        },
        {"most": "shown", "least": "open"},
    )


@by_hand("ask horrible-mountain hand-limit")
def test_hand_limit():
    now = {"player_turns": 40, "margin": 10}
    four = {"winner": twenty_of_two, "player_turns": (36, 38), "margin": (9, 11)}
    check(
        made_up_answer(
            "horrible-mountain", "hand-limit", now, now | four, now | {"player_turns": (41, 45)}
        ),
        [
            "With a limit of four Evil Master wins +5 pp (3 – 9).",
            "With a limit of four the mean of margin stays the same within 2 %, 0.0 (-0.1 to 0.1).",
            "With a limit of four the mean of turns falls from 40.0 to 37.00, -3.0 (-3.1 to -2.9).",
            "With a limit of six no change of a win share is shown, and none is larger than 2 pp.",
            "With a limit of six the mean of margin stays the same within 2 %, 0.00 (-0.01 to "
            "0.01).",
            "With a limit of six the mean of turns rises from 40.0 to 43.0, +3.0 (2.7 – 3.3).",
        ],
        {
            "four.wins": gained(20, size=8),  # two roles, two lengths, two arms
            "four.margin": mean(-1, 1, size=8),
            "four.turns": mean(-4, -2, size=8),
            "six.turns": mean(1, 5, size=8),
        },
        {
            "four.wins": "shown",
            "four.margin": "refuted",
            "four.turns": "shown",
            "six.wins": "open",
            "six.margin": "refuted",
            "six.turns": "shown",
        },
    )


@by_hand("ask horrible-mountain hands")
def test_hands():
    """Of two hands a game one is a straight in 80 games of 400, a pair in 240, and nothing in the
    other 80; the second hand is not counted here. A share of hands is half of that of games."""

    def half(count):
        return tuple(end / 2 for end in share(count))

    now = {
        "hand_straight": lambda i: int(i < 80),
        "hand_one_pair": lambda i: int(80 <= i < 320),
        "hand_nothing": lambda i: int(i >= 320),
        "hand_points": (7, 9),
        "cube_points": (3, 5),
    }
    none = "at most 0.46 %"
    check(
        made_up_answer("horrible-mountain", "hands", now),
        [
            f"Hands end as straight flush {none}, four of a kind {none}, full house {none}, "
            f"straight 10 % (8 – 12), three of a kind {none}, two pair {none}, one pair 30 % (28 – "
            "32), nothing 10 % (8 – 12).",
            "Both hands together bring 8.00 (7.90 – 8.10) points a game.",
            "All cubes together bring 4.00 (3.90 – 4.10) points a game.",
        ],
        {
            "straight_flush": (0, 0, NONE / 2),
            "straight": half(80),
            "one_pair": half(240),
            "nothing": half(80),
            "hand_points": mean(7, 9),
            "cube_points": mean(3, 5),
        },
    )


@by_hand("ask horrible-mountain run-outs")
def test_run_outs():
    now = {"player_turns": 40}
    two, four = {"player_turns": (26, 30)}, {"player_turns": (50, 54), "winner": twenty_of_two}
    check(
        made_up_answer("horrible-mountain", "run-outs", now, now | two, now | four),
        [
            "With two run-outs no change of a win share is shown, and none is larger than 2 pp.",
            "With two run-outs the mean of turns falls from 40.0 to 28.0, -12.0 (-12.3 to -11.7).",
            "With four run-outs Evil Master wins +5 pp (3 – 9).",
            "With four run-outs the mean of turns rises from 40.0 to 52.0, +12.0 (11.7 – 12.3).",
        ],
        {
            "two.turns": mean(-14, -10, size=6),
            "four.wins": gained(20, size=6),
            "four.turns": mean(10, 14, size=6),
        },
        {"two.wins": "open", "two.turns": "shown", "four.wins": "shown", "four.turns": "shown"},
    )


@by_hand("ask horrible-mountain tie-break")
def test_tie_break():
    """Of 400 games 360, 20 and 20; that everybody loses was not seen."""
    now = {
        "decided_points": lambda i: int(i < 360),
        "decided_hand": lambda i: int(360 <= i < 380),
        "decided_cubes": lambda i: int(i >= 380),
    }
    check(
        made_up_answer("horrible-mountain", "tie-break", now),
        [
            "Points decide 90 % (87 – 93) of games.",
            "The better hand decides 5 % (3 – 8) of games.",
            "The number of cubes decides 5 % (3 – 8) of games.",
            "Everybody loses at most 0.92 % of games.",
        ],
        {
            "decided_points": share(360),
            "decided_hand": share(20),
            "decided_cubes": share(20),
            "everybody_loses": (0, 0, NONE),
        },
    )


@by_hand("ask horrible-mountain variant")
def test_variant():
    """The adventurer wins 20 games of 400 more."""
    now = {"player_turns": 40}
    variant = {"winner": lambda i: 2 if i < 40 else i % 2 + 1, "player_turns": (37, 39)}
    check(
        made_up_answer("horrible-mountain", "variant", now, now | variant),
        [
            "The variant helps the adventurer: the Evil Master wins -5 pp (-8 to -3).",
            "With the variant the mean of turns falls from 40.0 to 38.00, -2.0 (-2.1 to -1.9).",
        ],
        {"helps": negative(gained(20, size=3)), "turns": mean(-3, -1, size=3)},
        {"helps": "shown", "turns": "shown"},
    )


@by_hand("ask horrible-mountain cards")
def test_cards():
    """A cube on a 2 wins 24 or 22 of 40 worlds a block, without it 20: +7.5 pp. Five ranks, two
    cubes and a count of each cube: so nine numbers hold together.
    Rank 2: where a seat has one card more of it than it would by chance, nothing changes."""
    rows = {"2": ((40, 840 * 24, 840 * 20), (40, 840 * 22, 840 * 20)),
            "3": ((40, 840 * 21, 840 * 20), (40, 840 * 19, 840 * 20))}  # fmt: skip
    dealt = {"dealt_2": (1, 3), "dealt_3": (4, 2), "dealt_2:2": 2, "dealt_3:2": 3, "cubes": (1, 2)}
    now = dealt | {"winner": (1, 1, 2, 2)}
    answer = made_up_answer("horrible-mountain", "cards", now, cubes=blocks(GivenCubes, rows))

    def more(sums):
        return (sums[1] - sums[2]) / sums[0]

    check(
        answer,
        [
            "Which piece is strongest is not told apart: cube on a 2, rank 2, rank 3, rank 4, rank "
            "5 and rank 6 may be; the largest number is that of cube on a 2, +8 pp (6 – 9) of wins "
            "for a seat that has it, against another card in its place, or the cube in the pile.",
            "Which piece harms most, if any does, is not known: rank 2, rank 3, cube on a 3, rank "
            "4, rank 5 and rank 6 may; the smallest number is that of rank 2, 0 pp (-36 to 36) of "
            "wins.",
            "Of 7 pieces 1 is shown to matter and 6 are undecided, for players who do not adapt.",
            "Whether counting misleads about any of 2 pieces is not known.",
        ],
        {
            "cube on a 2": jackknife(more, (40, 24, 20), (40, 22, 20), size=9),
            "cube on a 3": jackknife(more, (40, 21, 20), (40, 19, 20), size=9),
        },
        {"cube on a 2": "shown", "cube on a 3": "open"},
    )
    assert truths(answer)["2"] == "open"
    rank = next(card for card in answer.data["cards"] if card["name"] == "2")
    assert rank["wins"]["estimate"] == pytest.approx(0, abs=1e-12)
    assert rank["points"] is None  # a role's points are no measure of a card
