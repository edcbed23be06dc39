"""A slip in the command line itself, told in one sentence instead of typer's usage box."""

import re
from typing import Any

import typer
from typer.core import TyperGroup

from analyzer.errors import UserError, did_you_mean, nearest

# typer keeps its own copy of click, so this class has no public name.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]


class Commands(TyperGroup):
    """The list of commands; an unknown one gets a suggestion."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            known = did_you_mean(args[0], self.list_commands(ctx))
            raise UserError(f"analyze has no command {args[0]!r}{known}")
        return super().resolve_command(ctx, args)


def sentence(error: Any) -> str:
    """What is wrong with the words of a command, and the remedy."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "analyze"
    if hasattr(error, "possibilities"):
        return _no_option(command, error.option_name, context)
    if isinstance(error, typer.BadParameter) and not error.message and error.param:
        return _missing(command, error.param)
    text = error.format_message().strip().rstrip(".")
    if extra := re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", text):
        text = f"{command} has no use for {extra[1]!r}"
    elif hasattr(error, "option_name"):
        text = text.replace("requires an argument", "must be followed by a value")
        text = re.sub(r"Option '([^']*)'", r"Option \1", text)
    return f"{text}; see {command} --help." if context else f"{text}."


def _no_option(command: str, word: str, context: Any) -> str:
    known = [name for param in context.command.params for name in param.opts] if context else []
    meant = nearest(word, [*known, "--help"])
    hint = f"; did you mean {meant}?" if meant else "."
    return f"{command} has no option {word}{hint} See {command} --help."


def _missing(command: str, param: Any) -> str:
    if param.name == "game":
        from analyzer import games

        return f"{command} must be given a game. Known: {', '.join(games.names())}."
    return f"{command} must be given {param.opts[0]}; see {command} --help."
