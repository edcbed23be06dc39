"""What the numbers of questions about hike say."""

from analyzer import stats
from analyzer.estimates import cards
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.presets import ComparisonResult
from analyzer.questions.shared.statements import Statement
from analyzer.questions.shared.verdict_changes import verdict_statements


def dealer_findings(data: ComparisonResult) -> list[Statement]:
    others = ("with a fixed dealer", "if the winner deals")
    return [
        *verdict_statements(data, "fair", "with the moving deal", *others),
        statements.effect_statement("fixed", "With a fixed dealer", data.effect(1, "wins")),
        statements.effect_statement("winner", "If the winner deals,", data.effect(2, "wins")),
    ]


def drought_findings(data: ComparisonResult) -> list[Statement]:
    counted = data.counters()
    out = counted.part(["out_drought"], ["played_drought"])
    played = counted.part(["played_drought"], ["hands"])
    return [
        statements.amount_statement("out", out, "A Drought puts out {amount} players on average."),
        statements.share_statement(
            "played", played, "It is played in {part} of hands.", "hands with a Drought"
        ),
        statements.effect_statement("hands", "Without the card", data.effect(1, "hands")),
        statements.effect_statement("margin", "Without the card", data.effect(1, "margin")),
        statements.effect_statement("wins", "Without the card", data.effect(1, "wins")),
        statements.games_statement(
            "winner",
            data.other_winner(1),
            data.n,
            "Without the card {part} of games have another winner.",
            "games with another winner without it",
        ),
    ]


COST = Phrase(
    shown="A hand dealt with Litter brings {size} to its player, against a hand without it.",
    refuted="A hand dealt with Litter brings as many points as one without it: {size}.",
    open="Whether Litter costs points is not known: a hand dealt with it brings {size}, against a "
    "hand without it.",
)


def litter_findings(data: ComparisonResult) -> list[Statement]:
    points = cards.strength_by_counters(data.counters().more["cards"], "litter").points
    assert points is not None
    points = stats.jackknife_at(points, data.family.each)
    cost = stats.differs(points, data.family, data.n)
    stuck = data.counters().part(["held_litter"], ["hands"])
    return [
        statements.claim_statement(
            "cost", cost, claim_sentence(COST, cost, share=False, unit="points"), ""
        ),
        statements.share_statement(
            "stuck", stuck, "Somebody is left with Litter in {part} of hands.", "hands that end so"
        ),
        statements.effect_statement("hands", "Without the card", data.effect(1, "hands")),
        statements.effect_statement("margin", "Without the card", data.effect(1, "margin")),
        statements.games_statement(
            "winner",
            data.other_winner(1),
            data.n,
            "Without the card {part} of games have another winner.",
            "games with another winner without it",
        ),
    ]


def worm_findings(data: ComparisonResult) -> list[Statement]:
    points = data.counters().part(["worm"], ["seats.score"])
    forgets = "If a Bird forgets it once in five times,"
    return [
        statements.share_statement(
            "points", points, "The Worm brings {part} of all points.", "points of The Worm"
        ),
        statements.effect_statement("hands", "Without The Worm", data.effect(1, "hands")),
        statements.effect_statement("margin", "Without The Worm", data.effect(1, "margin")),
        statements.games_statement(
            "winner",
            data.other_winner(1),
            data.n,
            "Without The Worm {part} of games have another winner.",
            "another winner without it",
        ),
        statements.effect_statement("forgotten.hands", forgets, data.effect(2, "hands")),
        statements.games_statement(
            "forgotten.winner",
            data.other_winner(2),
            data.n,
            f"{forgets} {{part}} of games have another winner.",
            "another winner if forgotten",
        ),
    ]
