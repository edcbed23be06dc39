"""Questions about hike-sled alone, asked of made-up games of two: see support/made_up_games.py."""

import pytest

from analyzer.simulation.reducers.openings import Openings
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
    twenty_of_two,
    with_it,
)
from support.question_cases import by_hand

NONE = 1 - 0.025 ** (1 / 400)  # what 400 games may all miss


@by_hand("ask hike-sled catch-up")
def test_catch_up():
    now = {"race_days": 10, "margin": 3}
    five, nine = {"race_days": (9, 11), "winner": twenty_of_two}, {"race_days": (10, 12)}
    without = {"race_days": (7, 9), "winner": twenty_of_two}
    check(
        made_up_answer(
            "hike-sled", "catch-up", now, now | five, now | nine, now | without, players=2
        ),
        [
            "Without catch-up cards 5 % (3 – 8) of games have another winner.",
            "Without catch-up cards seat 1 wins +5 pp (3 – 9).",
            "Without catch-up cards the mean of race days falls from 10.00 to 8.00, -2.0 (-2.1 to "
            "-1.9).",
            "With a gap of five 5 % (3 – 8) of games have another winner.",
            "With a gap of five seat 1 wins +5 pp (3 – 9).",
            "With a gap of five the mean of race days stays the same within 2 %, 0.0 (-0.1 to "
            "0.1).",
            "With a gap of nine at most 0.92 % of games have another winner.",
            "With a gap of nine no change of a win share is shown, and none is larger than 3 pp.",
            "With a gap of nine the mean of race days rises from 10.00 to 11.00, +1.0 (0.9 – 1.1).",
        ],
        {
            "without.winner": share(20),
            "without.wins": gained(20, size=12),  # two seats, two lengths, three arms
            "without.days": mean(-3, -1, size=12),
            "five.days": mean(-1, 1, size=12),
            "nine.winner": (0, 0, NONE),
            "nine.days": mean(0, 2, size=12),
        },
        {
            "without.wins": "shown",
            "without.days": "shown",
            "five.wins": "shown",
            "five.days": "refuted",
            "nine.wins": "open",
            "nine.days": "shown",
        },
    )


@by_hand("ask hike-sled declare-early")
def test_declare_early():
    """Care is told for each of two players: half of the sum, and half of its error."""

    def half(low, high):
        return tuple(end / 2 for end in mean(low, high))

    now = {"first_declaration": (8, 10), "prep_days": (11, 13)}
    care = {"care_collected": (5, 7), "care_used": (3, 5), "double_care_used": (0, 2)}
    check(
        made_up_answer("hike-sled", "declare-early", now | care, players=2),
        [
            "The first player declares on day 9.00 (8.90 – 9.10).",
            "Preparations last 12.00 (11.90 – 12.10) days.",
            "A player collects 3.00 (2.95 – 3.05) care cards.",
            "A player uses 2.00 (1.95 – 2.05) single care cards.",
            "A player uses 0.50 (0.45 – 0.55) double care cards.",
        ],
        {
            "first": mean(8, 10),
            "last": mean(11, 13),
            "collected": half(5, 7),
            "used": half(3, 5),
            "double": half(0, 2),
        },
    )


@by_hand("ask hike-sled left-behind")
def test_left_behind():
    """In 40 of 400 games one is left behind; with two last days 80 games have one racer less: the
    deviation is √(0.2 · 0.8) = 0.4."""
    now = {"out": lambda i: int(i < 40), "racers": 2, "prep_days": 12, "race_days": 8}
    two = {"racers": lambda i: 2 - (i < 80), "prep_days": (10, 12)}
    check(
        made_up_answer(
            "hike-sled", "left-behind", now, now | two, now | {"prep_days": (12, 14)}, players=2
        ),
        [
            "Somebody is left behind in 10 % (7 – 13) of games.",
            "0.10 (0.07 – 0.13) players are left behind in a game.",
            "With two last days the mean of racers falls from 2.00 to 1.80, -0.20 (-0.25 to "
            "-0.15).",
            "With two last days the mean of preparation days falls from 12.0 to 11.00, -1.0 (-1.1 "
            "to -0.9).",
            "With four last days the mean of racers stays the same within 2 %, 0.00 (-0.01 to "
            "0.01).",
            "With four last days the mean of preparation days rises from 12.0 to 13.00, +1.0 (0.9 "
            "– 1.1).",
        ],
        {
            "games": share(40),
            "players": share(40),
            "two.racers": mean(-0.6, 0.2, size=6),
            "two.days": mean(-2, 0, size=6),
            "four.days": mean(0, 2, size=6),
        },
        {
            "two.racers": "shown",
            "two.days": "shown",
            "four.racers": "refuted",
            "four.days": "shown",
        },
    )


@by_hand("ask hike-sled loose")
def test_loose():
    """Of every ten games seat 1 wins one more: 6,000 of 60,000. Fair: half of them, ± 0.51 pp by
    z(0.05 / 8) · √(1/4 / 60,000)."""
    many = 60_000
    now = {"prep_days": 12, "race_days": 10, "racers": 2, "decisions": 100, "margin": 3}
    loose = {
        "winner": lambda i: 1 if i % 10 < 2 else i % 2 + 1,
        "prep_days": (11, 15),
        "race_days": (9, 11),
        "decisions": (108, 112),
    }
    check(
        made_up_answer("hike-sled", "loose", now, now | loose, players=2, n=many),
        [
            "With loose huskies seat 1 wins +10.0 pp (9.7 – 10.3).",
            "With loose huskies 10.0 % (9.8 – 10.2) of games have another winner.",
            "The verdict on fairness changes: FAIR without loose huskies, UNFAIR with them.",
            "Without loose huskies: FAIR within 1 percentage point: the largest departure is seat "
            "1, 0.0 pp (-0.5 to 0.5).",
            "With them: UNFAIR by more than 1 percentage point: the largest departure is seat 1, "
            "+10.0 pp (9.5 – 10.5).",
            "With loose huskies the mean of racers stays the same within 2 %, 0.0000 (-0.0001 to "
            "0.0001).",
            "With loose huskies the mean of preparation days rises from 12.00 to 13.00, +1.00 "
            "(0.98 – 1.02).",
            "With loose huskies the mean of race days stays the same within 2 %, 0.00 (-0.01 to "
            "0.01).",
            "With loose huskies the mean of decisions rises from 100.00 to 110.00, +10.00 (9.98 – "
            "10.02).",
        ],
        {
            "wins": gained(6000, many, size=7),
            "winner": share(6000, many),
            "fair.table.0": tuple(end - 0.5 for end in share(30_000, many, size=4)),
            "fair.table.1": tuple(end - 0.5 for end in share(36_000, many, size=4)),
            "prep_days": mean(-1, 3, n=many, size=7),
            "race_days": mean(-1, 1, n=many, size=7),
            "decisions": mean(8, 12, n=many, size=7),
        },
        {
            "wins": "shown",
            "fair": "shown",
            "fair.table.0": "shown",
            "fair.table.1": "refuted",
            "racers": "refuted",
            "prep_days": "shown",
            "race_days": "refuted",
            "decisions": "shown",
        },
    )


@by_hand("ask hike-sled tie-break")
def test_tie_break():
    """80 of 400 games have two finishers; 40 each are decided by either rule. 20 have no race."""
    now = {
        "finishers": lambda i: 2 if i < 80 else 1,
        "won_alone": lambda i: int(80 <= i < 380),
        "won_ready": lambda i: int(i < 40),
        "won_points": lambda i: int(40 <= i < 80),
    }
    check(
        made_up_answer("hike-sled", "tie-break", now, players=2),
        [
            "Several finish on the same day in 20 % (16 – 24) of games.",
            "The winner is alone in front in 75 % (70 – 79) of games.",
            "Ready huskies and care decide 10 % (7 – 13) of games.",
            "The lower points decide 10 % (7 – 13) of games.",
            "In at most 0.92 % of games that is equal too.",
            "In 5 % (3 – 8) of games there is no race.",
        ],
        {
            "several": share(80),
            "won_alone": share(300),
            "won_ready": share(40),
            "won_points": share(40),
            "won_final": (0, 0, NONE),
            "no_race": share(20),
        },
    )


@by_hand("ask hike-sled unfinishable")
def test_unfinishable():
    """Every second game has one of two sleds that cannot finish."""
    now = {"cannot_finish": (0, 1), "racers": 2, "snow": (9, 11), "ice": (7, 9), "powder": (5, 7)}
    check(
        made_up_answer("hike-sled", "unfinishable", now, players=2),
        [
            "Of the sleds on the start 25 % (13 – 37) cannot finish.",
            "Such a sled is in 50 % (45 – 55) of games.",
            "All sleds together have 10.00 (9.90 – 10.10) points of snow.",
            "All sleds together have 8.00 (7.90 – 8.10) points of ice.",
            "All sleds together have 6.00 (5.90 – 6.10) points of powder.",
        ],
        {
            "cannot": ratio((0, 1), 2),
            "games": share(200),
            "snow": mean(9, 11),
            "ice": mean(7, 9),
            "powder": mean(5, 7),
        },
    )


@by_hand("ask hike-sled cards")
def test_cards():
    """Of 20 opening cards of each kind in a block 10, 15, 5 and 10 win, of all 80 half: so with a
    husky of two points 15 of 20 against 25 of 60, and with snow 25 of 40 against 15 of 40."""
    won = {"H1 S": (9, 11), "H2 SI": (14, 16), "youngster": (4, 6), "care": (10, 10)}
    rows = {card: tuple((20, 840 * each, 0) for each in both) for card, both in won.items()}
    answer = made_up_answer(
        "hike-sled", "cards", {"snow": (3, 5)}, players=2, openings=blocks(Openings, rows)
    )
    size = 7  # six kinds, and what counting says of one

    def kind(*cards):
        mine = [sum(won[card][half] for card in cards) for half in (0, 1)]
        every = [sum(both[half] for both in won.values()) for half in (0, 1)]
        even, odd = (
            (own, 20 * len(cards), all_, 80) for own, all_ in zip(mine, every, strict=True)
        )
        return jackknife(with_it, even, odd, size)

    check(
        answer,
        [
            "Which kind of card is strongest is not told apart: huskies of 2 points and ice "
            "huskies may be; the largest number is that of huskies of 2 points, +33 pp (32 – 34) "
            "of wins for a seat whose opening hand has one, against another card in its place.",
            "The weakest is youngsters: -33 pp (-34 to -32) of wins.",
            "Of 6 kinds of card 4 are shown to matter and 2 matter by at most 4 pp, if at all, for "
            "players who do not adapt.",
            "Counting misleads about 1 of 1 kind of card, most of all about snow huskies: by snow "
            "points printed in the sled at the end it seems worth -6 pp (-19 to 8) of wins, but "
            "having it is worth +25 pp (23 – 27).",
        ],
        {
            "huskies of 2 points": kind("H2 SI"),
            "ice huskies": kind("H2 SI"),
            "snow huskies": kind("H1 S", "H2 SI"),
            "huskies of 1 point": kind("H1 S"),
            "care": kind("care"),
            "youngsters": kind("youngster"),
        },
        {
            "huskies of 2 points": "shown",
            "snow huskies": "shown",
            "huskies of 1 point": "open",
            "care": "open",
            "youngsters": "shown",
        },
    )
    assert kind("youngster") == pytest.approx(negative(kind("H2 SI")))


@by_hand("ask hike-sled cards")
def test_what_counting_says():
    """Seat 1 has 3 points of snow where it wins and 5 where seat 2 does: of both seats of two games
    the slope of winning on points, (n Σxy - Σx Σy) / (n Σx² - (Σx)²), is (4 · 3 - 8 · 2) / (4 · 34
    - 64) = -1/18."""
    won = {"care": (10, 10), "youngster": (9, 11)}
    rows = {card: tuple((20, 840 * each, 0) for each in both) for card, both in won.items()}
    rows |= {"H1 S": ((20, 840 * 11, 0), (20, 840 * 9, 0))}
    answer = made_up_answer(
        "hike-sled", "cards", {"snow": (3, 5)}, players=2, openings=blocks(Openings, rows)
    )
    (snow,) = (card for card in answer.data["cards"] if card["counted_of"] == "snow")
    assert abs(snow["counted"]["estimate"] + 1 / 18) < 1e-12
