"""What was tried in this sitting: every setting once, its verdict, and what may be said of several.

A verdict holds for one setting. Whoever tries twenty and picks the best has looked twenty times: so
the only sentence that chooses among them is the claim `best` over all that were tried, at the level
of all of them together.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import games, stats
from analyzer.estimates import fairness, phrases, seats
from analyzer.estimates.formatting import join_limited
from analyzer.estimates.phrases import Phrase
from analyzer.games.rule_words import rules_phrase
from analyzer.questions.shared import common
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.studio.table import LiveTable
    from analyzer.system.json_types import Json

MOST = 300  # settings that are remembered
IN_HAND = 12  # tables that can go on where they stopped
COUNT = "{} settings were tried. A verdict holds for one setting: confirm the one you choose on "
COUNT += "a fresh seed."
NEAREST = Phrase(
    shown="Of {tried} tried on these deals, {who} is nearest to fair: its largest departure is "
    "smaller than that of the printed rules by {size}.",
    refuted="Of {tried} tried on these deals, none is nearer to fair than the printed rules.",
    open="Of {tried} tried on these deals, none is shown to be nearest to fair; it may be {names}.",
)


@dataclass
class Tried:
    """One setting."""

    number: int  # from 1
    told: "Json"  # what the page asked for
    title: str
    change: str  # against the one before
    key: str
    setting: (
        str  # the same for the same rules, beside whatever they were played, and on which deals
    )
    deals: tuple[object, ...]  # tables with the same of this were played on the same deals
    table: "LiveTable | None"  # None: it was put away
    confirms: int | None = None  # the setting that was chosen, and is played on a fresh seed here
    n: int = 0
    word: str = ""
    tone: str = ""
    printed: "Totals | None" = None
    yours: "Totals | None" = None

    @property
    def is_changed(self) -> bool:
        return self.yours is not None

    @property
    def is_unseen(self) -> bool:
        return self.n == 0 and self.table is not None and self.table.n == 0


class History:
    """All that was tried, in its order."""

    def __init__(self) -> None:
        self.rows: list[Tried] = []
        self.number = 0
        self.settings: list[str] = []  # that were tried, each once

    def find(self, table: "LiveTable", told: "Json", confirms: int | None = None) -> "LiveTable":
        """The table to play: the one of before if this setting was tried already."""
        key = table.key
        for row in self.rows:
            if row.key == key:
                self._put_away(row)
                if row.table is None:
                    row.table = table
                return row.table
        if self.rows and self.rows[-1].is_unseen:
            # The slider moved on before there was a number to look at.
            unseen = self.rows.pop().setting
            self.number -= 1
            if all(row.setting != unseen for row in self.rows):
                self.settings.remove(unseen)
        before = self.rows[-1] if self.rows else None
        self.number += 1
        deals = (table.yours.game.name, table.yours.players, table.yours.policies, table.yours.seed)
        change = _change(told, before.told) if before else ""
        setting = repr(replace(table.yours.cell, seed=0, coin_seed=None))
        if setting not in self.settings:
            self.settings.append(setting)
        row = Tried(self.number, told, table.title, change, key, setting, deals, table, confirms)
        self.rows = [*self.rows, row][-MOST:]
        self._put_away(row)
        return table

    def forget(self, game: str) -> None:
        """A game file was read again: its rules may be others, so its tables start afresh."""
        self.rows = [row for row in self.rows if row.told.get("game") != game]

    def _put_away(self, last: Tried) -> None:
        """Put the oldest tables away: their totals are enough for what is said of them."""
        held = [row for row in self.rows if row.table is not None and row is not last]
        for row in held:
            self._take(row)
        for row in held[: max(0, len(held) - IN_HAND)]:
            row.table = None

    def _take(self, row: Tried) -> None:
        """What is known of a row now."""
        table = row.table
        if table is None or table.merged is None or table.n == row.n:
            return
        ran = table.ran
        row.n = ran.n
        row.printed = ran.totals(0)
        last = len(table.settings) - 1
        row.yours = ran.totals(last) if last else None
        standing = seats.standings(ran.totals(last), table.yours.policy_names, open_ended=True)
        found = table.verdict(last, standing)
        row.word, row.tone = found["word"], found["tone"]

    # --- what may be said -------------------------------------------------------------------------

    def describe(self, key: str | None = None) -> "Json":
        """The rows for the page, and what may be said of all of them."""
        for row in self.rows:
            self._take(row)
        current = next((row for row in self.rows if row.key == key), None)
        return {
            "rows": [
                {
                    "number": row.number,
                    "title": row.title,
                    "change": row.change,
                    "word": row.word,
                    "tone": row.tone,
                    "games": common.count_of_games(row.n) if row.n else "",
                    "confirms": f"confirms {row.confirms}" if row.confirms else "",
                    "told": row.told,
                    "current": row is current,
                }
                for row in self.rows
            ],
            "sentences": self.sentences(current),
        }

    def sentences(self, current: Tried | None) -> list[str]:
        """How many were tried, and which of them is nearest to fair, if that is known."""
        many = len(self.settings)
        found = [COUNT.format(many)] if many > 1 else []
        claim = self.nearest(current) if current else None
        if claim:
            tried = common.format_count(claim.family.size - 1, "change")
            few = f"any of {len(claim.names)}"
            names = join_limited(list(claim.names), few).replace(" and ", " or ")
            found.append(phrases.claim_sentence(NEAREST, claim, tried=tried, names=names))
        return found

    def nearest(self, current: Tried) -> Claim | None:
        """That one of the changes tried on the same deals is nearest to fair. All that were tried
        are one family; the printed rules belong to it. None before there are two to choose from.
        Of a setting that was played beside others, too, the table with the most games counts."""
        fewest_first = sorted(self.rows, key=lambda row: row.n)
        there = {row.setting: row for row in fewest_first if row.deals == current.deals}
        rows = sorted((row for row in there.values() if row.is_changed), key=lambda row: row.number)
        if len(rows) < 2:
            return None
        family = Family("settings tried", len(rows) + 1)
        most = max(rows, key=lambda row: row.n)
        base = self._departure(most, most.printed, family)
        gains = {}
        for row in rows:
            found = self._departure(row, row.yours, family)
            if base is None or found is None:
                return None
            gains[_name(row)] = Interval(
                base.estimate - found.estimate, base.low - found.high, base.high - found.low
            )
        return stats.best(gains, family, min(row.n for row in rows))

    def _departure(self, row: Tried, totals: "Totals | None", family: Family) -> Interval | None:
        """The size of the largest departure from the fair share, however long one looks."""
        assert totals is not None
        names = [str(policy) for policy in row.deals[2]]  # type: ignore[attr-defined]
        table = seats.standings(totals, names, family.each, open_ended=True)
        found = list(fairness.departures_by_name(table).values())
        if not found or table.mixed or table.unfinished > fairness.CAPPED * table.n:
            return None
        sizes = [_size(one) for one in found]
        return Interval(
            max(one.estimate for one in sizes),
            max(one.low for one in sizes),
            max(one.high for one in sizes),
        )


def _size(found: Interval) -> Interval:
    """How far from zero."""
    ends = sorted((abs(found.low), abs(found.high)))
    low = 0.0 if found.low <= 0 <= found.high else ends[0]
    return Interval(abs(found.estimate), low, ends[1])


def _name(row: Tried) -> str:
    return f"setting {row.number}"


def _change(now: "Json", before: "Json") -> str:
    """What differs from the setting before."""
    mine, theirs = dict(now.get("rules", {})), dict(before.get("rules", {}))
    face = games.load(str(now.get("game")))
    if now.get("game") != before.get("game"):
        return str(face.title)
    found = {name: value for name, value in mine.items() if theirs.get(name, _NONE) != value}
    kind: type = face.rules_type
    words = [rules_phrase(face.rule_words, kind, found)] if found else []
    words += [f"{name.replace('_', ' ')} as printed" for name in theirs if name not in mine]
    for name in ("players", "seed", "policies"):
        if now.get(name) != before.get(name):
            value = now.get(name)
            said = ", ".join(map(str, value)) if isinstance(value, list) else value
            words.append(f"{name} {said or 'as usual'}")
    if now.get("beside") != before.get("beside"):
        words.append("variants beside it" if now.get("beside") else "without variants")
    return ", ".join(words)


_NONE = object()
