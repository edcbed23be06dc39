"""Made-up answers, for tests of the formats: one for each question that the program asks."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from analyzer import stats
from analyzer.answer.blocks import (
    Answer,
    Axis,
    Column,
    Command,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
)

SHARES = (0.209, 0.201, 0.198, 0.196, 0.196)
PROVENANCE = {"analyzer": "0", "game": "hike", "seed": 1}
NOTE = "Rests on our reconstruction of the suit table (evidence7), not on what is printed."


def verdict(*found: float) -> stats.Claim:
    """What a departure says about a tolerance of one point."""
    departure = {"seat 1": stats.Interval(*found)}
    return stats.within(departure, 0.01, stats.Family("seats", 5), 1_000_000)


def points(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def seat_rows(shares=SHARES, error: float = 0.00105, fair: float = 0.2, tolerance: float = 0.01):
    """Rows as the seats chart wants them."""
    return [
        {
            "label": f"seat {place + 1}",
            "value": share,
            "low": share - error,
            "high": share + error,
            "text": f"{100 * share:.1f} %",
            "interval": f"{100 * (share - error):.1f} – {100 * (share + error):.1f}",
            "tone": tone(share - error - fair, share + error - fair, tolerance),
        }
        for place, share in enumerate(shares)
    ]


def tone(low: float, high: float, tolerance: float) -> str:
    if low > tolerance or high < -tolerance:
        return "outside"
    return "within" if -tolerance <= low and high <= tolerance else "across"


def seats_table(rows=None) -> Table:
    rows = rows or seat_rows()
    marks = ((0.2, "20 %"), (0.19, "19 %"), (0.21, "21 %"))
    return Table(
        "seats",
        (
            Column("seat", "seat", "label", help="Place at the table; seat 1 acts first."),
            Column("win_share", "wins", help="Share of games won; a shared win counts in parts."),
            Column("bar", "", "bar"),
            Column("interval", "95 % interval", "text"),
            Column("range", "", "range", axis=Axis(0.2, 0.0117, 0.01, marks)),
            Column("score", "mean score"),
            Column("rank", "mean rank"),
        ),
        tuple(
            (
                Value(str(place + 1), place + 1),
                Value(row["text"], row["value"], row["low"], row["high"], "strong"),
                Value("", row["value"]),
                Value(row["interval"]),
                Value("", row["value"], row["low"], row["high"], row["tone"]),
                Value("19.40", 19.4, 19.39, 19.41),
                Value("3.00", 3.0, 2.99, 3.01),
            )
            for place, row in enumerate(rows)
        ),
    )


def seats_figure(rows=None, **more: Any) -> Figure:
    data = {"rows": rows or seat_rows(), "fair": 0.2, "fair_text": "fair 20 %", "tolerance": 0.01}
    return Figure(
        "seats", "seats", "Whether hike with five is fair is undecided: seat 1 gains 0.9 points",
        "Share of games won by each seat, with 95 % intervals that hold together",
        "1,000,000 games, expert at every seat, seed 1. Band: fair share ± 1 point.",
        {**data, **more}, "Seat 1 wins 20.9 %, seat 2 20.1 %.",
    )  # fmt: skip


def simulate(**more: Any) -> Answer:
    sentence = (
        "UNDECIDED at 1 point: the largest departure is seat 1, +0.900 points (0.795 – 1.005); "
        "needs about 940,000 more games."
    )
    fields = {
        "kind": "simulate",
        "title": "Whether hike with five is fair is undecided: seat 1 gains 0.9 points",
        "heading": ("hike", "5 players", "expert at every seat", "1,000,000 games", "seed 1"),
        "findings": (
            Finding("fairness", "Is the table fair?", 0.009, 0.00795, 0.01005, 1_000_000, sentence,
                    "share", verdict(0.009, 0.00795, 0.01005).planned(10_997, 1_900_000)),
        ),
        "blocks": (
            seats_table(),
            Paragraph(sentence, "answer", "UNDECIDED", "across"),
            Paragraph("A game lasts 5 hands (90 %: 3 – 8), 128 plays, 44 decisions a player; "
                      "none unfinished."),
            Paragraph("Ended by target in every game."),
            Command("Look at one: ",
                    ("replay", "hike", "--players", "5", "--seed", "1", "--game", "500000")),
            seats_figure(),
            length_figure(),
        ),
        "results": ({"game": "hike", "players": 5, "policies": ["expert"] * 5},),
        "command": "analyze simulate hike --players 5 --seed 1 -n 1000000",
        "provenance": PROVENANCE,
        "notes": (NOTE,),
        "seconds": 2.1,
        "core_seconds": 4.0,
        "threads": 2,
        "games": 1_000_000,
    }  # fmt: skip
    return Answer(**{**fields, **more})


def length_figure() -> Figure:
    counts = {1: 2, 2: 10, 3: 43, 4: 100, 5: 163, 6: 208, 7: 206, 8: 154, 9: 82, 10: 28, 11: 6}
    data = {
        "unit": "hands", "bars": [[value, count] for value, count in counts.items()],
        "median": 6, "low": 3, "high": 9, "median_text": "median 6",
        "range_text": "90 % of games: 3 – 9 hands", "axis": "hands in the game",
        "tail_text": "4 games in 100 last longer than 9",
    }  # fmt: skip
    return Figure("length", "length", "A game of hike lasts six hands, seldom more than nine",
                  "Games by number of hands", "1,000,000 games of five players, seed 1.", data,
                  "Half of the games last at most six hands.")  # fmt: skip


def changed(answer: Answer, **more: Any) -> Answer:
    return replace(answer, **more)


def difference_row(label: str, value: float, error: float, places: int = 2, **more: Any) -> dict:
    return {
        "label": label, "value": value, "low": value - error, "high": value + error,
        "text": f"{value:+.{places}f}".replace("-", "−"), "interval": f"± {error:.{places}f}",
        **more,
    }  # fmt: skip


def cards_figure() -> Figure:
    cards = {"The Worm": 3.2, "The Wind": 2.46, "Drought": 2.38, "The Sun": 2.22, "Poop": 1.35,
             "Earthquake": 1.11, "Lost": 0.02, "Litter": -2.81}  # fmt: skip
    rows = [difference_row(name, value, 0.05) for name, value in cards.items()]
    data = {"rows": rows, "zero": 0.0, "unit": "", "bars": True,
            "marks": [{"value": 3.2, "text": "an average hand"}]}  # fmt: skip
    return Figure("cards", "forest", "The Worm is worth a whole average hand, Litter costs one",
                  "Points in the hand, against the others at the table, for who holds the card",
                  "400,000 hands of hike, five players, expert at every seat, seed 1.", data,
                  "The Worm gains 3.2 points.")  # fmt: skip


def rules_figure() -> Figure:
    changes = {"two run-outs": -0.051, "special actions": -0.046, "four run-outs": -0.041,
               "hand limit 4": -0.001, "pair pays 3": 0.003}  # fmt: skip
    rows = [
        {**difference_row(name, change * 100, 0.2 if change > 0 else 0.6, 1),
         "value": 0.626 + change, "low": 0.626 + change - 0.002, "high": 0.626 + change + 0.002,
         "wide": [0.626 + change - 0.006, 0.626 + change + 0.006]}
        for name, change in changes.items()
    ]  # fmt: skip
    rows.append({"label": "first card unseen", "value": 0.626, "low": 0.626, "high": 0.626,
                 "note": "no game changes"})  # fmt: skip
    data = {"rows": rows, "zero": 0.626, "zero_text": "as printed 62.6 %", "unit": "share",
            "fair": {"value": 0.5, "text": "fair", "tolerance": 0.01}}  # fmt: skip
    return Figure("rules", "forest", "None of six single changes makes the mountain fair",
                  "What the Evil Master wins if one rule is changed, the same deals under both",
                  "60,000 games under each rule, expert at both seats, seed 1.", data)  # fmt: skip


def tables_figure() -> Figure:
    panels = []
    for players in range(3, 9):
        fair = 1 / players
        rows = [
            {"label": str(seat + 1), "value": 0.003 - 0.006 * seat / players,
             "low": 0.001 - 0.006 * seat / players, "high": 0.005 - 0.006 * seat / players,
             "text": points(0.3 - 0.6 * seat / players), "interval": "± 0.2", "tone": "within"}
            for seat in range(players)
        ]  # fmt: skip
        panels.append({"label": f"{players} players", "rows": rows, "fair": fair})
    return Figure("tables", "tables", "hike is fair at every size of table",
                  "Wins of each seat over its fair share, in points of a hundred",
                  "300,000 games at each size, seed 1. Band: fair within 1 point.",
                  {"panels": panels, "tolerance": 0.01, "fair_text": "fair"})  # fmt: skip


def sweep_figure() -> Figure:
    values = list(range(10, 65, 5))
    hands = [{"value": 0.23 * v, "low": 0.23 * v - 0.1, "high": 0.23 * v + 0.1,
              "outer": [round(0.15 * v), round(0.3 * v)], "text": f"{0.23 * v:.1f} hands"}
             for v in values]  # fmt: skip
    fair = [{"value": 0.012 - 0.0008 * i, "low": 0.009 - 0.0008 * i, "high": 0.015 - 0.0008 * i,
             "text": points(1.2 - 0.08 * i), "interval": "± 0.3"}
            for i in range(len(values))]  # fmt: skip
    panels = [
        {"title": "How long? Hands a game", "series": [{"label": "mean hands", "points": hands}],
         "outer_texts": ["1 in 20 is shorter", "1 game in 20 is longer"], "unit": ""},
        {"title": "How fair? Seat 1's wins over its share, in points of a hundred",
         "series": [{"label": "seat 1", "points": fair}], "unit": "share",
         "fair": {"value": 0.0, "text": "fair", "tolerance": 0.01}},
    ]  # fmt: skip
    data = {"axis": "target, points", "values": values, "printed": 3, "panels": panels}
    return Figure("sweep", "sweep", "From 15 points on, the target changes the length of a game",
                  "hike, four players: what changes as the target goes from 10 to 60 points",
                  "200,000 games at each target, the same deals, seed 1. Upper: 90 % of games.",
                  data)  # fmt: skip


def words_sweep_figure() -> Figure:
    rows = [{"value": v, "low": v - 0.004, "high": v + 0.004, "text": points(100 * v)}
            for v in (0.002, 0.013, -0.004)]  # fmt: skip
    panels = [
        {
            "title": "How fair?",
            "series": [{"label": "seat 1", "points": rows}],
            "unit": "share",
            "fair": {"value": 0.0, "text": "fair", "tolerance": 0.01},
        }
    ]
    data = {"axis": "solo_tail", "values": ["stop", "play on", "nobody"], "printed": 0,
            "panels": panels}  # fmt: skip
    return Figure("readings", "sweep", "The reading matters", "hike", "Seed 1.", data)


def grid_figure() -> Figure:
    cells = [
        [None if (x, y) == (6, 5) else
         {"value": v, "text": points(100 * v), "interval": "± 0.2",
          "tone": "outside" if abs(v) > 0.01 else "across" if v > 0.005 else "within"}
         for x in range(7) if (v := (0.012 - 0.002 * x - 0.0008 * y)) or True]
        for y in range(6)
    ]  # fmt: skip
    data = {"x": {"label": "cards dealt to each", "values": [str(v) for v in range(4, 11)],
                  "printed": 3},
            "y": {"label": "", "values": [f"{v} players" for v in range(3, 9)]},
            "cells": cells, "centre": 0.0}  # fmt: skip
    return Figure("grid", "grid", "Seat 1 gains most from small hands",
                  "hike: seat 1's wins over its fair share, in points, by players and cards",
                  "60,000 games in each cell, expert at every seat, seed 1.", data)  # fmt: skip


def tournament_figure() -> Figure:
    rows = [
        {"label": "expert among four greedy", "value": 0.327, "low": 0.323, "high": 0.331,
         "text": "32.7 %", "interval": "32.3 – 33.1"},
        {"label": "greedy among four random", "value": 0.415, "low": 0.409, "high": 0.421,
         "text": "41.5 %", "interval": "40.9 – 42.1"},
        {"label": "./policies/of/a/very/long/path/mine.py:Cautious:keep=3 among four experts",
         "value": 0.12, "low": 0.11, "high": 0.13, "text": "12.0 %", "interval": "11.0 – 13.0"},
        {"label": "expert among four expert", "value": 0.2, "low": 0.197, "high": 0.203,
         "text": "20.0 %", "interval": "19.7 – 20.3"},
    ]  # fmt: skip
    return Figure("skill", "tournament", "One expert among four greedy players wins 33 in 100",
                  "Share of games won by the one, at every seat in turn",
                  "40,000 games each, seed 1.",
                  {"rows": rows, "fair": 0.2, "fair_text": "luck alone 20 %"})  # fmt: skip


def tale_figure() -> Figure:
    chances = [0.17, 0.19, 0.18, 0.25, 0.2, 0.15, 0.12, 0.13, 0.11, 0.12, 0.11, 0.1, 0.1, 0.17,
               0.15, 0.16, 0.13, 0.24, 0.24, 0.22, 0.23, 0.24, 0.12, 0.12, 0.11, 0.1, 0.25, 0.3,
               0.18, 0.45, 0.63, 0.88, 0.97, 1.0]  # fmt: skip
    moves = [round(236 * place / (len(chances) - 1)) for place in range(len(chances))]
    ends = [0, 36, 66, 96, 126, 157, 187, 210, 236]
    data = {
        "points": [list(pair) for pair in zip(moves, chances, strict=True)],
        "bands": [{"from": a, "to": b, "label": f"hand {n + 1}"}
                  for n, (a, b) in enumerate(pairwise(ends))],
        "fair": 0.2,
        "swings": [
            {"move": moves[26], "chance": 0.25, "text": "+15", "words": "seat 3 plays The Sun"},
            {"move": moves[29], "chance": 0.45, "text": "+27", "words": "seat 1 plays Bug"},
            {"move": moves[31], "chance": 0.88, "text": "+25", "words": "seat 1 plays Peak"},
        ],
        "axis": "cards played",
        "steps": [{"move": move, "text": f"Seat 1 plays card {move}.",
                   "chance_text": f"seat 1 wins {100 * chance:.0f} %"}
                  for move, chance in zip(moves, chances, strict=True)],
    }  # fmt: skip
    return Figure("tale", "tale", "Seat 1 stays the outsider for seven hands and wins the eighth",
                  "hike, five players, game 7 of seed 1: seat 1's chance to win, from what it sees",
                  "At each of its turns 600 games are played on (± 4 points at most).",
                  data)  # fmt: skip


FIGURES = (seats_figure, length_figure, cards_figure, rules_figure, tables_figure, sweep_figure,
           words_sweep_figure, grid_figure, tournament_figure, tale_figure)  # fmt: skip


def compare(**more: Any) -> Answer:
    """An answer of a comparison: differences, a table with words, two figures."""
    axis = Axis(0.0, 6.0, 1.0, ((0.0, "0"), (-5.0, "−5"), (5.0, "+5")))
    columns = (
        Column("arm", "rule", "label"),
        Column("difference", "points", help="Wins of the Evil Master, less those as printed."),
        Column("error", "±", drop=1),
        Column("range", "", "range", axis=axis),
        Column("changed", "games changed", help="Games whose winner is another.", drop=2),
        Column("worth", "pairing worth", help="Unpaired games that one paired game replaces."),
        Column("says", "in words", "text", wrap=True),
    )
    rows = (
        ("two run-outs", -5.1, 0.7, "31 %", "2.1 x", "The Evil Master loses 5 games in 100."),
        ("four run-outs", -4.1, 0.6, "30 %", "2.0 x", "The Evil Master loses 4 games in 100."),
        ("hand limit 4", -0.1, 0.5, "12 %", "3.3 x", "No difference is shown."),
        ("pair pays 3", 0.4, 0.4, "4 %", "9.1 x", "No difference is shown."),
    )
    cells = tuple(
        (
            Value(name), Value(points(change), change, change - error, change + error, "strong"),
            Value(f"± {error}", error), Value("", change, change - error, change + error, "across"),
            Value(games), Value(worth), Value(words),
        )
        for name, change, error, games, worth, words in rows
    )  # fmt: skip
    sentence = "Two run-outs take most: −5.1 points (−5.8 to −4.4); the mountain stays UNFAIR."
    fields = {
        "kind": "compare",
        "title": "Two run-outs take 5.1 points from the Evil Master, not enough to be fair",
        "heading": ("horrible-mountain", "2 players", "expert at every seat",
                    "4 rules against the printed ones", "60,000 games each", "seed 1"),
        "changed": "special_actions=false",
        "findings": (
            Finding("two-run-outs", "What do two run-outs change?", -0.051, -0.058, -0.044, 60_000,
                    sentence, "share", verdict(-0.051, -0.058, -0.044)),
        ),
        "blocks": (
            Paragraph(sentence, "answer"),
            Table("arms", columns, cells, "Against the rules as printed",
                  "Intervals are 95 % and hold for all rows together."),
            Paragraph("expert never makes use of the rule 'first card unseen'.", "note"),
            Paragraph("seats play different policies, so the shares mix seat and policy.",
                      "warning"),
            Command("A game that changed: ",
                    ("replay", "horrible-mountain", "--seed", "1", "--game", "17")),
            rules_figure(),
            sweep_figure(),
        ),
        "results": ({"game": "horrible-mountain", "arms": [row[0] for row in rows]},),
        "command": "analyze compare horrible-mountain --vs run_outs=2 --seed 1 -n 60000",
        "provenance": PROVENANCE,
        "notes": (),
        "seconds": 71.0,
        "core_seconds": 140.0,
        "threads": 2,
        "games": 300_000,
    }  # fmt: skip
    return Answer(**{**fields, **more})
