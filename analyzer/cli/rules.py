"""`analyze rules`: how a game is played, and what can be changed."""

import re
from typing import TYPE_CHECKING

from analyzer.cli._parameters import takes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.games import AnyGame
    from analyzer.games.parameters import Parameter

HELP_ORDER = 2
EXAMPLES = """\
\b
Change a rule with --rule NAME=VALUE:
  analyze simulate hike -p 5 --rule target=30 --rule solo_tail=stop
"""


HEADINGS = (
    "Rules of the rulebook",
    "How we read what the rulebook leaves open",
    "Limits that end a game which would not end",
)


@takes("rules")
def command(game: str, clauses: bool, open: bool) -> None:  # noqa: A002 - as it is typed
    """Show how a game is played and what can be changed."""
    from analyzer import games
    from analyzer.cli._screen import stdout_console

    face = games.load(game)
    show = _clauses if clauses else _open if open else _short
    show(game, face, stdout_console())


def _short(game: str, face: "AnyGame", console: "Console") -> None:
    from analyzer.cli._screen import make_grid, print_paragraphs, print_stripped
    from analyzer.games import parameters
    from analyzer.system.invocation import command_line as command_line

    low, high = face.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    console.print(f"{face.title} ({game}) · {players} · {face.publisher}", style="bold")
    console.print()
    print_paragraphs(console, face.summary)
    console.print()
    kind: type = face.rules_type
    groups: dict[str, list[Parameter]] = {}
    for rule in parameters.parameters(kind):
        groups.setdefault(_group(rule), []).append(rule)
    for heading in (title for title in HEADINGS if title in groups):
        rows = [(rule.name, rule.default, describe_rule(rule)) for rule in groups[heading]]
        console.print(heading, style="bold")
        print_stripped(console, make_grid(("rule", "default", "what it says"), rows))
        console.print()
    for line in data_lines(face):
        console.print(line)
    console.print(f"Every clause: {command_line('rules', game, '--clauses')}")
    console.print(f"Every open reading: {command_line('rules', game, '--open')}")


def _group(rule: "Parameter") -> str:
    """What kind of rule it is: of the rulebook, of how we read it, or a limit of ours."""
    printed, open_, limits = HEADINGS
    if rule.name.startswith("max_") or rule.name == "on_cap":
        return limits
    return open_ if rule.clause and re.fullmatch(r"[A-Z]+-A\d+", rule.clause) else printed


def describe_rule(rule: "Parameter") -> str:
    """What a rule says, what it may be, and the clause it belongs to."""
    clause = f" [{rule.clause}]" if rule.clause else ""
    return f"{rule.sentence} Values: {rule.allowed}.{clause}"


def data_lines(face: "AnyGame") -> list[str]:
    """Which tables of a game are not those that are printed, in sentences."""
    from analyzer.questions.shared import provenance

    rules = face.resolve_rules(face.players[0], {})
    return list(provenance.table_sentences([face.provenance(rules)]))


def _clauses(game: str, face: "AnyGame", console: "Console") -> None:
    from analyzer.games import rulebook

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
    from analyzer.cli._screen import make_grid, print_stripped

    if not rows:
        return
    console.print()
    if heading:
        console.print(heading, style="bold")
    table = make_grid(("", ""), rows)
    table.show_header = False
    print_stripped(console, table)


def _open(game: str, face: "AnyGame", console: "Console") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from analyzer.cli._screen import print_stripped
    from analyzer.games import rulebook

    console.print(f"{face.title} ({game}): what the rulebook leaves open", style="bold")
    for name, question, readings, default, parameter in rulebook.readings(game):
        console.print()
        print_stripped(console, Text.assemble((name, "bold"), f"  {question}"))
        for head, text in (("readings", readings), ("default", default), ("rule", parameter)):
            if text:
                print_stripped(console, Padding(Text(f"{head}: {text}"), (0, 0, 0, 4)))
