"""Questions about hike alone, asked of made-up games: every number is computed by hand.

`support/made_up_games.py` says which games these are and has the formulas. A column (9, 11) is 9 in
one half of the blocks of games and 11 in the other. Where nothing is said there are 400 games of
three players, which the seats win in turn.
"""

from support.made_up_games import (
    check,
    gained,
    jackknife,
    made_up_answer,
    mean,
    negative,
    ratio,
    share,
    twenty,
)
from support.question_cases import by_hand

MANY = 60_000  # enough for verdicts


def favoured(i):
    """Of every tenth game seat 1 wins those of the others, too: 4,000 of 60,000 more."""
    return 1 if i % 10 == 0 else i % 3 + 1


@by_hand("ask hike bonus")
def test_bonus():
    """Of 50 points 10, 20, 10 and 5; of 10 hands 5 end with an empty hand."""
    parts = {"bonus": (9, 11), "pot": (19, 21), "trees": (9, 11), "worm": (4, 6)}
    now = parts | {"score": 50, "empty_hands": (4, 6), "hands": 10, "margin": 8}
    none, twice = {"hands": (12, 14), "margin": (7, 9)}, {"hands": (8, 10), "margin": (5, 13)}
    answer = made_up_answer("hike", "bonus", now, now | none, now | twice, players=3)
    check(
        answer,
        [
            "The bonus is 20.0 % (19.0 – 21.0) of all points; the pot is 40.0 % (39.0 – 41.0), "
            "Trees are 20.0 % (19.0 – 21.0), and The Worm is 10.0 % (9.0 – 11.0).",
            "In a hand of the game 0.50 (0.45 – 0.55) players get rid of all their cards.",
            "Without a bonus the mean of hands rises from 10.00 to 13.00, +3.0 (2.9 – 3.1).",
            "Without a bonus the mean of margin stays the same within 2 %, 0.0 (-0.1 to 0.1).",
            "With twice the bonus the mean of hands falls from 10.00 to 9.00, -1.0 (-1.1 to -0.9).",
            "With twice the bonus the mean of margin rises from 8.00 to 9.0, +1.0 (0.5 – 1.5).",
        ],
        {
            **{name: ratio(values, 50) for name, values in parts.items()},
            "empty": ratio((4, 6), 10),
            "none.hands": mean(2, 4, size=4),  # two arms and two measures
            "none.margin": mean(-1, 1, size=4),
            "twice.hands": mean(-2, 0, size=4),
            "twice.margin": mean(-3, 5, size=4),
        },
        {
            "none.hands": "shown",
            "none.margin": "refuted",  # ± 0.11, and 2 % of 8 are 0.16
            "twice.hands": "shown",
            "twice.margin": "shown",
        },
    )


@by_hand("ask hike dealer")
def test_dealer():
    """A third each of 60,000: z(0.05 / 18) · √(2/9 / 60,000) is 0.53 pp. With a fixed dealer seat 1
    wins 24,000. If the winner deals, every game has another winner and each seat its third."""
    answer = made_up_answer(
        "hike", "dealer", {}, {"winner": favoured}, {"winner": (2, 3, 1)}, n=MANY, players=3
    )
    third, more = (
        tuple(end - 1 / 3 for end in share(won, MANY, size=9)) for won in (20_000, 24_000)
    )
    check(
        answer,
        [
            "The verdict on fairness changes: FAIR with the moving deal, UNFAIR with a fixed "
            "dealer.",
            "The verdict on fairness stands: FAIR with the moving deal and if the winner deals.",
            "With the moving deal: FAIR within 1 percentage point: the largest departure is seat "
            "1, 0.0 pp (-0.5 to 0.5).",
            "With a fixed dealer: UNFAIR by more than 1 percentage point: the largest departure is "
            "seat 1, +6.7 pp (6.1 – 7.2).",
            "If the winner deals: FAIR within 1 percentage point: the largest departure is seat 1, "
            "0.0 pp (-0.5 to 0.5).",
            "With a fixed dealer seat 1 wins +6.7 pp (6.4 – 6.9).",
            "If the winner deals, no win share changes by more than 1 percentage point.",
        ],
        {
            "fair.table.0": third,
            "fair.table.1": more,
            "fair.table.2": third,
            "fixed": gained(4000, MANY, size=6),  # three seats, two arms
            "dealer=fixed/wins.2": negative(gained(2000, MANY, size=6)),
        },
        {
            "fair.1": "shown",
            "fair.2": "refuted",
            "fair.table.0": "shown",
            "fair.table.1": "refuted",
            "fair.table.2": "shown",
            "fixed": "shown",
            "winner": "refuted",
        },
    )


@by_hand("ask hike drought")
def test_drought():
    """It puts out 1 of 3, or 4 of 5: 5 of 8. It is played in 3 or 5 of 10 hands."""
    now = {"out_drought": (1, 4), "played_drought": (3, 5), "hands": 10, "margin": 8}
    without = {"hands": (11, 13), "margin": (6, 8), "winner": twenty}
    check(
        made_up_answer("hike", "drought", now, now | without, players=3),
        [
            "A Drought puts out 0.6 (0.5 – 0.7) players on average.",
            "It is played in 40 % (35 – 45) of hands.",
            "Without the card the mean of hands rises from 10.00 to 12.00, +2.0 (1.9 – 2.1).",
            "Without the card the mean of margin falls from 8.00 to 7.00, -1.0 (-1.1 to -0.9).",
            "Without the card seat 1 wins +5 pp (3 – 9).",
            "Without the card 5 % (3 – 8) of games have another winner.",
        ],
        {
            "out": ratio((1, 4), (3, 5)),
            "played": ratio((3, 5), 10),
            "hands": mean(1, 3, size=5),
            "margin": mean(-2, 0, size=5),
            "wins": gained(20, size=5),
            "winner": share(20),
        },
        {"hands": "shown", "margin": "shown", "wins": "shown"},
    )


@by_hand("ask hike litter")
def test_litter():
    """Of 12 hands a game 2 are dealt with it: they bring 0 or 4 points, the other 10 the rest of
    24: 1 - 2.2 points a hand. It is held at the end of 1 or 3 of 4 hands."""

    def cost(sums):
        brought, dealt, points, hands = sums
        return brought / dealt - (points - brought) / (hands - dealt)

    dealt = {"dealt_litter": 2, "points_dealt_litter": (0, 4), "score": 24, "hands": 4}
    now = dealt | {"held_litter": (1, 3), "margin": 8}
    without = {"hands": (3, 5), "margin": (1, 3), "winner": twenty}
    check(
        made_up_answer("hike", "litter", now, now | without, players=3),
        [
            "A hand dealt with Litter brings -1.2 points (-1.9 to -0.5) to its player, against a "
            "hand without it.",
            "Somebody is left with Litter in 50 % (38 – 62) of hands.",
            "Without the card no change of the mean of hands is shown, 0.0 (-0.1 to 0.1).",
            "Without the card the mean of margin falls from 8.00 to 2.00, -6.0 (-6.1 to -5.9).",
            "Without the card 5 % (3 – 8) of games have another winner.",
        ],
        {
            "cost": jackknife(cost, (0, 2, 24, 12), (4, 2, 24, 12), size=3),
            "stuck": ratio((1, 3), 4),
            "hands": mean(-1, 1, size=3),
            "margin": mean(-7, -5, size=3),
            "winner": share(20),
        },
        {"cost": "shown", "hands": "open", "margin": "shown"},  # ± 0.098, and 2 % of 4 are 0.08
    )


@by_hand("ask hike targets")
def test_targets():
    answer = made_up_answer(
        "hike",
        "targets",
        {"hands": 10},
        {"hands": (7, 9)},
        {"hands": (12, 14), "winner": favoured},
        n=MANY,
        players=3,
    )
    check(
        answer,
        [
            "With a target of 15 the mean of hands falls from 10.00 to 8.00, -2.00 (-2.01 to "
            "-1.99).",
            "With a target of 35 the mean of hands rises from 10.00 to 13.00, +3.00 (2.99 – 3.01).",
            "The verdict on fairness stands: FAIR with 25 and with a target of 15.",
            "The verdict on fairness changes: FAIR with 25, UNFAIR with a target of 35.",
            "With 25: FAIR within 1 percentage point: the largest departure is seat 1, 0.0 pp "
            "(-0.5 to 0.5).",
            "With a target of 15: FAIR within 1 percentage point: the largest departure is seat 1, "
            "0.0 pp (-0.5 to 0.5).",
            "With a target of 35: UNFAIR by more than 1 percentage point: the largest departure is "
            "seat 1, +6.7 pp (6.1 – 7.2).",
        ],
        {
            "lower.hands": mean(-3, -1, size=8, n=MANY),
            "higher.hands": mean(2, 4, size=8, n=MANY),
            "fair.table.2": tuple(end - 1 / 3 for end in share(24_000, MANY, size=9)),
            "target=35/wins.1": gained(4000, MANY, size=8),
        },
        {"lower.hands": "shown", "higher.hands": "shown", "fair.1": "refuted", "fair.2": "shown"},
    )


@by_hand("ask hike worm")
def test_worm():
    """Of 50 points 4 or 6. What changes none of 400 games may change 1 - 0.025 ** (1 / 400), or
    0.92 %, of them."""
    now = {"worm": (4, 6), "score": 50, "hands": 10, "margin": 8}
    without = {"hands": (9, 11), "margin": (9, 13), "winner": twenty}
    check(
        made_up_answer("hike", "worm", now, now | without, now, players=3),
        [
            "The Worm brings 10.0 % (9.0 – 11.0) of all points.",
            "Without The Worm the mean of hands stays the same within 2 %, 0.0 (-0.1 to 0.1).",
            "Without The Worm the mean of margin rises from 8.00 to 11.0, +3.0 (2.7 – 3.3).",
            "Without The Worm 5 % (3 – 8) of games have another winner.",
            "If a Bird forgets it once in five times, the mean of hands stays the same within 2 %, "
            "0.00 (-0.01 to 0.01).",
            "If a Bird forgets it once in five times, at most 0.92 % of games have another winner.",
        ],
        {
            "points": ratio((4, 6), 50),
            "hands": mean(-1, 1, size=4),
            "margin": mean(1, 5, size=4),
            "winner": share(20),
            "forgotten.winner": (0, 0, 1 - 0.025 ** (1 / 400)),
            # Not one game of 400 differs: a part that all of them miss may, by one hand or so.
            "forgotten.hands": (0, -(1 - 0.00625 ** (1 / 400)), 1 - 0.00625 ** (1 / 400)),
        },
        {"hands": "refuted", "margin": "shown", "forgotten.hands": "refuted"},
    )
