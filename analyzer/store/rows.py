"""Rows of a run: Parquet files, one per chunk, named by the games they hold."""

from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from analyzer.system.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polars import DataFrame

    from analyzer.simulation.batch import Batch, Layout
    from analyzer.store.chunk_log import RangeSet

FOLDERS = ("games", "seats")
SUFFIX = ".parquet"


def write_rows(run: Path, batch: "Batch", identity: str) -> None:
    """The rows of a chunk; each shard says which run it belongs to."""
    from analyzer.simulation.frames import games_frame, seats_frame

    for name, frame in zip(FOLDERS, (games_frame(batch), seats_frame(batch)), strict=True):
        folder = run / name
        folder.mkdir(exist_ok=True)
        shard = folder / f"{batch.first:015d}-{batch.n}{SUFFIX}"
        write_atomically(shard, partial(_save, frame, identity))


def _save(frame: "DataFrame", identity: str, path: Path) -> None:
    with path.open("xb") as file:  # polars itself cannot open a name that is no text
        frame.write_parquet(file, compression_level=3, metadata={"manifest": identity})


def parse_shard_name(shard: Path) -> tuple[int, int] | None:
    """The first game of a file and how many, from its name; None if it is not one of ours."""
    first, _, n = shard.stem.partition("-")
    if shard.suffix != SUFFIX or not (first.isdecimal() and n.isdecimal()):
        return None
    return int(first), int(n)


def shards(run: Path, name: str) -> list[Path]:
    """The files of one of the folders, in the order of their games."""
    found = {path: parse_shard_name(path) for path in (run / name).glob(f"*{SUFFIX}")}
    known = {path: games for path, games in found.items() if games and path.is_file()}
    return sorted(known, key=known.__getitem__)


def remove_stray_rows(run: Path, held: "RangeSet") -> None:
    """Remove rows of chunks that were not kept: they are played again, perhaps cut differently."""
    for name in FOLDERS:
        for shard in (run / name).glob("*"):
            games = parse_shard_name(shard)
            if games is None or not held.holds(*games):
                shard.unlink()


def remove_rows(run: Path) -> None:
    for name in FOLDERS:
        if (run / name).is_dir():
            rmtree(run / name, ignore_errors=True)


def read_batches(
    run: Path, layout: "Layout", players: int, policies: tuple[str, ...]
) -> "Iterator[Batch]":
    """The rows of a run as the core had filled them, shard by shard, in the order of games."""
    from analyzer.simulation.frames import read_batch

    shards = sorted(
        (parse_shard_name(path) or (-1, 0), path) for path in (run / "games").glob(f"*{SUFFIX}")
    )
    for (first, n), path in shards:
        other = run / "seats" / path.name
        if first >= 0 and path.is_file() and other.is_file():
            yield read_batch(path, other, layout, players, policies, first, n)
