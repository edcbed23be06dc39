"""What the answers of all questions share: headings, what they rest on, warnings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Block, Command, Finding, Paragraph, Tone, Value
from analyzer.estimates import phrases
from analyzer.estimates.formatting import (
    format_range,
    format_signed,
    join_limited,
    join_words,
    sign_decimals,
)
from analyzer.games.parameters import format_value
from analyzer.policies import registry
from analyzer.questions.shared import provenance
from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.plan import Plan
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.simulation.run import GroupResult, Outcome
    from analyzer.stats import Claim, Interval
    from analyzer.system.json_types import Json


class OneRound:
    """A question without planned looks, which one round of games answers."""

    def is_decided(self, ran: "GroupResult", look: int) -> bool:  # noqa: ARG002 - no looks are planned
        return False

    def next_round(self, outcome: "Outcome") -> "Plan | None":  # noqa: ARG002 - one round is enough
        """What to play next, after seeing what was played; None: nothing."""
        return None

    def progress_text(self, ran: "GroupResult") -> str:
        return f"{ran.n:,} of {ran.group.n:,} games each"

    def has_result(self, outcome: "Outcome") -> bool:
        """Is there enough for an answer, if somebody stopped the run? All of its parts have begun,
        unless a question can do with some of them."""
        return all(ran.n for ran in outcome.groups)


def answer_heading(setting: "Setting", games: str) -> tuple[str, ...]:
    """What was played."""
    return (
        setting.game.name,
        f"{setting.players} players",
        seating_text(setting.policy_names),
        games,
        f"seed {setting.seed}",
    )


def count_of_games(n: int, asked: int | None = None) -> str:
    """1 game; stopped after 5 of 10 games."""
    if asked is not None and n < asked:
        return f"stopped after {n:,} of {asked:,} games"
    return format_count(n, "game")


def format_count(n: int, thing: str) -> str:
    """1 deal; 2,000 deals."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def seating_text(policies: Sequence[str]) -> str:
    """Who sits where: "expert at every seat", "expert, but random at seats 1 and 3"."""
    most = max(dict.fromkeys(policies), key=list(policies).count)
    others = {p: [i + 1 for i, q in enumerate(policies) if q == p] for p in policies if p != most}
    if not others:
        return f"{most} at every seat"
    exceptions = ", ".join(f"{policy} at {seats_text(at)}" for policy, at in others.items())
    return f"{most}, but {exceptions}"


def seats_text(seats: Sequence[int]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {join_words([str(seat) for seat in seats])}"


def command_of(request: "Request | None") -> str:
    """The command that asks again; empty for a question that is part of another."""
    return "" if request is None else request.command()


def rules_text(rules: Mapping[str, object]) -> str:
    """Rules as a user would type them: "target=30, may_decline=true"."""
    return ", ".join(f"{name}={format_value(value)}" for name, value in rules.items())


def table_notes(setting: "Setting", outcome: "Outcome") -> tuple[str, ...]:
    """The tables behind everything that was played, and behind the table that was asked about."""
    played = (cell for ran in outcome.groups for cell in ran.group.cells)
    return provenance.table_notes([setting.cell, *played])


def warning_paragraphs(
    settings: Sequence["Setting"], totals: Sequence["Totals"]
) -> list[Paragraph]:
    """Warnings about a result: all of ours, in one place."""
    found: dict[str, None] = {}
    for setting in settings:
        found |= dict.fromkeys(setting.game.warnings(setting.rules))
    found |= dict.fromkeys(cap_sentences(settings[0].game.name, totals))
    for setting in settings:
        found |= dict.fromkeys(_about_seats(setting))
    found |= dict.fromkeys(python_sentences(settings))
    return [Paragraph(text, "warning") for text in found]


def cap_sentences(game: str, totals: Sequence["Totals"]) -> Iterable[str]:
    """Games that were stopped, over all tables together."""
    unfinished, n = (sum(getattr(each, part) for each in totals) for part in ("unfinished", "n"))
    if unfinished:
        yield (
            f"{stats.format_percentage(unfinished, n)} of games hit a cap on their length; raise "
            "the cap "
            f"({command_line('rules', game)}) or read the lengths as lower bounds."
        )


def _about_seats(setting: "Setting") -> Iterable[str]:
    names = setting.policy_names
    if len(set(names)) == 1 and names[0] == "random":
        yield "every seat plays at random; people who think may get other results."


def python_sentences(settings: Iterable["Setting"]) -> Iterable[str]:
    """Policies that are slow."""
    seated = {(setting.game.name, policy) for setting in settings for policy in setting.policies}
    if any(registry.is_in_python(game, policy) for game, policy in seated):
        yield "a policy written in Python runs in one thread, far slower than a built-in one."


def not_played_paragraphs(names: Sequence[str], things: str) -> list[Paragraph]:
    """What a stopped run says of its parts that had not begun."""
    if not names:
        return []
    text = f"stopped before any game of {join_limited(list(names), f'{len(names)} {things}')}."
    return [Paragraph(text, "warning")]


def warning_texts(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Warnings once more, for machines."""
    return tuple(b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "warning")


def replay_link(setting: "Setting", what: str, index: int, **more: object) -> Command:
    """A game to look at: what is special about it, and the command that shows it."""
    words = setting.request("replay", index=index, **more).argv()
    return Command(f"Look at {what}: ", tuple(words))


def too_few_to_decide(claim: "Claim") -> str:
    """What a run is told that was too small for its question; empty if it was not, or if it is
    decided all the same."""
    if not claim.open or claim.barred or claim.least is None or claim.games >= claim.least:
        return ""
    return (
        f"{format_count(claim.games, 'game')} cannot show that it is fair, whatever is true: that "
        f"takes {claim.least:,} or more."
    )


def plan_link(setting: "Setting", **more: object) -> Command:
    """The command that says how many games a question about a table needs."""
    return Command("Plan a run: ", tuple(setting.request("plan", **more).argv()))


def verdict_paragraph(finding: Finding) -> Paragraph:
    """The sentence of a verdict, the words of its verdict in their colour."""
    edge = phrases.AT_EDGE if finding.sentence.startswith(phrases.AT_EDGE) else ""
    word = edge or finding.sentence.split(" ", 1)[0]
    return Paragraph(finding.sentence, "answer", word, phrases.claim_tone(finding.claim))


def percent_value(found: "Interval", places: int, tone: Tone = "") -> Value:
    """A share with its interval, as a place of a table."""
    text = f"{stats.format_fixed(100 * found.estimate, places)} %"
    return Value(text, found.estimate, found.low, found.high, tone)


def number_value(
    found: "Interval", most: int = 2, error: float | None = None, tone: Tone = ""
) -> Value:
    """A mean with its interval; what was seen does not look like none at all."""
    places = stats.decimals(found.error if error is None else error, most)
    text = stats.format_fixed(found.estimate, places)
    if found.low > 0 and not text.strip("0.,"):
        text = stats.format_fixed(found.estimate, stats.decimals(found.estimate))
    return Value(text, found.estimate, found.low, found.high, tone)


def change_value(found: "Interval", share: bool, tone: Tone = "", most: int = 4) -> Value:
    """A difference with its sign; a difference of shares in pp."""
    scale = 100 if share else 1
    places = stats.decimals(scale * found.error, most=most)
    unit = " pp" if share else ""
    text = f"{format_signed(scale * found.estimate, places)}{unit}"
    return Value(text, found.estimate, found.low, found.high, tone)


def interval_text(found: "Interval", scale: float = 1, most: int = 4) -> str:
    """The two ends, with no digit beyond the error."""
    places = stats.decimals(scale * found.error, most=most)
    return format_range(scale * found.low, scale * found.high, places)


def format_change(found: "Interval", share: bool, most: int = 4) -> tuple[str, str]:
    """A difference and its two ends, with digits enough to show on which side of zero it lies."""
    scale = 100 if share else 1
    shown = stats.Interval(*(scale * value for value in found))
    places = sign_decimals(shown, stats.decimals(shown.error, most=most))
    unit = " pp" if share else ""
    return f"{format_signed(shown.estimate, places)}{unit}", format_range(
        shown.low, shown.high, places
    )


def two_digits(factor: float) -> str:
    """1.3, 52, 130: a factor that is known roughly."""
    return f"{float(f'{factor:.2g}'):,.12g}"


def figure_point(found: "Interval", scale: float = 1, most: int = 4) -> figures.Point:
    """An interval as a row of a chart: numbers, and the interval in words."""
    return {
        "value": found.estimate,
        "low": found.low,
        "high": found.high,
        "interval": interval_text(found, scale, most),
    }


def provenance_record(setting: "Setting", n: int, first: int, command: str) -> "Json":
    """What a result rests on."""
    return provenance.provenance_record(setting.cell, n, first, command)


def _mode(outcome: "Outcome") -> str:
    """How the game files of a run were played; both, if it changed."""
    from analyzer.simulation.run import modes_of

    now = modes_of(outcome.plan)
    return now if outcome.begun in ("", now) else f"{outcome.begun}, then {now}"


def clock_fields(outcome: "Outcome") -> "Json":
    """The fields of an answer that tell how long it took."""
    return {
        "seconds": outcome.seconds,
        "core_seconds": outcome.core_seconds,
        "threads": outcome.threads,
        "mode": _mode(outcome),
        "games": outcome.games,
        "interrupted": outcome.interrupted,
    }
