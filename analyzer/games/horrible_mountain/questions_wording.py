"""What the numbers of questions about horrible-mountain say."""

from analyzer import stats
from analyzer.estimates.counters import CounterTotals
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.counted_cards import CountedCards as CountedCards
from analyzer.questions.shared.most_used import most_and_least_used
from analyzer.questions.shared.presets import ComparisonResult
from analyzer.questions.shared.statements import Statement

KINDS = {
    "draws": "drawing a card",
    "card_swaps": "swapping a card",
    "table_takes": "taking a table card",
    "discard_takes": "taking a discard",
    "cube_swaps": "swapping cubes",
    "claims": "claiming a cube",
}


def actions_findings(found: CounterTotals) -> list[Statement]:
    return most_and_least_used(found, KINDS, ["player_turns"], "turns", "actions")


def hand_limit_findings(data: ComparisonResult) -> list[Statement]:
    told = []
    for arm, key in ((1, "four"), (2, "six")):
        lead = f"With a limit of {key}"
        told += [
            statements.effect_statement(f"{key}.wins", lead, data.role(arm, "wins", 0)),
            statements.effect_statement(f"{key}.margin", lead, data.effect(arm, "margin")),
            statements.effect_statement(f"{key}.turns", lead, data.effect(arm, "player_turns")),
        ]
    return told


LINES = (
    *("straight_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind"),
    *("two_pair", "one_pair", "nothing"),
)


def hands_findings(found: CounterTotals) -> list[Statement]:
    reached = {}
    for line in LINES:
        both = found.mean(f"hand_{line}")  # of two hands
        reached[line] = stats.Interval(*(end / found.totals.players for end in both))
    listed = ", ".join(
        f"{line.replace('_', ' ')} {statements.format_part(part)}" for line, part in reached.items()
    )
    told = [
        statements.share_statement(line, part, label=line.replace("_", " "))
        for line, part in reached.items()
    ]
    points, cubes = found.mean("hand_points"), found.mean("cube_points")
    return [
        statements.share_statement(
            LINES[0], reached[LINES[0]], f"Hands end as {listed}.", "straight flush"
        ),
        *told[1:],
        statements.amount_statement(
            "hand_points", points, "Both hands together bring {amount} points a game."
        ),
        statements.amount_statement(
            "cube_points", cubes, "All cubes together bring {amount} points a game."
        ),
    ]


def run_outs_findings(data: ComparisonResult) -> list[Statement]:
    told = []
    for arm, key in ((1, "two"), (2, "four")):
        lead = f"With {key} run-outs"
        told += [
            statements.effect_statement(f"{key}.wins", lead, data.role(arm, "wins", 0)),
            statements.effect_statement(f"{key}.turns", lead, data.effect(arm, "player_turns")),
        ]
    return told


WORDS = {
    "decided_points": ("Points decide {part} of games.", "points decide"),
    "decided_hand": ("The better hand decides {part} of games.", "the better hand decides"),
    "decided_cubes": ("The number of cubes decides {part} of games.", "cubes decide"),
    "everybody_loses": ("Everybody loses {part} of games.", "everybody loses"),
}


def tie_break_findings(found: CounterTotals) -> list[Statement]:
    return [
        statements.games_statement(name, found.games_with(name), found.n, sentence, label)
        for name, (sentence, label) in WORDS.items()
    ]


HELPS = Phrase(
    shown="The variant helps {whom}: the Evil Master wins {size}.",
    refuted="The variant helps neither role by more than {tolerance}: the Evil Master wins {size}.",
    open="Whether the variant helps one role is not known: the Evil Master wins {size}.",
    barred="Whether the variant helps one role is not known, since more than 5 % of games hit a "
    "cap on their length.",
)


def variant_findings(data: ComparisonResult) -> list[Statement]:
    claim = data.effect(1, "wins").rows[0].claim
    whom = "the adventurer" if claim.found.estimate < 0 else "the Evil Master"
    return [
        statements.claim_statement("helps", claim, claim_sentence(HELPS, claim, whom=whom)),
        statements.effect_statement("turns", "With the variant", data.effect(1, "player_turns")),
    ]
