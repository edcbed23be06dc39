"""`analyze merge`: kept runs of one experiment become one."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer import program
from analyzer.cli import _judge, _kept, _options
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.answer import Answer
    from analyzer.kept.reading import Copy, Source
    from analyzer.plain import Json
    from analyzer.questions import Question

PLACE = 22
EXAMPLES = """\
\b
Examples:
  analyze merge monday tuesday --out both

The runs must ask the same question with the same rules and the same version, about different games:
other seeds, or other ranges (-n, --first). If they do not fit, a sentence says why. Runs of one
seed give a run that can be resumed and extended. Rows are kept if every run has all of its rows.
"""


def command(
    folders: Annotated[
        list[str], typer.Argument(metavar="DIR OTHER", help="Folders of kept runs, two or more.")
    ],
    out: _options.Out = None,
    policy: _judge.Policies = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
) -> None:
    """Join kept runs of the same experiment."""
    from analyzer.kept.folder import place_for

    if json and quiet:
        raise UserError("Options --json and --quiet cannot be combined; keep one.")
    if len(folders) < 2:
        raise UserError("merge needs two runs or more; name their folders.")
    text = _options.one(out, "--out")
    if text is None:
        raise UserError("Option --out must name the folder of the merged run.")
    mine = _judge.named(policy)
    with _kept.care(*folders):
        _kept.trusted(folders, mine)
        _merge(folders, text, mine, place_for(text), json, quiet)


def _merge(
    folders: list[str], text: str, mine: _judge.Named, place: Path, json: bool, quiet: bool
) -> None:
    from analyzer.kept import reading

    sources = [reading.read(name, *_kept.manifest(name, mine)) for name in folders]
    _refuse_twins(sources)
    copies = reading.join(sources)
    words = _words(sources[0], copies)
    question = _kept.question_of(folders[0], words, sources[0].manifest)
    if len(question.plan().groups) != len(copies[0].held):
        raise UserError("Runs that were played in rounds cannot be merged.")
    answer = question.answer(reading.joined(question, copies, sources))
    if len(copies) > 1:
        answer = _of_several_seeds(answer, copies, [*folders, "--out", text])
    _write(place, question, words, copies, sources, answer)
    _show(answer, words, json, quiet, place)


def _refuse_twins(sources: "Sequence[Source]") -> None:
    for place, source in enumerate(sources):
        for other in sources[:place]:
            if source.path.resolve() == other.path.resolve():
                raise UserError(f"The run {source.name!r} is named twice; keep one.")


def _words(base: "Source", copies: "Sequence[Copy]") -> list[str]:
    """The command of the first run, asking for all games."""
    first = min(copy.first for copy in copies)
    several = len(copies) > 1
    n = sum(copy.held[0].n for copy in copies) if several else copies[0].end - first
    more = ["-n", str(n), *(["--first", str(first)] if first else [])]
    arguments = list(base.manifest["arguments"])
    if not first and "--first" in arguments:
        at = arguments.index("--first")
        del arguments[at : at + 2]
    return _kept.replaced(arguments, more)


def _write(
    place: Path,
    question: "Question",
    words: Sequence[str],
    copies: "Sequence[Copy]",
    sources: "Sequence[Source]",
    answer: "Answer",
) -> None:
    from analyzer.kept import manifest, reading
    from analyzer.kept.folder import Kept
    from analyzer.report.files import write_answer

    with_rows = len(copies) == 1 and all(s.manifest["rows"] is None for s in sources)
    kept = Kept.create(place, question.plan(), words, None if with_rows else 0)
    try:
        with kept.writing():
            if len(copies) > 1:
                kept.manifest["plan"] = [group for copy in copies for group in copy.plan]
                kept.manifest["merged"] = [_told(copy) for copy in copies]
            reading.write_lines(place, copies)
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


def _told(copy: "Copy") -> "Json":
    return {"seed": copy.luck[0], "ranges": [[part.first, part.n] for part in copy.held[0].parts]}


def _copy_rows(place: Path, sources: "Sequence[Source]") -> None:
    from analyzer.kept.rows import FOLDERS

    for source in sources:
        for name in FOLDERS:
            if (source.path / name).is_dir():
                shutil.copytree(source.path / name, place / name, dirs_exist_ok=True)


def _of_several_seeds(answer: "Answer", copies: "Sequence[Copy]", words: Sequence[str]) -> "Answer":
    """The same answer, which says on which seeds it rests and how it was made."""
    from analyzer.answer import Figure

    *first, last = (str(copy.luck[0]) for copy in copies)
    old = f"seed {copies[0].luck[0]}"
    new = f"seeds {', '.join(first)} and {last}"
    merged = [_told(copy) for copy in copies]
    command = program.command("merge", *words)
    return replace(
        answer,
        heading=tuple(new if part == old else part for part in answer.heading),
        blocks=tuple(
            replace(block, caption=block.caption.replace(old, new))
            if isinstance(block, Figure)
            else block
            for block in answer.blocks
        ),
        data={**answer.data, "merged": merged},
        provenance={**answer.provenance, "merged": merged, "command": command},
        command=command,
    )


def _show(answer: "Answer", words: Sequence[str], json: bool, quiet: bool, place: Path) -> None:
    from analyzer.cli._ask import show_answer
    from analyzer.kept.words import resume

    show_answer(answer, json, quiet)
    if not (json or quiet):
        typer.echo(f" Kept: {place}")
    if answer.interrupted:
        again = resume(place, words)
        typer.echo(f"Some games between the runs are missing; play them: {again}", err=True)
