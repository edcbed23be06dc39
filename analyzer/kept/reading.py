"""Kept runs read, not played: what one or several of them hold, as the outcome of a run."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.kept import manifest as manifests
from analyzer.kept.folder import CHUNKS, is_played, read_held
from analyzer.kept.lines import Held, Twice, line_of
from analyzer.kept.manifest import GroupData, Manifest
from analyzer.run import Outcome, Ran, run_question

if TYPE_CHECKING:
    from analyzer.executors import Work
    from analyzer.plan import Cell, Group, Plan
    from analyzer.play import Reduced, Rows
    from analyzer.questions import Question

LUCK = ("seed", "coin_seed")  # settings in which runs may differ and still be merged


# --- one run --------------------------------------------------------------------------------------


@dataclass
class Nobody:
    """An executor that plays nothing: if games are missing, the run counts as stopped."""

    workers: int = 1
    busy: bool = False
    told: str = ""

    def prepare(self, cells: "Sequence[Cell]") -> None:
        """Nothing is played."""

    def size(self, place: int, group: "Group", left: int) -> int:  # noqa: ARG002
        return max(1, group.n)

    def start(self, work: "Work", rows: "Rows | None") -> None:  # noqa: ARG002
        self.busy = next(work, None) is not None

    def finished(self, seconds: float) -> "list[tuple[int, Reduced]]":  # noqa: ARG002
        raise KeyboardInterrupt

    def under_way(self) -> int:
        return 0

    def drop(self, group: int) -> None:
        """Nothing is under way."""

    def stop(self, grace: float) -> "list[tuple[int, Reduced]]":  # noqa: ARG002
        return []


@dataclass
class _Store:
    """What a run holds, for a run that only reads."""

    held: Mapping[int, Held]

    def known(self, group: int) -> "list[Reduced]":
        return list(self.held[group].parts) if group in self.held else []

    def keep(self, group: int, part: "Reduced") -> None:  # noqa: ARG002
        raise TypeError("nothing is played")

    def grow(self, plan: "Plan") -> None:
        """Further rounds are read like the first."""


def outcome(question: "Question", held: Mapping[int, Held], manifest: Manifest) -> Outcome:
    """What a run held when it was stopped, from its first game on without a gap."""
    found = run_question(question, store=_Store(held), executor=Nobody())
    found.seconds, found.core_seconds = manifest["seconds"], manifest["core_seconds"]
    return found


# --- several runs together ------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """A run that is read."""

    name: str  # as the user typed it
    path: Path
    manifest: Manifest
    held: Mapping[int, Held]


def read(name: str, path: Path, manifest: Manifest) -> Source:
    """A kept run; one that is being played is refused."""
    if is_played(path):
        raise UserError(f"The run {name!r} is being played by another process; wait for it.")
    return Source(name, path, manifest, read_held(path, manifest)[0])


@dataclass
class Copy:
    """The groups of one experiment on one luck, from all runs that have it."""

    plan: list[GroupData]
    held: list[Held]

    @property
    def luck(self) -> list[int]:
        return luck_of(self.plan)

    @property
    def first(self) -> int:
        return min(part.first for part in self.held[0].parts)

    @property
    def end(self) -> int:
        return max(part.first + part.n for part in self.held[0].parts)

    @property
    def is_whole(self) -> bool:
        """Does one range follow the other?"""
        parts = self.held[0].parts
        return all(a.first + a.n == b.first for a, b in pairwise(parts))


def luck_of(plan: Sequence[GroupData]) -> list[int]:
    """The seeds of an experiment."""
    return [cell[name] for group in plan for cell in group["cells"] for name in LUCK]


def copies_of(manifest: Manifest) -> int:
    """On how many lucks a run was played: one, unless it was merged."""
    return len(manifest["merged"]) if "merged" in manifest else 1


def join(sources: Sequence[Source]) -> list[Copy]:
    """All runs together; differences and games that are held twice are refused."""
    base = sources[0]
    size = len(base.manifest["plan"]) // copies_of(base.manifest)
    copies: dict[str, Copy] = {}
    for source in sources:
        _refuse_other(base, source, size)
        for place in range(copies_of(source.manifest)):
            plan = source.manifest["plan"][place * size : (place + 1) * size]
            held = [source.held[place * size + group] for group in range(size)]
            key = json.dumps(luck_of(plan))
            copy = copies.setdefault(key, Copy(plan, [Held() for _ in range(size)]))
            _take(copy, held, source)
    return [copy for copy in copies.values() if copy.held[0].parts]


def _take(copy: Copy, held: Sequence[Held], source: Source) -> None:
    try:
        for mine, theirs in zip(copy.held, held, strict=True):
            for part in theirs.parts:
                mine.add(part)
    except Twice as twice:
        raise UserError(
            f"The run {source.name!r} holds game {twice.game} of seed {copy.luck[0]}, as another "
            "of these runs does; no game may be counted twice."
        ) from None


def _refuse_other(base: Source, source: Source, size: int) -> None:
    looks = any(group["looks"] for group in source.manifest["plan"])
    if looks:
        raise UserError(
            f"The run {source.name!r} has planned looks (--until-decided, --precision), which hold "
            "for its own games alone; it cannot be merged."
        )
    if not any(held.parts for held in source.held.values()):
        raise UserError(f"The run {source.name!r} holds no game yet.")
    mine, theirs = base.manifest.copy(), source.manifest.copy()
    mine["plan"], theirs["plan"] = mine["plan"][:size], theirs["plan"][:size]
    differs = manifests.what_differs(theirs, mine, LUCK)
    many = len(source.manifest["plan"]) / copies_of(source.manifest)
    if differs is None and many != size:
        differs = f"it has {many:g} groups of tables, not {size}"
    if differs:
        raise UserError(
            f"The runs {base.name!r} and {source.name!r} cannot be joined: of {source.name!r}, "
            f"{differs}."
        )


def joined(question: "Question", copies: Sequence[Copy], sources: Sequence[Source]) -> Outcome:
    """The outcome of all games that the copies hold."""
    plan, groups = question.plan(), []
    for place, group in enumerate(plan.groups):
        parts = [part for copy in copies for part in copy.held[place].parts]
        total = dict(parts[0].parts) if parts else {}
        for part in parts[1:]:
            total = {want: found.add(part.parts[want]) for want, found in total.items()}
        groups.append(Ran(group, sum(part.n for part in parts), total))
    return Outcome(
        plan=plan,
        groups=groups,
        seconds=sum(source.manifest["seconds"] for source in sources),
        core_seconds=sum(source.manifest["core_seconds"] for source in sources),
        threads=1,
        interrupted=not all(copy.is_whole for copy in copies),
    )


def lines(copies: Sequence[Copy]) -> list[bytes]:
    """What a merged run keeps: the groups of one luck after those of another."""
    return [
        line_of(which * len(copy.held) + place, part)
        for which, copy in enumerate(copies)
        for place, held in enumerate(copy.held)
        for part in held.parts
    ]


def write_lines(path: Path, copies: Sequence[Copy]) -> None:
    with (path / CHUNKS).open("ab") as file:
        file.writelines(lines(copies))
