"""Stepping through one playout from Python: the same core as a simulation, move by move."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import analyzer
from analyzer import games, seeds
from analyzer._core.contract import Table
from analyzer._core.playout import Stepper
from analyzer.checks import shown, whole
from analyzer.errors import UserError, did_you_mean
from analyzer.games import AnyGame, Given, Raw, Script, Words
from analyzer.games._position import deal_unnamed
from analyzer.rules import GameRules

if TYPE_CHECKING:
    from analyzer.api import Result


def make_table(face: AnyGame, players: int, rules: object, scripts: Sequence[Script] = ()) -> Table:
    """The rules of a table, checked and packed for the core."""
    players = face.check_players(players)
    rules = face.check_rules(players, rules)
    return Table(face.compiled(), players, face.encode_rules(rules), list(scripts))


class State:
    """One playout at one moment. Seats are numbered from 1."""

    __slots__ = ("_face", "_index", "_rules", "_seed", "_stepper")

    def __init__(
        self, face: AnyGame, rules: GameRules, stepper: Stepper, seed: int, index: int
    ) -> None:
        self._face, self._rules = face, rules
        self._stepper = stepper
        self._seed, self._index = seed, index

    @property
    def game(self) -> str:
        return self._face.name

    @property
    def rules(self) -> GameRules:
        return self._rules

    @property
    def players(self) -> int:
        return int(self._stepper.table.players)

    @property
    def over(self) -> bool:
        return not self._stepper.moves()

    @property
    def seat(self) -> int | None:
        """Who decides now; None when the playout is over."""
        return None if self.over else self._stepper.seat + 1

    def moves(self) -> list[str]:
        """The legal moves in rulebook words; empty when the playout is over."""
        return [self._face.move_name(self._rules, code) for code in self._stepper.moves()]

    def play(self, move: str | int) -> None:
        """Make a move: one of moves(), or its place there (from 0)."""
        codes, names = self._stepper.moves(), self.moves()
        if not names:
            raise UserError(f"This playout of {self.game} is over: there is no move to make.")
        place = names.index(move) if isinstance(move, str) and move in names else None
        place = whole(move, 0, len(names) - 1) if place is None else place
        if place is None:
            hint = did_you_mean(move if isinstance(move, str) else "", names)
            raise UserError(
                f"Seat {self.seat} of {self.game} cannot make the move {shown(move)}{hint}"
            )
        self._stepper.apply(codes[place])

    @property
    def scores(self) -> list[int]:
        return list(self._stepper.result()["scores"])

    @property
    def winners(self) -> list[int]:
        """The seats that win; empty while nobody does."""
        wins = self._stepper.result()["win840"]
        return [seat for seat, win in enumerate(wins, start=1) if win] if self.over else []

    @property
    def counters(self) -> Words:
        """What has been counted so far: by game, and by seat."""
        result = self._stepper.result()
        return {
            "game": dict(zip(self._face.game_counters, result["game_counters"], strict=True)),
            "seats": [
                dict(zip(self._face.seat_counters, counts, strict=True))
                for counts in result["seat_counters"]
            ],
            "end_reason": self._face.end_reasons[result["end_reason"]] if self.over else None,
        }

    def copy(self) -> "State":
        return State(self._face, self._rules, self._stepper.copy(), self._seed, self._index)

    def view(self, seat: int) -> object:
        """What a seat can see."""
        return self._face.view(self.rules, self._stepper.describe(), self._from_0(seat))

    def position(self) -> Words:
        """The state in words, with its rules and luck; new_state(position=...) takes it back."""
        usual = self._face.resolve_rules(self.players, {})
        changed = {
            entry.name: getattr(self.rules, entry.name)
            for entry in fields(self.rules)
            if getattr(self.rules, entry.name) != getattr(usual, entry.name)
        }
        whose = {"game": self.game, "rules": changed, "seed": self._seed, "index": self._index}
        return whose | self._face.position(self.rules, self._stepper.describe())

    def redeal_hidden(self, seat: int, occasion: int = 0) -> bool:
        """Redeal everything that a seat cannot see, in agreement with what it can know.

        False if there is no such deal: the state is then as it was.
        """
        return bool(self._stepper.redeal_hidden(self._from_0(seat), _occasion(occasion)))

    def determinize(self, seat: int, occasion: int = 0) -> bool:
        """The same, with other chance still to come: one of the worlds that a seat may be in."""
        return bool(self._stepper.determinize(self._from_0(seat), _occasion(occasion)))

    def advise(self, **options: Any) -> "Result":
        """What every legal move is worth, from what the seat to move can see: see advising.py."""
        return analyzer.advise(self, **options)  # type: ignore[no-any-return]

    def _from_0(self, seat: int) -> int:
        found = whole(seat, 1, self.players)
        if found is None:
            raise UserError(
                f"There is no seat {shown(seat)} at this table of {self.game}: they are numbered "
                f"1 to {self.players}."
            )
        return found - 1


def new_state(
    game: str | None = None,
    players: int | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    *,
    index: int | None = None,
    position: Given | None = None,
    deals: Sequence[Sequence[str]] = (),
) -> State:
    """Playout number `index` of a seed, a position, or one whose decks are written down.

    What a position says of game, players, rules, seed and index holds unless it is given here.
    `deals` gives the order of the deck for the first hands, as lists of card names.
    """
    if position is not None and not isinstance(position, Mapping):
        raise UserError(f"A position must be a dict; got {shown(position)}.")
    words = dict(position or {})
    said = {name: words.pop(name) for name in ("game", "rules", "seed", "index") if name in words}
    if game is None and "game" not in said:
        raise UserError("new_state needs the name of a game, or a position that holds one.")
    face = games.load(said["game"] if game is None else game)
    players = face.check_players(_said_players(words) if players is None else players)
    resolved = face.resolve_rules(players, said.get("rules", {}) if rules is None else rules)
    seed = seeds.check("seed", said.get("seed", 0) if seed is None else seed)
    index = seeds.check("index", said.get("index", 0) if index is None else index)
    _check_deals(face.name, deals)
    table = make_table(face, players, resolved, face.scripts(resolved, players, deals))
    stepper = Stepper(table, seeds.key(seed), index)
    if position is not None:
        luck = random.Random(f"position {seed} {index}")
        hands = _hands(words)
        counted = [seat for seat, hand in enumerate(hands) if isinstance(hand, int)]
        if counted:
            rest = face.unplaced(resolved, words)
            words["hands"] = deal_unnamed(face.name, hands, rest, luck)
        _restore(stepper, face.from_position(resolved, players, words, luck))
        _deal_counted(face.name, stepper, counted)
    return State(face, resolved, stepper, seed, index)


def _restore(stepper: Stepper, raw: Raw) -> None:
    """What a reader of positions has let through may still be more than a box holds."""
    try:
        stepper.restore(raw)
    except ValueError as error:
        raise UserError(f"This position is not possible: {error}.") from error


def _hands(words: Given) -> Sequence[object]:
    """The hands of a position, by name or as numbers of cards; none if they are not a list."""
    hands = words.get("hands")
    return hands if isinstance(hands, list | tuple) else ()


def _deal_counted(game: str, stepper: Stepper, counted: list[int]) -> None:
    """Hands that were only counted become such as the seat to move may expect."""
    if stepper.seat in counted:
        raise UserError(
            f"This position of {game} must name the cards of seat {stepper.seat + 1}, which is to "
            "move."
        )
    if counted and not stepper.redeal_hidden(stepper.seat):
        raise UserError(
            f"This position of {game} is not possible: no cards fit what seat {stepper.seat + 1} "
            "knows of the other hands."
        )


def _check_deals(game: str, deals: object) -> None:
    """A list; what is in it, decks or rolls, is the game's own business."""
    if not isinstance(deals, list | tuple):
        raise UserError(f"deals of {game} must be a list of decks; got {shown(deals)}.")


def _said_players(words: Given) -> object:
    """What a position says, or else the number of its hands."""
    return words.get("players", len(_hands(words)))


def _occasion(occasion: object) -> int:
    number = whole(occasion, 0, 2**32 - 1)
    if number is None:
        raise UserError(
            f"occasion must be a whole number from 0 to 2**32 - 1; got {shown(occasion)}."
        )
    return number
