"""`analyze studio`: a page to turn rules, watch games and play."""

from analyzer.cli._parameters import takes
from analyzer.errors import UserError

HELP_ORDER = 9.5
EXAMPLES = """\
\b
Examples:
  analyze studio
  analyze studio hike
  analyze studio ./pig.py --no-browser

The page is served on this machine alone. Ctrl-C ends it.
"""


@takes("studio")
def command(game: str | None, policy: list[str] | None, port: int | None, no_browser: bool) -> None:
    """Open a page on which rules can be turned and games played."""
    from analyzer import games

    try:
        from analyzer.studio import serve
    except ImportError:
        raise UserError(
            "The studio needs the packages starlette and uvicorn: install the extra 'studio'."
        ) from None
    if game is not None:
        games.load(game)
    serve.serve(game, port or 0, policy or [], open_browser=not no_browser)
