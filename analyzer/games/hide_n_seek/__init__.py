"""Hide N Seek: what the compiled game does not say of itself."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.games.hide_n_seek import events, rule_words, state, symmetry, words
from analyzer.games.hide_n_seek import maps as tables
from analyzer.games.parameters import choice, flag, integer, text
from analyzer.games.spec import BuiltIn
from analyzer.games.tables import copy_table

if TYPE_CHECKING:
    from analyzer.system.json_types import JsonValue

GAME_COUNTERS = {
    "rounds": "rounds begun",
    "won_on_anothers_turn": "1 if the winner's last pawn arrived on another seat's turn",
    "unfinished": "1 if the game was stopped by max_rounds",
}
SEAT_COUNTERS = {
    "turns": "turns begun",
    "rolls": "rolls made",
    "dice_rolled": "dice thrown in them",
    "barren_rolls": "rolls after which no die could be laid",
    "dice_laid": "dice laid on cards",
    "dice_taken_off": "own dice taken off by choice",
    "dice_sent_home": "own dice that came back because another seat won the card",
    "cards_won": "cards won",
    "limit_discards": "cards discarded because the hand was over its limit",
    "free_discards": "cards discarded by choice",
    "played_move": "cards played for steps",
    "played_hole": "cards played to cross a hole",
    "played_trunk": "cards played to place or move the own pile",
    "played_overtrunk": "cards played to cross a pile",
    "played_fwd": "cards played to jump forward over a pawn",
    "played_back": "cards played to jump back over a pawn",
    "played_back2": "cards played to send a pawn two steps back",
    "steps_made": "steps made",
    "steps_lost": "steps of played cards that were not made",
    "jumps": "pawns moved over a hole, a pile or a pawn",
    "fwd_own": "jumps forward over a pawn made with an own pawn",
    "pawns_sent_back": "pawns of anybody moved backward by own cards, pushed ones included",
    "own_sent_back": "own pawns moved backward by anybody's cards, pushed ones included",
    "trunks_placed": "piles placed",
    "trunks_moved": "piles moved",
    "actions_unused": "actions left when a turn was ended",
    "goals": "own pawns that have reached their goal",
}
UNITS = {"rounds": "rounds"}


def _component(name: str, sentence: str, clause: str) -> int:
    printed, low, high = tables.COMPONENTS[name]
    return integer(None, low, high, sentence, clause, f"{printed}, or as the table says")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed. HN-A parameters are readings of the rulebook."""

    maps: str = text("uniform6", tables.FILE.allowed, "Which maps and cards are played.", "HN-A1")
    dice_per_player: int = _component("dice_per_player", "Dice of each player.", "HN-A3")
    row_size: int = _component("row_size", "Cards that lie face up.", "HN-5")
    hand_limit: int = _component("hand_limit", "Cards a hand may hold.", "HN-24")
    actions_per_turn: int = _component("actions_per_turn", "Actions in a turn.", "HN-9")
    first_player: str = choice(("seat1", "random"), "Who begins.", "HN-A5")
    hide_map: str = choice(
        ("seat", "random"), "Seat 1 hides on the first map and so on, or by chance.", "HN-A6"
    )
    may_pass: bool = flag(True, "May a turn end with actions left?", "HN-A7")
    roll_subset: bool = flag(False, "May a roll leave out some free dice?", "HN-A8")
    late_placing: str = choice(
        ("turn", "roll_only", "no_refill"),
        "Rolled dice may be laid until rolled again, only at once, or never on a new card.",
        "HN-A9",
    )
    overflow: str = choice(
        ("discard_any", "block"), "A card won with a full hand: discard one, or no win.", "HN-A12"
    )
    overflow_before_refill: bool = flag(
        True, "Is that discard chosen before the new card is seen?", "HN-A12"
    )
    null_play: bool = flag(False, "May a card be played without any effect?", "HN-A14")
    move_back: bool = flag(False, "May steps go backward?", "HN-A15")
    move_stop_early: bool = flag(False, "May a player make fewer steps than possible?", "HN-A16")
    exact_goal: bool = flag(False, "Is the goal entered only with the last step?", "HN-A17")
    goal_safe: bool = flag(True, "Are pawns in a goal safe from two steps back?", "HN-A18")
    jump_into_goal: bool = flag(True, "May a jump over pawns end in the goal?", "HN-A19")
    obstacle_any_pawn: bool = flag(
        False, "May any player's pawn be moved over a hole or a pile?", "HN-A20"
    )
    back_over_start: bool = flag(
        False, "May a pawn on spot 1 be moved back over pawns in the start?", "HN-A22"
    )
    back2_chain: str = choice(
        ("push", "jump"),
        "A pawn hit by two steps back: one back each, or free spot.",
        "HN-A25",
    )
    trunk_end_arrows: bool = flag(
        False, "May a pile lie on the arrow out of the start, or into the goal?", "HN-A27"
    )
    fixed_trunks: bool = flag(False, "Is there a fixed pile on maps without a hider?", "HN-A29")
    fixed_trunk_arrow: int = integer(
        -1, -1, tables.MOST_SPOTS, "The arrow of fixed piles; -1 is the last legal one.", "HN-A29"
    )
    win_any_turn: bool = flag(True, "Can a player win on another player's turn?", "HN-A30")
    finish_empty_maps: bool = flag(True, "Do maps without a hider count?", "HN-A31")
    play_won_same_turn: bool = flag(True, "May a card be played in the turn it is won?", "HN-A32")
    hands: str = choice(
        ("known", "hidden"), "Do players know each other's cards, which were won openly?", "HN-A33"
    )
    trunk_at_start: bool = flag(
        False, "Does every hider place a pile before the first turn?", "HN-A38"
    )
    max_rounds: int = integer(500, 1, 30_000, "Rounds after which the game is given up.", "HN-A36")


# How a seat fared, not what it did.
SUCCESSES = {
    "goals": "brings another pawn to its goal",
}
SETBACKS = {
    "own_sent_back": "has a pawn moved back",
    "dice_sent_home": "loses dice on a card that another seat wins",
}


class HideNSeek(BuiltIn[Rules]):
    """The face of hide-n-seek."""

    parts = (events, rule_words, state, symmetry, words)
    name = "hide-n-seek"
    title = "Hide N Seek"
    publisher = "publisher unknown"
    version = 3  # rises when the behaviour of the game does
    players = (2, 4)  # HN-1
    usual_players = 4
    microseconds = 180
    world_cost = 1100
    mistakes = (0.1, 0.06, 0.03)
    main_rule = "hand_limit"
    main_steps = (-3, -2, -1, 0)
    gap_step = 12

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:
        return [
            {"maps": name}
            for name in ("uniform6", "short4", "long9", "varied")
            if name != rules.maps
        ]

    def validate_rules(self, players: int, rules: Rules) -> Rules:
        given, box = rules, tables.box_of(rules)
        missing: dict[str, JsonValue] = {
            name: n for name, n in box.components.items() if getattr(rules, name, n) is None
        }
        rules = replace(rules, **missing)
        _check_cards(rules, box)
        _check_fixed_arrow(players, rules, box)
        copy_table(given, rules)
        return rules

    def first_seat(self, rules: Rules) -> str:
        return "seat 1 begins" if rules.first_player == "seat1" else ""

    def warnings(self, rules: Rules) -> list[str]:
        return tables.warnings(tables.box_of(rules), rules)

    def provenance(self, rules: Rules) -> dict[str, dict[str, str]]:
        return tables.describe_provenance(tables.box_of(rules))


def _check_cards(rules: Rules, box: tables.Box) -> None:
    for card in box.cards:
        if len(card.need) > rules.dice_per_player:  # HN-A41
            raise UserError(
                f"Rule 'dice_per_player' of hide-n-seek must be at least {len(card.need)}, since "
                f"card {card.id} of {box.name} asks for so many; got {rules.dice_per_player}."
            )
    if len(box.cards) <= rules.row_size:
        raise UserError(
            f"Rule 'row_size' of hide-n-seek must be below the {len(box.cards)} cards of "
            f"{box.name}; got {rules.row_size}."
        )


def _check_fixed_arrow(players: int, rules: Rules, box: tables.Box) -> None:
    """HN-A29: it must be legal wherever nobody may hide."""
    if not rules.fixed_trunks or rules.fixed_trunk_arrow < 0 or players == tables.N_MAPS:
        return
    for place in box.maps if rules.hide_map == "random" else box.maps[players:]:
        arrows = tables.trunk_arrows(place, rules.trunk_end_arrows)
        if rules.fixed_trunk_arrow not in arrows:
            raise UserError(
                f"Rule 'fixed_trunk_arrow' of hide-n-seek must be one of the arrows "
                f"{', '.join(map(str, arrows))} of the map {place.name}; got "
                f"{rules.fixed_trunk_arrow}."
            )


GAME = HideNSeek()
