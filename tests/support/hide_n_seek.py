"""Hide N Seek positions and moves in a few words, for tests.

Most cases are about one map: `road(a, b, c)` puts the pawns of seats 1, 2 and 3 on the map where
seat 4 hides, with everything else out of the way. Moves are written with the seat that makes each.
"""

import re
from pathlib import Path
from typing import Any

from analyzer import new_state
from analyzer.games.hide_n_seek.maps import SHIPPED
from analyzer.playout.state import State

# A card of the usual deck with each symbol.
CARD = {
    "MOVE2": "card 1", "MOVE3": "card 13", "MOVE4": "card 27", "HOLE": "card 18",
    "TRUNK": "card 24", "OVERTRUNK": "card 12", "FWD": "card 8", "BACK": "card 10",
    "BACK2": "card 24",
}  # fmt: skip
NOTHING_NEAR = {"row": ["card 35", "card 36", "card 34", "card 33"]}


def write_box(path: Path, maps: str = "", cards: str = "", **components: int) -> str:
    """The usual table with other maps ("name spots hole", one a line) or other cards, as a file."""
    text = SHIPPED.read_text(encoding="utf-8")
    head, _, rest = text.partition("[[map]]")
    usual_maps, _, rest = f"[[map]]{rest}".partition("[[card]]")
    usual_cards = f"[[card]]{rest}".partition("# Other maps")[0]
    for name, value in components.items():
        head = re.sub(rf"{name} = \d+", f"{name} = {value}", head)
    path.write_text(head + (_maps(maps) or usual_maps) + (cards or usual_cards), encoding="utf-8")
    return str(path)


def _maps(lines: str) -> str:
    told = []
    for line in filter(None, lines.splitlines()):
        name, spots, hole = line.split()
        trunks = [arrow for arrow in range(1, int(spots)) if arrow != int(hole)]
        told.append(
            f'[[map]]\nname = "{name}"\nspots = {spots}\nhole_arrows = [{hole}]\n'
            f"trunk_arrows = {trunks}\n"
        )
    return "\n".join(told)


SEVEN = "house 7 3\npaddock 7 3\nwagon 7 3\ncampsite 7 3"  # the map T7 of the scenarios


def make_state(rules: dict[str, Any] | None = None, **position: Any) -> State:
    """A position; four players unless it says otherwise."""
    players = position.setdefault("players", 4)
    position.setdefault("hands", [[]] * players)
    return new_state("hide-n-seek", rules=rules, position=position)


def road(
    a: int,
    b: int = 0,
    c: int = 0,
    *,
    hand: str = "MOVE4",
    pile: int | None = None,
    rules: dict[str, Any] | None = None,
    others: object = "goal",
    **position: Any,
) -> State:
    """Pawns of the seats 1 to 3 on the campsite; the other pawns of seat 1 stand at `others`."""
    pawns = {
        "house": ["goal", 0, 0, 0],
        "paddock": [others, "goal", 0, 0],
        "wagon": [others, 0, "goal", 0],
        "campsite": [a, b, c, "goal"],
    }
    held = list(dict.fromkeys(CARD.get(word, word) for word in hand.split(" and ")))
    usual = {"pawns": pawns, "hands": [held, [], [], []], **NOTHING_NEAR}
    piles = {} if pile is None else {"piles": {"campsite": pile}}
    return make_state(rules, **usual | piles | position)


def play(state: State, moves: str) -> State:
    """Moves with their seats: "1 roll, 1 lay 6 on card 35"."""
    for words in filter(None, moves.split(", ")):
        seat, _, name = words.partition(" ")
        assert state.seat == int(seat), f"{words}: it is seat {state.seat}'s turn"
        state.play(name)
    return state


def use(state: State, symbol: str, target: str | None = None) -> State:
    """Play a card for a symbol; `target`: "1" for the pawn of seat 1 on the campsite, or a move."""
    name = next(move for move in state.moves() if move.startswith(f"play {symbol} of"))
    state.play(name)
    if target is not None:
        state.play(f"pawn of seat {target} on campsite" if target.isdigit() else target)
    return state


def can(state: State, symbol: str) -> bool:
    return any(move.startswith(f"play {symbol} of") for move in state.moves())


def at(state: State, where: str = "campsite") -> list[int]:
    """Where the pawns of a map stand, without the hider's own at the end."""
    pawns: list[int] = state.position()["pawns"][where]
    return pawns[:-1] if where == "campsite" and len(pawns) == 4 else pawns


def rolls(*faces: str) -> list[list[str]]:
    """Deals that write down the rolls to come: "2 2 3 4 6 6"; dice not named show 1."""
    return [[], *((roll.split() + ["1"] * 6)[:6] for roll in faces)]


def with_rolls(
    faces: tuple[str, ...], rules: dict[str, Any] | None = None, **position: Any
) -> State:
    """A position whose next rolls are known."""
    players = position.setdefault("players", 4)
    position.setdefault("hands", [[]] * players)
    deals = rolls(*faces)
    return new_state("hide-n-seek", rules=rules, position=position, deals=deals)


def legal(state: State, begin: str) -> list[str]:
    """The legal moves that begin so, without the beginning."""
    return [move.removeprefix(begin) for move in state.moves() if move.startswith(begin)]
