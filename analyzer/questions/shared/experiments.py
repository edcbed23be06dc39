"""Questions of users: a class in a file, or in another package, that says what to compare.

    analyze ask hike ./mine.py:Targets

The class says what is played, and may say in its own words what came out. Numbers, intervals,
tables and charts are those of `compare` or `simulate`. A file with a question is a program of its
user, as a file with a policy is.
"""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from analyzer.answer.blocks import Answer, Block, Paragraph
from analyzer.errors import RunError, UserError, did_you_mean, first_line
from analyzer.estimates.measures import parse_measures
from analyzer.games import plugins
from analyzer.policies import python_file
from analyzer.questions.compare import Arm, Compare
from analyzer.questions.designer import Definition, QuestionOptions
from analyzer.questions.shared import common, question_base
from analyzer.questions.shared.presets import ComparisonResult, counters_of_cell
from analyzer.questions.simulate import Simulate
from analyzer.simulation.plan import Plan, Reduction
from analyzer.system import user_code
from analyzer.system.signals import is_interrupt
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.estimates.counters import CounterTotals
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome

GROUP = "analyzer.questions"  # of entry points
QUESTION = "Question"
FORM = "must be a class with the base analyzer.Experiment"
POLICY = "policy"  # in an arm: who plays; everything else in it is a rule


class Experiment:
    """A question of your own; its docstring is the question in one line.

    With `arms`, each of them is compared with the table as it was asked for, on the same luck.
    Without, the table is played, and `counters` are told.
    """

    games: ClassVar[Sequence[str]] = ()  # that it can be asked about; (): all
    arms: ClassVar[Sequence[Mapping[str, object]]] = ()  # rules that differ, or a policy
    measures: ClassVar[Sequence[str]] = ("wins",)  # that are compared: as --measure takes them
    counters: ClassVar[Sequence[str]] = ()  # of the game or its seats, if there are no arms

    def write_sentences(self, found: "ComparisonResult | CounterTotals") -> Sequence[str]:
        """Answer the question in sentences; without any, those of `compare` or `simulate` stand.

        This one tells the mean of each counter.

        Parameters
        ----------
        found : ComparisonResult or CounterTotals
            What the games came to: differences of the arms, or sums of the counters.

        Returns
        -------
        list of str
            The sentences.
        """
        if isinstance(found, ComparisonResult):
            return []
        return [
            f"The mean of {name} is {question_base.format_amount(found.mean(name))} a game."
            for name in self.counters
        ]


@dataclass(frozen=True)
class ExperimentResult:
    """What a question of a user adds to the numbers of its run."""

    question: Annotated[str, "the question, as typed"]
    told: Annotated[tuple[str, ...], "what its class says of the numbers, in sentences"]


@dataclass(frozen=True)
class ExperimentQuestion(question_base.DesignerQuestion):
    """What such a class asks, as a question."""

    own: Experiment
    inner: Simulate | Compare
    is_in_file: bool

    def plan(self) -> Plan:
        plan = self.inner.plan()
        if isinstance(self.inner, Compare):
            return plan
        first, *others = plan.groups
        return Plan(
            (replace(first, reductions=(*first.reductions, Reduction("counts", (0,)))), *others)
        )

    def has_result(self, outcome: "Outcome") -> bool:
        return self.inner.has_result(outcome)

    def answer(self, outcome: "Outcome") -> Answer:
        made, told = self.inner.answer(outcome), self._sentences(outcome)
        rest = [block for block in made.blocks if not (told and _is_answer(block))]
        return replace(
            made,
            kind=f"ask {self.name}",
            title=told[0].rstrip(".") if told else made.title,
            blocks=(*(Paragraph(text, "answer") for text in told), *rest),
            results=(*made.results, ExperimentResult(self.name, tuple(told))),
            command=self.command,
            provenance={**made.provenance, "command": self.command, **self._file()},
        )

    def _file(self) -> dict[str, str]:
        """The hash of the user's file, for provenance."""
        path = self.name.partition(":")[0]
        return {"question_file": python_file.digest(path)} if self.is_in_file else {}

    def _sentences(self, outcome: "Outcome") -> list[str]:
        found: ComparisonResult | CounterTotals
        if isinstance(self.inner, Compare):
            rows = self.inner.differences(outcome)
            found = ComparisonResult(self.inner.arms, outcome.groups[0], rows, self.asked.tolerance)
        else:
            found = counters_of_cell(outcome.groups[0])
        try:
            with user_code.run_apart():
                told = list(self.own.write_sentences(found))
                if all(isinstance(text, str) for text in told):
                    return [" ".join(text.split()) for text in told]
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise RunError(
                f"Question {self.name} raised {first_line(error)} in write_sentences."
            ) from error
        raise RunError(f"Question {self.name} must write sentences; got {short_repr(told)}.")


def _is_answer(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.voice == "answer"


def is_in_file(name: str) -> bool:
    """Is this a question in a user's file?"""
    return name.partition(":")[0].endswith(".py")


def find_in_file(name: str) -> Definition:
    """The question of ./mine.py:Targets."""
    path, _, word = name.partition(":")
    with python_file.as_mistakes(name, QUESTION):
        module = python_file.read_file(path, fresh=True, what=QUESTION).module
        mine = [
            key
            for key, value in vars(module).items()
            if inspect.isclass(value) and issubclass(value, Experiment) and value is not Experiment
        ]
        if word not in mine:
            raise UserError(
                f"Question file {path} has no question {word!r}{did_you_mean(word, mine)}"
            )
        return _definition(name, vars(module)[word], from_file=True)


def names_in_packages() -> list[str]:
    """The questions that other packages bring; nothing is imported."""
    return sorted(plugins.find_entry_points(GROUP))


def packages() -> dict[str, str]:
    """Those questions, and which package brings each."""
    entries = plugins.find_entry_points(GROUP)
    return {name: plugins.package_of(entries[name][0]) for name in names_in_packages()}


def find_in_packages(name: str, taken: bool) -> Definition:
    """A question that another package brings."""
    entries = plugins.find_entry_points(GROUP)[name]
    found = plugins.load(f"question {name}", entries, taken)
    if not (inspect.isclass(found) and issubclass(found, Experiment)):
        raise plugins.refusal(f"question {name}", entries[0], FORM)
    return _definition(name, found, from_file=False)


def _definition(name: str, own: type[Experiment], from_file: bool) -> Definition:
    def build(setting: "Setting", asked: QuestionOptions) -> ExperimentQuestion:
        with python_file.as_mistakes(name, QUESTION):
            made = own()
            return ExperimentQuestion(
                name, setting, asked, made, _inner(name, made, setting, asked), from_file
            )

    line = (inspect.getdoc(own) or "").partition("\n")[0]
    return Definition(name, line, build, (ExperimentResult,), tuple(own.games), clauses={})


def _inner(
    name: str, own: Experiment, setting: "Setting", asked: QuestionOptions
) -> Simulate | Compare:
    if own.games and setting.game.name not in own.games:
        raise UserError(
            f"Question {name} can be asked about {', '.join(own.games)}; got {setting.game.name}."
        )
    if not own.arms:
        n = question_base.games_per_cell(setting, asked, 1, 0.7)
        return Simulate(setting, n)
    arms = [Arm("as asked" if setting.changed else "as printed", setting)]
    arms += [_arm(name, arm, setting) for arm in own.arms]
    n = question_base.games_per_cell(setting, asked, len(arms), 0.9)
    chosen = tuple(parse_measures(setting.game, setting.players, list(own.measures)))
    return Compare(tuple(arms), n, 0, chosen, minutes=asked.minutes)


def _arm(name: str, arm: Mapping[str, object], setting: "Setting") -> Arm:
    if not isinstance(arm, Mapping) or not arm:
        raise UserError(
            f"Question {name} must have arms such as {{'target': 20}}; got {short_repr(arm)}."
        )
    rules = {key: value for key, value in arm.items() if key != POLICY}
    changed = setting.with_rules(rules) if rules else setting
    words = [common.rules_text(rules)] if rules else []
    if POLICY in arm:
        changed = changed.with_policies([str(arm[POLICY])])
        words.append(f"{POLICY}={arm[POLICY]}")
    return Arm(", ".join(words), changed)
