"""Questions about oh-hell alone, asked of made-up games: see support/made_up_games.py."""

import pytest

from analyzer.games.oh_hell.reducers.extra_hands import ExtraHands
from support.made_up_games import (
    blocks,
    check,
    gained,
    jackknife,
    made_up_answer,
    mean,
    negative,
    numbers,
    ratio,
    share,
    twenty,
)
from support.question_cases import by_hand

NONE = 1 - 0.025 ** (1 / 400)  # what 400 games may all miss


@by_hand("ask oh-hell bidding")
def test_bidding():
    """Bids are 15 or 25 off in 10 hands; in turn always 5 less, of which 400 games say that fewer
    than 1 - 0.0125 ** (1 / 400) games, 1.1 %, have another difference."""
    now = {"bids_off_cards": (15, 25), "hands": 10, "margin": 8}
    in_turn, hook = {"bids_off_cards": (10, 20), "winner": twenty}, {"margin": (7, 13)}
    least = 1 - 0.0025 ** (1 / 400)  # ten numbers
    check(
        made_up_answer("oh-hell", "bidding", now, now | in_turn, now | hook, players=3),
        [
            "With bids at once the sum of bids is 2.0 (1.8 – 2.2) off the number of tricks in a "
            "hand.",
            "With bids in turn the mean of bids off cards falls from 20.0 to 15.0, -5.00 (-5.01 to "
            "-4.99).",
            "With bids in turn seat 1 wins +5 pp (3 – 9).",
            "With bids in turn the mean of margin stays the same within 2 %, 0.00 (-0.01 to 0.01).",
            "With bids in turn 5 % (3 – 8) of games have another winner.",
            "With the hook as well the mean of bids off cards stays the same within 2 %, 0.0 (-0.1"
            " to 0.1).",
            "With the hook as well no change of a win share is shown, and none is larger than 2 "
            "pp.",
            "With the hook as well the mean of margin rises from 8.00 to 10.0, +2.0 (1.6 – 2.4).",
            "With the hook as well at most 0.92 % of games have another winner.",
        ],
        {
            "at_once": ratio((15, 25), 10),
            "open.bids_off": (-5, -5 - least, -5 + least),
            "open.wins": gained(20, size=10),
            "open.winner": share(20),
            "hook.wins": (0, *_unmoved(10)),
            "hook.margin": mean(-1, 5, size=10),
            "hook.winner": (0, 0, NONE),
        },
        {
            "open.bids_off": "shown",
            "open.wins": "shown",
            "open.margin": "refuted",
            "hook.bids_off": "refuted",
            "hook.wins": "open",  # 1.7 pp, where 1 pp would be none
            "hook.margin": "shown",
        },
    )


def _unmoved(size):
    """Wilson's ends for no game of 400: z² / (n + z²) up or down."""
    most = gained(0, size=size)[2]
    return -most, most


@by_hand("ask oh-hell dealer")
def test_dealer():
    """The score of seat 1 changes by -2 or 4; the margin by -2 or 2, where 2 % of 8 are 0.16."""
    now = {"score": 100, "hands": 10, "margin": 8}
    left = {"score": (98, 104), "margin": (6, 10), "winner": twenty}
    lead = "If the seat to the left of the dealer leads,"
    check(
        made_up_answer("oh-hell", "dealer", now, now | left, players=3),
        [
            f"{lead} seat 1 wins +5 pp (3 – 9).",
            f"{lead} the mean of seat 1 score rises from 100.00 to 101.0, +1.0 (0.6 – 1.4).",
            f"{lead} no change of the mean of margin is shown, 0.0 (-0.3 to 0.3).",
            f"{lead} 5 % (3 – 8) of games have another winner.",
        ],
        {
            "wins": gained(20, size=7),
            "score": mean(-2, 4, size=7),
            "margin": mean(-2, 2, size=7),
            "winner": share(20),
        },
        {"wins": "shown", "score": "shown", "margin": "open"},
    )


@by_hand("ask oh-hell pants")
def test_pants():
    """Of 100 bids 60, 20 and 20; pants are lost once in 60 of 400 games."""
    bids = {"made": (55, 65), "missed_over": (15, 25), "missed_under": (30, 10)}
    now = bids | {"pants": lambda i: int(i < 60), "bids": 100, "bid_zero": 20}
    check(
        made_up_answer("oh-hell", "pants", now, players=3),
        [
            "Somebody loses the pants in 15 % (12 – 19) of games.",
            "Pants are lost 0.15 (0.12 – 0.19) times a game.",
            "Of all bids 60 % (58 – 62) are made, 20 % (18 – 22) are missed with too many tricks "
            "and 20 % (15 – 25) with too few.",
        ],
        {
            "games": share(60),
            "pants": share(60),
            "made": ratio((55, 65), 100),
            "over": ratio((15, 25), 100),
            "under": ratio((30, 10), 100),
        },
    )


@by_hand("ask oh-hell penalty")
def test_penalty():
    """Of 100 bids 60 are made, without a base 65. Where not one bid of 400 games is different, 1.6
    % of games may be: 1 - (0.025 / 14) ** (1 / 400), since 14 changes are told together."""
    now = {"made": (58, 62), "missed_over": 20, "missed_under": (22, 18), "margin": 8}
    none = {"made": (64, 66), "missed_under": (16, 14), "margin": (5, 7)}
    steep = {"margin": (8, 10), "winner": twenty}
    only, three = "If a miss cost only the difference,", "If every trick off cost three points,"

    def change(sums):
        return sums[2] / sums[3] - sums[0] / sums[1]

    missed = 1 - (0.025 / 14) ** (1 / 400)
    check(
        made_up_answer("oh-hell", "penalty", now, now | none, now, now | steep, players=3),
        [
            f"{only} the mean of margin falls from 8.00 to 6.00, -2.0 (-2.1 to -1.9).",
            f"{only} the part of bids that are made changes by +5.0 pp (4.2 – 5.8).",
            f"{only} at most 0.92 % of games have another winner.",
            f"{three} the mean of margin rises from 8.00 to 9.00, +1.0 (0.9 – 1.1).",
            f"{three} no change of the part of bids made is shown, 0 pp (-2 to 2).",
            f"{three} 5 % (3 – 8) of games have another winner.",
        ],
        {
            "none.margin": mean(-3, -1, size=14),
            "none.made": jackknife(change, (58, 100, 64, 100), (62, 100, 66, 100), size=14),
            "none.winner": (0, 0, NONE),
            "steep.margin": mean(0, 2, size=14),
            "steep.made": (0, -missed, missed),
            "steep.winner": share(20),
        },
        {
            "none.margin": "shown",
            "none.made": "shown",
            "steep.margin": "shown",
            "steep.made": "open",
        },
    )


@by_hand("ask oh-hell ties")
def test_ties():
    """60 of 400 games are tied. One who was tied wins 40 of them; seats 1 and 2 win 40 and 20."""
    rows = {"all": (3, 2), "1": (2, 2 * 840), "2": (2, 840), "3": (1, 0)}
    extra = blocks(ExtraHands, {name: (row, row) for name, row in rows.items()})
    tied = {"extra_hands": lambda i: int(i < 60), "hands": 10}
    check(
        made_up_answer("oh-hell", "ties", tied, players=3, extra=extra),
        [
            "Tied for first after the last hand are 15 % (12 – 19) of games.",
            "That adds 0.15 (0.12 – 0.19) hands to a game.",
            "One of those who were tied wins 67 % (53 – 78) of such games; otherwise another "
            "overtakes.",
            "Who wins them depends on the seat: seat 1 wins +33 pp (17 – 47) against an equal "
            "share.",
        ],
        {
            "tied": share(60),
            "hands": share(60),
            "among": share(40, 60),
            "seats": tuple(end - 1 / 3 for end in share(40, 60, size=3)),
        },
        {"seats": "shown"},
    )


@by_hand("ask oh-hell zero-bid")
def test_zero_bid():
    """Worth 10 points seat 1 loses 40 games of 400, at 20 points 25, at 40 it wins 20 more, then 40
    and 60. The lines cross zero at 20 + 20 · 25 / 45 points."""

    def moved(games, taken):
        """Seat 1 loses its own of so many games to seat 2, or takes those of seat 2."""
        return lambda i: (1 if taken else 2) if i < 3 * games and i % 3 == int(taken) else i % 3 + 1

    arms = []
    for games, taken in ((40, False), (25, False), (20, True), (40, True), (60, True)):
        arms += [{"score": 50}, {"score": (44, 48), "winner": moved(games, taken)}]
    answer = made_up_answer("oh-hell", "zero-bid", *arms, players=3)
    check(
        answer,
        [
            "Always bidding zero does not pay: seat 1 wins 24 % (19 – 28) of games instead of 34 % "
            "(29 – 38), -10 pp (-15 to -7).",
            "Seat 1 scores 46.0 points with it instead of 50.00, -4.0 (-4.3 to -3.7).",
            "A bid of zero would have to be worth between 20 and 40 points: it still loses at 20 "
            "points, -6 pp (-10 to -4) of wins, and it wins more at 40, +5 pp (3 – 9).",
        ],
        {
            "pays": negative(gained(40, size=6)),
            "score": mean(-6, -2, size=6),
            "worth": (20 + 20 * 25 / 45, 20, 40),
        },
        {"pays": "shown", "score": "shown"},
    )
    changes = [tuple(row["change"].values()) for row in answer.data["worths"]]
    assert changes[2] == pytest.approx(gained(20, size=6), abs=1e-9)


@by_hand("ask oh-hell zero-points")
def test_zero_points():
    """Of 30 bids 3, 4, 6 and 9 are zero."""
    now = {"hands": 10, "seats.hands": 30, "bid_zero": (5, 7), "margin": 8}
    nothing, five = {"bid_zero": (2, 4)}, {"bid_zero": (3, 5)}
    fifteen = {"bid_zero": (7, 11), "margin": (9, 11)}

    def change(sums):
        return sums[2] / sums[3] - sums[0] / sums[1]

    answer = made_up_answer(
        "oh-hell", "zero-points", now, now | nothing, now | five, now | fifteen, players=3
    )
    check(
        answer,
        [
            "Worth 0 points, zero is 10 % (8 – 12) of all bids.",
            "Worth 5 points, zero is 13 % (12 – 15) of all bids.",
            "Worth 10 points, zero is 20 % (18 – 22) of all bids.",
            "Worth 15 points, zero is 30 % (27 – 33) of all bids.",
            "From 0 to 15 points the part changes by +20 pp (17 – 23).",
            "Worth 0 points, the mean of margin stays the same within 2 %, 0.00 (-0.02 to 0.02).",
            "Worth 15 points, the mean of margin rises from 8.00 to 10.00, +2.0 (1.9 – 2.1).",
        ],
        {
            "0": ratio((2, 4), 30),
            "5": ratio((3, 5), 30),
            "10": ratio((5, 7), 30),
            "15": ratio((7, 11), 30),
            "more": jackknife(change, (2, 30, 7, 30), (4, 30, 11, 30), size=13),
            "margin.15": mean(1, 3, size=13),
        },
        {"more": "shown", "margin.0": "refuted", "margin.15": "shown"},
    )
    assert numbers(answer)["margin.0"][0] == 0
