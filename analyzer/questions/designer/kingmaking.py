"""Does a player who cannot win any more decide who does?"""

from typing import TYPE_CHECKING, cast

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Command, Figure, Table, Value
from analyzer.estimates import phrases
from analyzer.estimates.phrases import Phrase
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer._kingmaking_estimates import (
    Hopelessness,
    KingmakingResult,
    Step,
    hopelessness,
    switch_steps,
)
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.kingmaking import HOPELESS, MOMENTS, SWITCHED, WORLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.kingmaking import KingmakingSums
    from analyzer.simulation.run import Outcome

NAME = "kingmaking"
LINE = "Does a player who cannot win any more decide who does, more than any other player?"
OTHER_NAMES = ("kingmaker", "king-making")
GAMES = ()
CLAUSES = {
    "Does a player who cannot win any more": ("hopeless?",),
    "decide who does": ("*?",),
    "more than any other player": ("*?",),
}
GAMES_ON = MOMENTS * WORLDS + 50  # of a playout, those of hopeless seats included


RESULTS = (question_base.DesignerResult, KingmakingResult)
KING = Phrase(
    shown="There is KINGMAKING: among games that this seat wins in neither way, a seat without "
    "hope that plays like {who} changes the winner more often than a seat with a chance that does, "
    "{size}.",
    refuted="There is no more kingmaking than by a seat with a chance: among games that this seat "
    "wins in neither way, a seat without hope changes the winner no more often, {size} if it plays "
    "like {who}.",
    open="It is UNDECIDED whether there is kingmaking: among games that this seat wins in neither "
    "way, a seat without hope and a seat with a chance differ by {size} if they play like {who}.",
)


def build_question(setting: "Setting", asked: QuestionOptions) -> "KingmakingQuestion":
    return KingmakingQuestion(NAME, setting, asked)


class KingmakingQuestion(question_base.DesignerQuestion):
    """One table; a hopeless seat takes up another way to play."""

    @property
    def others(self) -> list[str]:
        """Steps of the ladder that nobody at the table plays."""
        steps = question_base.ladder(self.setting)
        return [name for name in steps if name not in self.setting.policy_names][::-1]

    def plan(self) -> Plan:
        if self.setting.players < 3 or not self.others:
            return Plan(())
        cost = question_base.playout_cost(self.setting, GAMES_ON)
        n = question_base.games_per_cell(self.setting, self.asked, cost)
        cells = [self.setting, *(self.setting.with_policies([name]) for name in self.others)]
        wants = (Reduction("kings", tuple(range(len(cells)))), Reduction("totals", (0,)))
        return Plan((Group(tuple(one.cell for one in cells), wants, n),))

    def tells_of_winning(self, told: question_base.AnswerContent) -> bool:  # noqa: ARG002
        return True

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        if not outcome.groups:
            why = (
                "With two players nobody can be a kingmaker: whoever cannot win has lost."
                if self.setting.players < 3
                else "Every step of the ladder sits at this table already: none is left to try."
            )
            return question_base.AnswerContent([why], [], [], KingmakingResult(None, (), None))
        kings = cast(
            "KingmakingSums", outcome.groups[0].part("kings", *range(1 + len(self.others)))
        )
        return self._build_content(kings)

    def _build_content(self, kings: "KingmakingSums") -> question_base.AnswerContent:
        found = switch_steps(kings, self.others)
        often = hopelessness(kings)
        claim = stats.any_of({step.name: step.claim for step in found}) if found else None
        sentences = [*_about(found, claim), *often.sentences]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[*often.findings, *(step.finding for step in found)],
            blocks=[
                *([_table(found)] if found else []),
                self._figure(found, often, sentences[0]),
            ],
            result=KingmakingResult(often.share, tuple(step.result for step in found), claim),
            replays=self._replays(kings),
            remarks=[
                f"A seat is hopeless if its chance to win is below {100 * HOPELESS:.0f} %, by "
                f"{WORLDS} games played on from {MOMENTS} moments of each game. From there it "
                f"plays like another policy, in {SWITCHED} games on the same luck. The control is "
                "another seat that still has a chance, at the same moment. A game that the "
                "switching seat itself wins, before or after, says nothing of it, so the "
                "comparison leaves such games out on both sides. That selects games by how they "
                "end, so it is no experiment."
            ],
        )

    def _replays(self, kings: "KingmakingSums") -> list[Command]:
        """The moment at which a hopeless seat changed the winner most often."""
        if not kings.record or not kings.record[0]:
            return []
        made, index, move, seat = kings.record
        tried = SWITCHED * len(self.others)
        what = f"a game that seat {seat + 1}, without hope, changed in {made} of {tried} tries"
        return [common.replay_link(self.setting, what, -index, begin=move)]

    def _figure(self, steps: "list[Step]", often: "Hopelessness", title: str) -> Figure:
        """What hopeless seats do; how often there is one, if that never happened."""
        what = (
            "How often another one wins then, among games that this seat wins in neither way, "
            if steps
            else "How often a seat is without hope, of all moments that were looked at, "
        )
        rows: list[figures.Row] = [] if steps else [often.row]
        for step in steps:
            for who, found in (
                ("a hopeless seat", step.hopeless),
                ("a seat with a chance", step.control),
            ):
                percent = stats.format_rounded(100 * found.estimate, 100 * found.error)
                rows.append(
                    {
                        "label": f"{who} plays like {step.name}",
                        "text": f"{percent} %",
                        **common.figure_point(found, 100),
                    }
                )
        return Figure(
            name="kingmaking",
            kind="forest",
            title=title.rstrip("."),
            subtitle=f"{what}with 95 % intervals",
            caption=f"{often.moments:,} moments of {self.setting.game.name} with "
            f"{self.setting.players} players, "
            f"{common.seating_text(self.setting.policy_names)}, seed {self.setting.seed}.",
            data=figures.amounts_forest(rows),
        )


def _about(steps: list[Step], claim: stats.Claim | None) -> list[str]:
    """The plain shares first; then whether that is more than any seat does."""
    if claim is None:
        return ["No kingmaker was found: at no moment that was looked at was a seat without hope."]
    shares = [(step.name, question_base.format_share(step.changed)) for step in steps]
    first = f"If a seat without hope plays like {shares[0][0]}, another one wins than otherwise in "
    more = "".join(f"; if it plays like {name}, in {share}" for name, share in shares[1:])
    top = max(
        (step.claim for step in steps if step.claim.value is claim.value),
        key=lambda one: one.found.estimate,
    )
    told = phrases.claim_sentence(KING, claim, who=top.of, size=phrases.format_size(top))
    return [f"{first}{shares[0][1]} of games{more}.", told]


def _table(steps: "Sequence[Step]") -> Table:
    columns = (
        Column("policy", "plays like", "label", "What the seat plays like from then on."),
        Column("changed", "another wins", help="Games that another one wins then, of all games."),
        Column(
            "hopeless", "hopeless seat", help="The same among games that it wins in neither way."
        ),
        Column(
            "control", "with a chance", help="The same of another seat that still has a chance."
        ),
        Column("difference", "difference", help="A hopeless seat minus one with a chance."),
        Column("interval", "interval", "text", "Of that difference; all rows hold with 95 %."),
        Column("verdict", "", "text", "Whether it is more than a seat with a chance does."),
    )
    rows = []
    for step in steps:
        change, ends = common.format_change(step.claim.found, share=True)
        shares = (step.changed, step.hopeless, step.control)
        rows.append(
            (
                Value(step.name, step.name),
                *(
                    common.percent_value(one, stats.decimals(100 * one.error, most=2))
                    for one in shares
                ),
                Value(change, *step.claim.found, tone=phrases.claim_tone(step.claim)),
                Value(ends, ends),
                Value(step.claim.word, step.claim.word),
            )
        )
    return Table("kingmaking", columns, tuple(rows))
