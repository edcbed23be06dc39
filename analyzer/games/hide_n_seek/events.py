"""Hide N Seek: what happened in a move, told by comparing the states before and after it, and the
maps and the row as pictures of one line each."""

from typing import TYPE_CHECKING

from analyzer.games.hide_n_seek.maps import box_of
from analyzer.games.hide_n_seek.words import PHASES, faces_of, full_name
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hide_n_seek import Rules

_OVER = PHASES.index("over")
_LEGEND = "Maps: [start] spots [goal]; digits are pawns by seat, o is a hole, # a pile of trunks."


def events(rules: "Rules", before: Raw | None, _move: str, after: Raw) -> list[str]:
    """Sentences and pictures; `before` is None for the start."""
    if before is None:
        return [_LEGEND, *_map_lines(rules, after), *_turn_events(rules, after)]
    told = _roll_events(before, after) + _win_events(rules, before, after)
    told += [
        _map_line(rules, after, place)
        for place in range(len(after["pawns"]))
        if _on_map(after, place) != _on_map(before, place)
    ]
    if after["stage"] > before["stage"]:
        told += [f"Round {before['round']} is over:", *_map_lines(rules, after)]
    if after["phase"] == _OVER:
        return told + _end_events(after)
    if after["turns_had"] != before["turns_had"]:
        told += _turn_events(rules, after)
    return told


def _on_map(raw: Raw, place: int) -> tuple[list[int], int]:
    return raw["pawns"][place], raw["piles"][place]


def _roll_events(before: Raw, after: Raw) -> list[str]:
    if after["all_rolls"] == before["all_rolls"]:
        return []
    return [f"It rolls {' '.join(map(str, faces_of(after['last_roll'])))}."]


def _win_events(rules: "Rules", before: Raw, after: Raw) -> list[str]:
    """A card that was won, whose dice went home, and what was laid out."""
    told = []
    seat = before["seat"]
    for place, (old, new) in enumerate(zip(before["row"], after["row"], strict=True)):
        if old == new:
            continue
        if old >= 0:
            told.append(f"Seat {seat + 1} wins card {full_name(rules, old)}.")
            for other, dice in enumerate(before["dice"]):
                n = sum(dice[place])
                if n and other != seat:
                    dice_word = "die goes" if n == 1 else f"{n} dice go"
                    told.append(f"Seat {other + 1}'s {dice_word} home.")
        if new >= 0:
            told.append(f"Card {full_name(rules, new)} is laid out.")
    return told


def _map_lines(rules: "Rules", raw: Raw) -> list[str]:
    return [_map_line(rules, raw, place) for place in range(len(raw["pawns"]))]


def _turn_events(rules: "Rules", raw: Raw) -> list[str]:
    """Whose turn begins, and what lies face up."""
    if raw["in_turn"] < 0:
        return []
    places = range(len(raw["row"]))
    head = f"Round {raw['round']}, seat {raw['in_turn'] + 1}:"
    return [head, *(_row_line(rules, raw, place) for place in places)]


def _map_line(rules: "Rules", raw: Raw, place: int) -> str:
    """house    [34] - . - 2 - . o . - . # . - [1]  seat 1 hides here"""
    box = box_of(rules)
    where, goal = box.maps[place], box.maps[place].spots + 1
    at = [""] * (goal + 1)
    for seat, position in enumerate(raw["pawns"][place]):
        at[position] += str(seat + 1)
    spots = [f"[{at[0]}]", *(pawn or "." for pawn in at[1:goal]), f"[{at[goal]}]"]
    line = spots[0]
    for arrow, spot in enumerate(spots[1:]):
        sign = "o" if arrow in where.hole_arrows else "#" if raw["piles"][place] == arrow else "-"
        line += f" {sign} {spot}"
    width = max(len(other.name) for other in box.maps)
    hider = f"  seat {raw['hide'].index(place) + 1} hides here" if place in raw["hide"] else ""
    return f"  {where.name:<{width}}  {line}{hider}"


def _row_line(rules: "Rules", raw: Raw, place: int) -> str:
    """card 35 MOVE4/HOLE asks for 6666: seat 1 has 66, seat 3 has 6"""
    index = raw["row"][place]
    if index < 0:
        return "  an empty place"
    needs = "".join(map(str, box_of(rules).cards[index].need))
    dice = [
        f"seat {seat + 1} has {''.join(map(str, faces_of(places[place])))}"
        for seat, places in enumerate(raw["dice"])
        if any(places[place])
    ]
    line = f"  card {full_name(rules, index)} asks for {needs}"
    return f"{line}: {', '.join(dice)}" if dice else line


def _end_events(after: Raw) -> list[str]:
    if after["winner"] < 0:
        return ["The game is given up unfinished."]
    return [f"Seat {after['winner'] + 1} has found everybody, in round {after['round']}."]


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The maps with their pawns, and the row with its dice."""
    places = range(len(raw["row"]))
    return [*_map_lines(rules, raw), *(_row_line(rules, raw, place) for place in places)]
