"""The gallery in reports/: what `scripts/gallery` runs."""

import sys
from pathlib import Path

from analyzer import asks, games, program, setting
from analyzer.asks import Asked
from analyzer.cli import run
from analyzer.errors import UserError
from analyzer.report import gallery, html, jsonout
from analyzer.report import page as pages
from analyzer.reporting import play

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
)


def main(words: list[str]) -> int:
    """The games named, or all of them; the index covers everything that is there then."""
    quick = [QUICK] if QUICK in words else []
    try:
        named = [games.load(word).name for word in words if word != QUICK]
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for game in named or games.names():
        code = run(["report", game, "--out", str(HOME), "--force", "--quiet", *quick])
        if code:
            return code
        for name in (question for whose, question in SURPRISES if whose == game):
            _ask(game, name, 2.0 if quick else 9.0)
    (HOME / "index.html").write_text(_index(), "utf-8")
    return 0


def _ask(game: str, question: str, seconds: float) -> None:
    table = setting.make(game, games.load(game).usual_players)
    with program.called("analyze"):
        answer = play(asks.make(table, question, Asked(seconds=seconds)))
    answer = jsonout.from_document(pages.timeless(jsonout.document(answer)))
    place = _place(game, question)
    place.with_suffix(".html").write_text(html.page(answer), "utf-8")
    place.with_suffix(".json").write_text(jsonout.text(answer) + "\n", "utf-8")
    print(f"{place.name}: {answer.title}", file=sys.stderr)


def _place(game: str, question: str) -> Path:
    return HOME / f"{game}-ask-{question}.html"


def _index() -> str:
    """One card per report, then the answers, from the files that hold them."""
    made = []
    for game in games.names():
        path = HOME / f"{game}-{games.load(game).usual_players}.json"
        if path.exists():
            made.append(pages.read(path.read_text("utf-8")))
            print(f"{path.stem}: {made[-1].title}", file=sys.stderr)
    answers = {}
    for game, question in SURPRISES:
        path = _place(game, question)
        if path.with_suffix(".json").exists():
            answers[path.name] = jsonout.read(path.with_suffix(".json").read_text("utf-8"))
    return gallery.text(made, answers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
