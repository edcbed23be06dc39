"""What the answers of all questions share: headings, what they rest on, warnings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer import figures, policies, provenance, stats
from analyzer.answer import Block, Finding, Paragraph, Tone, Value
from analyzer.balance.words import ends, few, listed, sign_places, signed
from analyzer.program import command
from analyzer.rules import said

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.plan import Plan
    from analyzer.reduce.totals import Totals
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting
    from analyzer.stats import Interval

TONES: dict[str, Tone] = {"FAIR": "within", "UNFAIR": "outside", "UNDECIDED": "across"}
WORDS = {"within": "FAIR", "outside": "UNFAIR", "across": "UNDECIDED"}


class OneRound:
    """A question without planned looks, which one round of games answers."""

    def decided(self, ran: "Ran", look: int) -> bool:  # noqa: ARG002 - no looks are planned
        return False

    def further(self, outcome: "Outcome") -> "Plan | None":  # noqa: ARG002 - one round is enough
        """What to play next, after seeing what was played; None: nothing."""
        return None

    def so_far(self, ran: "Ran") -> str:
        return f"{ran.n:,} of {ran.group.n:,} games each"

    def tells(self, outcome: "Outcome") -> bool:
        """Is there enough for an answer, if somebody stopped the run? All of its parts have begun,
        unless a question can do with some of them."""
        return all(ran.n for ran in outcome.groups)


def heading(setting: "Setting", games: str) -> tuple[str, ...]:
    """What was played."""
    return (
        setting.game.name,
        f"{setting.players} players",
        table_of_policies(setting.policy_names),
        games,
        f"seed {setting.seed}",
    )


def count_of_games(n: int, asked: int | None = None) -> str:
    """1 game; stopped after 5 of 10 games."""
    if asked is not None and n < asked:
        return f"stopped after {n:,} of {asked:,} games"
    return counted(n, "game")


def counted(n: int, thing: str) -> str:
    """1 deal; 2,000 deals."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def table_of_policies(policies: Sequence[str]) -> str:
    """Who sits where: "expert at every seat", "expert, but random at seats 1 and 3"."""
    most = max(dict.fromkeys(policies), key=list(policies).count)
    others = {p: [i + 1 for i, q in enumerate(policies) if q == p] for p in policies if p != most}
    if not others:
        return f"{most} at every seat"
    exceptions = ", ".join(f"{policy} at {seats_in_words(at)}" for policy, at in others.items())
    return f"{most}, but {exceptions}"


def seats_in_words(seats: Sequence[int]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {listed([str(seat) for seat in seats])}"


def time_words(minutes: float | None) -> list[object]:
    """The option that says how long a decision takes."""
    if not minutes:
        return []
    if minutes < 1:
        return ["--seconds-per-decision", f"{60 * minutes:.12g}"]
    return ["--minutes-per-decision", f"{minutes:.12g}"]


def rules_in_words(rules: Mapping[str, object]) -> str:
    """Rules as a user would type them: "target=30, may_decline=true"."""
    return ", ".join(f"{name}={said(value)}" for name, value in rules.items())


def notes(setting: "Setting", outcome: "Outcome") -> tuple[str, ...]:
    """The tables behind everything that was played, and behind the table that was asked about."""
    played = (cell for ran in outcome.groups for cell in ran.group.cells)
    return provenance.notes([setting.cell, *played])


def warnings(settings: Sequence["Setting"], totals: Sequence["Totals"]) -> list[Paragraph]:
    """Warnings about a result: all of ours, in one place."""
    found: dict[str, None] = {}
    for setting in settings:
        found |= dict.fromkeys(setting.game.warnings(setting.rules))
    found |= dict.fromkeys(about_caps(settings[0].game.name, totals))
    for setting in settings:
        found |= dict.fromkeys(_about_seats(setting))
    found |= dict.fromkeys(about_python(settings))
    return [Paragraph(text, "warning") for text in found]


def about_caps(game: str, totals: Sequence["Totals"]) -> Iterable[str]:
    """Games that were stopped, over all tables together."""
    unfinished, n = (sum(getattr(each, part) for each in totals) for part in ("unfinished", "n"))
    if unfinished:
        yield (
            f"{stats.percentage(unfinished, n)} of games hit a cap on their length; raise the cap "
            f"({command('rules', game)}) or read the lengths as lower bounds."
        )


def _about_seats(setting: "Setting") -> Iterable[str]:
    names = setting.policy_names
    if len(set(names)) > 1:
        yield "seats play different policies, so the shares mix seat and policy."
    elif names[0] == "random":
        yield "every seat plays at random; people who think may get other results."


def about_python(settings: Iterable["Setting"]) -> Iterable[str]:
    """Policies that are slow."""
    seated = {(setting.game.name, policy) for setting in settings for policy in setting.policies}
    if any(policies.in_python(game, policy) for game, policy in seated):
        yield "a policy written in Python runs in one thread, far slower than a built-in one."


def not_played(names: Sequence[str], things: str) -> list[Paragraph]:
    """What a stopped run says of its parts that had not begun."""
    if not names:
        return []
    text = f"stopped before any game of {few(list(names), f'{len(names)} {things}')}."
    return [Paragraph(text, "warning")]


def remarks(blocks: Sequence[Block]) -> "Json":
    """Warnings once more, for machines."""
    told = [b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "warning"]
    return {"warnings": told}


def verdict_paragraph(finding: Finding) -> Paragraph:
    """The sentence of a verdict, its first word in the verdict's colour."""
    word = finding.sentence.split(" ", 1)[0]
    return Paragraph(finding.sentence, "answer", word, TONES.get(finding.verdict, ""))


def percent(found: "Interval", places: int, tone: Tone = "") -> Value:
    """A share with its interval, as a place of a table."""
    text = f"{stats.fixed(100 * found.estimate, places)} %"
    return Value(text, found.estimate, found.low, found.high, tone)


def number(found: "Interval", most: int = 2, error: float | None = None, tone: Tone = "") -> Value:
    """A mean with its interval."""
    text = stats.shown(found.estimate, found.error if error is None else error, most=most)
    return Value(text, found.estimate, found.low, found.high, tone)


def change(found: "Interval", share: bool, tone: Tone = "", most: int = 4) -> Value:
    """A difference with its sign; a difference of shares in pp."""
    scale = 100 if share else 1
    places = stats.decimals(scale * found.error, most=most)
    unit = " pp" if share else ""
    text = f"{signed(scale * found.estimate, places)}{unit}"
    return Value(text, found.estimate, found.low, found.high, tone)


def interval_text(found: "Interval", scale: float = 1, most: int = 4) -> str:
    """The two ends, with no digit beyond the error."""
    places = stats.decimals(scale * found.error, most=most)
    return ends(scale * found.low, scale * found.high, places)


def told_change(found: "Interval", share: bool, most: int = 4) -> tuple[str, str]:
    """A difference and its two ends, with digits enough to show on which side of zero it lies."""
    scale = 100 if share else 1
    shown = stats.Interval(*(scale * value for value in found))
    places = sign_places(shown, stats.decimals(shown.error, most=most))
    unit = " pp" if share else ""
    return f"{signed(shown.estimate, places)}{unit}", ends(shown.low, shown.high, places)


def drawn(found: "Interval", scale: float = 1, most: int = 4) -> figures.Point:
    """An interval as a row of a chart: numbers, and the interval in words."""
    return {
        "value": found.estimate,
        "low": found.low,
        "high": found.high,
        "interval": interval_text(found, scale, most),
    }


def as_json(found: "Interval") -> dict[str, float]:
    return {"estimate": found.estimate, "low": found.low, "high": found.high}


def finding_json(finding: Finding | None) -> "Json | None":
    if finding is None:
        return None
    return {
        "question": finding.question,
        "verdict": finding.verdict,
        "departure": {"estimate": finding.estimate, "low": finding.low, "high": finding.high},
        "more_games": finding.more,
        "sentence": finding.sentence,
    }


def record(setting: "Setting", n: int, first: int, command: str) -> "Json":
    """What a result rests on."""
    return provenance.record(setting.cell, n, first, command)


def clock(outcome: "Outcome") -> "Json":
    """The fields of an answer that tell how long it took."""
    return {
        "seconds": outcome.seconds,
        "core_seconds": outcome.core_seconds,
        "threads": outcome.threads,
        "games": outcome.games,
        "interrupted": outcome.interrupted,
    }
