"""What a search for a mending change found, in words, tables and data.

There are three outcomes: mended by a change, not mended by any that was tried, or not known, with
the changes that may. "None" is said only if every single change is refuted.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import Block, Column, Command, Table, Value
from analyzer.estimates import fairness
from analyzer.estimates.formatting import format_pp
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.designer import _departures, _fix_search, _variants
from analyzer.questions.designer._fix_estimates import MendResult
from analyzer.questions.shared import common, question_base
from analyzer.stats import Claim

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

NAMED = 10  # changes that are named where many may mend it
SHOWN = 12  # changes in the table

BASE = Phrase(
    shown="{game} needs no mending: it is FAIR{among} within {tolerance}; the largest departure is "
    "{who}, {size}.",
    refuted="{game} is UNFAIR{among} by more than {tolerance}.",
    open="Whether {game} needs mending is UNDECIDED{among} at {tolerance}, so no change was tried.",
    barred="Whether {game} needs mending cannot be told: too many games are unfinished.",
)
STANDS = Phrase(  # where the rules as they are stand, beside another sentence
    shown="As it is, the largest departure is {who}, {size}.",
    refuted="As it is, {who} departs by {size}.",
    open="The largest departure is {who}, {size}; no {member} is further than {bound} from its "
    "fair share. {advice}",
    barred="A verdict needs games that end: raise the cap on their length.",
)
MENDED = Phrase(
    shown="{change} makes {game} FAIR{among} within {tolerance}, for players who do not adapt.",
    refuted="None of the {all} changes played last makes {game} FAIR{among} within {tolerance}, "
    "for players who do not adapt.",
    open="It is not known whether one of the {all} changes played last makes {game} FAIR{among} "
    "within {tolerance}.",
)
LEAVES = Phrase(
    shown="The largest departure is then {left} instead of {before}.", refuted="", open=""
)
OTHERS = Phrase(
    shown="{which} would do it too.",
    refuted="It stays UNFAIR with {which}.",
    open="Whether {which} would do it too is not known.",
)
NONE = Phrase(
    shown="None of {all} single changes and pairs makes {game} FAIR{among} within {tolerance}, for "
    "players who do not adapt.",
    refuted="It is not known which change makes {game} FAIR{among} within {tolerance}: {may} of "
    "{all} single changes and pairs may, but fresh luck has not confirmed it.",
    open="It is not known whether a change makes {game} FAIR{among} within {tolerance}: {may} of "
    "{all} single changes and pairs may.",
)
BEST = Phrase(
    shown="Of the changes played last, {who} is the best for players who do not adapt: it leaves "
    "{left} instead of {before}.",
    refuted="Of the changes played last, none is better than the rules as they are, for players "
    "who do not adapt.",
    open="Which of the changes played last is the best is not known.",
)


class FixAnswerBuilder:
    """What a search found, in words and tables."""

    def __init__(self, search: _fix_search.Search) -> None:
        assert search.base is not None
        self.search, self.base = search, search.base
        self.setting: Setting = search.setting
        self.claims, self.last = search.claims, search.last_claims
        self.mended = stats.any_of(self.last) if self.last else None
        self.none = stats.none_of(self.claims) if self.claims and search.ended else None
        rows = [one.row for one in search.tried.values()]
        self.rows = sorted(rows, key=lambda row: (row.claim is None or row.claim.refuted, row.size))
        self.may = [row.name for row in self.rows if row.claim and not row.claim.refuted]

    @property
    def outcome(self) -> str:
        base = self.base.claim
        if base is None or base.open:
            return "undecided"
        if base.shown:
            return "needs none"
        if self.mended and self.mended.shown:
            return "mended"
        if not self.search.ended:
            return "stopped"
        return "not mended" if self.none and self.none.shown else "not known"

    @property
    def best(self) -> Claim | None:
        """Told where nothing is mended."""
        return self.search.best if self.outcome in ("not mended", "not known") else None

    @property
    def mildest(self) -> _departures.TableResult | None:
        """The first change that is shown to mend it."""
        found = self.search.confirmed.values()
        return next((row for row in found if row.claim and row.claim.shown), None)

    @property
    def game(self) -> str:
        game = self.setting.game
        fixed = game.players[0] == game.players[1]
        return game.title if fixed else f"{game.title} with {self.setting.players} players"

    def _said(self, phrase: Phrase, claim: Claim, **more: object) -> str:
        return claim_sentence(
            phrase,
            claim,
            game=self.game,
            among=fairness.policies_phrase(self.base.table),
            tolerance=format_pp(self.search.tolerance, words=True),
            before=f"{self.base.words} as it is",
            **more,  # type: ignore[arg-type]
        )

    def sentences(self) -> list[str]:
        base = self.base.claim
        if base is None or self.base.fair is None:
            return [f"Whether {self.game} needs mending cannot be told: {self.base.why}."]
        if base.shown:
            return [self._said(BASE, base)]
        if base.open:
            return [self._said(BASE, base), self._stands(base)]
        if self.mended and self.mended.shown:
            return self._about_mended(self.mended)
        if self.outcome == "stopped":
            many = common.format_count(len(self.claims), "change")
            return [self._said(BASE, base), f"The search was stopped after a look at {many}."]
        if self.none is None:
            return [self._said(BASE, base), "It has no rule that can be changed."]
        return [
            self._said(NONE, self.none, may=len(self.may)),
            *([f"These may: {_named(self.may)}."] if self.may else []),
            self._stands(base),
            *self._about_best(),
            *self._larger(),
        ]

    def _stands(self, base: Claim) -> str:
        advice = "It is too close to tell; choose another --tolerance."
        if base.needs:
            advice = (
                f"A verdict needs about {base.needs:,} games: give a larger -n and another --seed."
            )
        return self._said(STANDS, base, member=self.base.table.by, advice=advice)

    def _about_mended(self, mended: Claim) -> list[str]:
        row = self.mildest
        assert row is not None
        found = [
            self._said(MENDED, mended, change=row.name),
            self._said(LEAVES, mended, left=row.words),
        ]
        others = {name: claim for name, claim in self.last.items() if name != row.name}
        for value in stats.Truth:
            alike = {name: claim for name, claim in others.items() if claim.value is value}
            if alike:
                names = " or ".join(alike) if value is stats.Truth.OPEN else " and ".join(alike)
                found.append(claim_sentence(OTHERS, stats.any_of(alike), which=names))
        return found

    def _about_best(self) -> list[str]:
        best = self.best
        if best is None:
            return []
        row = self.search.confirmed[best.of]
        return [self._said(BEST, best, left=row.words)]

    def _larger(self) -> list[str]:
        """What a larger budget could decide."""
        if self.outcome != "not known":
            return []
        last = len(self.search.last) or 1
        level = _fix_search.last_looks(self.search.n, last)[-1].level
        least = stats.least_to_decide(self.setting.players, self.search.tolerance, level)
        needs = _departures.games_needed([claim for claim in self.last.values() if claim.open])
        if needs is None:
            return ["A larger -n, with another --seed, looks at each of them for longer."]
        games = stats.round_up(max(needs, least))
        return [f"A larger -n could decide it, with another --seed: about {games:,}."]

    def _left_out(self) -> list[str]:
        names = [one.name for one in self.search.left_out]
        if not names:
            return []
        return [
            f"Left out, since games take more than {_variants.DRAGS} times as many moves, or have "
            f"no verdict: {_named(names)}."
        ]

    def build_content(self) -> question_base.AnswerContent:
        sentences, last = self.sentences(), list(self.search.confirmed.values())
        drawn = [self.base, *(last or self.rows[:SHOWN])]
        setting, tolerance = self.setting, self.search.tolerance
        blocks: list[Block] = [_table("confirmed", [self.base, *last])]
        if self.rows:
            blocks.append(_table("changes", self.rows[:SHOWN]))
        blocks.append(
            _departures.departures_figure(
                "mend", setting, tolerance, drawn, sentences[0], "change", "those of changes"
            )
        )
        return question_base.AnswerContent(
            sentences=[*sentences, *self._left_out()],
            findings=_departures.table_findings([self.base, *last]),
            blocks=blocks,
            result=self._result(),
            replays=self._replays(),
            remarks=self._remarks(),
        )

    def _remarks(self) -> list[str]:
        if not self.rows:
            return []
        found = [
            "All changes have the same luck as the rules as they are. A change that was dropped "
            "early is not refuted by that; its verdict is its own."
        ]
        if self.search.confirmed:
            found.append(
                "Fresh luck: no earlier round had seen these games, and they were judged at "
                "planned looks."
            )
        return found

    def _replays(self) -> list[Command]:
        """A game that comes out differently with the change that the answer names first."""
        row = self.mildest or (self.rows[0] if self.rows else None)
        if row is None:
            return []
        ran, place = self.search.paired[row.name]
        return question_base.changed_replays(self.setting, row.setting, row.name, ran, place)

    def _result(self) -> MendResult:
        mildest = self.mildest
        return MendResult(
            outcome=self.outcome,
            mended_by=mildest.name if mildest else None,
            **vars(self.base.result),
            mended=self.mended,
            none=self.none,
            best=self.best,
            may=tuple(self.may),
            left_out=tuple(one.name for one in self.search.left_out),
            tried=len(self.rows),
            changes=tuple(row.named_result for row in self.rows),
            confirmed=tuple(row.named_result for row in self.search.confirmed.values()),
        )


def _named(names: Sequence[str]) -> str:
    """At most ten, and how many more; a pair holds a comma itself."""
    more = len(names) - NAMED
    return "; ".join(names[:NAMED]) + (f"; and {more} more" if more > 0 else "")


def _table(name: str, rows: Sequence[_departures.TableResult]) -> Table:
    head = "change" if name == "changes" else "on fresh luck"
    columns = (
        Column("change", head, "label", "What differs from the rules as they are."),
        *_departures.COLUMNS,
        Column("games", "games", help="How many were played, over all rounds.", drop=1),
    )
    return Table(
        name,
        columns,
        tuple(
            (Value(row.name, row.name), *row.cells, Value(f"{row.table.n:,}", row.table.n))
            for row in rows
        ),
    )
