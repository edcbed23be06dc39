"""Questions about hide-n-seek alone, asked of made-up games of two (support/made_up_games.py)."""

import pytest

from analyzer.games.hide_n_seek.reducers.given_cards import GivenCards
from support.made_up_games import (
    blocks,
    check,
    jackknife,
    made_up_answer,
    mean,
    numbers,
    ratio,
    share,
    twenty_of_two,
    with_it,
)
from support.question_cases import by_hand


@by_hand("ask hide-n-seek bottleneck")
def test_bottleneck():
    """Of 100 actions 35 or 45 are rolls, of which 6 or 10 lay no die; 10 cards are won."""
    now = {
        "rolls": (35, 45),
        "played_move": (65, 55),
        "barren_rolls": (6, 10),
        "cards_won": 10,
        "rounds": 20,
    }
    check(
        made_up_answer("hide-n-seek", "bottleneck", now, now | {"rounds": (17, 19)}, players=2),
        [
            "Of all actions 40 % (38 – 42) are rolls.",
            "No die is laid after 20 % (19 – 21) of rolls.",
            "A roll wins 0.25 (0.23 – 0.27) cards.",
            "With one more die for everybody the mean of rounds falls from 20.0 to 18.00, -2.00 "
            "(-2.10 to -1.90).",
        ],
        {
            "rolls": ratio((35, 45), 100),
            "barren": ratio((6, 10), (35, 45)),
            "won": ratio((10, 10), (35, 45)),
            "die.rounds": mean(-3, -1),
        },
        {"die.rounds": "shown"},
    )


@by_hand("ask hide-n-seek dice-lost")
def test_dice_lost():
    """Of 40 dice 8 are sent home, and 2 are taken off."""
    now = {"dice_laid": 40, "dice_sent_home": (6, 10), "dice_taken_off": (1, 3)}
    check(
        made_up_answer("hide-n-seek", "dice-lost", now | {"cards_won": 5, "rolls": 30}, players=2),
        [
            "Of all dice laid on cards 20 % (18 – 22) are sent home by another's win.",
            "Their owner takes off 5 % (4 – 6) by choice.",
            "In a game 8.0 (7.8 – 8.2) dice are lost so.",
        ],
        {"home": ratio((6, 10), 40), "own": ratio((1, 3), 40), "dice": mean(6, 10)},
    )


@by_hand("ask hide-n-seek dice-lost")
def test_dice_of_both_seats_are_one_sum():
    """What one seat has more the other has less: their sum is 8 in every game, and nothing is lost
    or gained by adding the spreads of the seats."""
    now = {"dice_laid": 40, "dice_sent_home": (2, 6), "dice_sent_home:2": (6, 2)}
    dice = numbers(made_up_answer("hide-n-seek", "dice-lost", now, players=2))["dice"]
    assert dice[0] == 8
    assert dice[2] - dice[1] < 0.02  # each seat alone has 2 · 0.098 · 2 = 0.39


@by_hand("ask hide-n-seek hand-limit")
def test_hand_limit():
    """In 40 of 400 games two cards are discarded: 0.2 ± t(399) · 0.6 / √399."""
    now = {"limit_discards": lambda i: 2 * (i < 40), "rounds": 20}
    four = {"rounds": (20, 22), "winner": twenty_of_two}
    check(
        made_up_answer("hide-n-seek", "hand-limit", now, now | four, now, players=2),
        [
            "The limit makes somebody discard in 10 % (7 – 13) of games.",
            "It costs 0.20 (0.14 – 0.26) cards a game.",
            "With a limit of four the mean of rounds rises from 20.0 to 21.00, +1.0 (0.9 – 1.1).",
            "With a limit of four 5 % (3 – 8) of games have another winner.",
        ],
        {
            "games": share(40),
            "cards": mean(0.2 - 0.6, 0.2 + 0.6),  # a deviation of 2 · √(0.1 · 0.9)
            "four.rounds": mean(0, 2, size=2),
            "four.winner": share(20),
        },
        {"four.rounds": "shown"},
    )


@by_hand("ask hide-n-seek hinder")
def test_hinder():
    """10 pawns in 20 rounds."""
    now = {"pawns_sent_back": (8, 12), "rounds": 20}
    chain, start = {"rounds": (19, 23)}, {"rounds": (19, 21)}
    check(
        made_up_answer("hide-n-seek", "hinder", now, now | chain, now | start, players=2),
        [
            "In a game 10.0 (9.8 – 10.2) pawns are thrown back, pushed ones included.",
            "That is 0.50 (0.45 – 0.55) pawns a round.",
            "If a pawn that is hit jumps to a free spot, the mean of rounds rises from 20.0 to "
            "21.0, +1.0 (0.7 – 1.3).",
            "If pawns are moved back over those in the start, the mean of rounds stays the same "
            "within 2 %, 0.0 (-0.1 to 0.1).",
        ],
        {
            "pawns": mean(8, 12),
            "each": ratio((8, 12), 20),
            "chain.rounds": mean(-1, 3, size=6),
            "start.rounds": mean(-1, 1, size=6),
        },
        {"chain.rounds": "shown", "start.rounds": "refuted"},
    )


# Of 60 gifts of each card in a block so many win, in the blocks of either half.
GIVEN = {
    "1 MOVE1": (29, 31),
    "2 HOLE": (29, 31),
    "3 TRUNK": (25, 29),
    "4 OVERTRUNK/FWD": (30, 30),
    "5 BACK": (31, 29),
    "6 BACK2": (32, 30),
}
PLAYED = {  # cards played for each symbol, of 100
    "played_move": (45, 55),
    "played_hole": 15,
    "played_trunk": (8, 12),
    "played_overtrunk": (7, 3),
    "played_fwd": 10,
    "played_back": (9, 1),
    "played_back2": (6, 4),
}


def gifts(given):
    rows = {card: tuple((60, 840 * won, 0) for won in both) for card, both in given.items()}
    return blocks(GivenCards, rows)


def worth(card, size, given=GIVEN):
    """The share of wins with a card minus that with any other, of 360 gifts a block."""
    even, odd = (sum(both[half] for both in given.values()) for half in (0, 1))
    mine = given[card]
    cases = 60 * len(given)
    return jackknife(with_it, (mine[0], 60, even, cases), (mine[1], 60, odd, cases), size)


@by_hand("ask hide-n-seek symbols")
def test_symbols():
    """27 of 60 win with TRUNK, 151 of 300 with another card: -5.3 pp."""
    answer = made_up_answer("hide-n-seek", "symbols", PLAYED, players=2, gifts=gifts(GIVEN))
    check(
        answer,
        [
            "MOVE (steps) is used most: 50 % (47 – 53) of cards played.",
            "Which of the symbols is used least is not known: OVERTRUNK (crossing a pile), BACK (a "
            "jump back) and BACK2 (two steps back) are not told apart, with 5 % (4 – 6) of cards "
            "played for OVERTRUNK (crossing a pile).",
            "A card is worth less with TRUNK, against another card given before the first turn: "
            "TRUNK, -5 pp (-8 to -3) of wins.",
        ],
        {
            "most": ratio((45, 55), 100, size=7),
            "least": ratio((7, 3), 100, size=7),
            "dead": worth("3 TRUNK", 7),
            "worth.MOVE": worth("1 MOVE1", 7),
            "worth.FWD": worth("4 OVERTRUNK/FWD", 7),
            "played_back": ratio((9, 1), 100, size=7),
        },
        {"most": "shown", "least": "open", "dead": "shown"},
    )


@by_hand("ask hide-n-seek symbols")
def test_the_symbol_that_is_told_is_one_that_is_shown():
    """HOLE has the lowest number, 26 of 60, but an interval that holds zero; TRUNK is shown."""
    given = GIVEN | {"2 HOLE": (12, 40)}
    answer = made_up_answer("hide-n-seek", "symbols", PLAYED, players=2, gifts=gifts(given))
    hole, trunk = (worth(card, 7, given) for card in ("2 HOLE", "3 TRUNK"))
    assert hole[0] < trunk[0] < trunk[2] < 0 < hole[2]
    assert answer.data["sentences"][2] == (
        "A card is worth less with TRUNK, against another card given before the first turn: TRUNK, "
        "-4.0 pp (-4.7 to -3.3) of wins."
    )
    assert numbers(answer)["dead"] == pytest.approx(trunk)


@by_hand("ask hide-n-seek trunks")
def test_trunks():
    """5 cards to get over a pile for 10 played for trunks."""
    check(
        made_up_answer("hide-n-seek", "trunks", PLAYED, players=2, gifts=gifts(GIVEN)),
        [
            "A card with a pile of trunks, given before the first turn, is worth -5 pp (-7 to -4) "
            "of wins against another card.",
            "Cards are played for trunks 10.0 (9.8 – 10.2) times a game.",
            "For each of them 0.5 (0.4 – 0.6) cards are spent to get over a pile.",
        ],
        {
            "worth": worth("3 TRUNK", 1),
            "played": mean(8, 12),
            "over": ratio((7, 3), (8, 12)),
        },
        {"worth": "shown"},
    )


@by_hand("ask hide-n-seek cards")
def test_cards():
    """Seven symbols, of one of which cards are counted that are played: so eight intervals hold
    together."""
    answer = made_up_answer(
        "hide-n-seek", "cards", {"played_move": (3, 5)}, players=2, gifts=gifts(GIVEN)
    )
    check(
        answer,
        [
            "Which symbol is strongest is not told apart: BACK2, MOVE1, HOLE, OVERTRUNK, FWD and "
            "BACK may be; the largest number is that of BACK2, +3 pp (1 – 5) of wins for a seat "
            "that is given a card with it before the first turn, against a card without it.",
            "The weakest is TRUNK: -5 pp (-8 to -3) of wins.",
            "Of 7 symbols 4 are shown to matter and 3 matter by at most 3 pp, if at all, for "
            "players who do not adapt.",
            "Whether counting misleads about any of 1 symbol is not known.",
        ],
        {
            "BACK2": worth("6 BACK2", 8),
            "TRUNK": worth("3 TRUNK", 8),
            "MOVE1": worth("1 MOVE1", 8),
            "BACK": worth("5 BACK", 8),
        },
        {"BACK2": "shown", "TRUNK": "shown", "MOVE1": "open", "BACK": "open"},
    )
    assert answer.data["weakest"]["value"] == "shown"
    assert answer.data["strongest"]["value"] == "open"
