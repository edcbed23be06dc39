"""A person sits down at a table: sees what the seat sees, and moves; policies play the others.

What leaves this file is a function of what the seat can see: the view of the game, what lies open
to all, and the seat's own legal moves. Hidden cards stay here.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.estimates import phrases
from analyzer.estimates.formatting import join_words
from analyzer.estimates.phrases import Phrase
from analyzer.games.parameters import parameters
from analyzer.playout import move_values
from analyzer.playout.replay import begin_playout, choose_move
from analyzer.questions.shared import common
from analyzer.studio.affordable import affordable_worlds
from analyzer.studio.seat_view import seat_payload
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer._core.runner import Coins, Stepper
    from analyzer.games import AnyGame
    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

MOVES = Phrase(
    shown="Best: {moves} ({worlds} worlds).",
    refuted="Each move is behind another ({worlds} worlds).",
    open="Not told apart in {worlds} worlds: {moves}.",
)
HINT_WORLDS = 300
HINT_SECONDS = 3.0
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
        self.command = ""  # that replays the same deal
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

    def changed_rules(self) -> "Json":
        """The rules that are not as printed."""
        printed = self.face.resolve_rules(self.cell.players, {})
        kind: type = type(printed)
        names = [one.name for one in parameters(kind)]
        rules = self.cell.rules
        return {
            name: getattr(rules, name)
            for name in names
            if getattr(rules, name) != getattr(printed, name)
        }

    # --- what the seat sees -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.stepper.moves()

    def payload(self) -> "Json":
        """All that the page may know."""
        raw = self.stepper.describe()
        told = seat_payload(self.face, self.cell.rules, raw, self.seat, self.cell.players)
        codes = [] if self.over else self.stepper.moves()
        told |= {
            "seat": self.seat + 1,
            "players": self.cell.players,
            "index": self.index,
            "moves": [self.face.move_name(self.cell.rules, code) for code in codes],
            "log": self.log[-60:],
            "made": len(self.made),
            "over": self.over,
            "turn": f"You are seat {self.seat + 1} of {self.cell.players}. It is your move.",
        }
        if self.over:
            result = self.stepper.result()
            winners = [seat + 1 for seat, win in enumerate(result["win840"]) if win]
            told["scores"], told["winners"] = list(result["scores"]), winners
            told["turn"] = end_sentence(self.seat + 1, winners, list(result["scores"]))
        return told

    def hint(self) -> "Json":
        """What an expert would do, from what the seat can see, and what each move is worth."""
        if self.over:
            raise UserError("This game is over: there is no move to advise on.")
        worlds = affordable_worlds(self.stepper, self.seated, HINT_WORLDS, HINT_SECONDS)
        weighed = move_values.evaluate_moves(self.stepper, self.seated, worlds, by="win")
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


def end_sentence(seat: int, winners: list[int], scores: list[int]) -> str:
    """How a game ended; for the seat (from 1) of a person, or 0 for somebody who looks on."""
    who = join_words([f"seat {one}" for one in winners])
    points = ", ".join(map(str, scores))
    if not winners:
        return f"The game is over, and nobody wins. Scores: {points}."
    if not seat:
        return f"Won by {who}. Scores: {points}."
    if winners == [seat]:
        return f"You win. Scores: {points}."
    if seat in winners:
        return f"You win, together with {len(winners) - 1} more. Scores: {points}."
    return f"The game is over: {who} won. Scores: {points}."


def values_payload(names: list[str], weighed: move_values.MoveValues) -> "Json":
    """What each legal move is worth."""
    return {
        "moves": [
            {
                "place": option.place,
                "move": names[option.place],
                "text": common.percent_value(option.value, 0).text,
                "best": option.best,
            }
            for option in weighed.options
        ],
        "sentence": _hint_sentence(names, weighed),
    }


def _hint_sentence(names: list[str], weighed: move_values.MoveValues) -> str:
    """Which move is best, if that is shown."""
    if weighed.claim is None:
        return "There is no choice: one move is legal."
    best = join_words([names[option.place] for option in weighed.options if option.best])
    return phrases.claim_sentence(MOVES, weighed.claim, worlds=weighed.worlds, moves=best)
