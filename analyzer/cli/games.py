"""`analyze games`: which games there are."""

PLACE = 1
EXAMPLES = "Then: analyze rules GAME"


def command() -> None:
    """List the games."""
    from analyzer import games
    from analyzer.cli._screen import grid, out, put

    rows = []
    for name in games.names():
        module = games.load(name)
        about = f"{module.TITLE} ({module.PUBLISHER}). {_line(module)}"
        rows.append((name, _players(module.PLAYERS), about))
    put(out(), grid(("game", "players", "title"), rows))


def _players(limits: tuple[int, int]) -> str:
    low, high = limits
    return str(low) if low == high else f"{low} – {high}"


def _line(module: object) -> str:
    """The first sentence of the summary."""
    text = " ".join(module.SUMMARY.split())
    first, stop, _ = text.partition(". ")
    return first + "." if stop else text
