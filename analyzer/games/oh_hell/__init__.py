"""Oh Hell (MrPikes' house rules): what the compiled game does not say of itself."""

from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games.oh_hell import events, rule_words, state, symmetry, words
from analyzer.games.parameters import choice, flag, integer
from analyzer.games.spec import BuiltIn, CountedCards

_CARDS = range(1, 11)
GAME_COUNTERS = {
    "hands": "hands played, extra ones included",
    "tricks": "tricks played",
    "plays": "cards played",
    "extra_hands": "hands played because of a tie",
    "bids_minus_cards": "sum over the hands of all bids minus the tricks there are",
    "bids_off_cards": "the same, each hand without its sign",
}
SEAT_COUNTERS = {
    "hands": "hands taken part in",
    "deals": "hands dealt",
    "bids": "tricks bid, all hands together",
    "made": "bids made exactly",
    "missed_over": "bids missed with too many tricks",
    "missed_under": "bids missed with too few tricks",
    "tricks": "tricks taken",
    "pants": "pants events",
    "bid_zero": "bids of zero",
    "zero_made_count": "bids of zero made",
    **{f"hands_{k}": f"hands of {k} card{'s' * (k > 1)} taken part in" for k in _CARDS},
    **{f"made_{k}": f"bids made in hands of {k} card{'s' * (k > 1)}" for k in _CARDS},
    **{f"points_{k}": f"points from hands of {k} card{'s' * (k > 1)}" for k in _CARDS},
    "dealt_trumps": "trumps dealt, all hands together",
    "dealt_aces": "aces dealt, all hands together",
    "points_dealt_trumps": "points of each hand times the trumps dealt in it",
    "points_dealt_aces": "points of each hand times the aces dealt in it",
}
UNITS = {"hands": "hands", "plays": "plays"}
COUNTED_CARDS = CountedCards({"trumps": "trumps", "aces": "aces"}, sizes=tuple(_CARDS))


def _points(default: int, sentence: str, clause: str) -> int:
    return integer(default, -1000, 1000, sentence, clause)


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed. OH-A parameters are readings of the sheet."""

    first_dealer: str = choice(
        ("seat1", "random"), "Who deals the first hand: seat 1, or whoever draws highest.", "OH-A1"
    )
    schedule: str = choice(
        ("down_up", "up_down", "down_only"), "How the number of cards goes.", "OH-4"
    )
    bid_mode: str = choice(
        ("simultaneous", "sequential"), "Bids at the same instant, or open and in turn.", "OH-11"
    )
    bid_order: str = choice(
        ("dealer_last", "dealer_first"), "With sequential bids: where the dealer bids.", "OH-13"
    )
    hook: bool = flag(
        False, "With sequential bids: is the last bidder kept from making the sum fit?", "OH-14"
    )
    leader: str = choice(("dealer", "left_of_dealer"), "Who leads to the first trick.", "OH-17")
    bid_max: str = choice(
        ("cards", "five", "ten"), "The largest bid: the cards held, or what fingers show.", "OH-A2"
    )
    zero_made: int = _points(10, "Points for a bid of zero that is made.", "OH-A4")
    zero_bid_pays_always: bool = flag(
        False, "Does a bid of zero gain its points whatever is taken?", "OH-A3"
    )
    made_bonus: int = _points(10, "Points for any other bid that is made.", "OH-25")
    points_per_trick_made: int = _points(1, "Points for each trick of a bid made.", "OH-25")
    miss_base: int = _points(10, "Points lost by a bid that is missed.", "OH-27")
    miss_per_trick: int = _points(1, "Points lost for each trick over or under the bid.", "OH-27")
    pants_threshold: int = integer(
        5, 0, 11, "The least bid at which a miss costs the pants; 11 is never.", "OH-30"
    )
    pants_once: str = choice(
        ("event", "exposure"), "Once per player: the event, or the first high bid alone.", "OH-A10"
    )
    bid_before_turnup: bool = flag(False, "Are bids made before the card is turned?", "OH-A12")
    turnup_visible: bool = flag(
        True, "Is the turned card seen, or told by its suit alone?", "OH-A13"
    )
    tie_scope: str = choice(
        ("first", "any"), "Which ties are played off: for first place, or all.", "OH-A5"
    )
    tie_players: str = choice(("all", "tied_only"), "Who plays extra hands.", "OH-A6")
    tie_hand_size: str = choice(
        ("last", "one"), "Cards in an extra hand: as in the last hand, or one.", "OH-A7"
    )
    tie_dealer: str = choice(("rotate", "same", "random"), "Who deals an extra hand.", "OH-A8")
    max_extra_hands: int = integer(
        1000, 0, 100_000, "Extra hands after which a tie is left unresolved.", "OH-A15"
    )


# How a seat fared, not what it did.
SUCCESSES = {
    "made": "makes its bid",
}
SETBACKS = {
    "missed_over": "takes more tricks than it bid",
    "missed_under": "takes fewer tricks than it bid",
}


class OhHell(BuiltIn[Rules]):
    """The face of oh-hell."""

    parts = (events, rule_words, state, symmetry, words)
    name = "oh-hell"
    title = "Oh Hell"
    publisher = "MrPikes' house rules"
    version = 6  # rises when the behaviour of the game does
    players = (3, 7)  # OH-1
    usual_players = 4
    microseconds = 75
    world_cost = 44
    mistakes = (0.35, 0.2, 0.08)
    main_rule = "made_bonus"
    main_steps = (-10, -5, 0, 5, 10)
    gap_step = 4

    def validate_rules(self, players: int, rules: Rules) -> Rules:  # noqa: ARG002
        if rules.bid_mode == "simultaneous" and (rules.hook or rules.bid_order == "dealer_first"):
            name, value = ("hook", "true") if rules.hook else ("bid_order", "dealer_first")
            raise UserError(
                f"Rule 'bid_mode' of oh-hell must be sequential for {name}={value}, which needs a "
                "last bidder; got simultaneous."
            )
        if rules.tie_scope == "any" and rules.tie_players == "tied_only":
            raise UserError(
                "Rule 'tie_players' of oh-hell must be all for tie_scope=any, as several ties may "
                "stand side by side; got tied_only."
            )
        return rules

    def first_seat(self, rules: Rules) -> str:
        return "seat 1 deals and leads first" if rules.first_dealer == "seat1" else ""


GAME = OhHell()
