"""The gallery in reports/: what `scripts/gallery` runs."""

import sys
from pathlib import Path

from analyzer import games
from analyzer.cli import run
from analyzer.errors import UserError
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.report.compose import page_name, play_and_answer
from analyzer.render import gallery, html, json_text
from analyzer.render import page as pages
from analyzer.request import setting
from analyzer.system import invocation

HOME = Path("reports")
QUICK = "--quick"
# Answers that say something one would not have guessed, besides the reports.
SURPRISES = (
    ("hike", "readings"),
    ("hike", "kingmaking"),
    ("oh-hell", "cards"),
    ("oh-hell", "zero-bid"),
    ("horrible-mountain", "decisions"),
    ("horrible-mountain", "mend"),
    ("hike-sled", "cards"),
    ("hike-sled", "kingmaking"),
    ("hide-n-seek", "cards"),
    ("hide-n-seek", "seats"),
    ("./examples/court.py", "cards"),
    ("./examples/tricks.py", "cards"),
)


def every_game() -> list[str]:
    """Our games, and the game files in examples/."""
    return [*games.names(), *(f"./{path}" for path in sorted(Path("examples").glob("*.py")))]


def main(words: list[str]) -> int:
    """The games named, or all of them; the index covers everything that is there then."""
    quick = [QUICK] if QUICK in words else []
    try:
        named = [games.load(word).name for word in words if word != QUICK]
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for game in named or every_game():
        code = run(["report", game, "--out", str(HOME), "--force", "--quiet", *quick])
        if code:
            return code
        for name in (question for whose, question in SURPRISES if whose == game):
            _ask(game, name, 2.0 if quick else 9.0)
    (HOME / "index.html").write_text(_index(), "utf-8")
    return 0


def _ask(game: str, question: str, seconds: float) -> None:
    table = setting.build_setting(game, games.load(game).usual_players)
    with invocation.called_as("analyze"):
        answer = play_and_answer(
            designer.build_question(table, question, QuestionOptions(seconds=seconds))
        )
    answer = json_text.from_document(pages.without_times(json_text.to_document(answer)))
    place = _place(game, question)
    place.with_suffix(".html").write_text(html.render_page(answer), "utf-8")
    place.with_suffix(".json").write_text(json_text.to_json_text(answer) + "\n", "utf-8")
    print(f"{place.name}: {answer.title}", file=sys.stderr)


def _place(game: str, question: str) -> Path:
    return HOME / f"{page_name(game)}-ask-{question}.html"


def _index() -> str:
    """One card per report, then the answers, from the files that hold them."""
    made = []
    for game in every_game():
        path = HOME / f"{page_name(game)}-{games.load(game).usual_players}.json"
        if path.exists():
            made.append(pages.from_json_text(path.read_text("utf-8")))
            print(f"{path.stem}: {made[-1].title}", file=sys.stderr)
    answers = {}
    for game, question in SURPRISES:
        path = _place(game, question)
        if path.with_suffix(".json").exists():
            answers[path.name] = json_text.from_json_text(
                path.with_suffix(".json").read_text("utf-8")
            )
    return gallery.render_gallery(made, answers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
