"""The page of the fields of JSON objects and rows, as `analyze fields` lists them."""

from collections.abc import Iterable
from pathlib import Path

from analyzer import games
from analyzer.cli.fields import fields_of_game, fields_of_json
from site_pages.games_pages import make_table


def write(path: Path) -> None:
    """The page."""
    path.write_text("\n".join(_page()), "utf-8")


def _page() -> Iterable[str]:
    yield "# JSON fields\n"
    yield "What `--json` and kept runs hold; `analyze fields` lists it, too.\n"
    yield from _sections(fields_of_json(), "##")
    for face in map(games.load, games.built_in_names()):
        yield f"## Rows and questions of {face.title}\n"
        yield from _sections(fields_of_game(face.name), "###")


def _sections(found: list[tuple[str, str, dict[str, str]]], level: str) -> Iterable[str]:
    for title, sentence, fields in found:
        yield f"{level} {title}\n"
        yield f"{sentence}\n".replace("*", "\\*")
        yield make_table(
            ("name", "meaning"), [(f"`{name}`", told) for name, told in fields.items()]
        )
