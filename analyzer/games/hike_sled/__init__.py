"""Hike! (SnowBoardGames, 2022), the race of dog sleds: what the compiled game does not say."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyzer._core.games.hike_sled import MOST_HUSKIES
from analyzer.errors import UserError
from analyzer.games.hike_sled import cards, events, reader, rule_words, state, symmetry, words
from analyzer.games.parameters import choice, encode, flag, integer, text
from analyzer.games.spec import BuiltIn
from analyzer.games.tables import copy_table

GAME_COUNTERS = {
    "prep_days": "days of Preparations",
    "race_days": "race days",
    "first_declaration": "day of the first declaration, 0 = none",
    "racers": "players on the start when Preparations ended",
    "finishers": "racers on the last field at the end",
    "won_alone": "1 if the winner was alone on the last field, or furthest alone",
    "won_ready": "1 if ready huskies and care decided",
    "won_points": "1 if the lower sum of printed points decided",
    "won_final": "1 if that was equal too",
    "equipment_fields": "fields of the track that need equipment",
    "deck_exhausted": "1 if the husky deck ran out",
    "care_shuffles": "times discarded care was shuffled into a new pile",
    "care_substitutes": "substitute care cards given",
    "loose_swap": "1 if Husky swap was revealed",
    "loose_runaways": "1 if Husky runaways was revealed",
    "loose_crazy": "1 if Crazy husky swap was revealed",
    "loose_sled": "1 if Sled huskies on the loose was revealed",
}
SEAT_COUNTERS = {
    "declared_day": "day of the declaration, 0 = none",
    "out": "1 if not ready when Preparations ended",
    "finished": "1 if on the last field at the end",
    "cannot_finish": "1 for a racer whose sled lacks a terrain of the track from the start",
    "stuck": "1 if no husky could be used at the beginning of a race turn",
    "sled_drafts": "huskies drafted to the sled",
    "hand_drafts": "cards drafted to the hand",
    "places": "huskies placed from the hand",
    "swaps": "swaps in the sled",
    "passes": "turns without a possible action",
    "bonuses": "bonus actions",
    "youngsters_placed": "youngsters placed by an action or a bonus",
    "mentors_used": "mentors used",
    "care_drafted": "care cards drafted to the hand",
    "equipment_drafted": "equipment drafted to the hand",
    "care_collected": "cards taken from the own care pile",
    "catch_up": "catch-up cards drawn",
    "care_used": "single care cards used",
    "double_care_used": "double care cards used",
    "equipment_on_huskies": "equipment put under huskies",
    "equipment_on_fields": "equipment spent for fields",
    "penalties": "equipment fields entered by resting huskies",
    "rested": "huskies that rest at the end",
    "uses": "uses of huskies in the race",
    "snow": "snow points printed in the sled at the end",
    "ice": "ice points printed in the sled at the end",
    "powder": "powder points printed in the sled at the end",
}
UNITS = {"prep_days": "preparation days", "race_days": "race days"}


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed. HS-A parameters are readings of the rulebook."""

    cards: str = text("reconstruction", cards.FILE.allowed, "The huskies and landscapes.", "HS-A2")
    strict: bool = flag(False, "Refuse cards without the published totals?", "HS-A2")
    deck_seed: int = integer(
        0, 0, 2**31 - 1, "Number of an invented deck with the published totals; 0 = none.", "HS-A2"
    )
    colours: int = integer(4, 3, 5, "Edge colours of an invented deck.", "HS-A2")
    loose: bool = flag(False, "Is the module Husky on the loose in play?", "HS-62")
    landscapes: int = integer(None, 1, 30, "Landscapes laid.", "HS-2", "8, or 6 from 5 players on")
    rotated: int = integer(
        None, 1, 30, "Which of them is turned by 90 degrees.", "HS-3", "4, or 3 from 5 players on"
    )
    columns: int = integer(
        None, 1, 4, "Columns of a sled with two rows.", "HS-6", "4, or 3 from 5 players on"
    )
    dealt: int = integer(2, 0, 6, "Cards dealt to each player.", "HS-4")
    centre: int = integer(2, 0, 10, "Cards laid in the centre at first.", "HS-4")
    youngsters: int = integer(8, 0, 16, "Youngsters in the husky deck.", "HS-4")
    equipment: int = integer(12, 0, 24, "Equipment cards in the husky deck.", "HS-4")
    deck_care: int = integer(6, 0, 12, "Single care cards in the husky deck.", "HS-4")
    mentors: int = integer(2, 0, 9, "Mentors of each player.", "HS-7")
    early_reveal: int = integer(
        2, 0, 9, "Cards revealed in a turn before the rotated landscape.", "HS-11"
    )
    late_reveal: int = integer(
        1, 0, 9, "Cards revealed in a turn from the rotated landscape on.", "HS-11"
    )
    last_days: int = integer(3, 0, 20, "Days after the day of the first declaration.", "HS-32")
    rest: int = integer(2, 0, 8, "Huskies that rest for an equipment field.", "HS-47")
    catchup_gap: int = integer(
        7, 1, 250, "Fields behind the leader from which a racer catches up.", "HS-54"
    )
    race_tie_order: str = choice(
        ("clockwise", "previous", "random"), "Who moves first of those on the same field.", "HS-A4"
    )
    partial_spend: str = choice(
        ("forbidden", "allowed"), "May a husky stop with points that could be spent?", "HS-A6"
    )
    voluntary_stop: bool = flag(True, "May a player stop while a husky could be used?", "HS-A6")
    custom_resting: bool = flag(
        False, "Do resting neighbours offer their terrains to equipment?", "HS-A7"
    )
    custom_chain: bool = flag(
        False, "Do neighbours with equipment offer what their neighbours do?", "HS-A7"
    )
    custom_own: bool = flag(False, "May a custom point always be of the husky's own kind?", "HS-A7")
    youngster_ready: bool = flag(True, "Are youngsters ready huskies?", "HS-A8")
    penalty_blocks_care: bool = flag(
        True, "Is care forbidden while a husky could enter an equipment field?", "HS-A9"
    )
    forced_care: str = choice(
        ("stay", "lapse", "discard"),
        "What an unused open care card does after a day.",
        "HS-A10",
    )
    care_proxy: str = choice(
        ("single", "double", "random"), "What a substitute care card is.", "HS-A11"
    )
    final_tie: str = choice(
        ("shared", "random", "order"), "Who wins when everything is equal.", "HS-A12"
    )
    max_prep_days: int = integer(
        60, 1, 10_000, "Days after which Preparations without a declaration are void.", "HS-A13"
    )
    single_racer: str = choice(("wins", "runs"), "What a lone racer does.", "HS-A14")
    deadlock: str = choice(
        ("furthest", "void"), "Who wins if nobody can ever move again.", "HS-A15"
    )
    max_race_days: int = integer(
        100, 1, 10_000, "Race days after which the furthest wins.", "HS-A15"
    )
    bonus_then_declare: bool = flag(True, "May one turn have a bonus and a declaration?", "HS-A16")
    declare_needs_action: bool = flag(
        True, "Does a declaration come after reveal and action?", "HS-A17"
    )
    mentor_timing: str = choice(
        ("sequential", "batch"), "Mentors one by one, or announced together.", "HS-A18"
    )
    tiebreak_time: str = choice(
        ("before_reset", "after_reset"),
        "Are ready huskies counted before cubes come off?",
        "HS-A19",
    )
    loose_insert: str = choice(
        ("after_deal", "redraw"), "Loose cards come in after the deal, or are redrawn.", "HS-A20"
    )
    loose_pick: str = choice(
        ("secret", "open"), "Are picks for a loose card secret, or open in turn?", "HS-A21"
    )
    loose_place: str = choice(
        ("must", "may"), "Must a received husky that fits be placed?", "HS-A21"
    )
    hand_limit: int = integer(
        0, 0, 60, "Cards in hand from which none is drafted there; 0 = no limit.", "HS-A22"
    )
    prep_first: str = choice(
        ("fixed", "rotate"), "Is the first player of Preparations always the same?", "HS-A24"
    )
    catchup_order: str = choice(
        ("first_player", "race_order"), "Who draws a catch-up card first.", "HS-A26"
    )
    forced_care_blocks_stop: bool = flag(
        True, "Does an unused open care card forbid to stop?", "HS-A27"
    )


# How a seat fared, not what it did.
SUCCESSES = {
    "finished": "reaches the last field",
}
SETBACKS = {
    "out": "is not ready when Preparations end",
    "cannot_finish": "lacks a terrain of the track",
    "stuck": "cannot use any husky in a turn of the race",
}


class HikeSled(BuiltIn[Rules]):
    """The face of hike-sled."""

    parts = (events, reader, rule_words, state, symmetry, words)
    name = "hike-sled"
    title = "Hike! (dog sleds)"
    publisher = "SnowBoardGames, 2022"
    version = 5  # rises when the behaviour of the game does
    players = (2, 6)  # HS-1
    usual_players = 4
    microseconds = 490
    world_cost = 260
    mistakes = (0.18, 0.1, 0.05)
    main_rule = "last_days"
    main_steps = (-2, -1, 0, 1, 2)
    end_reasons = words.ENDS

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:
        return [{"deck_seed": seed} for seed in range(1, 6) if seed != rules.deck_seed]

    def validate_rules(self, players: int, rules: Rules) -> Rules:
        _check_deck(rules)
        given, few = rules, players <= 4
        cards.table_of(given)
        if rules.landscapes is None:
            rules = replace(rules, landscapes=8 if few else 6)
        if rules.rotated is None:
            rules = replace(rules, rotated=min(4 if few else 3, rules.landscapes))
        if rules.columns is None:
            rules = replace(rules, columns=4 if few else 3)
        copy_table(given, rules)
        _check_counts(players, rules)
        return rules

    def first_seat(self, rules: Rules) -> str:  # noqa: ARG002
        return "seat 1 is the first player"

    def encode_rules(self, rules: Rules) -> Mapping[str, object]:
        return encode(rules) | cards.encode_cards(cards.table_of(rules))

    def warnings(self, rules: Rules) -> list[str]:
        return cards.warnings(cards.table_of(rules))

    def provenance(self, rules: Rules) -> dict[str, dict[str, str]]:
        return cards.describe_provenance(cards.table_of(rules))


def _check_deck(rules: Rules) -> None:
    if rules.deck_seed and rules.cards != "reconstruction":
        raise UserError(
            "Rules 'cards' and 'deck_seed' of hike-sled cannot be combined: a deck is read from a "
            f"file or invented; got cards={rules.cards} with deck_seed={rules.deck_seed}."
        )
    if rules.colours != 4 and not rules.deck_seed:
        raise UserError(
            "Rule 'colours' of hike-sled is for invented decks; give deck_seed as well, as in "
            f"deck_seed=1; got colours={rules.colours} alone."
        )


def _check_counts(players: int, rules: Rules) -> None:
    table = cards.table_of(rules)
    if rules.landscapes > len(table.laid):
        _refuse("landscapes", f"at most {len(table.laid)}, the landscapes there are", rules)
    if rules.rotated > rules.landscapes:
        _refuse("rotated", f"at most {rules.landscapes}, the landscapes laid", rules)
    room = MOST_HUSKIES - len(table.huskies)
    if rules.youngsters > room:
        _refuse("youngsters", f"at most {room} with these cards", rules)
    left = len(words.deck_names(rules)) - players * rules.dealt - rules.centre
    if left < 1:
        _refuse("dealt", "small enough to leave a card in the deck", rules)


def _refuse(name: str, what: str, rules: Rules) -> None:
    raise UserError(f"Rule {name!r} of hike-sled must be {what}; got {getattr(rules, name)}.")


GAME = HikeSled()
