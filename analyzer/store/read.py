"""Kept runs read, not played: what one or several of them hold, as the outcome of a run."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.games.stored_game import KeptGame, told_from
from analyzer.simulation.run import GroupResult, Outcome, run_question
from analyzer.store import manifest as manifests
from analyzer.store.chunk_log import OverlapError, RangeSet, format_line
from analyzer.store.folder import CHUNKS, is_being_played, read_ranges
from analyzer.store.manifest import LUCK, GroupData, Manifest, request_of

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.questions import Question
    from analyzer.simulation.chunk import ReducedChunk, RowSink
    from analyzer.simulation.executors import Work
    from analyzer.simulation.plan import Group, Plan


@contextmanager
def speaking_from(*manifests: Manifest) -> Iterator[None]:
    """Speak of runs of one game from what they have kept: no game, policy or table is loaded."""
    requests = [request_of(one) for one in manifests]
    name = requests[0].game
    files = {path: told for one in manifests for path, told in one["policy_files"].items()}
    files |= {path: told for one in manifests for path, told in one["game_files"].items()}
    own = games.load(name) if name in games.built_in_names() else None
    try:
        game = KeptGame([one["game"] for one in manifests], own)
    except UserError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        raise UserError(
            f"A run of {name} cannot be used: what it keeps of its game is missing or broken."
        ) from None
    if game.name != name:
        raise UserError(f"A run of {name} cannot be used: it keeps what is said of {game.name}.")
    with told_from(game, name, files):
        yield


# --- one run --------------------------------------------------------------------------------------


@dataclass
class NullExecutor:
    """An executor that plays nothing: if games are missing, the run counts as stopped."""

    workers: int = 1
    busy: bool = False
    description: str = ""

    def prepare(self, cells: "Sequence[Cell]") -> None:
        """Nothing is played."""

    def size(self, place: int, group: "Group", left: int) -> int:  # noqa: ARG002
        return max(1, group.n)

    def start(self, work: "Work", rows: "RowSink | None") -> None:  # noqa: ARG002
        self.busy = next(work, None) is not None

    def finished(self, seconds: float) -> "list[tuple[int, ReducedChunk]]":  # noqa: ARG002
        raise KeyboardInterrupt

    def under_way(self) -> int:
        return 0

    def drop(self, group: int) -> None:
        """Nothing is under way."""

    def stop(self, grace: float) -> "list[tuple[int, ReducedChunk]]":  # noqa: ARG002
        return []


@dataclass
class _ReadOnlyStore:
    """What a run holds, for a run that only reads."""

    held: Mapping[int, RangeSet]

    def known(self, group: int) -> "list[ReducedChunk]":
        return list(self.held[group].parts) if group in self.held else []

    def keep(self, group: int, part: "ReducedChunk") -> None:  # noqa: ARG002
        raise TypeError("nothing is played")

    def grow(self, plan: "Plan") -> None:
        """Further rounds are read like the first."""


def read_outcome(question: "Question", held: Mapping[int, RangeSet], manifest: Manifest) -> Outcome:
    """What a run held when it was stopped, from its first game on without a gap."""
    found = run_question(question, store=_ReadOnlyStore(held), executor=NullExecutor())
    found.seconds, found.core_seconds = manifest["seconds"], manifest["core_seconds"]
    return found


# --- several runs together ------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredRun:
    """A run that is read."""

    name: str  # as the user typed it
    path: Path
    manifest: Manifest
    held: Mapping[int, RangeSet]


def read_run(name: str, path: Path, manifest: Manifest) -> StoredRun:
    """A kept run; one that is being played is refused."""
    if is_being_played(path):
        raise UserError(f"The run {name!r} is being played by another process; wait for it.")
    return StoredRun(name, path, manifest, read_ranges(path, manifest)[0])


@dataclass
class Replicate:
    """The groups of one experiment on one luck, from all runs that have it."""

    plan: list[GroupData]
    held: list[RangeSet]

    @property
    def luck(self) -> list[int]:
        return seeds_of(self.plan)

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


def seeds_of(plan: Sequence[GroupData]) -> list[int]:
    """The seeds of an experiment."""
    return [cell[name] for group in plan for cell in group["cells"] for name in LUCK]


def count_replicates(manifest: Manifest) -> int:
    """On how many lucks a run was played: one, unless it was merged."""
    return len(manifest["merged"]) if "merged" in manifest else 1


def join_runs(sources: Sequence[StoredRun]) -> list[Replicate]:
    """All runs together; differences and games that are held twice are refused."""
    base = sources[0]
    size = len(base.manifest["plan"]) // count_replicates(base.manifest)
    copies: dict[str, Replicate] = {}
    for source in sources:
        _refuse_other_run(base, source, size)
        for place in range(count_replicates(source.manifest)):
            plan = source.manifest["plan"][place * size : (place + 1) * size]
            held = [source.held[place * size + group] for group in range(size)]
            key = json.dumps(seeds_of(plan))
            copy = copies.setdefault(key, Replicate(plan, [RangeSet() for _ in range(size)]))
            _add_ranges(copy, held, source)
    return [copy for copy in copies.values() if copy.held[0].parts]


def _add_ranges(copy: Replicate, held: Sequence[RangeSet], source: StoredRun) -> None:
    try:
        for mine, theirs in zip(copy.held, held, strict=True):
            for part in theirs.parts:
                mine.add(part)
    except OverlapError as twice:
        raise UserError(
            f"The run {source.name!r} holds game {twice.game} of seed {copy.luck[0]}, as another "
            "of these runs does; no game may be counted twice."
        ) from None


def _refuse_other_run(base: StoredRun, source: StoredRun, size: int) -> None:
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
    differs = manifests.first_difference(theirs, mine, LUCK)
    many = len(source.manifest["plan"]) / count_replicates(source.manifest)
    if differs is None and many != size:
        differs = f"it has {many:g} groups of tables, not {size}"
    if differs:
        raise UserError(
            f"The runs {base.name!r} and {source.name!r} cannot be joined: of {source.name!r}, "
            f"{differs}."
        )


def joined_outcome(
    question: "Question", copies: Sequence[Replicate], sources: Sequence[StoredRun]
) -> Outcome:
    """The outcome of all games that the copies hold."""
    plan, groups = question.plan(), []
    for place, group in enumerate(plan.groups):
        parts = [part for copy in copies for part in copy.held[place].parts]
        total = dict(parts[0].parts) if parts else {}
        for part in parts[1:]:
            total = {
                reduction: found.add(part.parts[reduction]) for reduction, found in total.items()
            }
        groups.append(GroupResult(group, sum(part.n for part in parts), total))
    return Outcome(
        plan=plan,
        groups=groups,
        seconds=sum(source.manifest["seconds"] for source in sources),
        core_seconds=sum(source.manifest["core_seconds"] for source in sources),
        threads=1,
        interrupted=not all(copy.is_whole for copy in copies),
    )


def merged_lines(copies: Sequence[Replicate]) -> list[bytes]:
    """What a merged run keeps: the groups of one luck after those of another."""
    return [
        format_line(which * len(copy.held) + place, part)
        for which, copy in enumerate(copies)
        for place, held in enumerate(copy.held)
        for part in held.parts
    ]


def write_lines(path: Path, copies: Sequence[Replicate]) -> None:
    with (path / CHUNKS).open("ab") as file:
        file.writelines(merged_lines(copies))
