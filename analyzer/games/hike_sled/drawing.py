"""Hike! with sleds: lines of text that draw a sled as a grid, and the track with its pawns."""

from typing import TYPE_CHECKING

from analyzer.games.hike_sled.cards import CardTable
from analyzer.games.hike_sled.words import SPOTS, field_name
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_CELL = 13  # letters of a spot


def sled_lines(rules: "Rules", table: CardTable, raw: Raw, seat: int) -> list[str]:
    """Two rows of spots; + equipment, ' tired, (in brackets) resting, - free."""
    columns = rules.columns
    cells = [_cell(table, raw, seat, spot) for spot in range(2 * columns)]
    rows = [cells[:columns], cells[columns:]]
    heads = [f"Seat {seat + 1}:", ""]
    return [
        f"{head:<9}{''.join(cell.ljust(_CELL) for cell in row)}".rstrip()
        for head, row in zip(heads, rows, strict=True)
    ]


def _cell(table: CardTable, raw: Raw, seat: int, spot: int) -> str:
    husky = raw["sleds"][seat][spot]
    if husky < 0:
        return f"{SPOTS[spot]} -"
    experienced = husky < len(table.huskies)
    words = f"H{husky + 1} {table.huskies[husky].points}" if experienced else "young"
    words += "+" if spot in raw["upgraded"][seat] else ""
    words += "'" if spot in raw["tired"][seat] else ""
    return f"{SPOTS[spot]} ({words})" if spot in raw["resting"][seat] else f"{SPOTS[spot]} {words}"


def track_lines(raw: Raw) -> list[str]:
    """The fields after the start, and below them the racers; those on one field stand below each
    other."""
    fields = [f"{field_name(code):<2}" for code in raw["track"]]
    lines = ["| " + "".join(fields).rstrip()]
    waiting = sorted(raw["racing"])
    while waiting:
        cells = ["  "] * (len(fields) + 1)
        for seat in list(waiting):
            if not cells[raw["field"][seat]].strip():
                cells[raw["field"][seat]] = f"{seat + 1} "
                waiting.remove(seat)
        lines.append("".join(cells).rstrip())
    return lines
