"""`compare`: what does another rule, policy or number of players change, on the same luck?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Answer, Block, Column, Figure, Finding, Paragraph, Table, Tone, Value
from analyzer.balance import seats
from analyzer.balance.differences import Difference, any_difference, corrected, difference
from analyzer.balance.measures import Measure, minutes, usual
from analyzer.balance.words import listed
from analyzer.columns import Layout
from analyzer.errors import UserError
from analyzer.plan import Group, Plan, totals_and_pairs
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.run import Outcome
    from analyzer.setting import Setting

KIND = "compare"
SCREEN = 4096  # games at random that show whether anybody could make use of a rule

FIELDS = {
    "game": "name of the game",
    "seed": "seed of all arms: they have the same luck",
    "first": "index of the first game",
    "games_each": "games played by each arm",
    "arms": "what is compared; the first one is the reference",
    "arms[].name": "what differs, as a user would type it",
    "arms[].players": "number of seats",
    "arms[].policies": "policy of each seat, seat 1 first",
    "arms[].rules_changed": "the rules that differ from their default",
    "arms[].command": "simulates this arm alone",
    "arms[].games_that_differ": "games with another winner than the reference; null for it",
    "arms[].no_difference": "whether not one game differs in anything; null for the reference",
    "differences": "one object per arm and measure",
    "differences[].arm": "name of the arm",
    "differences[].measure": "what is measured",
    "differences[].seat": "number of the seat, from 1; null for the game, or if its role moves",
    "differences[].role": "the role; null for the game, and without roles",
    "differences[].reference": "interval in the reference",
    "differences[].variant": "interval in the arm",
    "differences[].difference": "interval of the arm minus the reference, paired",
    "differences[].p": "probability of so large a difference without any effect",
    "differences[].significant": "whether it holds after Holm's correction over its family",
    "differences[].games_that_differ": "games in which it came out differently",
    "differences[].pairing": "how many times as many games two separate runs need; or null",
    "sentences": "one per arm: what it changes",
    "warnings": "warnings, in sentences",
}


@dataclass(frozen=True)
class Arm:
    """One of the tables that are compared."""

    name: str
    setting: "Setting"
    vs: str = ""  # what --vs says of it


@dataclass(frozen=True)
class Compare(common.OneRound):
    """A reference and its variants on the same luck."""

    arms: tuple[Arm, ...]
    n: int
    first: int = 0
    measures: tuple[Measure, ...] = ()  # () : the usual ones
    command: str = ""
    minutes: float | None = None  # of one decision: then time is measured too

    def __post_init__(self) -> None:
        if len(self.arms) < 2:
            raise UserError("compare needs at least one variant: add --vs with what differs.")
        for place, arm in enumerate(self.arms):
            for other in self.arms[:place]:
                if arm.setting.cell == other.setting.cell:
                    raise UserError(
                        f"The arms {other.name!r} and {arm.name!r} are the same table; "
                        "a comparison needs arms that differ."
                    )
        games = {arm.setting.game.name for arm in self.arms}
        if len(games) > 1:
            raise UserError(f"compare takes arms of one game; got {', '.join(sorted(games))}.")

    def plan(self) -> Plan:
        cells = tuple(arm.setting.cell for arm in self.arms)
        groups = [Group(cells, totals_and_pairs(cells), self.n, self.first)]
        if self.screens:
            loose = tuple(arm.setting.with_policies(["random"]).cell for arm in self.arms)
            n = min(self.n, SCREEN)
            groups.append(Group(loose, totals_and_pairs(loose), n, self.first))
        return Plan(tuple(groups))

    @property
    def screens(self) -> bool:
        """Is it worth asking whether weaker players would use a rule that nobody here uses?"""
        settings = [arm.setting for arm in self.arms]
        return (
            len({setting.policies for setting in settings}) == 1
            and len({setting.players for setting in settings}) == 1
            and {str(policy) for policy in settings[0].policies} != {"random"}
        )

    def tells(self, outcome: "Outcome") -> bool:
        """The arms are enough: whether others would use a rule may stay open."""
        return outcome.groups[0].n > 0

    def answer(self, outcome: "Outcome") -> Answer:
        return _Told(self, outcome).answer()


class _Told:
    def __init__(self, asked: Compare, outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        self.arms, self.ran = asked.arms, outcome.groups[0]
        self.loose = next((ran for ran in outcome.groups[1:] if ran.n), None)
        self.base = asked.arms[0].setting
        self.found = self._differences()

    def _differences(self) -> list[list[Difference]]:
        """By arm, each measure marked by Holm over all arms and places of that measure."""
        by_arm = []
        for place, arm in enumerate(self.arms[1:], start=1):
            measures = [*(self.asked.measures or self._usual(arm))]
            measures += [minutes(self.asked.minutes)] if self.asked.minutes else []
            by_arm.append(
                [
                    difference(m, self.ran.totals(0), self.ran.totals(place), self.ran.pairs(place))
                    for m in measures
                    if self._fits(m, place)
                ]
            )
        families: dict[str, list[tuple[int, int]]] = {}
        for arm_at, row in enumerate(by_arm):
            for at, one in enumerate(row):
                families.setdefault(one.measure.name, []).append((arm_at, at))
        for family in families.values():
            marked = corrected([by_arm[arm][at] for arm, at in family])
            for (arm_at, at), one in zip(family, marked, strict=True):
                by_arm[arm_at][at] = one
        return by_arm

    def _usual(self, arm: Arm) -> list[Measure]:
        layout = Layout.of(self.base.game)
        return usual(layout, min(arm.setting.players, self.base.players))

    def _fits(self, measure: Measure, place: int) -> bool:
        pairs = self.ran.pairs(place)
        block = pairs.seats if pairs.by_role is None else pairs.by_role
        return measure.place is None or measure.place < block.places

    def answer(self) -> Answer:
        sentences = [self.sentence(place) for place in range(1, len(self.arms))]
        blocks: list[Block] = [self.table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        blocks += [self.about_pairing()]
        settings = [arm.setting for arm in self.arms]
        totals = [self.ran.totals(place) for place in range(len(self.arms))]
        blocks += common.warnings(settings, totals)
        blocks += self.games_to_look_at()
        blocks.append(self.figure(sentences))
        heading = common.heading(
            self.base, common.count_of_games(self.ran.n, self.asked.n) + " per arm"
        )
        return Answer(
            kind=KIND,
            title=sentences[0].rstrip("."),
            heading=heading,
            changed=common.rules_in_words(self.base.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            data=self.data(sentences, blocks),
            command=self.asked.command,
            provenance=common.record(self.base, self.asked.n, self.asked.first, self.asked.command)
            | {"arms": [arm.setting.cell.settings for arm in self.arms]},
            notes=common.notes(self.base, self.outcome),
            **common.clock(self.outcome),
        )

    def findings(self) -> list[Finding]:
        return [
            Finding(
                key=f"{arm.name}/{one.measure.name}"
                + ("" if one.measure.place is None else f".{one.measure.place + 1}"),
                question=f"What does {arm.name} change in {one.measure.label}?",
                estimate=one.change.estimate,
                low=one.change.low,
                high=one.change.high,
                n=one.n,
                unit="share" if one.measure.is_share else one.measure.name,
                verdict="DIFFERS" if one.significant else "NOT TOLD APART",
                sentence=f"{arm.name}: {one.measure.label} {_change_text(one)}.",
            )
            for arm, row in zip(self.arms[1:], self.found, strict=True)
            for one in row
        ]

    def sentence(self, place: int) -> str:
        """What an arm changes, the largest effects first."""
        arm, row = self.arms[place], self.found[place - 1]
        n = self.ran.n
        if not any_difference(self.ran.pairs(place)):
            return self._no_difference(place)
        stands = [one for one in row if one.significant]
        wins = [one for one in stands if one.measure.is_share]
        others = [one for one in stands if one.measure.place is None]
        told = [max(wins, key=_size)] if wins else []
        told += others[:1]
        told += (
            [max((o for o in stands if o.measure.name == "score"), key=_size)]
            if (not told and any(o.measure.name == "score" for o in stands))
            else []
        )
        told = told or stands[:2]
        if not told:
            part = stats.percentage(self.ran.pairs(place).other_winner, n)
            return (
                f"{arm.name} changes nothing that {common.count_of_games(n)} can tell; "
                f"{part} of games have another winner."
            )
        effects = "; ".join(_effect(one) for one in told)
        part = stats.percentage(self.ran.pairs(place).other_winner, n)
        return f"With {arm.name} {effects}; {part} of games have another winner."

    def _no_difference(self, place: int) -> str:
        arm, n = self.arms[place], self.ran.n
        text = f"{arm.name}: no game of {n:,} differs"
        if self.loose is None or not any_difference(self.loose.pairs(place)):
            return f"{text}."
        names = set(self.base.policy_names)
        who = f"{names.pop()} never" if len(names) == 1 else "nobody at this table ever"
        text += f": {who} makes use of it. Players who choose at random do"
        if not (won := self.loose.pairs(place).other_winner):
            return f"{text}, though no game of theirs has another winner."
        part = stats.percentage(won, self.loose.n)
        return f"{text}: {part} of their games have another winner."

    def about_pairing(self) -> Paragraph:
        """What the same luck was worth: for wins, or for what was measured instead."""
        text = "All arms had the same luck"
        found = [one for row in self.found for one in row]
        told = [one for one in found if one.n > 1 and isfinite(one.factor) and not one.none]
        if any(one.measure.is_share for one in found):
            told, what = [one for one in told if one.measure.is_share], "wins"
        else:
            labels = list(dict.fromkeys(one.measure.label for one in told))
            what = listed(labels) if 1 <= len(labels) <= 3 else "these measures"
        if told:
            low, high = (f"{each(one.factor for one in told):.2g}" for each in (min, max))
            worth = low if low == high else f"{low} to {high}"
            text += f"; for {what} this is worth {worth} times the games of separate runs"
        if any(one.significant for one in found):
            text += ". A star marks a difference that is significant after Holm's correction"
        return Paragraph(f"{text}.")

    def games_to_look_at(self) -> list[Block]:
        replay = self.base.command("replay", "--game", self.asked.first + self.ran.n // 2)
        return [Paragraph(f"Look at one: {replay}", "command", "Look at one: ")]

    def table(self) -> Table:
        several = len(self.arms) > 2
        columns = [
            *(
                [Column("arm", "arm", "label", "What differs from the reference.")]
                if several
                else []
            ),
            Column("measure", "measure", "label", "What is measured."),
            Column("reference", self.arms[0].name, help="In the reference."),
            Column("variant", "variant" if several else self.arms[1].name, help="In the arm."),
            Column("difference", "difference", help="Arm minus reference, on the same luck."),
            Column("interval", "95 % interval", "text", "Of the difference, paired."),
            Column("stands", "", "text", "A star: significant after Holm's correction."),
            Column("otherwise", "differ", help="Share of games in which it came out differently."),
            Column("pairing", "worth", help="How many times as many games separate runs need."),
        ]
        rows = []
        for arm, row in zip(self.arms[1:], self.found, strict=True):
            for one in row:
                cells = self._row(one)
                rows.append((Value(arm.name, arm.name), *cells) if several else cells)
        return Table("differences", tuple(columns), tuple(rows))

    def _row(self, one: Difference) -> tuple[Value, ...]:
        share = one.measure.is_share
        tone: Tone = "strong" if one.significant else "muted" if one.none else ""
        text, ends = common.told_change(one.change, share)
        return (
            Value(one.measure.label, one.measure.label),
            _level(one.base, share),
            _level(one.variant, share),
            Value("no game" if one.none else text, *one.change, tone),
            Value(f"at most {stats.percentage(min(4, one.n), one.n)}" if one.none else ends, ends),
            Value("*" if one.significant else "", "*" if one.significant else ""),
            Value(stats.percentage(one.other, one.n), one.other / max(1, one.n)),
            _factor(one),
        )

    def figure(self, sentences: Sequence[str]) -> Figure:
        """The changes of one unit: of win shares if there are any, else of the first measure."""
        every = [one for row in self.found for one in row]
        shares = any(one.measure.is_share for one in every)
        unit = "wins" if shares else every[0].measure.name if every else ""
        drawn = [
            (arm, one)
            for arm, row in zip(self.arms[1:], self.found, strict=True)
            for one in row
            if (one.measure.is_share if shares else one.measure.name == unit)
        ]
        return Figure(
            name="differences",
            kind="forest",
            title=self._drawn_title(drawn, sentences),
            subtitle=f"Change against {self.arms[0].name}, on the same luck, with 95 % intervals",
            caption=f"{common.count_of_games(self.ran.n)} per arm of {self.base.game.name}, "
            f"{common.table_of_policies(self.base.policy_names)}, seed {self.base.seed}.",
            data=figures.Forest(
                unit="share" if shares else "",
                zero=0.0,
                zero_text=f"as with {self.arms[0].name}",
                rows=[self._drawn(arm, one) for arm, one in drawn],
            ),
        )

    def _drawn(self, arm: Arm, one: Difference) -> figures.Row:
        label, share = one.measure.label, one.measure.is_share
        text, ends = common.told_change(one.change, share)
        return {
            "label": label if len(self.arms) == 2 else f"{arm.name}: {label}",
            "note": "no game changes" if one.none else "",
            "tone": "" if one.significant else "muted",
            **common.drawn(one.change, 100 if share else 1),
            "text": text,
            "interval": ends,
        }

    def _drawn_title(
        self, drawn: Sequence[tuple[Arm, Difference]], sentences: Sequence[str]
    ) -> str:
        """The answer as far as it is drawn."""
        stands = [(arm, one) for arm, one in drawn if one.significant]
        names = list(dict.fromkeys(arm.name for arm, _ in stands))
        if not drawn or not any(
            any_difference(self.ran.pairs(1 + i)) for i in range(len(self.found))
        ):
            return sentences[0].rstrip(".")
        games = common.count_of_games(self.ran.n)
        what = "win shares" if drawn[0][1].measure.is_share else drawn[0][1].measure.label
        if len(self.arms) == 2:
            if stands:
                return f"With {names[0]} {_effect(max((one for _, one in stands), key=_size))}"
            return f"{self.arms[1].name} does not change {what}, as far as {games} can tell"
        if not names:
            return f"No variant changes {what}, as far as {games} can tell"
        if len(names) > 3:
            return f"{len(names)} of {len(self.found)} variants change {what}"
        change = "changes" if len(names) == 1 else "change"
        return f"Of {len(self.found)} variants {'; '.join(names)} {change} {what}"

    def data(self, sentences: list[str], blocks: list[Block]) -> "Json":
        arms = []
        first = self.asked.first
        words = ["-n", self.asked.n, *(["--first", first] if first else [])]
        for place, arm in enumerate(self.arms):
            pairs = self.ran.pairs(place) if place else None
            arms.append(
                {
                    "name": arm.name,
                    "players": arm.setting.players,
                    "policies": list(arm.setting.policy_names),
                    "rules_changed": arm.setting.changed,
                    "command": arm.setting.command("simulate", *words),
                    "games_that_differ": pairs.other_winner if pairs else None,
                    "no_difference": not any_difference(pairs) if pairs else None,
                }
            )
        return {
            "game": self.base.game.name,
            "seed": self.base.seed,
            "first": self.asked.first,
            "games_each": self.ran.n,
            "arms": arms,
            "differences": [
                {
                    "arm": arm.name,
                    "measure": one.measure.name,
                    **self._place(one.measure.place, at),
                    "reference": common.as_json(one.base),
                    "variant": common.as_json(one.variant),
                    "difference": common.as_json(one.change),
                    "p": one.p,
                    "significant": one.significant,
                    "games_that_differ": one.other,
                    "pairing": one.factor,
                }
                for at, (arm, row) in enumerate(zip(self.arms[1:], self.found, strict=True), 1)
                for one in row
            ],
            "sentences": sentences,
            **common.remarks(blocks),
        }

    def _place(self, place: int | None, arm: int) -> "Json":
        """The seat and the role of a row, apart: a role may change its seat."""
        if place is None:
            return {"seat": None, "role": None}
        both = [self.ran.totals(0), self.ran.totals(arm)]
        if both[0].by_role is None:
            return {"seat": place + 1, "role": None}
        fixed = all(seats.roles_are_fixed(totals) for totals in both)
        return {"seat": place + 1 if fixed else None, "role": both[0].roles[place]}


def _size(one: Difference) -> float:
    return abs(one.change.estimate)


def _factor(one: Difference) -> Value:
    """What pairing was worth; nothing if every game came out the same."""
    if one.none or one.n < 2 or not isfinite(one.factor):
        return Value("")
    return Value(f"{one.factor:.2f}", one.factor)


def _level(found: stats.Interval, share: bool) -> Value:
    if share:
        return common.percent(found, stats.decimals(100 * found.error, most=4))
    return common.number(found)


def _change_text(one: Difference) -> str:
    text, ends = common.told_change(one.change, one.measure.is_share)
    return f"{text} ({ends})"


def _effect(one: Difference) -> str:
    """In words: "seat 1 wins 3.4 pp more (2.9 – 3.9)", "hands fall from 6.4 to 4.1 (...)"."""
    label = one.measure.label
    if one.measure.is_share:
        who = label.removesuffix(" wins")
        return f"{who} wins {_change_text(one)}"
    before, after = _level(one.base, share=False).text, _level(one.variant, share=False).text
    verb = "rises" if one.change.estimate > 0 else "falls"
    return f"the mean of {label} {verb} from {before} to {after}, {_change_text(one)}"
