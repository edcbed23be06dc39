"""A person sits down at a table: sees what the seat sees, and moves; policies play the others.

What leaves this file is a function of what the seat can see: the view of the game, what lies open
to all, and the seat's own legal moves. Hidden cards stay here.
"""

import threading
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
from analyzer.questions import advise
from analyzer.questions.shared import common
from analyzer.studio.affordable import affordable_worlds
from analyzer.studio.seat_view import Seen, seat_payload, seen_by, what_is_new
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer._core.contract import Policy
    from analyzer._core.runner import Coins, Stepper
    from analyzer.games import AnyGame
    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

MOVES = Phrase(
    shown="Best: {which} ({worlds} worlds).",
    refuted="Each move is behind another ({worlds} worlds).",
    open="Not told apart in {worlds} worlds: {which}.",
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
        self.lock = threading.RLock()  # for requests that come at once
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
            before = self._seen()
            self.stepper.apply(codes[self._chosen()])
            news = what_is_new(before, self._seen())
            told = [line if line.endswith(".") else f"{line.strip()}." for line in news]
            self.log.append(" ".join([f"Seat {who + 1} has moved.", *told]))
        raise UserError("The other seats do not come to an end.")

    def _chosen(self) -> int:
        return choose_move(self.cell, self.stepper, self.seated, self.coins, self.index)

    def _seen(self) -> "Seen":
        """What the seat sees, for the log."""
        return seen_by(self.face, self.cell.rules, self.stepper.describe(), self.seat)

    def _make(self, place: int) -> None:
        codes = self.stepper.moves()
        name = self.face.move_name(self.cell.rules, codes[place])
        self.stepper.apply(codes[place])
        self.made.append(place)
        self.log.append(f"You: {name}.")
        self._others()

    def move(self, place: object) -> None:
        """Make a legal move, by its place in the list."""
        with self.lock:
            count = len(self.stepper.moves())
            found = checked_integer(place, 0, count - 1) if count else None
            if found is None:
                raise UserError(f"There is no move {short_repr(place)} here: {count} are legal.")
            self._make(found)

    def undo(self) -> None:
        """Take the person's last move back, and what followed."""
        with self.lock:
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
        with self.lock:
            return self._payload()

    def _payload(self) -> "Json":
        raw = self.stepper.describe()
        codes = [] if self.over else self.stepper.moves()
        moves = [self.face.move_name(self.cell.rules, code) for code in codes]
        players = self.cell.players
        told = seat_payload(self.face, self.cell.rules, raw, self.seat, players, moves)
        told |= {
            "seat": self.seat + 1,
            "players": self.cell.players,
            "index": self.index,
            "moves": moves,
            "log": self.log[-60:],
            "moves_made": len(self.log),
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
        with self.lock:
            if self.over:
                raise UserError("This game is over: there is no move to advise on.")
            there = self.stepper.copy()  # a move may be made meanwhile
        worlds = affordable_worlds(there, self.seated, HINT_WORLDS, HINT_SECONDS)
        names = [self.face.move_name(self.cell.rules, code) for code in there.moves()]
        return weigh_moves(self.face, there, self.seated, names, worlds)

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


def weigh_moves(
    face: "AnyGame",
    stepper: "Stepper",
    seated: "Sequence[Policy]",
    names: list[str],
    worlds: int,
) -> "Json":
    """What each legal move is worth, and why."""
    successes, setbacks = move_values.places_of_outcomes(face)
    weighed = move_values.evaluate_moves(
        stepper, seated, worlds, by="win", successes=successes, setbacks=setbacks
    )
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
        "why": advise.reason_sentence(weighed, face, names, stepper.seat + 1) or "",
    }


def _hint_sentence(names: list[str], weighed: move_values.MoveValues) -> str:
    """Which move is best, if that is shown."""
    if weighed.claim is None:
        return "There is no choice: one move is legal."
    which = advise.name_best(weighed, names)
    return phrases.claim_sentence(MOVES, weighed.claim, worlds=weighed.worlds, which=which)
