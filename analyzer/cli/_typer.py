"""The words of a command line: help that says what to type, and mistakes told in one sentence.

typer parses the line. We tell what it raises in our own words, by the class and the public fields
of the exception. tools/typer_versions.py runs the tests with the oldest and the newest version that
pyproject.toml allows.
"""

import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from analyzer.cli._modes import ANYWHERE
from analyzer.errors import UserError, did_you_mean, nearest_word
from analyzer.system.invocation import NAME, program_name

# typer keeps the classes of what it hands us to itself.
Context = Any
Formatter = Any
Parameter = Any

PLAYING = {
    "simulate",
    "compare",
    "sweep",
    "tournament",
    "ask",
    "contract",
    "tune",
    "resume",
    "extend",
}

# What typer raises for a mistake on the line: its name differs between the versions we allow.
UsageMistake = next(kind for kind in reversed(typer.BadParameter.__mro__)
                    if issubclass(kind, Exception) and kind is not Exception)  # fmt: skip


class Interrupted(Exception):  # noqa: N818 - nobody erred
    """Ctrl-C while no run was there to answer it; typer would leave without a word."""

    def __init__(self, command: str = "") -> None:
        plays = command in PLAYING
        what = "the first game" if plays else "there was any result"
        super().__init__(f"Stopped before {what}.")


class Stopped(Exception):  # noqa: N818 - nobody erred
    """A run was stopped, and everything about it is said."""


class Command(TyperCommand):
    """One command, whose help names our program as it was called."""

    def invoke(self, ctx: Context) -> object:
        """Run it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Interrupted(str(ctx.info_name)) from error

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """typer writes {GAME} for what must be given; other programs write GAME."""
        return [re.sub(r"^\{(.*)\}", r"\1", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Context, formatter: Formatter) -> None:
        _list_options(self, ctx, formatter)

    def format_epilog(self, ctx: Context, formatter: Formatter) -> None:
        mine = self.epilog
        self.epilog = command_as_typed(mine or "")
        super().format_epilog(ctx, formatter)
        self.epilog = mine


class Commands(TyperGroup):
    """The list of commands; an unknown one gets a suggestion."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Options that may stand anywhere are read before; only completion finds them here."""
        return super().parse_args(ctx, [word for word in args if word not in ANYWHERE])

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first word names."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            known = did_you_mean(args[0], self.list_commands(ctx))
            raise UserError(f"{program_name()} has no command {args[0]!r}{known}")
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: Context, formatter: Formatter) -> None:
        mine = self.help
        self.help = command_as_typed(mine or "")
        super().format_help_text(ctx, formatter)
        self.help = mine

    def format_options(self, ctx: Context, formatter: Formatter) -> None:
        _list_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)


def _list_options(command: Command | Commands, ctx: Context, formatter: Formatter) -> None:
    """Arguments and options, each with its sentence."""
    parts: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    params: list[Parameter] = command.get_params(ctx)
    for param in params:
        if param.param_type_name == "argument":
            parts["Arguments"].append((param.metavar, command_as_typed(param.help)))
        elif record := param.get_help_record(ctx):
            parts["Options"].append((record[0], command_as_typed(record[1])))
    for title, records in parts.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def command_as_typed(text: str) -> str:
    """A text of ours with commands as this user would type them."""
    name = program_name()
    return text if name == NAME else re.sub(rf"\b{NAME}(?= [a-z])", lambda _: name, text)


# --- slips ----------------------------------------------------------------------------------------


def usage_sentence(error: Any) -> str:
    """What is wrong with the words of a command, and the remedy."""
    context: Context = getattr(error, "ctx", None)
    command = context.command_path if context else program_name()
    if hasattr(error, "possibilities"):
        return _no_option(command, error.option_name, context)
    if isinstance(error, typer.BadParameter) and not error.message and error.param:
        return _missing(command, error.param)
    text = error.format_message().strip().rstrip(".")
    if extra := re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", text, re.DOTALL):
        text = f"{command} takes no argument {extra[1]!r}"
    elif hasattr(error, "option_name"):
        text = text.replace("requires an argument", "must be followed by a value")
        text = re.sub(r"Option '([^']*)'", r"Option \1", text)
    return f"{text}; see {command} --help." if context else f"{text}."


def _no_option(command: str, word: str, context: Context) -> str:
    known = [name for param in context.command.params for name in param.opts] if context else []
    meant = nearest_word(word, [*known, "--help"])
    hint = f"; did you mean {meant}?" if meant else "."
    return f"{command} has no option {word}{hint} See {command} --help."


def _missing(command: str, param: Parameter) -> str:
    if param.name == "game":
        from analyzer import games

        return f"{command} must be given a game. Known: {', '.join(games.names())}."
    return f"{command} must be given {param.metavar}; see {command} --help."
