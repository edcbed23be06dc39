"""Two kept runs on the same luck, compared as `compare` does, without playing."""

from dataclasses import dataclass, fields
from functools import reduce
from typing import TYPE_CHECKING, Any

from analyzer import program
from analyzer.cli import _kept
from analyzer.errors import UserError
from analyzer.rules import said

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from analyzer.answer import Answer
    from analyzer.columns import Batch
    from analyzer.kept.lines import Held
    from analyzer.plan import Group
    from analyzer.play import Reduced
    from analyzer.questions import Question
    from analyzer.questions.compare import Arm
    from analyzer.run import Ran
    from analyzer.setting import Setting


@dataclass(frozen=True)
class _Side:
    """One of the two runs."""

    folder: str
    path: "Path"
    manifest: dict[str, Any]
    held: "dict[int, Held]"
    question: "Question"

    @property
    def settings(self) -> "list[Setting]":
        """The tables of a simulate, or of a compare, the reference first."""
        if hasattr(self.question, "arms"):
            return [arm.setting for arm in self.question.arms]
        if hasattr(self.question, "setting") and len(self.manifest["plan"]) == 1:
            return [self.question.setting]
        raise UserError(
            f"The run {self.folder!r} is no simulate and no compare; only those can be put side by "
            "side."
        )

    @property
    def games(self) -> "Reduced | None":
        """What is held from the first game on."""
        parts = self.held[0].parts
        return reduce(lambda a, b: a.add(b), _following(parts)) if parts else None


def _following(parts: "list[Reduced]") -> "Iterator[Reduced]":
    for place, part in enumerate(parts):
        if place and parts[place - 1].first + parts[place - 1].n != part.first:
            return
        yield part


def side_by_side(a: str, b: str) -> "Answer":
    """The second run against the first."""
    from analyzer.questions.compare import Arm, Compare
    from analyzer.run import Outcome

    one, two = _read(a), _read(b)
    _refuse_other_luck(one, two)
    ran = _from_pairs(one, two) or _from_rows(one, two)
    base = one.settings[0]
    others = [s for s in (*one.settings[1:], *two.settings) if s.cell != base.cell]
    arms = [Arm(_name(other, base), other) for other in others]
    question = Compare(
        (Arm(_name(base, others[0]) if len(others) == 1 else "reference", base), *_apart(arms, b)),
        ran.n,
        ran.group.first,
        command=program.command("show", a, b),
    )
    return question.answer(Outcome(question.plan(), [ran], 0.0, 0.0, 1))


def _read(folder: str) -> _Side:
    path, found = _kept.manifest(folder)
    if "merged" in found:
        raise UserError(
            f"The run {folder!r} was merged from runs of several seeds; it met no luck that "
            "another run could have met."
        )
    question = _kept.question_of(folder, found["arguments"])
    return _Side(folder, path, found, _kept.held_in(path, found), question)


def _refuse_other_luck(one: _Side, two: _Side) -> None:
    mine, theirs = one.settings[0], two.settings[0]
    pairs = {
        "game": (mine.game.name, theirs.game.name),
        "seed": (mine.seed, theirs.seed),
        "coin seed": (mine.cell.settings["coin_seed"], theirs.cell.settings["coin_seed"]),
        "version of the game": tuple(
            side.manifest["plan"][0]["cells"][0].get("game_version") for side in (one, two)
        ),
        "version of analyzer": (one.manifest["analyzer"], two.manifest["analyzer"]),
    }
    for name, (a, b) in pairs.items():
        if a != b:
            raise UserError(
                f"Two runs side by side must have met the same luck; the {name} is {a} in "
                f"{one.folder!r} and {b} in {two.folder!r}."
            )
    if len(two.settings) == 1 and two.settings[0].cell == mine.cell:
        raise UserError(f"The runs {one.folder!r} and {two.folder!r} are the same table.")


def _from_pairs(one: _Side, two: _Side) -> "Ran | None":
    """Two compares with one reference on the same games: their pairs already lie there."""
    from analyzer.plan import Group, Want, totals_and_pairs
    from analyzer.run import Ran

    mine, theirs = one.games, two.games
    same = one.settings[0].cell == two.settings[0].cell
    if not same or mine is None or theirs is None:
        return None
    if (mine.first, mine.n) != (theirs.first, theirs.n):
        raise UserError(
            f"The run {one.folder!r} holds {mine.n:,} games from {mine.first} on, and "
            f"{two.folder!r} {theirs.n:,} from {theirs.first} on; extend or resume the shorter one."
        )
    cells = [s.cell for s in (*one.settings, *two.settings[1:])]
    parts = dict(mine.parts)
    for place in range(1, len(two.settings)):
        to = len(one.settings) + place - 1
        parts[Want("totals", (to,))] = theirs.parts[Want("totals", (place,))]
        parts[Want("pairs", (to, 0))] = theirs.parts[Want("pairs", (place, 0))]
    group = Group(tuple(cells), totals_and_pairs(cells), mine.n, mine.first)
    return Ran(group, mine.n, parts)


def _from_rows(one: _Side, two: _Side) -> "Ran":
    """Two simulations whose rows were kept: the games that both have, pair by pair."""
    from analyzer.plan import Group, totals_and_pairs

    for side in (one, two):
        if len(side.settings) != 1:
            raise UserError(
                f"The run {side.folder!r} holds pairs with its own reference alone; put it beside "
                "a compare with the same reference."
            )
        if side.manifest["rows"] == 0 or not (side.path / "games").is_dir():
            raise UserError(
                f"The run {side.folder!r} kept no rows, from which it could be paired; play both "
                f"at once: {_compare(one, two)}"
            )
    cells = (one.settings[0].cell, two.settings[0].cell)
    first = max(side.manifest["plan"][0]["first"] for side in (one, two))
    group = Group(cells, totals_and_pairs(cells), 0, first)
    return _paired(group, one, two)


def _paired(group: "Group", one: _Side, two: _Side) -> "Ran":
    from analyzer import reduce as reducers
    from analyzer.run import Ran

    total: dict[Any, Any] = {}
    n = 0
    for mine, theirs in _common(_batches(one), _batches(two)):
        held, n = (mine, theirs), n + mine.n
        for want in group.wants:
            part = reducers.load(want.reducer).of(*(held[cell] for cell in want.cells))
            total[want] = total[want].add(part) if want in total else part
    if not n:
        raise UserError(
            f"The runs {one.folder!r} and {two.folder!r} have no game in common in their rows."
        )
    return Ran(group, n, total)


def _batches(side: _Side) -> "Iterator[Batch]":
    from analyzer.columns import Layout
    from analyzer.kept import rows

    (setting,) = side.settings
    layout = Layout.of(setting.game)
    return rows.batches(side.path, layout, setting.players, setting.policy_names)


def _common(one: "Iterator[Batch]", two: "Iterator[Batch]") -> "Iterator[tuple[Batch, Batch]]":
    """The games that both have, as pairs of batches of the same games."""
    a, b = next(one, None), next(two, None)
    while a is not None and b is not None:
        first, end = max(a.first, b.first), min(a.first + a.n, b.first + b.n)
        if first < end:
            yield a.part(first, end - first), b.part(first, end - first)
        if a.first + a.n <= end:
            a = next(one, None)
        if b.first + b.n <= end:
            b = next(two, None)


def _compare(one: _Side, two: _Side) -> str:
    base, other = one.settings[0], two.settings[0]
    n = one.manifest["plan"][0]["n"]
    words = " ".join(_changes(base, other))
    return base.command("compare", "--vs", words, "-n", n)


def _changes(base: "Setting", other: "Setting") -> list[str]:
    """What differs, as --vs takes it."""
    found = []
    if other.players != base.players:
        found.append(f"players={other.players}")
    if other.policy_names != base.policy_names:
        found += [f"policy={text}" for text in other.policy_words or ("expert",)]
    for field in fields(base.rules):
        mine, theirs = getattr(base.rules, field.name), getattr(other.rules, field.name)
        if mine != theirs:
            found.append(f"{field.name}={said(theirs)}")
    return found


def _name(setting: "Setting", other: "Setting") -> str:
    """What makes this table another than the other, in words."""
    return ", ".join(_changes(other, setting)) or "reference"


def _apart(arms: "list[Arm]", folder: str) -> "list[Arm]":
    """Arms of the second run that are named like one of the first say where they come from."""
    seen: set[str] = set()
    found = []
    for arm in arms:
        name = f"{arm.name} ({folder})" if arm.name in seen else arm.name
        seen.add(name)
        found.append(type(arm)(name, arm.setting))
    return found
