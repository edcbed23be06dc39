"""What `tune` says: sentences, tables and a chart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Block,
    Column,
    Command,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
)
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import format_pp, format_signed
from analyzer.estimates.phrases import Phrase, claim_sentence, claim_tone, format_size
from analyzer.questions._tune_estimates import GenerationResult, TriedSetting, TuneResult
from analyzer.questions.shared import common
from analyzer.stats import Claim, Family

if TYPE_CHECKING:
    from analyzer.questions._tune_search import Search, Tried
    from analyzer.questions._tune_space import Candidate
    from analyzer.questions.tune import Tune
    from analyzer.simulation.run import Outcome

ROWS = 12  # of a table and of the chart
FEW = 3  # parameters whose values are named twice in a sentence
LONG = 40  # letters of a policy that is named in full

FINALIST = Phrase(
    shown="BETTER by {gain}: {who} instead of {before}, for one player among players of {base}.",
    refuted="NO BETTER by more than {tolerance}: {who} instead of {before}, {size}.",
    open="OPEN: whether {who} is better than {before} is not known, {size}.",
    barred="NO VERDICT: {part} of games hit a cap on their length, so who would have won them is "
    "not known.",
)
NONE = Phrase(
    shown="NO BETTER: none of the {all} settings {compared} gains more than {tolerance} over "
    "{base}; at most {bound} is possible.",
    refuted="OPEN: what looked better than {base} in the search is not confirmed by fresh deals; "
    "of the {all} settings {compared} none gains more than {bound}.",
    open="OPEN: whether one of the {all} settings {compared} is better than {base} is not known; "
    "none gains more than {bound}.",
)
NOTHING = Phrase(  # every interval ends below zero
    shown="NO BETTER: none of the {all} settings {compared} gains anything over {base}.",
    refuted="",
    open="",
)
ALSO = Phrase(
    shown="{who} is BETTER too, {size}.",
    refuted="{who} is NO BETTER by more than {tolerance}, {size}.",
    open="Whether {who} is better is OPEN, {size}.",
)
QUESTION = "Is there a better setting?"
VALUES = "The values of the parameters."


class AnswerBuilder:
    """What a search found, in words and tables."""

    def __init__(self, asked: "Tune", search: "Search", outcome: "Outcome") -> None:
        self.asked, self.search, self.outcome = asked, search, outcome
        self.setting, self.space = asked.setting, search.space
        policy = self.space.policy
        self.base = str(policy) if len(str(policy)) <= LONG else f"{policy.name} as given"
        self.many = len(self.space.dimensions) > FEW
        self.better, self.none, self.winner = search.better, search.none, search.winner
        order = search.confirmed
        self.best = self.winner or max(
            order, key=lambda one: order[one].found.estimate, default=None
        )

    @property
    def capped(self) -> Claim | None:
        """Too many games did not end: a claim that they cannot decide."""
        if self.search.capped <= CAPPED:
            return None
        many = self.search.searched + self.search.confirm_games
        return stats.barred("better", "unfinished", Family("settings", 1), many, 0.0)

    @property
    def outcome_word(self) -> str:
        if self.capped:
            return self.capped.word
        if self.winner is not None:
            return self.search.confirmed[self.winner].word
        if not self.search.ended:
            return "STOPPED"
        return "NO BETTER" if self.none and self.none.shown else "OPEN"

    # -- sentences --

    def _said(self, phrase: Phrase, claim: Claim) -> str:
        return claim_sentence(
            phrase,
            claim,
            who=self._short(claim.of),
            base=self.base,
            before="the values as given" if self.many else self.space.name(self.space.incumbent),
            gain=format_size(claim).lstrip("+") if not claim.barred else "",
            part=f"{100 * self.search.capped:.0f} %",
            tolerance=format_pp(self.search.tolerance),
            compared="tried" if self.space.is_listed else "that the search ended with",
        )

    def _short(self, name: str) -> str:
        """The values of many parameters: the first two, and how many more."""
        values = name.split(", ")
        if len(values) <= FEW:
            return name
        return f"{', '.join(values[:2])} and {len(values) - 2} more values"

    def sentences(self) -> list[str]:
        return [*self._verdict(), *self._shrinkage(), *self._policy(), *self._games()]

    def _verdict(self) -> list[str]:
        if self.capped:
            return [self._said(FINALIST, self.capped)]
        confirmed = self.search.confirmed
        if self.winner is not None:
            others = [claim for one, claim in confirmed.items() if one != self.winner]
            told = [self._said(FINALIST, confirmed[self.winner])]
            return told + [self._said(ALSO, claim) for claim in others]
        if not self.search.ended:
            return self._stopped()
        if self.none is None:
            return [f"The search came back to {self.base} as it is, so nothing was confirmed."]
        if len(self.none.parts) == 1:
            return [self._said(FINALIST, self.none.parts[0]), *self._larger()]
        if self.none.shown:
            return [self._said(NONE if self.none.bound else NOTHING, self.none)]
        each = [self._said(ALSO, claim) for claim in confirmed.values()]
        return [self._said(NONE, self.none), *each, *self._larger()]

    def _stopped(self) -> list[str]:
        if not self.search.generations and not self.search.tried:
            return ["Stopped before any setting could be compared."]
        told = "Stopped before fresh deals had confirmed a setting."
        if self.search.tried:
            best = max(self.search.tried.values(), key=lambda one: one.gain.estimate)
            looks = format_pp_signed(best.gain.estimate)
            name = self._short(self.space.name(best.candidate))
            return [told, f"{name} looks best so far, {looks}."]
        centre = self.space.name(self.search.generations[-1].centre)
        return [told, f"The search stands about {centre}."]

    def _larger(self) -> list[str]:
        """What more games could decide."""
        if self.none is None or self.none.shown:
            return []
        needs = self.search.needs
        if needs is None or needs <= self.search.n:
            return ["A larger -n, with another --seed, looks at each of them for longer."]
        return [f"A larger -n could decide it, with another --seed: about {needs:,}."]

    def _shrinkage(self) -> list[str]:
        found, lost = self._found(self.best), self.shrinkage
        if found is None or lost is None or self.best is None:
            return []
        confirmed = self.search.confirmed[self.best].found.estimate
        why = " The best of many is lucky too." if lost > 0 else ""
        name = self._short(self.space.name(self.best))
        return [
            f"In the search {name} seemed to gain {format_pp_signed(found)}, "
            f"on fresh deals it gains {format_pp_signed(confirmed)}.{why}"
        ]

    def _found(self, candidate: "Candidate | None") -> float | None:
        """What a candidate seemed to gain in the search."""
        return self.search.found.get(candidate) if candidate is not None else None

    @property
    def shrinkage(self) -> float | None:
        """What of the gain that was found is not confirmed."""
        found = self._found(self.best)
        if found is None or self.best is None or self.capped:
            return None
        return found - self.search.confirmed[self.best].found.estimate

    def _policy(self) -> list[str]:
        if self.winner is None:
            return []
        return [f"The policy to use: {self.space.spec(self.winner)}"]

    def _games(self) -> list[str]:
        searched, confirmed = self.search.searched, self.search.confirm_games
        told = [f"{common.format_count(searched, 'game')} to search"] if searched else []
        told += [f"{common.format_count(confirmed, 'game')} on fresh deals"] if confirmed else []
        return [f"It took {' and '.join(told)}."] if told else []

    # -- the answer --

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [*self._tables()]
        blocks += [Paragraph(sentences[0], "answer", self._strong(sentences[0]))]
        blocks += [Paragraph(text, "answer") for text in sentences[1:]]
        blocks += [Paragraph(text) for text in self._remarks()]
        warnings = self._warnings()
        blocks += warnings
        blocks += self._commands()
        if figure := self._figure(sentences[0]):
            blocks.append(figure)
        return Answer(
            kind="tune",
            title=sentences[0].rstrip("."),
            heading=(
                self.setting.game.name,
                f"{self.setting.players} players",
                f"one among players of {self.base}",
                "; ".join(one.text for one in self.space.dimensions),
                common.format_count(self.outcome.games, "game"),
                f"seed {self.setting.seed}",
            ),
            changed=common.rules_text(self.setting.changed),
            findings=tuple(self._findings()),
            blocks=tuple(blocks),
            results=(self._result(sentences, warnings),),
            command=self.asked.command,
            provenance=common.provenance_record(self.setting, self.search.n, 0, self.asked.command),
            notes=common.table_notes(self.setting, self.outcome),
            **common.clock_fields(self.outcome),
        )

    def _strong(self, sentence: str) -> str:
        word = self.outcome_word
        return word if sentence.startswith(word) else ""

    def _findings(self) -> list[Finding]:
        """The verdict first, then what was confirmed."""
        if self.capped:
            return []
        found = []
        if self.winner is None and self.none is not None and len(self.none.parts) > 1:
            found.append(_finding("none", self.none, self._verdict()[0]))
        found += [
            _finding(claim.of, claim, self._said(FINALIST, claim))
            for claim in self.search.confirmed.values()
        ]
        return found

    def _remarks(self) -> list[str]:
        found = [
            "Every setting plays the same deals as its rivals, once at every seat, and all other "
            f"seats are {self.base}. A gain is what it wins beyond an equal share."
        ]
        if self.search.confirmed:
            found.append(
                "Fresh deals: nobody had looked at them before, and they were judged at planned "
                "looks; the intervals of the settings confirmed hold together."
            )
        if not self.space.is_listed:
            found.append(
                "A search sees a small part of so many settings; what it has not seen may be "
                "better."
            )
        if self.winner is not None:
            found.append(
                "It is better among players who stay as they are; tune again from there to see "
                "what is better among players who all have changed."
            )
        for one in self.space.dimensions:
            low, high = one.values[0], one.values[-1]
            if not low <= one.now <= high or not (one.is_range or one.now in one.values):
                found.append(
                    f"{one.name} is {one.now:g} as given, which is not among the values tried."
                )
            if one.is_range and self.space.is_listed:
                found.append(
                    f"{one.name} alone varies, so {len(one.grid)} of its values are tried."
                )
        return found

    def _warnings(self) -> list[Paragraph]:
        found = [
            *self.setting.game.warnings(self.setting.rules),
            *common.python_sentences([self.setting]),
        ]
        return [Paragraph(text, "warning") for text in found]

    def _commands(self) -> list[Command]:
        if self.winner is None:
            return []
        text = str(self.space.spec(self.winner))
        both = self.setting.request("tournament", policies=[str(self.space.policy), text])
        return [
            Command(
                "Play with it: ",
                tuple(self.setting.with_policies([text]).request("simulate").argv()),
            ),
            Command("Seat both at one table: ", tuple(both.argv())),
        ]

    # -- tables and chart --

    def _tables(self) -> list[Table]:
        found = []
        if self.search.confirmed:
            found.append(self._confirmed_table())
        if self.search.generations:
            found.append(self._generation_table())
        if self.search.tried and self.space.is_listed and self.search.searched:
            found.append(self._tried_table())
        return found

    def _confirmed_table(self) -> Table:
        columns = (
            Column("setting", "on fresh deals", "label", VALUES, wrap=self.many),
            Column("verdict", "verdict", "text", "BETTER, NO BETTER or OPEN."),
            Column("gain", "gain", help="What it wins beyond an equal share."),
            Column("interval", "95 % interval", "text", "Of the gain; all rows hold together."),
            Column("found", "in the search", help="What it seemed to gain there.", drop=1),
            Column("deals", "deals", help="Each was played once at every seat.", drop=2),
        )
        rows = []
        for candidate, claim in self.search.confirmed.items():
            found = self._found(candidate)
            rows.append(
                (
                    Value(self.space.name(candidate), self.space.name(candidate)),
                    Value(claim.word, claim.word, tone=claim_tone(claim)),
                    *_gain_values(claim),
                    Value("" if found is None else format_pp_signed(found), found),
                    Value(f"{claim.games:,}", claim.games),
                )
            )
        return Table("confirmed", columns, tuple(rows))

    def _tried_table(self) -> Table:
        columns = (
            Column("setting", "all settings", "label", VALUES, wrap=self.many),
            Column("gain", "gain", help="What it wins beyond an equal share."),
            Column("interval", "95 % interval", "text", "Of the gain; all settings hold together."),
            Column("deals", "deals", help="Each was played once at every seat.", drop=1),
        )
        rows = [
            (
                Value(self.space.name(one.candidate), self.space.name(one.candidate)),
                *_gain_values(one.claim),
                Value(f"{one.claim.games:,}", one.claim.games),
            )
            for one in self._ranked()[:ROWS]
        ]
        more = len(self.search.tried) - len(rows)
        return Table("search", columns, tuple(rows), note=f"And {more} more." if more > 0 else "")

    def _ranked(self) -> "list[Tried]":
        """All that was compared, the best in the search first."""
        found = self.search.found
        return sorted(
            self.search.tried.values(),
            key=lambda one: -found.get(one.candidate, one.gain.estimate),
        )

    def _generation_table(self) -> Table:
        columns = (
            Column("generation", "generation", "label"),
            Column("centre", "the next begins at", "text", "Where the search stands.", wrap=True),
            Column("deals", "deals", help="Of each of its settings."),
            Column("best", "best", help="What the one that did best seemed to gain.", drop=1),
            Column("noise", "noise", help="Standard error of what one setting gains.", drop=2),
        )
        every = self.search.generations
        places = sorted({round(at * (len(every) - 1) / (ROWS - 1)) for at in range(ROWS)})
        rows = [
            (
                Value(str(place + 1), place + 1),
                Value(self.space.name(every[place].centre)),
                Value(f"{every[place].deals:,}", every[place].deals),
                Value(format_pp_signed(every[place].best), every[place].best),
                Value(f"{100 * every[place].noise:.1f} pp", every[place].noise),
            )
            for place in places
        ]
        return Table("generations", columns, tuple(rows))

    def _figure(self, title: str) -> Figure | None:
        claims = list(self.search.confirmed.values())
        names = {claim.of for claim in claims}
        searched = [one.claim for one in self._ranked() if one.claim.of not in names]
        drawn = [claim for claim in [*claims, *searched[: ROWS - len(claims)]] if not claim.barred]
        if not drawn:
            return None
        rows: list[figures.Row] = [
            {
                "label": claim.of,
                "text": common.change_value(claim.found, share=True).text,
                **common.figure_point(claim.found, 100),
            }
            for claim in drawn
        ]
        last = f"; the first {len(claims)} on fresh deals" if claims and searched else ""
        return Figure(
            name="tune",
            kind="forest",
            title=title.rstrip("."),
            subtitle=f"What one player gains among players of {self.base}, with 95 % intervals "
            f"that hold together{last}",
            caption=f"{self.setting.game.name} with {self.setting.players} players, seed "
            f"{self.setting.seed}.",
            data=figures.Forest(
                unit="share",
                zero=0.0,
                zero_text="as given",
                rows=rows,
                marks=[
                    {
                        "value": self.search.tolerance,
                        "text": f"+{format_pp(self.search.tolerance)}",
                    }
                ],
            ),
        )

    # -- its numbers --

    def _setting(self, candidate: "Candidate", claim: Claim) -> TriedSetting:
        return TriedSetting(
            name=self.space.name(candidate),
            values=self.space.values(candidate),
            policy=str(self.space.spec(candidate)),
            found=self._found(candidate),
            gain=None if claim.barred else claim.found,
            claim=claim,
            deals=claim.games,
        )

    def _result(self, sentences: Sequence[str], warnings: "Sequence[Paragraph]") -> TuneResult:
        search, winner = self.search, self.winner
        return TuneResult(
            game=self.setting.game.name,
            players=self.setting.players,
            policy=str(self.space.policy),
            over={one.name: one.values for one in self.space.dimensions},
            method="halving" if self.space.is_listed else "cma-es",
            seed=self.setting.seed,
            rules_changed=self.setting.changed,
            tolerance=search.tolerance,
            outcome=self.outcome_word,
            tuned=None if winner is None else str(self.space.spec(winner)),
            gain=None if winner is None else search.confirmed[winner].found,
            shrinkage=self.shrinkage,
            better=self.better,
            none=self.none,
            confirmed=tuple(self._setting(*pair) for pair in search.confirmed.items()),
            tried=tuple(self._setting(one.candidate, one.claim) for one in self._ranked()),
            generations=tuple(
                GenerationResult(self.space.values(one.centre), one.deals, one.best, one.noise)
                for one in search.generations
            ),
            games_search=search.searched,
            games_confirm=self.search.confirm_games,
            sentences=tuple(sentences),
            warnings=tuple(one.text for one in warnings),
        )


def _finding(key: str, claim: Claim, sentence: str) -> Finding:
    return Finding(
        key=key,
        question=QUESTION,
        **claim.found._asdict(),
        n=claim.games,
        unit="share",
        claim=claim,
        sentence=sentence,
    )


def _gain_values(claim: Claim) -> tuple[Value, Value]:
    """The gain and its interval, with digits enough for its verdict."""
    if claim.barred:
        return Value("", None), Value("", None)
    size, ends = format_size(claim).split(" (")
    return Value(size, *claim.found), Value(ends.removesuffix(")"))


def format_pp_signed(share: float) -> str:
    """+1.4 pp: a number of a search, which has no interval after the choice."""
    return f"{format_signed(100 * share, 1)} pp"
