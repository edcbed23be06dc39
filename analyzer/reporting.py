"""A report of one game: a headline run, then the proof, section by section, as one page.

Every number on the page is a finding of an answer. This file only decides what is asked, how much
time each question gets, and which findings the headline and the tiles quote.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from analyzer import asks, tale, tiles
from analyzer.answer import Answer, Figure, Paragraph
from analyzer.asks import Asked, _base
from analyzer.errors import RunError
from analyzer.plan import Plan
from analyzer.questions.simulate import Simulate
from analyzer.questions.sweep import Sweep
from analyzer.report.page import Page, Section
from analyzer.run import run_question

if TYPE_CHECKING:
    from analyzer.plan import Cell
    from analyzer.questions import Question
    from analyzer.run import Options, Outcome, Ran
    from analyzer.setting import Setting

FULL, QUICK = 46.0, 9.0  # seconds of play on two cores; drawing and writing take the rest
HEADLINE = 10.0  # of them for the headline; a quarter more for the length of searched games
FEWEST = 5000  # games of the headline

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
GLOSSARY = {
    "pp": "A percentage point: from 20 % to 21 % is one.",
    "95 % interval": "It misses the true value in at most 5 of 100 runs.",
    "fair share": "What each seat would win if all seats won equally.",
    "FAIR": "Every interval lies within the tolerance of the fair share.",
    "UNFAIR": "One interval lies wholly outside the tolerance.",
    "UNDECIDED": "More games are needed to tell.",
    "expert": "Plays like an attentive person, from what its seat can see. Not a perfect player.",
    "same luck": "Arms have the same deals, so the difference is what the rules do.",
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
    seconds: float = FULL  # of play, on two cores
    tolerance: float = 0.01

    @property
    def name(self) -> str:
        return f"{self.setting.game.name}-{self.setting.players}"

    def asked(self, seconds: float, n: int | None = None) -> Asked:
        return Asked(n=n, players_given=True, tolerance=self.tolerance, seconds=seconds)

    def parts(self) -> list[Part]:
        """The sections after the headline in their order, with their share of the time."""
        game = self.setting.game
        found = [
            Part("seats", "Other sizes of table", 5, self._every_size),
            Part("skill", "Does skill count?", 4, _ask("skill")),
            Part("cards", "Which card is strong?", 5, _ask("cards")),
            Part("decisions", "Do choices matter?", 4, _ask("decisions")),
            Part("drama", "Is it exciting?", 2, _ask("drama")),
            Part("rules", "What would one rule change do?", 6, _ask("rules")),
            Part("sweep", "What if?", 3, self._what_if),
            Part("readings", "Does it depend on a reading?", 6, _ask("readings")),
            Part("data", "Does it depend on a reconstructed table?", 3, _ask("data")),
        ]
        absent = set()
        if game.players[0] == game.players[1]:
            absent.add("seats")
        if not game.alternatives(self.setting.rules):
            absent.add("data")
        if not game.main_rule:
            absent.add("sweep")
        share = self.seconds / FULL
        return [
            replace(part, seconds=part.seconds * share) for part in found if part.name not in absent
        ]

    def mend(self) -> Part:
        """The section of a table that turned out to be unfair."""
        seconds = 5 * self.seconds / FULL
        return Part("mend", "What would mend it?", seconds, _ask("mend"))

    def headline(self) -> "Headline":
        """The largest run; it also tells the length of its games."""
        games, asked = self.headline_games(), self.asked(HEADLINE * self.seconds / FULL)
        fair = Simulate(self.setting, games, tolerance=self.tolerance)
        return Headline(fair, asks.make(self.setting, "length", replace(asked, n=games)))

    def headline_games(self) -> int:
        seconds = HEADLINE * self.seconds / FULL
        return max(_base.size(self.setting, self.asked(seconds), 1), FEWEST)

    def _every_size(self, setting: "Setting", asked: Asked) -> "Question":
        """All sizes except that of the headline, which has more games behind it."""
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


@dataclass(frozen=True)
class Headline:
    """Two questions about the same games: is it fair, and how long is it?"""

    fair: Simulate
    length: "Question"

    @property
    def command(self) -> str:
        return self.fair.command

    def plan(self) -> Plan:
        (group,), (other, *more) = self.fair.plan().groups, self.length.plan().groups
        both = replace(group, wants=tuple(dict.fromkeys(group.wants + other.wants)))
        return Plan((both, *more))

    def decided(self, ran: "Ran", look: int) -> bool:
        return self.fair.decided(ran, look)

    def further(self, outcome: "Outcome") -> Plan | None:
        return self.fair.further(outcome)

    def so_far(self, ran: "Ran") -> str:
        return self.fair.so_far(ran)

    def tells(self, outcome: "Outcome") -> bool:
        return all(ran.n for ran in outcome.groups)

    def answer(self, outcome: "Outcome") -> Answer:
        """The answer about fairness, with notable games to look at instead of just any game."""
        made = self.fair.answer(replace(outcome, groups=outcome.groups[:1]))
        looks = _base.notable(self.fair.setting, outcome.groups[0], *_base.NOTABLE)
        rest = [
            block
            for block in made.blocks
            if not (isinstance(block, Paragraph) and block.voice == "command")
        ]
        return replace(made, blocks=(*rest, *(look.paragraph for look in looks)))


def sections(report: Report, run: "Callable[[str, Question], Outcome]") -> Iterator[Section]:
    """The answers, one after the other; `run` plays a question and shows its name meanwhile."""
    headline = report.headline()
    played = run("Is it fair?", headline)
    fair = headline.answer(played)
    yield Section("fair", "Is it fair?", _as_section("fair", fair))
    parts = report.parts()
    sizes = [part for part in parts if part.name == "seats"]
    rest = [part for part in parts if part.name != "seats"]
    if fair.data["fairness"] and fair.data["fairness"]["verdict"] == "UNFAIR":
        rest.append(report.mend())
    yield from _played(report, sizes, run)
    length = headline.length.answer(played)
    yield Section("length", "How long is it?", _as_section("length", length))
    for section in _played(report, rest, run):
        yield _with_look(section, fair)


def _played(
    report: Report, parts: list[Part], run: "Callable[[str, Question], Outcome]"
) -> Iterator[Section]:
    for part in parts:
        question = part.make(report.setting, report.asked(part.seconds))
        answer = question.answer(run(part.title, question))
        yield Section(part.name, part.title, _as_section(part.name, answer))


def _with_look(section: Section, fair: Answer) -> Section:
    """A section that names no game to look at gets the first one of the headline."""
    if section.answer.paragraphs("command"):
        return section
    blocks = (*section.answer.blocks, *fair.paragraphs("command")[:1])
    return replace(section, answer=replace(section.answer, blocks=blocks))


def _as_section(name: str, answer: Answer) -> Answer:
    """Without what the page says elsewhere: the repeated title, and the lengths in the first
    section."""
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


def played(question: "Question", **options: Unpack["Options"]) -> "Outcome":
    """All rounds of a question; after an interrupt there is nothing to tell."""
    outcome = run_question(question, **options)
    if outcome.lost:
        raise RunError(outcome.lost)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return outcome


def play(question: "Question", **options: Unpack["Options"]) -> Answer:
    """Play a question and answer it."""
    return question.answer(played(question, **options))


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
        tiles=tuple(tiles.of(by_name, fair)),
        sections=tuple(told),
        command=setting.command("report", *_words(report)),
        provenance=headline.provenance,
        notes=headline.notes,
        glossary=GLOSSARY,
    )


def _words(report: Report) -> list[object]:
    words: list[object] = ["--quick"] if report.seconds < FULL else []
    if report.tolerance != 0.01:
        words += ["--tolerance", f"{100 * report.tolerance:g}"]
    return words


def _tale(report: Report, headline: Answer) -> Section:
    """One game told, of the usual length, from the winner's chair."""
    setting = report.setting
    index = _usual_game(headline)
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
        notes=headline.notes,
    )
    return Section("tale", "One game told", answer)


def _usual_game(headline: Answer) -> int:
    """The first game that the headline names to look at."""
    first, *_ = headline.paragraphs("command")
    return int(first.text.rsplit(maxsplit=1)[1])


def _winner(cell: "Cell", index: int) -> int:
    from analyzer.replay import replay

    *_, last = replay(cell, index)
    winners = last["result"]["winners"]
    return winners[0] - 1 if winners else 0
