"""A made-up report, for tests of pages."""

from dataclasses import replace
from typing import Any

from analyzer.answer.blocks import Answer, Column, Command, Figure, Finding, Paragraph, Table, Value
from analyzer.render.page import Page, Section, Tile
from support import fake_answers

FAIR = Finding(
    "fairness", "Is it fair?", 0.003, 0.002, 0.004, 1_000_000,
    "FAIR within 1 point: seat 1 gains 0.3 points (0.2 – 0.4).", "share",
    fake_answers.verdict(0.003, 0.002, 0.004),
)  # fmt: skip


def answer(kind: str, figure: Figure, words: str, *more: Any) -> Answer:
    """A section's answer around one figure."""
    return Answer(
        kind=kind, title=figure.title, heading=("hike", "5 players", "seed 1"), findings=(),
        blocks=(Paragraph(words), figure, *more), results=(), provenance={"seed": 1},
        notes=(fake_answers.NOTE,),
        command=f"analyze ask hike {kind} --seed 1", games=100_000, seconds=3.5,
    )  # fmt: skip


def cards_table() -> Table:
    columns = (
        Column("card", "card", "label"),
        Column("points", "points", help="Points more in the hand of who holds the card."),
        Column("error", "±", help="Half the width of the 95 % interval."),
    )
    rows = fake_answers.cards_figure().data["rows"]
    cells = tuple(
        (Value(row["label"]), Value(row["text"], row["value"]), Value(row["interval"], 0.05))
        for row in rows
    )
    return Table("cards", columns, cells)


def page(**more: Any) -> Page:
    argv = ("replay", "hike", "--players", "5", "--seed", "1", "--game", "7")
    look = Command("A median game: ", argv)
    rows = fake_answers.seat_rows((0.203, 0.201, 0.2, 0.198, 0.198), 0.001)
    title = "Hike with five is fair: seat 1 gains most, 0.3 points in a hundred"
    figure = replace(fake_answers.seats_figure(rows), title=title)
    seats = fake_answers.simulate(
        findings=(FAIR,), title=title, blocks=(fake_answers.seats_table(rows), figure, look)
    )
    sections = (
        Section("seats", "Who wins?", seats),
        Section("tables", "At every size?", answer("seats", fake_answers.tables_figure(),
                "No seat strays at any size of table.", look)),
        Section("length", "How long?", answer("length", fake_answers.length_figure(),
                "A game lasts 6 hands (90 %: 3 – 9).", look)),
        Section("skill", "Does skill count?", answer("skill", fake_answers.tournament_figure(),
                "One expert among four greedy players wins 32.7 %.")),
        Section("cards", "Which card is strong?", answer("cards", fake_answers.cards_figure(),
                "The Worm gains 3.20 points for its holder.", cards_table(), look)),
        Section("rules", "What if one rule changes?", answer("rules", fake_answers.rules_figure(),
                "No single change mends it.",
                Paragraph("expert never makes use of a rule.", "warning"))),
        Section("target", "What if the target changes?", answer("sweep",
                fake_answers.sweep_figure(), "The target changes how long a game is.")),
        Section("both", "Two rules?", answer("grid", fake_answers.grid_figure(),
                "Seat 1 gains most from small hands.")),
        Section("tale", "One game told", answer("tale", fake_answers.tale_figure(),
                "Game 7 of seed 1.", look)),
    )  # fmt: skip
    fields = {
        "name": "hike-5",
        "game": "hike",
        "title": "Hike with five players is FAIR",
        "lead": "Seat 1 gains most: +0.3 points in a hundred (0.2 – 0.4). A seat may stray by 1 "
        "point and still be called fair.",
        "heading": ("1,000,000 games", "expert at every seat", "rules as printed", "seed 1"),
        "finding": FAIR,
        "tiles": (
            Tile("Is it fair?", "FAIR", "seat 1 wins 20.3 %, seat 5 19.8 %",
                 "± 0.1, fair is 20 %", "within", "seats"),
            Tile("How long is it?", "6 hands", "9 games in 10 take 3 to 9 hands, 173 cards",
                 "4 in 100 last longer", section="length"),
            Tile("Does skill count?", "33 wins in 100", "for one expert among four greedy players",
                 "± 0.4, luck alone gives 20", section="skill"),
            Tile("Which card is strong?", "The Worm", "+3.2 points for its holder; Litter −2.8",
                 "± 0.05, an average hand is 3.2", section="cards"),
        ),
        "sections": sections,
        "command": "analyze report hike --players 5 --seed 1",
        "provenance": {"analyzer": "0.2.0", "game_version": 2, "rules": {"target": 35, "sun": 1}},
        "notes": (fake_answers.NOTE,),
        "glossary": {"fair share": "What a seat would win if all seats were worth the same."},
    }  # fmt: skip
    return Page(**{**fields, **more})
