"""A person sits down at a table: sees what the seat sees, and moves; policies play the others.

What leaves this file is a function of what the seat can see: the view of the game, what lies open
to all, and the seat's own legal moves. Hidden cards stay here.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from analyzer import games
from analyzer._core.reductions import WIN
from analyzer._core.runner import Control
from analyzer.errors import UserError
from analyzer.playout import move_values
from analyzer.playout.replay import begin_playout, choose_move
from analyzer.simulation.chunk import ReadyCell
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer._core.runner import Coins, Stepper
    from analyzer.games import AnyGame
    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

HINT_WORLDS = 300
REVIEW_WORLDS = 200
REVIEWED = 40  # decisions that are weighed at the end
COSTLIEST = 3
AGAIN = 400  # times the same deals are played by an expert in the person's place
MOST_MOVES = 100_000  # of the others in a row


@dataclass
class HumanGame:
    """One game with a person at one seat."""

    cell: "Cell"
    index: int
    seat: int  # from 0
    after: int = 0  # moves that the policies make for everybody, before the person sits down
    made: list[int] = field(default_factory=list)  # the person's moves, as places in the lists
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.face: AnyGame = games.load(self.cell.game)
        self._replay()

    # --- playing ----------------------------------------------------------------------------------

    def _replay(self) -> None:
        """Play from the deal to the person's next decision. The same moves give the same game."""
        self.stepper: Stepper
        self.seated: list[Policy]
        self.stepper, self.seated = begin_playout(self.cell, self.index)
        self.coins: Coins = self.stepper.coins()
        self.log = []
        wanted, self.made = self.made, []
        for _ in range(self.after):
            if codes := self.stepper.moves():
                self.stepper.apply(codes[self._chosen()])
        self._others()
        for place in wanted:
            self._make(place)

    def _others(self) -> None:
        """The policies move until the person decides, or the game is over."""
        for _ in range(MOST_MOVES):
            codes = self.stepper.moves()
            if not codes or self.stepper.seat == self.seat:
                return
            who = self.stepper.seat
            before = self._table()
            self.stepper.apply(codes[self._chosen()])
            news = [line for line in self._table() if line not in before]
            self.log.append(f"Seat {who + 1} has moved. {' '.join(news)}".strip())
        raise UserError("The other seats do not come to an end.")

    def _chosen(self) -> int:
        return choose_move(self.cell, self.stepper, self.seated, self.coins, self.index)

    def _table(self) -> list[str]:
        return list(self.face.on_table(self.cell.rules, self.stepper.describe()))

    def _make(self, place: int) -> None:
        codes = self.stepper.moves()
        name = self.face.move_name(self.cell.rules, codes[place])
        self.stepper.apply(codes[place])
        self.made.append(place)
        self.log.append(f"You: {name}.")
        self._others()

    def move(self, place: object) -> None:
        """Make a legal move, by its place in the list."""
        count = len(self.stepper.moves())
        found = checked_integer(place, 0, count - 1) if count else None
        if found is None:
            raise UserError(f"There is no move {short_repr(place)} here: {count} are legal.")
        self._make(found)

    def undo(self) -> None:
        """Take the person's last move back, and what followed."""
        if not self.made:
            raise UserError("There is no move to take back.")
        self.made.pop()
        self._replay()

    # --- what the seat sees -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.stepper.moves()

    def payload(self) -> "Json":
        """All that the page may know."""
        raw = self.stepper.describe()
        told = seat_payload(self.face, self.cell.rules, raw, self.seat)
        codes = [] if self.over else self.stepper.moves()
        told |= {
            "seat": self.seat + 1,
            "players": self.cell.players,
            "index": self.index,
            "moves": [self.face.move_name(self.cell.rules, code) for code in codes],
            "log": self.log[-60:],
            "made": len(self.made),
            "over": self.over,
        }
        if self.over:
            result = self.stepper.result()
            winners = [seat + 1 for seat, win in enumerate(result["win840"]) if win]
            told["scores"], told["winners"] = list(result["scores"]), winners
            told["end"] = _end_sentence(self.seat + 1, winners, list(result["scores"]))
        return told

    def hint(self) -> "Json":
        """What an expert would do, from what the seat can see, and what each move is worth."""
        if self.over:
            raise UserError("This game is over: there is no move to advise on.")
        weighed = move_values.evaluate_moves(self.stepper, self.seated, HINT_WORLDS, by="win")
        names = [self.face.move_name(self.cell.rules, code) for code in self.stepper.moves()]
        return values_payload(names, weighed)

    def saved(self) -> "Json":
        """The game as plain data: who sits where, which deal, and the person's moves."""
        return {
            "index": self.index,
            "seat": self.seat + 1,
            "after": self.after,
            "made": list(self.made),
        }

    # --- afterwards -------------------------------------------------------------------------------

    def review(self) -> "Json":
        """What an expert wins with the same deals, and the person's costliest moves."""
        if not self.over:
            raise UserError("The game is not over yet.")
        won = self._expert_share()
        costly = sorted(self._costs(), key=lambda one: -one["cost"])[:COSTLIEST]
        return {
            "sentence": f"An expert in your place wins {100 * won:.0f} % of {AGAIN} games with "
            "the same deals.",
            "costly": [one for one in costly if one["cost"] > 0],
        }

    def _expert_share(self) -> float:
        """The same deals, other coins: how often does a policy in the person's place win?"""
        won = 0
        for coin in range(AGAIN):
            table = ReadyCell(replace(self.cell, coin_seed=coin + 1))
            batch = table.play(self.index, 1, Control())
            won += int(batch.seat_column("win840")[0, self.seat])
        return float(won / (AGAIN * WIN))

    def _costs(self) -> "list[Json]":
        """What each decision of the person cost, as far as it was one."""
        found: list[Json] = []
        again = HumanGame(self.cell, self.index, self.seat, self.after)
        for number, place in enumerate(self.made):
            codes = again.stepper.moves()
            if len(codes) > 1 and len(found) < REVIEWED:
                weighed = move_values.evaluate_moves(
                    again.stepper, again.seated, REVIEW_WORLDS, by="win"
                )
                mine = next(one for one in weighed.options if one.place == place)
                names = [self.face.move_name(self.cell.rules, code) for code in codes]
                better = names[weighed.options[0].place]
                cost = 0.0 if mine.best else mine.behind.estimate
                found.append(
                    {
                        "number": number,
                        "cost": cost,
                        "sentence": f"Your move {number + 1}, {names[place]}, cost about "
                        f"{100 * cost:.0f} pp: {better} was better.",
                    }
                )
            again.move(place)
        return found


def seat_payload(face: "AnyGame", rules: object, raw: "Json", seat: int) -> "Json":
    """What a seat sees of a state, in words: a function of its view alone."""
    view = face.view(rules, raw, seat)
    told = view_fields(view)
    hand = told.pop("hand", [])
    return {
        "hand": [str(card) for card in hand] if isinstance(hand, list | tuple) else [str(hand)],
        "fields": [[name.replace("_", " "), in_words(value)] for name, value in told.items()],
        "table": list(face.on_table(rules, raw)),
    }


def view_fields(view: object) -> dict[str, object]:
    """The fields of a view by name, without those that never change."""
    names = getattr(type(view), "MAKERS", None)
    if names is None:
        names = [name for name in vars(view) if not name.startswith("_")]
    return {name: getattr(view, name) for name in names if name not in ("seat", "players", "rules")}


def in_words(value: object) -> str:
    """A value of a view for people."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {in_words(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        between = " · " if any(isinstance(one, list | tuple | dict) for one in value) else ", "
        return between.join(in_words(one) for one in value)
    return str(value)


def _end_sentence(seat: int, winners: list[int], scores: list[int]) -> str:
    if not winners:
        return f"The game is over, and nobody wins. You have {scores[seat - 1]}."
    if winners == [seat]:
        return f"You win, with {scores[seat - 1]}."
    if seat in winners:
        return f"You win together with {len(winners) - 1} more, with {scores[seat - 1]}."
    who = " and ".join(f"seat {one}" for one in winners)
    return f"The game is over: {who} won. You have {scores[seat - 1]}."


def values_payload(names: list[str], weighed: move_values.MoveValues) -> "Json":
    """What each legal move is worth."""
    return {
        "moves": [
            {
                "place": option.place,
                "move": names[option.place],
                "text": f"{100 * option.value.estimate:.0f} %",
                "best": option.best,
            }
            for option in weighed.options
        ],
        "sentence": _hint_sentence(names, weighed),
    }


def _hint_sentence(names: list[str], weighed: move_values.MoveValues) -> str:
    best = [names[option.place] for option in weighed.options if option.best]
    if len(best) == 1:
        return f"Best: {best[0]} ({weighed.worlds} worlds)."
    return f"Not told apart in {weighed.worlds} worlds: {', '.join(best[:4])}."
