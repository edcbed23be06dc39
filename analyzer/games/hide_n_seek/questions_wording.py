"""What the numbers of questions about hide-n-seek say."""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates import cards
from analyzer.estimates.counters import CounterTotals
from analyzer.estimates.formatting import format_pp_interval
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.most_used import most_and_least_used
from analyzer.questions.shared.presets import ComparisonResult
from analyzer.questions.shared.statements import Statement

if TYPE_CHECKING:
    from analyzer.simulation.block_sums import BlockSums

SYMBOLS = {
    "MOVE": "steps",
    "HOLE": "crossing the hole",
    "TRUNK": "a pile of trunks",
    "OVERTRUNK": "crossing a pile",
    "FWD": "a jump forward",
    "BACK": "a jump back",
    "BACK2": "two steps back",
}


def worth(gifts: "BlockSums", level: float) -> dict[str, stats.Interval]:
    """By symbol, how much larger the share of wins is for a seat that is given a card with it
    before the first turn, against another card; all steps are one symbol."""
    names: dict[str, list[str]] = {symbol: [] for symbol in SYMBOLS}
    for card in gifts.rows:  # such as "35 MOVE4/HOLE"
        for symbol in {part.rstrip("0123456789") if part.startswith("MOVE") else part
                       for part in card.partition(" ")[2].split("/")}:  # fmt: skip
            names[symbol].append(card)
    return {
        symbol: stats.jackknife_at(cards.strength_by_names(gifts, symbol, mine).wins, level)
        for symbol, mine in names.items()
        if mine
    }


PLAYS = tuple(
    f"played_{name}" for name in ("move", "hole", "trunk", "overtrunk", "fwd", "back", "back2")
)


def bottleneck_findings(data: ComparisonResult) -> list[Statement]:
    found = data.counters()
    rolls = found.part(["rolls"], ["rolls", *PLAYS])
    barren = found.part(["barren_rolls"], ["rolls"])
    won = found.part(["cards_won"], ["rolls"])
    return [
        statements.share_statement(
            "rolls", rolls, "Of all actions {part} are rolls.", "actions that are rolls"
        ),
        statements.share_statement(
            "barren", barren, "No die is laid after {part} of rolls.", "rolls in vain"
        ),
        statements.amount_statement("won", won, "A roll wins {amount} cards."),
        statements.effect_statement(
            "die.rounds", "With one more die for everybody", data.effect(1, "rounds")
        ),
    ]


def dice_lost_findings(found: CounterTotals) -> list[Statement]:
    home, own = (found.part([n], ["dice_laid"]) for n in ("dice_sent_home", "dice_taken_off"))
    dice = found.mean("dice_sent_home")
    return [
        statements.share_statement(
            "home",
            home,
            "Of all dice laid on cards {part} are sent home by another's win.",
            "sent home by another's win",
        ),
        statements.share_statement(
            "own", own, "Their owner takes off {part} by choice.", "taken off by their owner"
        ),
        statements.amount_statement("dice", dice, "In a game {amount} dice are lost so."),
    ]


def hand_limit_findings(data: ComparisonResult) -> list[Statement]:
    found = data.counters()
    binds = found.games_with("limit_discards")
    cards = found.mean("limit_discards")
    return [
        statements.games_statement(
            "games",
            binds,
            data.n,
            "The limit makes somebody discard in {part} of games.",
            "games in which the limit binds",
        ),
        statements.amount_statement("cards", cards, "It costs {amount} cards a game."),
        statements.effect_statement(
            "four.rounds", "With a limit of four", data.effect(1, "rounds")
        ),
        statements.games_statement(
            "four.winner",
            data.other_winner(1),
            data.n,
            "With a limit of four {part} of games have another winner.",
            "another winner with a limit of four",
        ),
    ]


def hinder_findings(data: ComparisonResult) -> list[Statement]:
    found = data.counters()
    each = found.part(["pawns_sent_back"], ["rounds"])
    return [
        statements.amount_statement(
            "pawns",
            found.mean("pawns_sent_back"),
            "In a game {amount} pawns are thrown back, pushed ones included.",
        ),
        statements.amount_statement("each", each, "That is {amount} pawns a round."),
        statements.effect_statement(
            "chain.rounds", "If a pawn that is hit jumps to a free spot,", data.effect(1, "rounds")
        ),
        statements.effect_statement(
            "start.rounds",
            "If pawns are moved back over those in the start,",
            data.effect(2, "rounds"),
        ),
    ]


KINDS = {f"played_{symbol.lower()}": f"{symbol} ({words})" for symbol, words in SYMBOLS.items()}

DEAD = Phrase(
    shown="A card is worth less with {every_name}, against another card given before the first "
    "turn: {worst}.",
    refuted="No symbol makes a card worth less than another one given before the first turn.",
    open="Whether any symbol is dead weight is not known: no card is shown to be worth less than "
    "another one given before the first turn; the lowest is {worst}.",
)


def symbols_findings(found: CounterTotals) -> list[Statement]:
    used = most_and_least_used(found, KINDS, tuple(KINDS), "cards played", "symbols")
    family = stats.Family("symbols", len(SYMBOLS))
    values = worth(found.more["gifts"], family.each)
    claims = {
        symbol: stats.exceeds(
            stats.Interval(-one.estimate, -one.high, -one.low), family, found.n, symbol
        )
        for symbol, one in values.items()
    }
    claim = stats.any_of(claims)
    lowest = min(claim.names or values, key=lambda symbol: values[symbol].estimate)
    sentence = claim_sentence(
        DEAD, claim, worst=f"{lowest}, {format_pp_interval(values[lowest])} of wins"
    )
    dead = Statement("dead", values[lowest], sentence, "share", claim)
    return [
        *used[:2],
        dead,
        *used[2:],
        *(
            Statement(
                f"worth.{symbol}", one, f"{symbol}: {format_pp_interval(one)} of wins.", aside=True
            )
            for symbol, one in values.items()
        ),
    ]


WORTH = Phrase(
    shown="A card with a pile of trunks, given before the first turn, is worth {size} of wins "
    "against another card.",
    refuted="A card with a pile of trunks, given before the first turn, is worth as much as "
    "another card within {tolerance}: {size} of wins.",
    open="Whether trunks are worth a card is not known: given before the first turn, one is worth "
    "{size} of wins against another card.",
)


def trunks_findings(found: CounterTotals) -> list[Statement]:
    over = found.part(["played_overtrunk"], ["played_trunk"])
    family = stats.Family("trunks", 1)
    value = worth(found.more["gifts"], family.each)["TRUNK"]
    claim = stats.differs(value, family, found.n, 0.01, "trunks")
    return [
        statements.claim_statement("worth", claim, claim_sentence(WORTH, claim)),
        statements.amount_statement(
            "played",
            found.mean("played_trunk"),
            "Cards are played for trunks {amount} times a game.",
            "cards played for trunks",
        ),
        statements.amount_statement(
            "over",
            over,
            "For each of them {amount} cards are spent to get over a pile.",
            "cards spent to get over a pile, for each",
        ),
    ]
