"""Oh Hell: what happened in a move, told by comparing the states before and after it."""

from typing import TYPE_CHECKING

from analyzer._core.games import oh_hell as core
from analyzer.games.oh_hell.state import DECLARED
from analyzer.games.oh_hell.words import SUIT_NAMES, card_name, compiled_game
from analyzer.games.parameters import encode
from analyzer.games.spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules


def events(rules: "Rules", before: Raw | None, move: str, after: Raw) -> list[str]:
    """Sentences, in the order of the rules; `before` is None for the first deal."""
    if before is None:
        return _new_hand_events(rules, after)
    ended = after["last"]["hand_no"] != before["last"]["hand_no"]
    told = []
    if before["phase"] == core.PHASE_BID:
        told += _bid_events(rules, after) if after["phase"] != core.PHASE_BID else []
    else:
        told += _trick_events(before, move, after["last"] if ended else after)
    if ended:
        told += _hand_end_events(after)
    if after["phase"] == core.PHASE_OVER:
        told += _end_events(after)
    elif ended:
        told += _new_hand_events(rules, after)
    return told


def _new_hand_events(rules: "Rules", after: Raw) -> list[str]:
    players, cards = len(after["hands"]), _count_text(after["cards"], "card")
    scheduled, _ = compiled_game().schedule(players, encode(rules))
    why = ", because of a tie" if after["hand_no"] >= len(scheduled) else ""
    if len(after["playing"]) < players:
        why += f" for seats {_join_seats(after['playing'])} alone"
    told = [f"Hand {after['hand_no'] + 1}{why}: {cards} each; seat {after['dealer'] + 1} deals."]
    return told if rules.bid_before_turnup else [*told, _turn_up_events(after)]


def _turn_up_events(after: Raw) -> str:
    trump = SUIT_NAMES[after["turned"] // 16]
    return f"{card_name(after['turned'])} is turned: {trump} are trump."


def _bid_events(rules: "Rules", after: Raw) -> list[str]:
    """Told when the last bid is made; until then bids are secret."""
    bids = [f"seat {seat + 1} bids {after['bids'][seat]}" for seat in after["playing"]]
    total = sum(after["bids"][seat] for seat in after["playing"])
    told = [
        f"The bids: {', '.join(bids)}; {total} in all for {_count_text(after['cards'], 'trick')}."
    ]
    return [*told, _turn_up_events(after)] if rules.bid_before_turnup else told


def _trick_events(before: Raw, move: str, now: Words) -> list[str]:
    """`now`: the counts after the move, those of the hand that ended if it did."""
    for seat in before["playing"]:
        if now["tricks"][seat] > before["tricks"][seat]:
            return [f"Seat {seat + 1} takes the trick with {_card_of(before, move, seat)}."]
    return []


def _card_of(before: Raw, move: str, seat: int) -> str:
    """The card that a seat laid to the trick which `move` completes."""
    if seat == before["seat"]:
        return move.removeprefix("play ")
    _, codes = before["laid"][-1]
    return card_name(codes[before["laid_by"][-1].index(seat)])


def _hand_end_events(after: Raw) -> list[str]:
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


def _end_events(after: Raw) -> list[str]:
    winners = after["winners"]
    points = after["points"][winners[0]]
    if after["end_reason"] == core.END_UNRESOLVED:
        who = (
            f"seat {_join_seats(winners)} has"
            if len(winners) == 1
            else f"seats {_join_seats(winners)} have"
        )
        return [f"A tie is left unresolved; {who} the highest total, {points} points."]
    return [f"Seat {winners[0] + 1} wins the game with {points} points."]


def _count_text(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _join_seats(seats: list[int]) -> str:
    names = [str(seat + 1) for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The card that was turned, the trick under way, bids that are revealed, tricks, points."""
    words = DECLARED.position(rules, raw)
    turned = words["turned"] or "nothing"
    if words["turned"] and not rules.turnup_visible:
        turned = turned[1]  # its suit is all that is ever shown
    trick = words["played"][-1] if words["played"] else []
    trick = trick if len(trick) < len(words["taking_part"]) else []
    told = [
        f"Turned: {turned}; on the table: {' '.join(trick) or 'nothing'}.",
    ]
    if any(bid != "" for bid in words["bids"]) and not raw["bids_hidden"]:
        told.append(f"Bids: {_row(words['bids'])}. Tricks: {_row(words['tricks'])}.")
    return [*told, f"Points: {_row(words['points'])}."]


def _row(numbers: list[object]) -> str:
    return ", ".join(str(number) if number != "" else "-" for number in numbers)
