"""What has changed since a kept run of a contract: on the same luck, if its games can be played."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, cast

from analyzer.answer.blocks import Block, Column, Paragraph, Table, Value
from analyzer.api import stored
from analyzer.cli import _contract_play, _stored
from analyzer.errors import UserError
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from pathlib import Path

    from analyzer.answer.blocks import Answer
    from analyzer.cli._parameters import How
    from analyzer.questions.contract import Contract
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.store.manifest import Manifest
    from analyzer.system.json_types import Json

GAMES = 20_000  # of each table, at most: enough to see a change of 1 pp on the same luck


def add_changes(answer: "Answer", folder: str, request: "Request", how: "How") -> "Answer":
    """The answer, with what has changed since the run in a folder."""
    with _stored.report_broken_files(folder):
        path, found, before = _read(folder, request)
        told = _clauses_table(folder, _kept_answer(path, folder), answer.data)
        blocks: list[Block] = [*_tables(folder, found, before, request, how), told]
    return replace(answer, blocks=(*answer.blocks, *blocks))


def check_folder(folder: str, request: "Request") -> None:
    """A mistake about the folder is told before anything is played."""
    with _stored.report_broken_files(folder):
        path, _, _ = _read(folder, request)
        _kept_answer(path, folder)


def _read(folder: str, request: "Request") -> "tuple[Path, Manifest, Request]":
    from analyzer.store.manifest import request_of
    from analyzer.store.policy_files import games_in_files, policies_in_files

    path, found = stored.read_manifest(folder)
    before = request_of(found)
    subject = option_subject("against")
    if before.kind != "contract":
        raise UserError(
            f"{subject} needs a kept run of contract (contract --out); {folder!r} holds one of "
            f"{before.kind}."
        )
    if before.game != request.game:
        raise UserError(
            f"{subject} needs a run of the same game; {folder!r} is one of {before.game}, and this "
            f"contract is about {request.game}."
        )
    code = [*games_in_files(before), *policies_in_files(before)]
    mine = {*games_in_files(request), *policies_in_files(request)}
    if strange := [text for text in code if text not in mine]:
        raise UserError(
            f"{subject} cannot play {strange[0]}: the run {folder!r} names this file of code, and "
            "this contract does not."
        )
    return path, found, before


def _kept_answer(path: "Path", folder: str) -> "Json":
    from analyzer.store.manifest import ANSWER
    from analyzer.system import input_files

    try:
        found: Json = json.loads(input_files.read_text(path / ANSWER))
    except OSError:
        raise UserError(f"The run {folder!r} has no answer yet; resume it first.") from None
    return found


# --- on the same luck ----------------------------------------------------------------------------


def _tables(
    folder: str, found: "Manifest", before: "Request", request: "Request", how: "How"
) -> list[Block]:
    """What has changed at each table that both contracts are about."""
    from analyzer.request.build import build_question
    from analyzer.store import manifest

    old = cast("Contract", build_question(before))
    new = cast("Contract", build_question(request))
    if why := manifest.first_difference(found, manifest.describe_plan(old.plan())):
        return [
            Paragraph(
                f"The games of {folder} cannot be played again on the same luck ({why}), so its "
                "clauses are set beside these as they were."
            )
        ]
    blocks: list[Block] = []
    for size in sorted({*old.tables} & {*new.tables}):
        blocks += _table(old, new, size, folder, how)
    same = all(
        old.tables[size].cell == new.tables[size].cell for size in {*old.tables} & {*new.tables}
    )
    if same:
        blocks.append(Paragraph(f"Since {folder} no rule and no player has changed."))
    return blocks


def _table(old: "Contract", new: "Contract", size: int, folder: str, how: "How") -> list[Block]:
    from analyzer.questions.compare import Arm, Compare

    was, now = (replace(one, seed=new.setting.seed) for one in (old.tables[size], new.tables[size]))
    if was.cell == now.cell:
        return []
    question = Compare((Arm("before", was), Arm(_changed(was, now), now)), min(new.n, GAMES))
    answer = question.answer(_contract_play.play(question, how))
    (sentence,) = (one.text for one in answer.paragraphs("answer")[:1])
    (table,) = answer.tables()[:1]
    return [
        Paragraph(f"Since {folder}, {size} players on the same luck: {sentence}"),
        replace(table, name=f"changes_{size}", title=f"Since {folder}, with {size} players"),
    ]


def _changed(was: "Setting", now: "Setting") -> str:
    """What differs, as a user would type it."""
    from analyzer.games.parameters import format_value

    found = [
        f"{field.name}={format_value(getattr(now.rules, field.name))}"
        for field in fields(now.rules)
        if getattr(now.rules, field.name) != getattr(was.rules, field.name)
    ]
    if now.policies != was.policies:
        found.append(f"policy={' '.join(dict.fromkeys(now.policy_names))}")
    return ", ".join(found)


# --- clause by clause ----------------------------------------------------------------------------


def _clauses_table(folder: str, before: "Json", now: Mapping[str, object]) -> Table:
    """The verdict and the number of every clause that both have."""
    old = {_name(one): one for one in before.get("clauses", ())}
    columns = (
        Column("clause", "clause", "label", "Its key in the contract."),
        Column("before", "before", "text", "Its verdict then."),
        Column("now", "now", "text", "Its verdict now."),
        Column("was", "was", help="The number that decided it then."),
        Column("is", "is", help="The number that decides it now."),
    )
    rows = []
    for one in cast("list[Json]", now["clauses"]):
        kept = old.get(_name(one))
        was = "new" if kept is None else str(kept["verdict"])
        rows.append(
            (
                Value(str(one["key"]), str(one["key"])),
                Value(was, was),
                Value(str(one["verdict"]), str(one["verdict"])),
                _number(kept),
                _number(one),
            )
        )
    return Table("since", columns, tuple(rows), title=f"Since {folder}, clause by clause")


def _name(one: "Json") -> str:
    return json.dumps([one["key"], list(one["players"]), one["sentence"]])


def _number(one: "Json | None") -> Value:
    found = None if one is None else one["found"]
    if found is None:
        return Value("", None)
    ends = [found[name] for name in ("estimate", "low", "high")]
    text = "not known" if None in ends else f"{ends[0]:.3g} ({ends[1]:.3g} – {ends[2]:.3g})"
    return Value(text, *ends)
