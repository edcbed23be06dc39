"""A report of one game: a headline run, then the proof, section by section, as one page.

Every number on the page is a finding of an answer; this room only decides what is asked, how much
time each question gets, and which findings the headline and the tiles quote.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyzer import asks, stats, tale
from analyzer.answer import Answer, Figure, Finding, Paragraph
from analyzer.asks import Asked, _base
from analyzer.errors import RunError
from analyzer.questions import _common as common
from analyzer.questions.simulate import Simulate
from analyzer.questions.sweep import Sweep
from analyzer.report.page import Page, Section, Tile
from analyzer.run import run_question

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.setting import Setting

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
GLOSSARY = {
    "pp": "A percentage point: from 20 % to 21 % is one.",
    "95 % interval": "It misses the true value in at most 5 of 100 runs.",
    "fair share": "What each seat would win if all won alike.",
    "FAIR": "Every interval lies within the tolerance of the fair share.",
    "UNFAIR": "One interval lies wholly outside the tolerance.",
    "UNDECIDED": "More games are needed to tell.",
    "expert": "Plays like an attentive person, from what its seat can see. No perfect player.",
    "same luck": "Arms meet the same deals, so that what differs is what the rules do.",
}


@dataclass(frozen=True)
class Part:
    """A section to be made: its question, and its part of the time."""

    name: str
    title: str  # for the list of contents
    seconds: float
    make: "Callable[[Setting, Asked], Question]"


@dataclass(frozen=True)
class Report:
    """What is to be reported."""

    setting: "Setting"
    seconds: float = 54.0  # of play, on two cores
    tolerance: float = 0.01

    @property
    def name(self) -> str:
        return f"{self.setting.game.name}-{self.setting.players}"

    def asked(self, seconds: float, n: int | None = None) -> Asked:
        return Asked(n=n, players_given=True, tolerance=self.tolerance, seconds=seconds)

    def parts(self) -> list[Part]:
        """The sections in their order, with their share of the time."""
        share = self.seconds / 54.0
        found = [
            Part("fair", "Is it fair?", 14 * share, self._headline),
            Part("seats", "Other sizes of table", 10 * share, self._every_size),
            Part("length", "How long is it?", 4 * share, self._length),
            Part("skill", "Does skill count?", 8 * share, _ask("skill")),
            Part("drama", "Is it exciting?", 4 * share, _ask("drama")),
            Part("rules", "What would one rule change do?", 8 * share, _ask("rules")),
            Part("sweep", "What if?", 5 * share, self._what_if),
            Part("readings", "Does it hang on a reading?", 8 * share, _ask("readings")),
            Part("data", "Does it hang on a reconstructed table?", 4 * share, _ask("data")),
        ]
        if self.setting.game.players[0] == self.setting.game.players[1]:
            found = [part for part in found if part.name != "seats"]
        if not self.setting.game.alternatives(self.setting.rules):
            found = [part for part in found if part.name != "data"]
        if not self.setting.game.main_rule:
            found = [part for part in found if part.name != "sweep"]
        return found

    def headline_games(self) -> int:
        seconds = 10 * self.seconds / 54.0
        return max(_base.size(self.setting, self.asked(seconds), 1), 20_000)

    def _headline(self, setting: "Setting", asked: Asked) -> "Question":
        return Simulate(setting, self.headline_games(), tolerance=asked.tolerance)

    def _length(self, setting: "Setting", asked: Asked) -> "Question":
        """Of the games of the headline: a second run would print other digits."""
        return asks.make(setting, "length", replace(asked, n=self.headline_games()))

    def _every_size(self, setting: "Setting", asked: Asked) -> "Question":
        """All sizes but that of the headline, which has more games behind it."""
        others = replace(asked, players_given=False, without=setting.players)
        return asks.make(setting, "seats", others)

    def _what_if(self, setting: "Setting", asked: Asked) -> "Question":
        rule, values = setting.game.main_rule, setting.game.main_values(setting.rules)
        n = _base.size(setting, asked, len(values))
        command = setting.command(
            "sweep", "--rule", f"{rule}={','.join(map(str, values))}", "-n", n
        )
        return Sweep(setting, ((rule, tuple(values)),), n, 0, asked.tolerance, (), command)


def _ask(name: str) -> "Callable[[Setting, Asked], Question]":
    return lambda setting, asked: asks.make(setting, name, asked)


def sections(report: Report, run: "Callable[[str, Question], Answer]") -> Iterator[Section]:
    """The answers, one after the other; `run` plays a question and names it while it does."""
    for part in report.parts():
        question = part.make(report.setting, report.asked(part.seconds))
        yield Section(part.name, part.title, _as_section(part.name, run(part.title, question)))


def _as_section(name: str, answer: Answer) -> Answer:
    """Without what the page says elsewhere: the title again, and in the first section lengths."""
    blocks = [
        block
        for block in answer.blocks
        if not (isinstance(block, Paragraph) and block.text.rstrip(".") == answer.title)
    ]
    if name == "fair":
        length = answer.data["length_sentence"]
        blocks = [
            block
            for block in blocks
            if not (isinstance(block, Paragraph) and block.text == length)
            and not (isinstance(block, Figure) and block.name == "length")
        ]
    return replace(answer, blocks=tuple(blocks))


def play(question: "Question", **options: Any) -> Answer:
    """Play all rounds of a question and answer it."""
    outcome = run_question(question, **options)
    if outcome.lost:
        raise RunError(outcome.lost)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return question.answer(outcome)


def page(report: Report, made: list[Section]) -> Page:
    """The whole page from its sections."""
    setting = report.setting
    by_name = {section.name: section.answer for section in made}
    headline = by_name["fair"]
    fair = next((f for f in headline.findings if f.key == "fair"), None)
    told = [*made, _tale(report, headline)]
    name = setting.game.title
    players = WORDS[setting.players]
    verdict = fair.verdict if fair else "without a winner"
    return Page(
        name=report.name,
        game=setting.game.name,
        title=f"{name} with {players} players is {verdict}",
        lead=fair.sentence if fair else headline.title,
        heading=headline.heading,
        finding=fair,
        tiles=tuple(_tiles(by_name, fair)),
        sections=tuple(told),
        command=setting.command("report", *_words(report)),
        provenance=headline.provenance,
        notes=tuple(note.text for note in common.notes([setting])),
        glossary=GLOSSARY,
    )


def _words(report: Report) -> list[object]:
    return ["--quick"] if report.seconds < 54 else []


def _tiles(answers: dict[str, Answer], fair: Finding | None) -> Iterator[Tile]:
    headline = answers["fair"]
    rows = headline.data["roles"] or headline.data["seats"]
    best, worst = (pick(rows, key=lambda row: row["win_share"]["estimate"]) for pick in (max, min))
    yield Tile(
        question="Is it fair?",
        big=fair.verdict if fair else "nobody wins",
        words=f"{_who(best)} wins {_share(best)}, {_who(worst)} {_share(worst)}",
        small=f"fair is {100 * headline.data['fair_share']:.3g} %"
        if headline.data["fair_share"]
        else "",
        tone=common.TONES.get(fair.verdict, "") if fair else "",
        section="fair",
    )
    length = answers["length"].finding("length")
    known = answers["length"].data["lengths"][length.unit]
    unit = length.unit.removeprefix("player_").replace("_", " ")
    yield Tile(
        question="How long is it?",
        big=f"{known['median']:,} {unit}",
        words=f"9 games in 10 take {known['p5']:,} to {known['p95']:,}",
        small=f"{100 * answers['length'].data['drags']:.1f} % drag",
        section="length",
    )
    step = answers["skill"].data["steps"][-1]
    wins = step["win_share"]
    error = 100 * (wins["high"] - wins["low"]) / 2
    yield Tile(
        question="Does skill count?",
        big=f"{100 * wins['estimate']:.0f} wins in 100",
        words=f"for one {step['better']} among {step['among']}",
        small=f"± {error:.1f}, luck alone {100 * step['fair_share']:.0f}",
        section="skill",
    )
    yield _fourth(answers)


def _fourth(answers: dict[str, Answer]) -> Tile:
    """What matters most beside: the largest effect of one rule."""
    variants = answers["rules"].data["variants"]
    top = variants[0] if variants else None
    if top is None:
        return Tile("What matters?", "no rule", "can be varied", section="rules")
    found = stats.Interval(top["wins"]["estimate"], top["wins"]["low"], top["wins"]["high"])
    stands = "wins" in top["significant"]
    return Tile(
        question="Which rule matters most?",
        big=top["rule"] if stands else "no single rule",
        words=f"{top['wins']['of']} wins {common.change(found, share=True).text}"
        if stands
        else f"of {len(variants)} is shown to change who wins",
        small=common.interval_text(found, 100) if stands else "",
        section="rules",
    )


def _who(row: dict[str, Any]) -> str:
    return str(row["role"]) if row["role"] else f"seat {row['seat']}"


def _share(row: dict[str, Any]) -> str:
    found = row["win_share"]
    error = 100 * (found["high"] - found["low"]) / 2
    return f"{stats.shown(100 * found['estimate'], error)} %"


def _tale(report: Report, headline: Answer) -> Section:
    """One game told: the middle one of the headline run, from the winner's chair."""
    setting = report.setting
    index = headline.data["games"] // 2
    cell = setting.cell
    drawn = tale.figure(cell, index, _winner(cell, index))
    command = setting.command("replay", "--game", index)
    answer = Answer(
        kind="tale",
        title=drawn.title,
        heading=headline.heading,
        findings=(),
        blocks=(
            Paragraph(f"{drawn.title}.", "answer"),
            Paragraph(f"Look at it: {command}", "command", "Look at it: "),
            drawn,
        ),
        data={"game": setting.game.name, "index": index},
        command=command,
        provenance=headline.provenance,
    )
    return Section("tale", "One game told", answer)


def _winner(cell: Any, index: int) -> int:
    from analyzer.replay import replay

    *_, last = replay(cell, index)
    winners = last["result"]["winners"]
    return winners[0] - 1 if winners else 0
