"""The parameters of the commands, made from the table of options (analyzer/request/options.py).

Values arrive as the user typed them; typer only splits the line. They are read by the same checks
as in Python, whose sentences name the flag.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, Signature
from typing import Annotated

import typer

from analyzer.cli._candidates import candidates_of
from analyzer.errors import UserError
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.kinds import Plain
from analyzer.request.options import Option, options_of
from analyzer.request.request import Request
from analyzer.system.faces import option_subject


@dataclass(frozen=True)
class How:
    """What a command does with an answer, and who plays: no result depends on it."""

    plot: str | None = None
    out: str | None = None
    rows: int | None = None
    json: bool = False
    csv: bool = False
    markdown: bool = False
    html: bool = False
    quiet: bool = False
    threads: int | None = None
    cluster: str | None = None
    force: bool = False
    table: bool = False  # of replay: before every move
    all_moves: bool = False

    @property
    def is_for_programs(self) -> bool:
        """Is something else printed than the usual screen?"""
        return self.json or self.csv or self.markdown or self.html


def asks(kind: str) -> Callable[[Callable[[Request, How], None]], Callable[..., None]]:
    """Make a command of a function that takes a request of this kind."""

    def decorate(function: Callable[[Request, How], None]) -> Callable[..., None]:
        def command(**raw: object) -> None:
            given = _read(kind, raw)
            rows = options_of(kind)
            words = {name: value for name, value in given.items() if rows[name].changes_result}
            usual = {name: row.default for name, row in rows.items() if not row.changes_result}
            how = usual | {name: value for name, value in given.items() if name not in words}
            game = words.pop("game")
            function(Request(kind, str(game), words), How(**how))  # type: ignore[arg-type]

        return _with_signature(command, function, kind)

    return decorate


def takes(taker: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function whose arguments are the options of the table; those that change
    no result come together, as `how`, if the function asks for that."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        known = {entry.name for entry in fields(How)}

        def command(**raw: object) -> None:
            values: dict[str, object] = {**_defaults(taker), **_read(taker, raw)}
            if "context" in function.__annotations__:
                values["context"] = raw["context"]
            if "how" in function.__annotations__:
                how = {name: values.pop(name) for name in list(values) if name in known}
                function(**values, how=How(**how))  # type: ignore[arg-type]
            else:
                function(**values)

        return _with_signature(command, function, taker)

    return decorate


def _with_signature(
    command: Callable[..., None], function: Callable[..., None], taker: str
) -> Callable[..., None]:
    """A function that typer reads: its parameters are the options, its docstring the help."""
    parameters = [_parameter(row) for row in options_of(taker).values()]
    if "context" in function.__annotations__:
        context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
        parameters.insert(0, context)
    parameters.sort(key=lambda one: one.default is not Parameter.empty)
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__doc__ = function.__doc__
    return command


def _parameter(row: Option) -> Parameter:
    default: object = None
    candidates = candidates_of(row)
    if row.is_flag:
        kind: object = Annotated[bool, typer.Option(*row.flags, help=row.sentence)]
        default = False
    elif row.flags:
        info = typer.Option(
            *row.flags,
            metavar=row.metavar,
            help=row.sentence,
            show_default=False,
            autocompletion=candidates,
        )
        kind = Annotated[list[str] | None, info]
    else:
        argument = typer.Argument(
            metavar=row.metavar,
            help=row.sentence,
            show_default=False,
            autocompletion=candidates,
        )
        text: object = list[str] if row.kind.repeats else str
        if row.required:
            kind, default = Annotated[text, argument], Parameter.empty
        else:
            kind = Annotated[text | None, argument]  # type: ignore[operator]
    return Parameter(row.keyword, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


# --- what the user typed --------------------------------------------------------------------------


def _defaults(taker: str) -> dict[str, Plain]:
    return {name: row.default for name, row in options_of(taker).items()}


def _read(taker: str, raw: Mapping[str, object]) -> dict[str, Plain]:
    """What is given, checked; what is not given is left out."""
    rows = options_of(taker)
    given = {
        name: _checked(row, raw[name])
        for name, row in rows.items()
        if raw[name] not in (None, False, [])
    }
    refuse_combinations(taker, given)
    for name, row in rows.items():
        if row.required and name not in given:
            raise row.missing()
    return given


def _checked(row: Option, raw: object) -> Plain:
    if row.kind.repeats or not isinstance(raw, list):
        return row.read(raw)
    return row.read(_single(row.keyword, raw))


def _single(keyword: str, values: Sequence[str]) -> str:
    """The value of an option that may be given once."""
    if len(values) > 1:
        raise UserError(
            f"{option_subject(keyword)} is given {len(values)} times, with "
            f"{' and '.join(values)}; keep one."
        )
    return values[0]
