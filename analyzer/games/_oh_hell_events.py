"""Oh Hell: what happened in a move, told by comparing the states before and after it."""

from typing import TYPE_CHECKING

from analyzer._core.games import oh_hell as core
from analyzer.games._oh_hell_position import position
from analyzer.games._oh_hell_words import (
    SUIT_NAMES,
    card_name,
    compiled,
    next_seat,
)
from analyzer.games._spec import Raw, Words
from analyzer.rules import encode

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules


def events(rules: "Rules", before: Raw | None, move: str, after: Raw) -> list[str]:
    """Sentences, in the order of the rules; `before` is None for the first deal."""
    if before is None:
        return _new_hand(rules, after)
    ended = after["last"]["hand_no"] != before["last"]["hand_no"]
    told = []
    if before["phase"] == core.PHASE_BID:
        told += _bids(rules, after) if after["phase"] != core.PHASE_BID else []
    else:
        told += _trick(before, move, after["last"] if ended else after)
    if ended:
        told += _hand_end(after)
    if after["phase"] == core.PHASE_OVER:
        told += _game_end(after)
    elif ended:
        told += _new_hand(rules, after)
    return told


def _new_hand(rules: "Rules", after: Raw) -> list[str]:
    players, cards = len(after["hands"]), _many(after["cards"], "card")
    scheduled, _ = compiled().schedule(players, encode(rules))
    why = ", because of a tie" if after["hand_no"] >= len(scheduled) else ""
    if len(after["playing"]) < players:
        why += f" for seats {_listed(after['playing'])} alone"
    told = [f"Hand {after['hand_no'] + 1}{why}: {cards} each; seat {after['dealer'] + 1} deals."]
    return told if rules.bid_before_turnup else [*told, _turned(after)]


def _turned(after: Raw) -> str:
    trump = SUIT_NAMES[after["turned"] // 16]
    return f"{card_name(after['turned'])} is turned: {trump} are trump."


def _bids(rules: "Rules", after: Raw) -> list[str]:
    """Told when the last bid is made; until then bids are secret."""
    bids = [f"seat {seat + 1} bids {after['bids'][seat]}" for seat in after["playing"]]
    total = sum(after["bids"][seat] for seat in after["playing"])
    told = [f"The bids: {', '.join(bids)}; {total} in all for {_many(after['cards'], 'trick')}."]
    return [*told, _turned(after)] if rules.bid_before_turnup else told


def _trick(before: Raw, move: str, now: Words) -> list[str]:
    """`now`: the counts after the move, those of the hand that ended if it did."""
    for seat in before["playing"]:
        if now["tricks"][seat] > before["tricks"][seat]:
            return [f"Seat {seat + 1} takes the trick with {_card_of(before, move, seat)}."]
    return []


def _card_of(before: Raw, move: str, seat: int) -> str:
    """The card that a seat laid to the trick which `move` completes."""
    if seat == before["seat"]:
        return move.removeprefix("play ")
    at, codes = before["laid"][-1]
    for code in codes:
        if at == seat:
            return card_name(code)
        at = next_seat(before["playing"], at)
    raise AssertionError("the winner of a trick has played to it")


def _hand_end(after: Raw) -> list[str]:
    last = after["last"]
    told = [f"Hand {last['hand_no'] + 1} is over:"]
    for seat in last["playing"]:
        bid, taken = last["bids"][seat], last["tricks"][seat]
        pants = ", and off with the pants" if seat in last["pants"] else ""
        told.append(
            f"  seat {seat + 1}: bid {bid}, took {taken}, {last['points'][seat]:+d} points, "
            f"{after['points'][seat]} in all{pants}"
        )
    return told


def _game_end(after: Raw) -> list[str]:
    winners = after["winners"]
    points = after["points"][winners[0]]
    if after["end_reason"] == core.END_UNRESOLVED:
        who = (
            f"seat {_listed(winners)} has"
            if len(winners) == 1
            else f"seats {_listed(winners)} have"
        )
        return [f"A tie is left unresolved; {who} the highest total, {points} points."]
    return [f"Seat {winners[0] + 1} wins the game with {points} points."]


def _many(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _listed(seats: list[int]) -> str:
    names = [str(seat + 1) for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The card that was turned, the trick under way, bids, tricks and points."""
    words = position(rules, raw)
    trick = words["played"][-1] if words["played"] else []
    trick = trick if len(trick) < len(words["taking_part"]) else []
    told = [
        f"Turned: {words['turned'] or 'nothing'}; on the table: {' '.join(trick) or 'nothing'}.",
    ]
    if any(bid != "" for bid in words["bids"]):
        told.append(f"Bids: {_row(words['bids'])}. Tricks: {_row(words['tricks'])}.")
    return [*told, f"Points: {_row(words['points'])}."]


def _row(numbers: list[object]) -> str:
    return ", ".join(str(number) if number != "" else "-" for number in numbers)
