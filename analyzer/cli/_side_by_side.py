"""Two kept runs on the same luck, compared as `compare` compares its arms, without playing."""

from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api import stored
from analyzer.errors import UserError
from analyzer.games.parameters import format_value
from analyzer.system import invocation

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.questions.compare import Arm
    from analyzer.request.setting import Setting
    from analyzer.store.manifest import Manifest
    from analyzer.store.pair_runs import Side


def side_by_side(a: str, b: str) -> "Answer":
    """The second run against the first."""
    from analyzer.store.read import speaking_from

    runs = {folder: stored.read_manifest(folder) for folder in (a, b)}
    _refuse_other_luck(*((folder, found) for folder, (_, found) in runs.items()))
    with speaking_from(*(found for _, found in runs.values())):
        return _compared(a, b, runs)


def _compared(a: str, b: str, runs: "dict[str, tuple[Path, Manifest]]") -> "Answer":
    from analyzer.questions.compare import Arm, Compare
    from analyzer.simulation.run import Outcome
    from analyzer.store import pair_runs

    (one, mine), (two, theirs) = _read(a, *runs[a]), _read(b, *runs[b])
    if one.cells[0] == two.cells[0] and len(one.cells) == len(two.cells) == 1:
        raise UserError(f"The runs {one.name!r} and {two.name!r} are the same table.")
    ran = pair_runs.from_pairs(one, two)
    if ran is None:
        _refuse_without_rows(one, two, mine[0], theirs[0])
        ran = pair_runs.from_rows(one, two)
    base = mine[0]
    others = [other for other in (*mine[1:], *theirs) if other.cell != base.cell]
    arms = [Arm(_name(other, base), other) for other in others]
    reference = _name(base, others[0]) if len(others) == 1 else "reference"
    question = Compare(
        (Arm(reference, base), *_apart(arms, b)),
        ran.n,
        ran.group.first,
    )
    answer = question.answer(Outcome(question.plan(), [ran], 0.0, 0.0, 1))
    return replace(answer, command=invocation.command_line("show", a, b))


def _read(folder: str, path: Path, found: "Manifest") -> "tuple[Side, list[Setting]]":
    from analyzer.store.pair_runs import Side

    if "merged" in found:
        raise UserError(
            f"The run {folder!r} was merged from runs of several seeds; no other "
            "run can have the same luck."
        )
    if any(group["looks"] for group in found["plan"]):
        raise UserError(
            f"The run {folder!r} has planned looks (--until-decided, --precision), so its own "
            "games decided where it stopped: a comparison would be biased. Play both at once: "
            f"{invocation.command_line('compare', '--help')}"
        )
    settings = _tables(folder, found)
    cells = tuple(setting.cell for setting in settings)
    return Side(folder, path, found, stored.held_ranges(path, found)[0], cells), settings


def _tables(folder: str, found: "Manifest") -> "list[Setting]":
    """The tables of a simulate, or of a compare, the reference first."""
    from analyzer.questions.compare import Compare
    from analyzer.questions.simulate import Simulate
    from analyzer.store.manifest import request_of

    question = stored.rebuild_question(folder, request_of(found), found)
    if isinstance(question, Compare):
        return [arm.setting for arm in question.arms]
    if isinstance(question, Simulate):
        return [question.setting]
    raise UserError(
        f"The run {folder!r} is neither simulate nor compare; only those can be compared."
    )


def _refuse_other_luck(one: "tuple[str, Manifest]", two: "tuple[str, Manifest]") -> None:
    (a, mine), (b, theirs) = one, two
    words = {
        "game": "game",
        "seed": "seed",
        "coin_seed": "coin seed",
        "game_version": "version of the game",
        "analyzer": "version of analyzer",
    }
    first, second = (
        {**found["plan"][0]["cells"][0], "analyzer": found["analyzer"]} for found in (mine, theirs)
    )
    for name, word in words.items():
        if first.get(name) != second.get(name):
            raise UserError(
                f"Two runs can be compared only on the same luck; the {word} is "
                f"{first.get(name)} in {a!r} and {second.get(name)} in {b!r}."
            )


def _refuse_without_rows(one: "Side", two: "Side", base: "Setting", other: "Setting") -> None:
    for side in (one, two):
        if len(side.cells) != 1:
            raise UserError(
                f"The run {side.name!r} holds pairs with its own reference only; show it with a "
                "run of compare that has the same reference."
            )
        if not side.has_rows:
            n = one.manifest["plan"][0]["n"]
            both = base.command("compare", vs=" ".join(_changes(base, other)), n=n)
            raise UserError(
                f"The run {side.name!r} kept no rows, so its games cannot be paired; play both "
                f"at once: {both}"
            )


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
            found.append(f"{field.name}={format_value(theirs)}")
    return found


def _name(setting: "Setting", other: "Setting") -> str:
    """How this table differs from the other, in words."""
    return ", ".join(_changes(other, setting)) or "reference"


def _apart(arms: "list[Arm]", folder: str) -> "list[Arm]":
    """If an arm of the second run has the name of one of the first, its name says where it comes
    from."""
    seen: set[str] = set()
    found = []
    for arm in arms:
        name = f"{arm.name} ({folder})" if arm.name in seen else arm.name
        seen.add(name)
        found.append(type(arm)(name, arm.setting))
    return found
