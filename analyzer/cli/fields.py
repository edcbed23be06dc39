"""`analyze fields`: what the JSON objects and the frames hold, from the code that makes them."""

from analyzer.cli._parameters import takes

HELP_ORDER = 10
EXAMPLES = """\
\b
Examples:
  analyze fields         the JSON objects of all commands
  analyze fields hike    the columns of its rows, and its own questions
"""


@takes("fields")
def command(game: str | None) -> None:
    """List the fields of JSON objects, or of a game's rows."""
    from analyzer.cli._screen import make_grid, stdout_console

    console = stdout_console()
    for title, sentence, fields in fields_of_game(game) if game else fields_of_json():
        console.print(title, style="bold")
        if sentence:
            console.print(sentence)
        console.print(make_grid(("name", "meaning"), list(fields.items()), wrap=-1))
        console.print()


def fields_of_game(name: str) -> list[tuple[str, str, dict[str, str]]]:
    """Title, sentence and fields of each table of a game's rows, and of its own questions."""
    from analyzer import games
    from analyzer.answer.results import describe_fields
    from analyzer.questions import designer
    from analyzer.simulation import frames

    game = games.load(name)
    return [
        (
            "games",
            "One row per game: the files in games/ of a folder of --out.",
            frames.GAMES | dict(game.game_counters),
        ),
        (
            "seats",
            "One row per game and seat: the files in seats/. Each of these can be measured: "
            "--measure NAME, or NAME:SEAT.",
            frames.SEATS | dict(game.seat_counters),
        ),
        *(
            (
                f"analyze ask {game.name} {one.name} --json",
                one.line,
                describe_fields(*one.results),
            )
            for one in designer.own_questions(game.name)
        ),
    ]


def fields_of_json() -> list[tuple[str, str, dict[str, str]]]:
    """The same of the JSON objects."""
    from importlib import import_module
    from pkgutil import iter_modules

    package = import_module("analyzer.questions")
    from analyzer.answer.results import describe_fields
    from analyzer.questions import designer
    from analyzer.render import json_text

    about = (
        "A dot leads to a field inside a field. [] stands for each item of a list, and * for a "
        "name that the game chooses. An interval is {estimate, low, high}, 95 %; an end without a "
        "bound is null. Shares are from 0 to 1."
    )
    found = [("every answer", about, json_text.envelope_lines())]
    for module in iter_modules(package.__path__):
        if not (module.ispkg or module.name.startswith("_")):
            question = import_module(f"{package.__name__}.{module.name}")
            lines = describe_fields(*question.RESULTS)
            found.append((f"analyze {question.KIND} --json", "", lines))
    for one in designer.general_questions():
        title = f"analyze ask GAME {one.name} --json"
        found.append((title, one.line, describe_fields(*one.results)))
    return found
