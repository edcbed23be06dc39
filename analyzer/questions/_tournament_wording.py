"""What `tournament` says: sentences, tables and a chart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Tone,
    Value,
)
from analyzer.estimates import phrases, seats
from analyzer.estimates.differences import SAME_SHARE
from analyzer.estimates.formatting import format_pp
from analyzer.estimates.phrases import Phrase
from analyzer.questions._tournament_estimates import MatchResult, TournamentEstimates
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.questions.tournament import Tournament
    from analyzer.simulation.run import Outcome

TOLD = 6  # matches that are told in sentences; the table has all of them

BEST = Phrase(
    shown="{who} plays best: it does better than {rivals}.",
    refuted="No policy plays best: each does worse than another one.",
    open="Which policy plays best is not known: it may be {may}.",
)
MATCH = Phrase(
    shown="{match} wins {wins} of games ({ends}), {side} than the {fair} of equal skill.",
    refuted="{match} wins {wins} of games ({ends}), the {fair} of equal skill within {tolerance}.",
    open="{match} wins {wins} of games ({ends}), not told apart from the {fair} of equal skill.",
    barred="{match} has no result: {part} of games hit a cap on their length.",
)
OTHERS = Phrase(  # matches that are told together
    shown="",
    refuted="As much as by equal skill, within {tolerance}: {matches}.",
    open="Not told apart from equal skill: {matches}.",
    barred="No result, since more than 5 % of games hit a cap on their length: {matches}.",
)


class AnswerBuilder:
    """What the matches say."""

    def __init__(self, asked: "Tournament", outcome: "Outcome") -> None:
        self.asked, self.outcome, self.setting = asked, outcome, asked.setting
        self.found = TournamentEstimates(asked, outcome)
        self.ran, self.n, self.results = self.found.ran, self.found.n, self.found.matches

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table(), self.seat_table(), self.profile_table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        more = "" if len({ran.n for ran in self.ran.values()}) == 1 else " or more"
        blocks.append(
            Paragraph(
                f"Every match has {common.format_count(self.n, 'deal')}{more}, and each deal is "
                "played "
                "once for every seating of the rotated policies. The intervals of all matches hold "
                "together with 95 %. A star marks a match that is shown to differ from equal skill."
            )
        )
        blocks += self.warnings()
        blocks.append(self.figure(sentences))
        return Answer(
            kind="tournament",
            title=sentences[0].rstrip("."),
            heading=(
                self.setting.game.name,
                f"{self.setting.players} players",
                ", ".join(self.asked.policies),
                f"{self._deals()} per match",
                f"seed {self.setting.seed}",
            ),
            changed=common.rules_text(self.setting.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            results=(self.found.result(sentences, common.warning_texts(blocks)),),
            command=self.asked.command,
            provenance=common.provenance_record(
                self.setting, self.asked.n, self.asked.first, self.asked.command
            )
            | {"policies": list(self.asked.policies)},
            notes=common.table_notes(self.setting, self.outcome),
            **common.clock_fields(self.outcome),
        )

    def _deals(self) -> str:
        told = common.format_count(self.n, "deal")
        stopped = self.n < self.asked.n
        return f"stopped after {told.split()[0]} of {self.asked.n:,} deals" if stopped else told

    def findings(self) -> list[Finding]:
        best = self.found.best()
        first = Finding(
            key="best",
            question="Which policy plays best?",
            **best.found._asdict(),
            n=self.n,
            unit="share",
            claim=best,
            sentence=best_sentence(best, self.asked.policies),
        )
        return [first, *map(self._finding, self.results)]

    def _finding(self, result: MatchResult) -> Finding:
        return Finding(
            key=result.name,
            question=f"How often does {result.name} win?",
            **result.win_share._asdict(),
            n=self.n,
            unit="share",
            claim=result.claim,
            sentence=match_sentence(result),
        )

    def warnings(self) -> list[Paragraph]:
        """What to mind: games that nobody won, and who is slow."""
        totals = [ran.totals(i) for ran in self.ran.values() for i in range(len(ran.group.cells))]
        seated = [self.setting.with_policies([policy]) for policy in self.asked.policies]
        found = [
            *self.setting.game.warnings(self.setting.rules),
            *common.cap_sentences(self.setting.game.name, totals),
            *common.python_sentences(seated),
        ]
        missing = [match.name for match in self.asked.matches if match.seatings not in self.ran]
        stopped = common.not_played_paragraphs(missing, "matches")
        return [*(Paragraph(text, "warning") for text in found), *stopped]

    def sentences(self) -> list[str]:
        """Who plays best, who is better than whom and by how much; then what is not shown."""
        shown = [
            result
            for result in sorted(
                self.results, key=lambda r: -abs(r.win_share.estimate - r.fair_share)
            )
            # Of two players the other one's share is the rest: no row of its own tells it.
            if result.claim.shown and (result.claim.side > 0 or self.setting.players == 2)
        ]
        found = [
            best_sentence(self.found.best(), self.asked.policies),
            *map(match_sentence, shown[:TOLD]),
        ]
        groups: dict[tuple[str, bool], list[MatchResult]] = {}
        for result in self.results:
            if not result.claim.shown:
                key = (result.claim.value, bool(result.claim.barred))
                groups.setdefault(key, []).append(result)
        return [*found, *map(group_sentence, groups.values())]

    def table(self) -> Table:
        columns = (
            Column("match", "match", "label", "Who sits among whom."),
            Column("wins", "wins", help="Share of games won by the first named."),
            Column("interval", "95 % interval", "text", "Of that share; all hold together."),
            Column("fair", "equal skill", help="What it would win if all were equally good."),
            Column("shown", "*", "text", "A star: shown to win more or less than by equal skill."),
        )
        rows = []
        for result in self.results:
            ends = common.interval_text(result.win_share, 100)
            tone: Tone = phrases.claim_tone(result.claim)
            rows.append(
                (
                    Value(result.name, result.name),
                    common.percent_value(result.win_share, share_decimals(result), tone),
                    Value(ends, ends),
                    Value(fair_text(result), result.fair_share),
                    Value(phrases.claim_star(result.claim), result.claim.word),
                )
            )
        return Table("matches", columns, tuple(rows))

    def seat_table(self) -> Table:
        heads = [f"seat {seat + 1}" for seat in range(self.setting.players)]
        if self.setting.game.roles and self._roles_are_fixed():
            heads = list(self.setting.game.roles)
        columns = [Column("match", "wins at", "label", "Who sits among whom.")]
        columns += [
            Column(f"seat_{s + 1}", heads[s], help="Wins of the first named at this seat.")
            for s in range(self.setting.players)
        ]
        rows = [
            (
                Value(result.name, result.name),
                *(
                    common.percent_value(found, stats.decimals(100 * found.error, most=4))
                    for found in result.by_seat
                ),
            )
            for result in self.results
        ]
        return Table("seats", tuple(columns), tuple(rows))

    def _roles_are_fixed(self) -> bool:
        return all(
            seats.roles_are_fixed(ran.totals(i))
            for ran in self.ran.values()
            for i in range(len(ran.group.cells))
        )

    def profile_table(self) -> Table:
        """The counters in which the policies differ most, those that are told apart first."""
        found = self.found.profiles()
        policies = [policy for policy in self.asked.policies if found[policy]]
        names = list(found[policies[0]])

        def spread(name: str) -> tuple[bool, float]:
            means = sorted(found[policy][name] for policy in policies)
            apart = means[-1].low > means[0].high
            most = max(abs(mean.estimate) for mean in means) or 1
            return apart, (means[-1].estimate - means[0].estimate) / most

        chosen = sorted(names, key=spread, reverse=True)[:8]
        columns = [Column("counter", "a game", "label", "A counter of the game.")]
        columns += [Column(policy, policy, help="Mean a game and seat.") for policy in policies]
        rows = [
            (
                Value(name.replace("_", " "), name),
                *(common.number_value(found[p][name], most=4) for p in policies),
            )
            for name in names
            if name in chosen
        ]
        return Table("profiles", tuple(columns), tuple(rows), title="How they play")

    def _drawn(self, result: MatchResult, own: bool) -> figures.Row:
        """A match as a row of the chart; with a line of its own where games were not won."""
        row: figures.Row = {
            "label": result.name,
            "text": common.percent_value(result.win_share, share_decimals(result)).text,
            **common.figure_point(result.win_share, 100),
        }
        if not result.claim.shown:
            row["tone"] = "muted"
        if own:
            row["fair"] = result.fair_share
        return row

    def figure(self, sentences: list[str]) -> Figure:
        lines = list(dict.fromkeys(fair_text(result) for result in self.results))
        return Figure(
            name="tournament",
            kind="tournament",
            title=sentences[0].rstrip("."),
            subtitle="Share of games won by the first named, with 95 % intervals that hold "
            "together; the line is equal skill",
            caption=f"{common.format_count(self.n, 'deal')} per match of {self.setting.game.name} "
            f"with {self.setting.players} players, policies rotated over the seats on the same "
            f"luck, seed {self.setting.seed}.",
            data=figures.Tournament(
                fair=None if len(lines) > 1 else self.results[0].fair_share,
                fair_text=f"equal skill {lines[0]}",
                rows=[self._drawn(result, own=len(lines) > 1) for result in self.results],
            ),
        )


def share_decimals(result: MatchResult) -> int:
    return stats.decimals(100 * result.win_share.error, most=4)


def fair_text(result: MatchResult) -> str:
    """What equal skill would win, as it is shown."""
    return f"{100 * result.fair_share:.3g} %"


def join_names(names: Sequence[str], word: str = "or") -> str:
    """a, b or c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def match_sentence(result: MatchResult) -> str:
    """A match in words."""
    return phrases.claim_sentence(
        MATCH,
        result.claim,
        match=result.name,
        wins=common.percent_value(result.win_share, share_decimals(result)).text,
        ends=common.interval_text(result.win_share, 100),
        side="more" if result.claim.side > 0 else "less",
        fair=fair_text(result),
        part=f"{common.two_digits(100 * result.capped)} %",
    )


def group_sentence(group: list[MatchResult]) -> str:
    """Matches whose claims have the same value."""
    names = "; ".join(result.name for result in group)
    return phrases.claim_sentence(
        OTHERS, group[0].claim, matches=names, tolerance=format_pp(SAME_SHARE, words=True)
    )


def best_sentence(claim: stats.Claim, policies: Sequence[str]) -> str:
    """Which policy plays best, as far as that is shown."""
    rivals = [policy for policy in policies if policy != claim.of]
    return phrases.claim_sentence(
        BEST, claim, rivals=join_names(rivals, "and"), may=join_names(claim.names)
    )
