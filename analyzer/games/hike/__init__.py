"""Hike (Moosetache Games, 2011): what the compiled game does not say of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyzer.errors import UserError
from analyzer.games.hike import events, rule_words, state, symmetry, words
from analyzer.games.hike import suits as suit_tables
from analyzer.games.parameters import choice, encode, flag, integer, text
from analyzer.games.spec import BuiltIn, CountedCards
from analyzer.games.tables import copy_table

GAME_COUNTERS = {
    "hands": "hands played to their end",
    "plays": "cards played",
    "tie_hands": "hands played after a first tie at or over the target",
}
SEAT_COUNTERS = {
    "leftovers": "cards left over, all hands together",
    "empty_hands": "hands ended with nothing left over",
    "bonus": "points for empty hands",
    "pot": "points from the pot",
    "trees": "Trees planted, The Wind as one included",
    "worm": "points for The Worm",
    "hands_won": "hands with the fewest leftovers, shared ones included",
    "plays": "cards played",
    "out_follow": "hands left because nothing could follow",
    "out_sun": "hands left because there was no Light for The Sun",
    "out_drought": "hands left because there was no Lake in a Drought",
    "out_declined": "hands left by declining to play (may_decline)",
    **{f"played_{key}": f"times {name} was played" for key, name in words.SPECIALTIES.items()},
    **{f"held_{key}": f"hands ended holding {name}" for key, name in words.SPECIALTIES.items()},
    **{f"dealt_{key}": f"hands dealt with {name}" for key, name in words.SPECIALTIES.items()},
    **{
        f"points_dealt_{key}": f"points of those with {name}"
        for key, name in words.SPECIALTIES.items()
    },
}
UNITS = {"hands": "hands", "plays": "plays"}
COUNTED_CARDS = CountedCards(words.SPECIALTIES, hands="hands")


def _copies(name: str) -> int:
    return integer(1, 0, 1, f"How many {name} cards are in the deck.", "HK-2")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed. HK-A parameters are readings of the rulebook."""

    target: int | None = integer(
        None, 1, 10_000, "Points that end the game.", "HK-63", "25, 35 or 45 by players"
    )
    hand_size: int = integer(7, 2, 26, "Cards dealt to each player.", "HK-3")
    bonus: int = integer(3, 0, 1000, "Points for a hand with nothing left over.", "HK-60")
    tree_points: int = integer(1, 0, 1000, "Points for each planted Tree.", "HK-61")
    suits: str = text(
        "evidence7", suit_tables.FILE.allowed, "Which suits may follow which.", "HK-A1"
    )
    suits_scope: str = choice(
        ("suit", "card"), "Do all cards of a suit carry the same symbols (file only)?", "HK-A2"
    )
    may_decline: bool = flag(False, "May a player who could play drop out instead?", "HK-A3")
    solo_tail: str = choice(
        ("play_on", "stop"), "Does the last player in go on alone, or does the hand stop?", "HK-A4"
    )
    avalanche_last_peak: str = choice(
        ("draw", "out"), "After Avalanche, a Peak as last card: draw, or out of cards?", "HK-A5"
    )
    drought_next: str = choice(
        ("direction", "left"), "Which way a Drought goes round, and who plays after it.", "HK-A6"
    )
    drought_order: str = choice(
        ("next_first", "player_first"), "Who lays the first Lake of a Drought.", "HK-A6"
    )
    poop_empty: str = choice(
        ("finished", "active_until_turn"), "The status of a hand that Poop has emptied.", "HK-A7"
    )
    spring_empty_bonus: bool = flag(True, "Does planting the last card earn the bonus?", "HK-A8")
    spring_scope: str = choice(
        ("active", "all"), "Who plants in Spring: those still in, or those out too.", "HK-A9"
    )
    spring_duration: str = choice(
        ("instant", "rest_of_hand"), "Is planting possible only when Spring is played?", "HK-A9"
    )
    wind_bird: bool = flag(True, "Does The Wind as a Bird count, and capture The Worm?", "HK-A10")
    wind_plants: bool = flag(True, "May The Wind be planted from the hand as a Tree?", "HK-A10")
    worm_capture: str = text(
        "auto",
        "auto, policy, or forget:<chance>",
        "The first Bird after The Worm captures it: always, by choice, or unless forgotten.",
        "HK-A11",
    )
    worm_bird: str = choice(
        ("may", "must"), "May or must you play a Bird on your own Worm?", "HK-A11"
    )
    deck_exhausted: str = choice(
        ("skip", "reshuffle"), "A draw from an empty stock: none, or shuffle the pile.", "HK-A12"
    )
    over_target: str = choice(
        ("highest", "seat"), "Who wins if several pass the target: most points, or seat.", "HK-A13"
    )
    tie_play: str = choice(("all", "tied"), "Who plays on after a tie at the target.", "HK-A14")
    extra_points: str = choice(
        ("one", "spread"), "Points that cannot be shared: all to one, or one each.", "HK-A15"
    )
    dealer: str = choice(("left", "fixed", "winner"), "Who deals the next hand.", "HK-A16")
    earthquake_deal: str = choice(
        ("even", "same_size"), "Earthquake deals evenly, or every hand its size.", "HK-A17"
    )
    earthquake_dir: str = choice(
        ("clockwise", "direction"), "Which way Earthquake deals.", "HK-A17"
    )
    avalanche_draw: str = choice(
        ("two", "one_twice"), "Avalanche: two cards each, or one each twice.", "HK-A19"
    )
    avalanche: int = _copies("Avalanche")
    drought: int = _copies("Drought")
    earthquake: int = _copies("Earthquake")
    lost: int = _copies("Lost")
    poop: int = _copies("Poop")
    spring: int = _copies("Spring")
    sun: int = _copies("The Sun")
    worm: int = _copies("The Worm")
    litter: int = _copies("Litter")
    wind: int = _copies("The Wind")
    max_turns: int = integer(
        1000, 1, 32_000, "Cards played in one hand after which the game is given up.", "HK-17"
    )
    max_hands: int = integer(1000, 1, 32_000, "Hands after which the game is given up.", "HK-64")


# How a seat fared, not what it did.
SUCCESSES = {
    "empty_hands": "ends a hand with no card left",
    "hands_won": "has the fewest cards left",
    "worm": "scores for The Worm",
}
SETBACKS = {
    "out_follow": "is out because nothing can follow",
    "out_sun": "is out for lack of a Light",
    "out_drought": "is out for lack of a Lake",
}


class Hike(BuiltIn[Rules]):
    """The face of hike."""

    parts = (events, rule_words, state, symmetry, words)
    name = "hike"
    title = "Hike"
    publisher = "Moosetache Games, 2011"
    version = 5  # rises when the behaviour of the game does
    players = (3, 8)
    usual_players = 5
    microseconds = 13
    world_cost = 28
    mistakes = (0.7, 0.45, 0.2)
    main_rule = "target"
    main_steps = (-15, -10, -5, 0, 5, 10, 15)

    def validate_rules(self, players: int, rules: Rules) -> Rules:
        by_card = suit_tables.table_of(rules).by_card
        if rules.target is None:
            given = rules
            rules = replace(rules, target=25 if players <= 4 else 35 if players <= 6 else 45)
            copy_table(given, rules)
        n_cards = 70 + sum(getattr(rules, name) for name in words.SPECIALTIES)
        if players * rules.hand_size > n_cards:
            raise UserError(
                f"Rule 'hand_size' of hike must be at most {n_cards // players} for {players} "
                f"players and {n_cards} cards; got {rules.hand_size}."
            )
        _forget_chance(rules)
        if by_card != (rules.suits_scope == "card"):
            raise UserError(
                "Rule 'suits_scope' of hike must be card for a suit file with ten rows a suit, and "
                f"suit for any other table; got suits_scope={rules.suits_scope} with "
                f"suits={rules.suits}."
            )
        return rules

    def encode_rules(self, rules: Rules) -> Mapping[str, object]:
        table = suit_tables.table_of(rules)
        rows = [
            [
                [suit_tables.SUITS.index(word) for word in table.row(suit, copy)]
                for copy in range(10 if table.by_card else 1)
            ]
            for suit in suit_tables.SUITS
        ]
        return encode(rules) | {
            "worm_capture": {"auto": 0, "policy": 1}.get(rules.worm_capture, 2),
            "forget": _forget_chance(rules),
            "copies": [getattr(rules, name) for name in words.SPECIALTIES],
            "rows": rows,
        }

    def warnings(self, rules: Rules) -> list[str]:
        return suit_tables.warnings(suit_tables.table_of(rules))

    def provenance(self, rules: Rules) -> dict[str, dict[str, str]]:
        return suit_tables.describe_provenance(suit_tables.table_of(rules))

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:
        tables = ("evidence7", "paley7", *(f"random_regular:{seed}" for seed in range(1, 6)))
        return [{"suits": table} for table in tables if table != rules.suits]

    def first_seat(self, rules: Rules) -> str:  # noqa: ARG002
        return "seat 1 leads the first hand"


def _forget_chance(rules: Rules) -> float:
    """The chance to forget The Worm; 0 unless the rule says so."""
    kind, colon, chance = rules.worm_capture.partition(":")
    if rules.worm_capture in ("auto", "policy"):
        return 0.0
    try:
        p = float(chance)
    except ValueError:
        p = -1.0
    if kind != "forget" or not colon or not 0 <= p <= 1:
        raise UserError(
            "Rule 'worm_capture' of hike must be auto, policy, or forget:<chance> with a chance "
            f"from 0 to 1, as in forget:0.2; got {rules.worm_capture!r}."
        )
    return p


GAME = Hike()
