"""What the numbers of questions about oh-hell say."""

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates import seats
from analyzer.estimates.counters import CounterTotals, change_of_part
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.presets import ComparisonResult
from analyzer.questions.shared.statements import Statement
from analyzer.stats.claims import NOWHERE


def bidding_findings(data: ComparisonResult) -> list[Statement]:
    off = data.counters().part(["bids_off_cards"], ["hands"])
    told = [
        statements.amount_statement(
            "at_once",
            off,
            "With bids at once the sum of bids is {amount} off the number of tricks in a hand.",
        )
    ]
    for arm, key, lead in ((1, "open", "With bids in turn"), (2, "hook", "With the hook as well")):
        told += [
            statements.effect_statement(
                f"{key}.bids_off", lead, data.effect(arm, "bids_off_cards")
            ),
            statements.effect_statement(f"{key}.wins", lead, data.effect(arm, "wins")),
            statements.effect_statement(f"{key}.margin", lead, data.effect(arm, "margin")),
            statements.games_statement(
                f"{key}.winner",
                data.other_winner(arm),
                data.n,
                f"{lead} {{part}} of games have another winner.",
                f"another winner {lead[0].lower()}{lead[1:]}",
            ),
        ]
    return told


def dealer_findings(data: ComparisonResult) -> list[Statement]:
    lead = "If the seat to the left of the dealer leads"
    return [
        statements.effect_statement("wins", f"{lead},", data.effect(1, "wins")),
        statements.effect_statement("score", f"{lead},", data.effect(1, "score")),
        statements.effect_statement("margin", f"{lead},", data.effect(1, "margin")),
        statements.games_statement(
            "winner",
            data.other_winner(1),
            data.n,
            f"{lead}, {{part}} of games have another winner.",
            "games with another winner",
        ),
    ]


PANTS_BIDS = ("made", "missed_over", "missed_under")


def pants_findings(found: CounterTotals) -> list[Statement]:
    made, over, under = (found.part([name], PANTS_BIDS) for name in PANTS_BIDS)
    sentence = (
        f"Of all bids {statements.format_part(made)} are made, {statements.format_part(over)} are "
        "missed with "
        f"too many tricks and {statements.format_part(under)} with too few."
    )
    return [
        statements.games_statement(
            "games",
            found.games_with("pants"),
            found.n,
            "Somebody loses the pants in {part} of games.",
            "games in which somebody loses the pants",
        ),
        statements.amount_statement(
            "pants", found.mean("pants"), "Pants are lost {amount} times a game."
        ),
        statements.share_statement("made", made, sentence, "bids made"),
        statements.share_statement("over", over, label="bids missed with too many tricks"),
        statements.share_statement("under", under, label="bids missed with too few tricks"),
    ]


PENALTY_BIDS = ("made", "missed_over", "missed_under")

MADE = Phrase(
    shown="{lead} the part of bids that are made changes by {size}.",
    refuted="{lead} as many bids are made, within {tolerance}: {size}.",
    open="{lead} no change of the part of bids made is shown, {size}.",
)


def penalty_findings(data: ComparisonResult) -> list[Statement]:
    none = "If a miss cost only the difference,"
    steep = "If every trick off cost three points,"
    told = []
    for arm, key, lead in ((1, "none", none), (3, "steep", steep)):
        told += [
            statements.effect_statement(f"{key}.margin", lead, data.effect(arm, "margin")),
            _penalty_made(data, arm, f"{key}.made", lead),
            statements.games_statement(
                f"{key}.winner",
                data.other_winner(arm),
                data.n,
                f"{lead} {{part}} of games have another winner.",
                f"another winner {'without a base' if key == 'none' else 'with three a trick'}",
            ),
        ]
    return told


def _penalty_made(data: ComparisonResult, arm: int, key: str, lead: str) -> Statement:
    family = data.family
    change = change_of_part(
        data.counters(), data.counters(arm), ["made"], PENALTY_BIDS, family.each
    )
    claim = stats.differs(change, family, data.n, 0.01, "bids made")
    return statements.claim_statement(key, claim, claim_sentence(MADE, claim, lead=lead))


TIES_CLAUSES = {
    "How often does a game end tied for first": ("tied", "hands"),
    "who wins the extra hands": ("among", "seats"),
}

SEATS = Phrase(
    shown="Who wins them depends on the seat: {who} wins {size} against an equal share.",
    refuted="Every seat wins its equal share of them within {tolerance}.",
    open="No seat is shown to win more or less of them than an equal share: the largest departure "
    "is that of {who}, {size}.",
)

NONE = "Not one of these games is tied, so nobody wins an extra hand."


def ties_findings(found: CounterTotals) -> list[Statement]:
    tied = found.games_with("extra_hands")
    told = [
        statements.games_statement(
            "tied",
            tied,
            found.n,
            "Tied for first after the last hand are {part} of games.",
            "games tied for first",
        ),
        statements.amount_statement(
            "hands", found.mean("extra_hands"), "That adds {amount} hands to a game."
        ),
    ]
    if not tied:
        return [
            *told,
            *(Statement(key, NOWHERE, NONE) for key in TIES_CLAUSES["who wins the extra hands"]),
        ]
    among = sum(row[1] for row in found.more["extra"].block_rows("all"))
    return [
        *told,
        statements.games_statement(
            "among",
            among,
            tied,
            "One of those who were tied wins {part} of such games; otherwise another overtakes.",
            "of these, won by one who was tied",
        ),
        _ties_seats(found, tied),
    ]


def _ties_seats(found: CounterTotals, tied: int) -> Statement:
    """Whether a seat wins more of the tied games than another: all seats are one family."""
    players, extra = found.totals.players, found.more["extra"]
    won = [sum(row[1] for row in extra.block_rows(str(seat + 1))) / WIN for seat in range(players)]
    shares = seats.win_shares(won, tied, stats.LEVEL)
    family = stats.Family("seats", players)
    claims = {}
    for seat, share in enumerate(shares, start=1):
        surplus = stats.Interval(*(end - 1 / players for end in share))
        claims[f"seat {seat}"] = stats.differs(surplus, family, tied, 0.01, f"seat {seat}")
    claim = stats.any_of(claims)
    return statements.claim_statement(
        "seats", claim, claim_sentence(SEATS, claim, tolerance="1 percentage point")
    )
