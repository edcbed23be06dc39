"""`analyze merge`: kept runs of one experiment become one."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from analyzer.answer.results import merge_json
from analyzer.api import stored
from analyzer.cli import _stored
from analyzer.cli._parameters import How, takes
from analyzer.cli._streams import print_line
from analyzer.errors import UserError
from analyzer.system import invocation

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.questions import Question
    from analyzer.request.request import Request
    from analyzer.store.read import Replicate, StoredRun

HELP_ORDER = 22
EXAMPLES = """\
\b
Examples:
  analyze merge monday tuesday --out both

The runs must ask the same question with the same rules and the same version, about different games:
other seeds, or other ranges (-n, --first). If they do not fit, a sentence says why. Runs of one
seed give a run that can be resumed and extended. Rows are kept if every run has all of its rows.
"""


@takes("merge")
def command(folders: list[str], how: How) -> None:
    """Join kept runs of the same experiment."""
    if len(folders) < 2:
        raise UserError("merge needs two runs or more; name their folders.")
    if how.out is None:
        raise UserError("Option --out must name the folder of the merged run.")
    with _stored.report_broken_files(*folders):
        _merge(folders, how.out, how)


def _merge(folders: list[str], text: str, how: How) -> None:
    from analyzer.request.build import answer_request
    from analyzer.store import read
    from analyzer.store.folder import new_run_path
    from analyzer.store.manifest import request_of

    sources = [read.read_run(name, *stored.read_manifest(name)) for name in folders]
    _refuse_twins(sources)
    for source in sources:
        with read.speaking_from(source.manifest):
            request = request_of(source.manifest)
            stored.rebuild_question(source.name, request, source.manifest)
    copies = read.join_runs(sources)
    request = _request(sources[0], copies)
    with read.speaking_from(*(source.manifest for source in sources)):
        question = stored.rebuild_question(folders[0], request, sources[0].manifest)
        if len(question.plan().groups) != len(copies[0].held):
            raise UserError("Runs that were played in rounds cannot be merged.")
        outcome = read.joined_outcome(question, copies, sources)
        answer = answer_request(request, question, outcome)
        if len(copies) > 1:
            answer = _of_several_seeds(answer, copies, [*folders, "--out", text])
        place = new_run_path(text)
        _write(place, question, request, copies, sources, answer)
    _show(answer, request, how, place)


def _refuse_twins(sources: "Sequence[StoredRun]") -> None:
    for place, source in enumerate(sources):
        for other in sources[:place]:
            if source.path.resolve() == other.path.resolve():
                raise UserError(f"The run {source.name!r} is named twice; keep one.")


def _request(base: "StoredRun", copies: "Sequence[Replicate]") -> "Request":
    """The request of the first run, asking for all games."""
    from analyzer.store.manifest import request_of

    first = min(copy.first for copy in copies)
    several = len(copies) > 1
    n = sum(copy.held[0].n for copy in copies) if several else copies[0].end - first
    asked = request_of(base.manifest)
    if asked["first"] is None:  # a question that is asked begins with its first game
        return asked.replace(n=n, precision=None, seconds=None)
    return asked.replace(n=n, first=first)


def _write(
    place: Path,
    question: "Question",
    request: "Request",
    copies: "Sequence[Replicate]",
    sources: "Sequence[StoredRun]",
    answer: "Answer",
) -> None:
    from analyzer.render.files import write_answer
    from analyzer.store import manifest, read
    from analyzer.store.folder import RunFolder

    with_rows = len(copies) == 1 and all(s.manifest["rows"] is None for s in sources)
    kept = RunFolder.create(place, question.plan(), request, None if with_rows else 0)
    try:
        with kept.writing():
            if len(copies) > 1:
                kept.manifest["plan"] = [group for copy in copies for group in copy.plan]
                kept.manifest["merged"] = merge_json((_merged_runs(copies),))["merged"]
            read.write_lines(place, copies)
            if with_rows:
                _copy_rows(place, sources)
            write_answer(place, answer)
        status = manifest.STOPPED if answer.interrupted else manifest.DONE
        kept.end(status, answer.seconds, answer.core_seconds)
    except BaseException:
        kept.remove()
        raise
    finally:
        kept.close()


@dataclass(frozen=True)
class MergedRun:
    """The games of one seed in a merged run."""

    seed: Annotated[int, "seed of these games"]
    ranges: Annotated[tuple[tuple[int, int], ...], "first game and number of games, for each range"]


@dataclass(frozen=True)
class MergedRuns:
    """What a merged run adds to its result."""

    merged: Annotated[tuple[MergedRun, ...], "what was joined, one object per seed"]


def _merged_runs(copies: "Sequence[Replicate]") -> MergedRuns:
    ranges = (tuple((part.first, part.n) for part in copy.held[0].parts) for copy in copies)
    seeds = (copy.luck[0] for copy in copies)
    return MergedRuns(tuple(map(MergedRun, seeds, ranges)))


def _copy_rows(place: Path, sources: "Sequence[StoredRun]") -> None:
    from analyzer.store.rows import FOLDERS

    for source in sources:
        for name in FOLDERS:
            if (source.path / name).is_dir():
                shutil.copytree(source.path / name, place / name, dirs_exist_ok=True)


def _of_several_seeds(
    answer: "Answer", copies: "Sequence[Replicate]", words: Sequence[str]
) -> "Answer":
    """An answer that also says on which seeds it rests and how it was made."""
    from analyzer.answer.blocks import Figure

    *first, last = (str(copy.luck[0]) for copy in copies)
    old = f"seed {copies[0].luck[0]}"
    new = f"seeds {', '.join(first)} and {last}"
    merged = _merged_runs(copies)
    command = invocation.command_line("merge", *words)
    return replace(
        answer,
        heading=tuple(new if part == old else part for part in answer.heading),
        blocks=tuple(
            replace(block, caption=block.caption.replace(old, new))
            if isinstance(block, Figure)
            else block
            for block in answer.blocks
        ),
        results=(merged, *answer.results),
        request={},
        provenance={**answer.provenance, **merge_json((merged,)), "command": command},
        command=command,
    )


def _show(answer: "Answer", request: "Request", how: How, place: Path) -> None:
    from analyzer.cli._run import show_answer
    from analyzer.store.policy_files import resume_command

    show_answer(answer, how)
    if not (how.quiet or how.is_for_programs):
        print_line(f" Kept: {place}")
    if answer.interrupted:
        again = resume_command(place, request)
        print_line(f"Some games between the runs are missing; play them: {again}", err=True)
