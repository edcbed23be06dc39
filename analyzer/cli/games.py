"""`analyze games`: which games there are."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.games import AnyGame

HELP_ORDER = 1
EXAMPLES = "Then: analyze rules GAME"


def command() -> None:
    """List the games."""
    from analyzer import games
    from analyzer.cli._screen import make_grid, print_stripped, stdout_console
    from analyzer.questions.shared import provenance

    rows = []
    for name in games.names():
        face = games.load(name)
        usual = face.resolve_rules(face.players[0], {})
        notes = provenance.table_sentences([face.provenance(usual)])
        about = " ".join([f"{face.title} ({face.publisher}). {_line(face)}", *notes])
        rows.append((name, _players(face.players), about))
    print_stripped(stdout_console(), make_grid(("game", "players", "title"), rows))


def _players(limits: tuple[int, int]) -> str:
    low, high = limits
    return str(low) if low == high else f"{low} – {high}"


def _line(face: "AnyGame") -> str:
    """The first sentence of the summary."""
    text = " ".join(face.summary.split())
    first, stop, _ = text.partition(". ")
    return first + "." if stop else text
