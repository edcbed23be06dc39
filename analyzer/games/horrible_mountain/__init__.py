"""Escape From Horrible Mountain 2 (Nick Ferris, 2013): what the compiled game does not say."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.games.horrible_mountain import events, rule_words, state, symmetry, words
from analyzer.games.parameters import choice, encode, flag, integer
from analyzer.games.spec import BuiltIn, CountedCards

GAME_COUNTERS = {
    "player_turns": "turns of both players; setup and further decisions are not turns",
    "run_outs": "times the Draw Pile ran out",
    "reshuffles": "times the Discard Pile was shuffled",
    "pile_cards": "cards taken off the Draw Pile after the setup",
    "decided_points": "1 if points decided",
    "decided_hand": "1 if points were equal and the better hand decided",
    "decided_cubes": "1 if hands were equal too and the number of cubes decided",
    "everybody_loses": "1 if everything was equal",
}
_RANKS = range(2, 7)
SEAT_COUNTERS = {
    "evil_master": "1 for the Evil Master",
    "placed_2_6": "1 if the first cubes were placed on 2 and 6",
    "player_turns": "turns",
    "draws": "turns that drew a card",
    "card_swaps": "turns that swapped a card",
    "table_takes": "turns that took a table card",
    "discard_takes": "turns that took a discard",
    "cube_swaps": "turns that swapped cubes",
    "claims": "turns that claimed a cube",
    "specials": "turns that used the special action (variant)",
    "limit_discards": "cards discarded because of the hand limit",
    "run_outs": "run-outs in own turns",
    "hand_points": "points of the hand at the end",
    "cube_points": "points of the Control Cubes at the end",
    "cubes": "Control Cubes at the end",
    "cards": "cards in hand at the end",
    **{f"hand_{key}": f"1 if the hand ended as {name}" for key, name in words.LINES.items()},
    **{f"dealt_{rank}": f"cards of rank {rank} in hand at the first turn" for rank in _RANKS},
    **{
        f"points_dealt_{rank}": f"points at the end for each of them of rank {rank}"
        for rank in _RANKS
    },
}
UNITS = {"player_turns": "turns"}
COUNTED_CARDS = CountedCards({str(rank): f"rank {rank}" for rank in _RANKS})
_CUBES = ("cube_2", "cube_3", "cube_4", "cube_5", "cube_6")


def _line(points: int, name: str) -> int:
    return integer(points, -100, 100, f"Points for {name}.", "HM-33")


def _cube(rank: int) -> int:
    return integer(rank, -100, 100, f"Points of a Control Cube whose twin is on a {rank}.", "HM-37")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed. HM-A parameters are readings of the rulebook."""

    hand_limit: int = integer(5, 3, 6, "Cards that a hand may hold.", "HM-26")
    run_outs: int = integer(3, 1, 10, "The turn with this run-out is the last.", "HM-32")
    variant: bool = flag(False, "Has each player one special action?", "HM-42")
    first_placer: str = choice(
        ("adventurer", "evil_master"), "Who places cubes first, with the choice of 4.", "HM-9"
    )
    straight_flush: int = _line(14, "a straight flush")
    four_of_a_kind: int = _line(10, "four of a kind")
    full_house: int = _line(8, "a full house")
    straight: int = _line(6, "a straight")
    three_of_a_kind: int = _line(5, "three of a kind")
    two_pair: int = _line(4, "two pair")
    one_pair: int = _line(2, "one pair")
    nothing: int = _line(-1, "none of the above")
    cube_2: int = _cube(2)
    cube_3: int = _cube(3)
    cube_4: int = _cube(4)
    cube_5: int = _cube(5)
    cube_6: int = _cube(6)
    overflow_timing: str = choice(
        ("before_replacement", "after_replacement"),
        "Is the sixth card discarded before or after the table card is replaced?",
        "HM-A1",
    )
    overflow_in_reshuffle: bool = flag(
        False, "Does that discard join a reshuffle that the replacement causes?", "HM-A2"
    )
    tiebreak_hand: str = choice(
        ("full_poker", "category"), "Which hand is better when points are equal.", "HM-A3"
    )
    tiebreak_short: str = choice(
        ("longer_wins", "tie"), "Equal as far as the shorter of two hands goes.", "HM-A4"
    )
    max_turns: int = integer(
        1000, 1, 1_000_000, "Turns of both players after which the game is given up.", "HM-A5"
    )
    on_cap: str = choice(
        ("stalled", "score"), "Is such a game unfinished, or scored as it stands?", "HM-A5"
    )
    two_card_order: str = choice(
        ("choice", "random"), "Which of two discarded cards ends on top.", "HM-A6"
    )
    see_first_card: bool = flag(True, "May the first card be seen before placing cubes?", "HM-A8")
    roles: str = choice(("fixed", "random"), "Is seat 1 always the Evil Master?", "HM-A9")
    special_overflow: str = choice(
        ("on_top", "in_reorder"),
        "Where the adventurer's sixth card goes when the discards are re-ordered (variant).",
        "HM-A12",
    )
    run_out: str = choice(
        ("last_card_taken", "needed_while_empty"), "When the Draw Pile runs out.", "HM-A20"
    )


# How a seat fared, not what it did.
SUCCESSES = {
    "hand_straight_flush": "ends with a straight flush",
    "hand_four_of_a_kind": "ends with four of a kind",
    "hand_full_house": "ends with a full house",
    "hand_straight": "ends with a straight",
    "hand_three_of_a_kind": "ends with three of a kind",
    "hand_two_pair": "ends with two pair",
    "hand_one_pair": "ends with one pair",
}
SETBACKS = {
    "hand_nothing": "ends with a hand that is worth nothing",
}


class HorribleMountain(BuiltIn[Rules]):
    """The face of horrible-mountain."""

    parts = (events, rule_words, state, symmetry, words)
    name = "horrible-mountain"
    title = "Escape From Horrible Mountain 2: The Second Escape"
    publisher = "Nick Ferris, 2013"
    version = 6  # rises when the behaviour of the game does
    players = (2, 2)
    usual_players = 2
    microseconds = 125
    world_cost = 115
    mistakes = (0.2, 0.1, 0.04)
    main_rule = "run_outs"
    main_steps = (-2, -1, 0, 1, 2)
    gap_step = 1
    end_reasons = words.ENDS

    def encode_rules(self, rules: Rules) -> Mapping[str, object]:
        return encode(rules) | {
            "line_points": [getattr(rules, name) for name in words.LINES],
            "cube_points": [getattr(rules, name) for name in _CUBES],
        }


GAME = HorribleMountain()
