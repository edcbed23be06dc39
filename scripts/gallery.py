"""The gallery in reports/: what `scripts/gallery` runs."""

import sys
from pathlib import Path

from analyzer import asks, games, program, setting
from analyzer.asks import Asked
from analyzer.cli import run
from analyzer.report import gallery, html, jsonout
from analyzer.report import page as pages
from analyzer.reporting import play

HOME = Path("reports")
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
    quick = ["--quick"] if "--quick" in words else []
    made = []
    for game in games.names():
        code = run(["report", game, "--out", str(HOME), "--force", "--quiet", *quick])
        if code:
            return code
        name = f"{game}-{games.load(game).usual_players}"
        made.append(pages.read((HOME / f"{name}.json").read_text("utf-8")))
        print(f"{name}: {made[-1].title}", file=sys.stderr)
    answers = {}
    for game, question in SURPRISES:
        table = setting.make(game, games.load(game).usual_players)
        asked = Asked(seconds=2.0 if quick else 9.0)
        with program.called("analyze"):
            answer = play(asks.make(table, question, asked))
        answer = jsonout.from_document(pages.timeless(jsonout.document(answer)))
        link = f"{game}-ask-{question}.html"
        (HOME / link).write_text(html.page(answer), "utf-8")
        answers[link] = answer
        print(f"{link}: {answer.title}", file=sys.stderr)
    (HOME / "index.html").write_text(gallery.text(made, answers), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
