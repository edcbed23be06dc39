"""A game of your own in one Python file: docs/your-game.md shows how.

from analyzer.design import Game, move, number, rule, seats
"""

from analyzer.design.cards import Card, Cards, numbered, suited, table
from analyzer.design.declare import (
    Game,
    Grid,
    Numbers,
    Pile,
    Piles,
    Seat,
    grid,
    move,
    number,
    numbers,
    per_game,
    per_seat,
    pile,
    piles,
    rule,
    seats,
    weight,
)

__all__ = [
    "Card",
    "Cards",
    "Game",
    "Grid",
    "Numbers",
    "Pile",
    "Piles",
    "Seat",
    "grid",
    "move",
    "number",
    "numbered",
    "numbers",
    "per_game",
    "per_seat",
    "pile",
    "piles",
    "rule",
    "seats",
    "suited",
    "table",
    "weight",
]
