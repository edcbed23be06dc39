"""A report of one game: a headline run, then the proof, section by section, as one page.

Every number on the page is a finding of an answer. This file only decides what is asked, how much
time each question gets, and which findings the headline and the tiles quote.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack, cast

from analyzer.answer.blocks import Answer, Command, Figure, Paragraph
from analyzer.errors import RunError
from analyzer.estimates import fairness, phrases
from analyzer.questions._simulate_estimates import SimulateResult
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.report import game_story, stronger_note, summary_tiles
from analyzer.questions.shared import common, question_base
from analyzer.questions.shared.for_pages import for_pages, table_title
from analyzer.render.page import Page, Section
from analyzer.simulation.batch import length_units
from analyzer.simulation.plan import Plan
from analyzer.simulation.run import run_question
from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from analyzer.answer.blocks import Finding
    from analyzer.playout.cell import Cell
    from analyzer.questions import Question
    from analyzer.questions.shared.question_base import DesignerQuestion
    from analyzer.questions.simulate import Simulate
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.notable import Notable
    from analyzer.simulation.run import GroupResult, Outcome, RunOptions
    from analyzer.stats import Claim

FULL, QUICK = 46.0, 9.0  # seconds of play on two cores; drawing and writing take the rest
HEADLINE = 10.0  # of them for the headline; two thirds more for the length of stronger players
FEWEST = 5000  # games of the headline
MENDING = 30.0  # seconds for a table that is unfair, beside those of all others
PLAY_ON = 6.0  # times the usual seconds, for a headline that plays on to its verdict
BY_TOLERANCE = ("seats", "sweep", "data")  # sections that play the same games at any tolerance
SAME_TABLE = ("sweep", "data")  # ... and judge the table of the headline among others
WIDER = (2.0, 3.0, 5.0)  # percentage points, where the games of a section leave one open
WIDEST = 10.0  # ... of the headline, which is never left out
OPEN = re.compile(r"\bUNDECIDED\b|\bundecided\b|\b[Ii]t is not known (?:at|whether|which change)\b")

GLOSSARY = {
    "pp": "A percentage point: from 20 % to 21 % is one.",
    "95 % interval": "It misses the true value in at most 5 of 100 runs.",
    "fair share": "What each seat would win if all seats won equally.",
    "FAIR": "Every interval lies within the tolerance of the fair share.",
    "UNFAIR": "One interval lies wholly outside the tolerance.",
    "UNDECIDED": "These games leave open whether it is fair.",
    "expert": "Plays like an attentive person, from what its seat can see. Not a perfect player.",
    "same luck": "Arms have the same deals, so the difference is what the rules do.",
}


def page_name(game: str) -> str:
    """What the pages of a game are called: a game file gives them its own name."""
    path, dot, _ = game.rpartition(".py")
    return Path(path).name if dot else game


@dataclass(frozen=True)
class HeadlineResult:
    """What a headline adds to the result of its simulation."""

    usual_game: Annotated[int, "index of a game of the usual length"]


@dataclass(frozen=True)
class StoryResult:
    """Which game is told."""

    game: Annotated[str, "name of the game"]
    index: Annotated[int, "index of the game that is told"]


@dataclass(frozen=True)
class SectionPlan:
    """A section to be made: its question, and its part of the time."""

    name: str
    title: str  # for the list of contents
    seconds: float
    build: "Callable[[float], Question]"


@dataclass(frozen=True)
class Report:
    """What is to be reported."""

    setting: "Setting"
    seconds: float = FULL  # of play, on two cores
    tolerance: float = 1.0  # percentage points
    n: int | None = None  # games of the headline; None: as many as fit into its time
    is_window: bool = False  # play on to a verdict, and leave out what stays open
    request: "Request | None" = None  # that asks for it

    @property
    def name(self) -> str:
        return f"{page_name(self.setting.game.name)}-{self.setting.players}"

    def parts(self) -> list[SectionPlan]:
        """The sections after the headline in their order, with their share of the time."""
        game = self.setting.game
        found = [
            SectionPlan("seats", "Other sizes of table", 5, self._every_size),
            SectionPlan("skill", "Does skill count?", 4, self.ask("skill")),
            SectionPlan("cards", "Which card is strong?", 5, self.ask("cards")),
            SectionPlan("decisions", "Do choices matter?", 4, self.ask("decisions")),
            SectionPlan("drama", "Is it exciting?", 2, self.ask("drama")),
            SectionPlan("rules", "What would one rule change do?", 6, self.ask("rules")),
            SectionPlan("sweep", "What if?", 3, self._what_if),
            SectionPlan("readings", "Does it depend on a reading?", 6, self.ask("readings")),
            SectionPlan("data", "Does it depend on a reconstructed table?", 3, self.ask("data")),
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
            replace(part, seconds=round(part.seconds * share, 2))
            for part in found
            if part.name not in absent
        ]

    def part(self, name: str) -> SectionPlan:
        """A section by its name; that on mending is none of the usual ones."""
        return next(part for part in (*self.parts(), self.fix_search()) if part.name == name)

    def fix_search(self) -> SectionPlan:
        """The section of a table that turned out to be unfair; it needs the time to decide."""
        seconds = round(MENDING * self.seconds / FULL, 2)
        return SectionPlan("mend", "What would mend it?", seconds, self.ask("mend"))

    def headline(self) -> "Headline":
        """The largest run; it also tells the length of its games."""
        games = self.headline_games()
        fair = self.setting.question(
            "simulate", n=games, tolerance=self.tolerance, until_decided=self.is_window
        )
        length = self.question("length", n=games)
        asked = replace(length.asked, seconds=HEADLINE * self.seconds / FULL)
        return Headline(cast("Simulate", fair), replace(length, asked=asked))

    def headline_games(self) -> int:
        if self.n is not None:
            return self.n
        seconds = HEADLINE * self.seconds / FULL * (PLAY_ON if self.is_window else 1)
        asked = QuestionOptions(seconds=seconds)
        return max(question_base.games_per_cell(self.setting, asked, 1), FEWEST)

    def question(self, name: str, **options: object) -> "DesignerQuestion":
        options = {"tolerance": self.tolerance, **options}
        return cast("DesignerQuestion", self.setting.question("ask", question=name, **options))

    def ask(self, name: str) -> "Callable[[float], Question]":
        return lambda seconds: self.question(name, seconds=seconds)

    def _every_size(self, seconds: float) -> "Question":
        """All sizes except that of the headline, which has more games behind it."""
        found = self.question("seats", seconds=seconds, players=None)
        return replace(found, asked=replace(found.asked, without=self.setting.players))

    def _what_if(self, seconds: float) -> "Question":
        game, rules = self.setting.game, self.setting.rules
        rule, values = game.main_rule, game.main_values(rules)
        asked = QuestionOptions(seconds=seconds)
        n = question_base.games_per_cell(self.setting, asked, len(values))
        given = {name: [value] for name, value in self.setting.given.items()}
        return self.setting.question(
            "sweep", rule={**given, rule: values}, n=n, tolerance=self.tolerance
        )


@dataclass(frozen=True)
class Headline:
    """Two questions about the same games: is it fair, and how long is it?"""

    fair: "Simulate"
    length: "Question"

    @property
    def command(self) -> str:
        return self.fair.command

    def plan(self) -> Plan:
        (group,), (other, *more) = self.fair.plan().groups, self.length.plan().groups
        both = replace(group, reductions=tuple(dict.fromkeys(group.reductions + other.reductions)))
        return Plan((both, *more))

    def is_decided(self, ran: "GroupResult", look: int) -> bool:
        return self.fair.is_decided(ran, look)

    def next_round(self, outcome: "Outcome") -> Plan | None:
        return self.length.next_round(outcome)

    def progress_text(self, ran: "GroupResult") -> str:
        first = self.fair.plan().groups[0].cells
        return (self.fair if ran.group.cells == first else self.length).progress_text(ran)

    def has_result(self, outcome: "Outcome") -> bool:
        return all(ran.n for ran in outcome.groups)

    def answer(self, outcome: "Outcome") -> Answer:
        """The answer about fairness, with notable games to look at instead of just any game."""
        made = self.fair.answer(replace(outcome, groups=outcome.groups[:1]))
        looks = question_base.notable_replays(
            self.fair.setting, outcome.groups[0], *question_base.NOTABLE
        )
        rest = [block for block in made.blocks if not isinstance(block, Command)]
        kept = cast("Notable", outcome.groups[0].part("notable", 0))
        usual = HeadlineResult(kept.index("median") or 0)
        return replace(made, blocks=(*rest, *looks), results=(usual, *made.results))


def build_sections(report: Report, run: "Callable[[str, Question], Outcome]") -> Iterator[Section]:
    """The answers, one after the other; `run` plays a question and shows its name meanwhile."""
    headline = report.headline()
    played = run("Is it fair?", headline)
    fair = _headline_answer(report, headline, played)
    yield Section("fair", "Is it fair?", _as_section("fair", fair))
    names = [part.name for part in report.parts()]
    if (claim := _verdict(fair)) and claim.refuted:
        names.append("mend")
    yield from _played(report, [name for name in names if name == "seats"], run)
    length = headline.length.answer(played)
    yield Section("length", "How long is it?", _as_section("length", length))
    rest = [name for name in names if name != "seats"]
    for section in _played(report, rest, run, _verdict(fair)):
        yield _with_look(section, fair)


def _headline_answer(report: Report, headline: Headline, played: "Outcome") -> Answer:
    """The answer of the largest run; in a window, with a verdict or at the edge of one."""
    fair = headline.answer(played)
    for tolerance in (*WIDER, WIDEST) if report.is_window else ():
        if leaves_open(fair):
            fair = replace(report, tolerance=tolerance).headline().answer(played)
    return fair


def _verdict(headline: Answer) -> "Claim | None":
    """Whether the table is fair; None if its seats cannot be compared."""
    found = next((finding for finding in headline.findings if finding.key == "fair"), None)
    return found.claim if found else None


def _played(
    report: Report,
    names: list[str],
    run: "Callable[[str, Question], Outcome]",
    verdict: "Claim | None" = None,
) -> Iterator[Section]:
    for name in names:
        part = report.part(name)
        question = part.build(part.seconds)
        outcome = run(part.title, question)
        answer = _decided(report, part, question, outcome, tolerances(part.name, verdict))
        yield Section(part.name, part.title, _as_section(part.name, answer))


def tolerances(name: str, verdict: "Claim | None") -> tuple[float, ...]:
    """The wider ones that a section may be told at. A page whose headline calls a table UNFAIR does
    not call the same table FAIR further down, at a tolerance that nobody asked for."""
    unfair = verdict is not None and verdict.refuted
    told = name in BY_TOLERANCE and not (unfair and name in SAME_TABLE)
    return WIDER if told else ()


def _decided(
    report: Report,
    part: SectionPlan,
    question: "Question",
    outcome: "Outcome",
    wider_ones: Sequence[float],
) -> Answer:
    """The answer, at the smallest tolerance at which these games leave no verdict open.

    The intervals are those of the games that were played, whatever they are compared with; so a
    tolerance may be chosen after the fact.
    """
    answer = question.answer(outcome)
    for tolerance in wider_ones:
        if tolerance <= report.tolerance or not leaves_open(answer):
            continue
        wider = replace(report, tolerance=tolerance).part(part.name)
        again = wider.build(wider.seconds)
        if again.plan() != question.plan():
            break
        made = again.answer(outcome)
        answer = answer if leaves_open(made) else made
    return answer


def leaves_open(answer: Answer) -> bool:
    """Whether some sentence or table of an answer says that its games do not decide it."""
    told = [answer.title, *(part.text for part in answer.paragraphs())]
    told += [cell.text for table in answer.tables() for row in table.rows for cell in row]
    return any(map(OPEN.search, told))


def _with_look(section: Section, fair: Answer) -> Section:
    """A section that names no game to look at gets the first one of the headline."""
    if section.answer.commands():
        return section
    blocks = (*section.answer.blocks, *fair.commands()[:1])
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
        length = answer.result(SimulateResult).length_sentence
        blocks = [
            block
            for block in blocks
            if not (isinstance(block, Paragraph) and block.text == length)
            and not (isinstance(block, Figure) and block.name == "length")
        ]
    return replace(answer, blocks=tuple(blocks))


def play_rounds(question: "Question", **options: Unpack["RunOptions"]) -> "Outcome":
    """All rounds of a question; after an interrupt there is nothing to tell."""
    outcome = run_question(question, **options)
    if outcome.lost:
        raise RunError(outcome.lost)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return outcome


def play_and_answer(question: "Question", **options: Unpack["RunOptions"]) -> Answer:
    """Play a question and answer it."""
    return question.answer(play_rounds(question, **options))


def build_page(report: Report, made: list[Section]) -> Page:
    """The whole page from its sections; a window leaves out those that leave a verdict open, or
    have nothing to tell."""
    setting = report.setting
    if report.is_window:
        made = [part for part in made if part.answer.findings or part.answer.figures()]
    parts = [part for part in made if part.name not in ("fair", "length")]
    out = [part for part in parts if report.is_window and leaves_open(part.answer)]
    made = [part for part in made if part not in out]
    by_name = {section.name: section.answer for section in made}
    headline = by_name["fair"]
    fair = next((f for f in headline.findings if f.key == "fair"), None)
    told = [_for_pages(report, section) for section in (*made, _tale(report, headline))]
    table = table_title(setting.game, setting.players)
    return Page(
        name=report.name,
        game=setting.game.name,
        title=_title(table, fair, headline),
        lead=fair.sentence if fair else headline.title,
        heading=headline.heading,
        finding=fair,
        tiles=tuple(summary_tiles.build_tiles(by_name, fair, length_units(setting.game))),
        sections=tuple(told),
        command=common.command_of(report.request),
        provenance=headline.provenance,
        notes=(*headline.notes, stronger_note.asked_again(by_name["length"])),
        glossary={word: text for word, text in GLOSSARY.items() if _is_said(word, told)},
        left_out={part.question: part.answer.command for part in out},
    )


def _is_said(word: str, sections: list[Section]) -> bool:
    """Verdicts are explained where there are such."""
    return not word.isupper() or any(word in repr(part.answer.blocks) for part in sections)


def _for_pages(report: Report, section: Section) -> Section:
    """A section with the words of its rules."""
    game, players = report.setting.game, report.setting.players
    return replace(section, answer=for_pages(section.answer, game, players, section.question))


def _title(table: str, fair: "Finding | None", headline: Answer) -> str:
    if fair is None or fair.claim is None:
        return headline.title
    among = (
        fairness.AT_RANDOM if set(headline.result(SimulateResult).policies) == {"random"} else ""
    )
    return phrases.claim_sentence(phrases.FAIR_TITLE, fair.claim, game=table, among=among)


def _tale(report: Report, headline: Answer) -> Section:
    """One game told, of the usual length, from the winner's chair."""
    setting = report.setting
    index, cell = headline.result(HeadlineResult).usual_game, setting.cell
    drawn = game_story.story_figure(cell, index, _winner(cell, index))
    look = common.replay_link(setting, "it", index)
    answer = Answer(
        kind="tale",
        title=drawn.title,
        heading=headline.heading,
        findings=(),
        blocks=(
            Paragraph(f"{drawn.title}.", "answer"),
            look,
            drawn,
        ),
        results=(StoryResult(setting.game.name, index),),
        command=command_line(*look.argv),
        provenance=headline.provenance,
        notes=headline.notes,
    )
    return Section("tale", "One game told", answer)


def _winner(cell: "Cell", index: int) -> int:
    from analyzer.playout.replay import replay

    *_, last = replay(cell, index)
    winners = last["result"]["winners"]
    return winners[0] - 1 if winners else 0
