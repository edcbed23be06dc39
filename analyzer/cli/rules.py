"""`analyze rules`: how a game is played, and what can be changed."""

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli._options import Game
from analyzer.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.games import AnyGame
    from analyzer.rules import Parameter

PLACE = 2
EXAMPLES = """\
\b
Change a rule with --rule NAME=VALUE:
  analyze simulate hike -p 5 --rule target=30 --rule solo_tail=stop
"""


def command(
    game: Game,
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Show every numbered clause instead.")
    ] = False,
    open_: Annotated[
        bool,
        typer.Option("--open", help="Show every open reading of the rulebook and our default."),
    ] = False,
) -> None:
    """Show how a game is played and what can be changed."""
    from analyzer import games
    from analyzer.cli._screen import out

    if clauses and open_:
        raise UserError("Options --clauses and --open cannot be combined; give one of them.")
    face = games.load(game)
    show = _clauses if clauses else _open if open_ else _short
    show(game, face, out())


def _short(game: str, face: "AnyGame", console: "Console") -> None:
    from analyzer import rules
    from analyzer.cli._screen import grid, paragraphs, put
    from analyzer.program import command as command_line

    low, high = face.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    console.print(f"{face.title} ({game}) · {players} · {face.publisher}", style="bold")
    console.print()
    paragraphs(console, face.summary)
    console.print()
    kind: type = face.rules_type
    rows = [(rule.name, rule.default, _said(rule)) for rule in rules.parameters(kind)]
    put(console, grid(("rule", "default", "what it says"), rows))
    console.print()
    for line in data_lines(face):
        console.print(line)
    console.print(f"Every clause: {command_line('rules', game, '--clauses')}")
    console.print(f"Every open reading: {command_line('rules', game, '--open')}")


def _said(rule: "Parameter") -> str:
    """What a rule says, what it may be, and the clause it belongs to."""
    clause = f" [{rule.clause}]" if rule.clause else ""
    return f"{rule.sentence} Values: {rule.allowed}.{clause}"


def data_lines(face: "AnyGame") -> list[str]:
    """Which tables of a game are not those that are printed, in sentences."""
    from analyzer import provenance

    rules = face.resolve_rules(face.players[0], {})
    return list(provenance.sentences([face.provenance(rules)]))


def _clauses(game: str, face: "AnyGame", console: "Console") -> None:
    from analyzer import rulebook

    console.print(f"{face.title} ({game}), clause by clause, in our words", style="bold")
    section: str | None = None
    rows: list[tuple[str, str]] = []
    for clause, text, heading in rulebook.clauses(game):
        if heading != section:
            _flush(console, section, rows)
            section, rows = heading, []
        rows.append((clause, text))
    _flush(console, section, rows)


def _flush(console: "Console", heading: str | None, rows: list[tuple[str, str]]) -> None:
    from analyzer.cli._screen import grid, put

    if not rows:
        return
    console.print()
    if heading:
        console.print(heading, style="bold")
    table = grid(("", ""), rows)
    table.show_header = False
    put(console, table)


def _open(game: str, face: "AnyGame", console: "Console") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from analyzer import rulebook
    from analyzer.cli._screen import put

    console.print(f"{face.title} ({game}): what the rulebook leaves open", style="bold")
    for name, question, readings, default, parameter in rulebook.readings(game):
        console.print()
        put(console, Text.assemble((name, "bold"), f"  {question}"))
        for head, text in (("readings", readings), ("default", default), ("rule", parameter)):
            if text:
                put(console, Padding(Text(f"{head}: {text}"), (0, 0, 0, 4)))
