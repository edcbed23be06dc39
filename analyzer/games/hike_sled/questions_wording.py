"""What the numbers of questions about hike-sled say."""

from analyzer import stats
from analyzer.estimates.counters import CounterTotals
from analyzer.questions.shared import statements
from analyzer.questions.shared.presets import ComparisonResult
from analyzer.questions.shared.statements import Statement
from analyzer.questions.shared.verdict_changes import verdict_statements


def catch_up_findings(data: ComparisonResult) -> list[Statement]:
    told = []
    leads = {
        "without": (3, "Without catch-up cards"),
        "five": (1, "With a gap of five"),
        "nine": (2, "With a gap of nine"),
    }
    for key, (arm, lead) in leads.items():
        told += [
            statements.games_statement(
                f"{key}.winner",
                data.other_winner(arm),
                data.n,
                f"{lead} {{part}} of games have another winner.",
                f"another winner {lead[0].lower()}{lead[1:]}",
            ),
            statements.effect_statement(f"{key}.wins", lead, data.effect(arm, "wins")),
            statements.effect_statement(f"{key}.days", lead, data.effect(arm, "race_days")),
        ]
    return told


def declare_early_findings(found: CounterTotals) -> list[Statement]:
    first, last = found.mean("first_declaration"), found.mean("prep_days")
    collected, used, double = (
        stats.Interval(*(end / found.totals.players for end in found.mean(name)))
        for name in ("care_collected", "care_used", "double_care_used")
    )
    return [
        statements.amount_statement("first", first, "The first player declares on day {amount}."),
        statements.amount_statement("last", last, "Preparations last {amount} days."),
        statements.amount_statement(
            "collected", collected, "A player collects {amount} care cards.", "care collected"
        ),
        statements.amount_statement(
            "used", used, "A player uses {amount} single care cards.", "single care used"
        ),
        statements.amount_statement(
            "double", double, "A player uses {amount} double care cards.", "double care used"
        ),
    ]


def left_behind_findings(data: ComparisonResult) -> list[Statement]:
    counted = data.counters()
    told = [
        statements.games_statement(
            "games",
            counted.games_with("out"),
            data.n,
            "Somebody is left behind in {part} of games.",
            "games in which somebody is left behind",
        ),
        statements.amount_statement(
            "players", counted.mean("out"), "{amount} players are left behind in a game."
        ),
    ]
    for arm, key in ((1, "two"), (2, "four")):
        lead = f"With {key} last days"
        told += [
            statements.effect_statement(f"{key}.racers", lead, data.effect(arm, "racers")),
            statements.effect_statement(f"{key}.days", lead, data.effect(arm, "prep_days")),
        ]
    return told


def loose_findings(data: ComparisonResult, minutes: float | None) -> list[Statement]:
    lead = "With loose huskies"
    told = [
        statements.effect_statement("wins", lead, data.effect(1, "wins")),
        statements.games_statement(
            "winner",
            data.other_winner(1),
            data.n,
            f"{lead} {{part}} of games have another winner.",
            "games with another winner",
        ),
        *verdict_statements(data, "fair", "without loose huskies", "with them"),
    ]
    told += [
        statements.effect_statement(name, lead, data.effect(1, name))
        for name in ("racers", "prep_days", "race_days", "decisions")
    ]
    if minutes:
        told.append(statements.effect_statement("minutes", lead, data.effect(1, "minutes")))
    return told


WORDS = {
    "won_alone": ("The winner is alone in front in {part} of games.", "the winner is alone"),
    "won_ready": ("Ready huskies and care decide {part} of games.", "ready huskies and care"),
    "won_points": ("The lower points decide {part} of games.", "the lower points"),
    "won_final": ("In {part} of games that is equal too.", "that is equal too"),
}


def tie_break_findings(found: CounterTotals) -> list[Statement]:
    finished = found.totals.histograms["finishers"]
    several = sum(count for finishers, count in finished.items() if finishers > 1)
    raced = sum(found.games_with(name) for name in WORDS)
    return [
        statements.games_statement(
            "several",
            several,
            found.n,
            "Several finish on the same day in {part} of games.",
            "several finish on the same day",
        ),
        *(
            statements.games_statement(name, found.games_with(name), found.n, sentence, label)
            for name, (sentence, label) in WORDS.items()
        ),
        statements.games_statement(
            "no_race", found.n - raced, found.n, "In {part} of games there is no race.", "no race"
        ),
    ]


def unfinishable_findings(found: CounterTotals) -> list[Statement]:
    return [
        statements.share_statement(
            "cannot",
            found.part(["cannot_finish"], ["racers"]),
            "Of the sleds on the start {part} cannot finish.",
            "sleds on the start that cannot finish",
        ),
        statements.games_statement(
            "games",
            found.games_with("cannot_finish"),
            found.n,
            "Such a sled is in {part} of games.",
            "games with such a sled",
        ),
        *(
            statements.amount_statement(
                name, found.mean(name), f"All sleds together have {{amount}} points of {name}."
            )
            for name in ("snow", "ice", "powder")
        ),
    ]
