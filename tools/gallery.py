"""The gallery in reports/: what `scripts/gallery` runs.

Kept are the pages, the index, its cards as JSON, and the pictures that README.md shows: together
less than MOST bytes. `analyze report` also writes a page's Markdown, pictures and JSON.
"""

import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.questions.report.compose import (
    Report,
    build_page,
    build_sections,
    leaves_open,
    page_name,
    play_rounds,
)
from analyzer.render import gallery, html, json_text, page_html, page_markdown
from analyzer.render import page as pages
from analyzer.render.gallery import GalleryEntry
from analyzer.render.page import Page
from analyzer.request.build import answer_request, build_question, build_report
from analyzer.request.request import Request
from analyzer.system import invocation

if TYPE_CHECKING:
    from collections.abc import Iterable

HOME = Path("reports")
CARDS = HOME / "gallery.json"
OTHERS = ("ladder.md", "hike-5.png")  # that other tools make
MOST = 3_000_000  # bytes of all that is kept
QUICK = "--quick"
SECONDS = {False: 100.0, True: 9.0}  # of play for a report; its headline may play on
PARTS = ("seats", "skill", "cards", "decisions", "drama", "rules", "readings", "data", "mend")
# Answers that say something one would not have guessed, besides the headlines.
SURPRISES = (
    ("hike", "readings"),
    ("hike", "kingmaking"),
    ("oh-hell", "cards"),
    ("horrible-mountain", "decisions"),
    ("horrible-mountain", "mend"),
    ("hike-sled", "cards"),
    ("hike-sled", "kingmaking"),
    ("hide-n-seek", "seats"),
    ("./examples/court.py", "cards"),
)


def every_game() -> list[str]:
    """Our games, and the game files in examples/."""
    return [*games.names(), *(f"./{path}" for path in sorted(Path("examples").glob("*.py")))]


def main(words: list[str]) -> int:
    """The games named, or all of them; the index covers everything that is there then."""
    quick = QUICK in words
    try:
        named = [games.load(word).name for word in words if word != QUICK]
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    HOME.mkdir(exist_ok=True)
    cards = gallery.cards_from_json(CARDS.read_text("utf-8")) if CARDS.exists() else {}
    for game in named or every_game():
        started = time.monotonic()
        with invocation.called_as("analyze"):
            cards[page_name(game)] = list(_make(game, SECONDS[quick]))
        print(f"  {time.monotonic() - started:.0f} s", file=sys.stderr)
        CARDS.write_text(gallery.cards_to_json(cards), "utf-8")
    known = [cards[name] for game in every_game() if (name := page_name(game)) in cards]
    rest = [card for mine in known for card in mine[1:]]
    index = gallery.render_cards([mine[0] for mine in known], rest)
    (HOME / gallery.PLACE).write_text(index, "utf-8")
    _tidy_up([card for mine in known for card in mine])
    size = sum(path.stat().st_size for path in HOME.rglob("*") if path.is_file())
    print(f"{HOME}: {size / 1e6:.1f} MB", file=sys.stderr)
    return 0 if size <= MOST else 1


def _make(game: str, seconds: float) -> "Iterable[GalleryEntry]":
    """The pages of a game, and their cards: the report's first."""
    page = _page(game, seconds)
    (HOME / f"{page.name}.html").write_text(page_html.render_page(page, gallery.PLACE), "utf-8")
    for name, drawn in page_markdown.draw_pictures(page).items():
        if f"{HOME}/{name}" in _shown_pictures():
            (HOME / name).parent.mkdir(exist_ok=True)
            (HOME / name).write_bytes(drawn)
    print(f"{page.name}: {page.title}", file=sys.stderr)
    yield gallery.card_of_page(page)
    sections = {part.name: part.answer for part in page.sections}
    for question in (name for whose, name in SURPRISES if whose == game):
        if question in sections:
            link = f"{page.name}.html#{page_html.place_of(question)}"
            yield gallery.card_of_answer(sections[question], link)
        elif question not in PARTS:  # a part that is not there leaves its verdict open
            yield from _ask(game, question, seconds / 5)


def _page(game: str, seconds: float) -> Page:
    """A report that leaves no verdict open, as its JSON would tell it: without the time it took."""
    request = Request("report", game, {"players": games.load(game).usual_players})
    report = Report(build_report(request).setting, seconds, is_window=True, request=request)
    sections = build_sections(report, lambda _title, question: play_rounds(question))
    page = build_page(report, list(sections))
    page = replace(page, command=f"scripts/gallery {game}")
    return pages.from_json_text(pages.to_json_text(page))


def _ask(game: str, question: str, seconds: float) -> "Iterable[GalleryEntry]":
    """A page for an answer that is no part of a report."""
    options = {"question": question, "players": games.load(game).usual_players, "seconds": seconds}
    request = Request("ask", game, options)
    asked = build_question(request)
    answer = answer_request(request, asked, play_rounds(asked))
    answer = json_text.from_document(pages.without_times(json_text.to_document(answer)))
    print(f"{game} {question}: {answer.title}", file=sys.stderr)
    if leaves_open(answer):
        return
    place = HOME / f"{page_name(game)}-ask-{question}.html"
    place.write_text(html.render_page(answer, gallery.PLACE), "utf-8")
    yield gallery.card_of_answer(answer, place.name)


def _shown_pictures() -> set[str]:
    """The pictures that README.md shows, by their paths."""
    return set(re.findall(rf"{HOME}/[\w/-]+\.svg", Path("README.md").read_text("utf-8")))


def _tidy_up(cards: list[GalleryEntry]) -> None:
    """Away with what no card leads to, and nobody shows."""
    kept = {HOME / card.link.partition("#")[0] for card in cards}
    kept |= {HOME / name for name in (gallery.PLACE, CARDS.name, *OTHERS)}
    kept |= {Path(name) for name in _shown_pictures()}
    for path in sorted(HOME.rglob("*"), reverse=True):  # what is in a folder before the folder
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
