"""Stepping through one playout from Python: the same core as a simulation, move by move."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import analyzer
from analyzer import games
from analyzer._core.contract import Table
from analyzer._core.runner import Stepper
from analyzer.errors import LineError, UserError, did_you_mean, first_line
from analyzer.games import AnyGame, Given, Raw, Script, Words
from analyzer.games.parameters import GameRules
from analyzer.games.position_reader import deal_unnamed
from analyzer.playout import saved, seeds
from analyzer.policies.registry import make_policy
from analyzer.policies.spec import DEFAULT_POLICY, parse_policy
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer.api.result import Result
    from analyzer.system.json_types import Json


Found = TypeVar("Found")


def make_table(face: AnyGame, players: int, rules: object, scripts: Sequence[Script] = ()) -> Table:
    """The rules of a table, checked and packed for the core."""
    players = face.check_players(players)
    rules = face.check_rules(players, rules)
    return Table(face.compiled(), players, face.encode_rules(rules), list(scripts))


class State:
    """One playout at one moment, which can be looked at, played on, copied and saved.

    `new_state` makes one. Seats are numbered from 1; printed, it is the table as everybody sees it.
    `pickle`, `copy.copy` and `copy.deepcopy` give an exact copy.

    Parameters
    ----------
    face
        The game, as Python sees it.
    rules
        Its rules, resolved for the number of players.
    stepper
        The playout in the core.
    seed
        The seed of its luck.
    index
        Which playout of that seed it is.
    """

    __slots__ = ("_face", "_index", "_rules", "_seed", "_stepper")

    def __init__(
        self, face: AnyGame, rules: GameRules, stepper: Stepper, seed: int, index: int
    ) -> None:
        self._face, self._rules = face, rules
        self._stepper = stepper
        self._seed, self._index = seed, index

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._face.name

    @property
    def rules(self) -> GameRules:
        """The rules of the table, each an attribute by its name."""
        return self._rules

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._stepper.table.players)

    def _do(self, act: Callable[[Stepper], Found]) -> Found:
        """An act of the core. If a compiled rule fails in it, its Python text says why."""
        before = self._stepper.copy() if self._face.mode == "compiled" else None
        try:
            return act(self._stepper)
        except LineError:
            if before is not None:
                with self._face.telling():
                    act(before)
            raise

    def _codes(self) -> list[int]:
        return self._do(Stepper.moves)

    @property
    def over(self) -> bool:
        """Whether the playout has ended."""
        return not self._codes()

    @property
    def seat(self) -> int | None:
        """Who decides now; None when the playout is over."""
        return None if self.over else self._stepper.seat + 1

    @property
    def stage(self) -> int:
        """How many stages (hands, days, rounds) are over."""
        return int(self._stepper.stage)

    def __repr__(self) -> str:
        """The table as everybody sees it."""
        turn = "over" if self.over else f"seat {self.seat} decides"
        lines = self._face.on_table(self._rules, self._stepper.describe())
        shown = lines or [f"Points: {', '.join(map(str, self.scores))}."]
        return "\n".join([f"<{self.game}, {self.players} players, {turn}>", *shown])

    def moves(self) -> list[str]:
        """List the legal moves in rulebook words.

        Returns
        -------
        list of str
            The moves in a fixed order; empty when the playout is over.
        """
        return [self._face.move_name(self._rules, code) for code in self._codes()]

    def play(self, move: str | int) -> None:
        """Make a move.

        Parameters
        ----------
        move : str or int
            One of `moves()`, or its place there, from 0.

        Raises
        ------
        UserError
            If the move is not legal.
        """
        codes, names = self._codes(), self.moves()
        if not names:
            raise UserError(f"This playout of {self.game} is over: there is no move to make.")
        place = names.index(move) if isinstance(move, str) and move in names else None
        place = checked_integer(move, 0, len(names) - 1) if place is None else place
        if place is None:
            hint = did_you_mean(move if isinstance(move, str) else "", names)
            raise UserError(
                f"Seat {self.seat} of {self.game} cannot make the move {short_repr(move)}{hint}"
            )
        self._do(lambda stepper: stepper.apply(codes[place]))

    def choose(self, policy: str = DEFAULT_POLICY) -> str:
        """Ask a policy for its move here, without making it.

        Its coin is keyed by the state: the same state gives the same answer.

        Parameters
        ----------
        policy : str
            The name of a policy, such as "greedy" or "./mine.py:Cautious".

        Returns
        -------
        str
            One of `moves()`.

        Raises
        ------
        UserError
            If there is no such policy, or the playout is over.
        RunError
            If the policy fails.
        """
        codes = self._stepper.moves()
        if not codes:
            raise UserError(f"This playout of {self.game} is over: there is no move to choose.")
        asked = make_policy(self.game, parse_policy(policy), self._stepper.table, self._rules)
        coin = self._stepper.coin(self._stepper.seat, crc32(repr(self._stepper.save()).encode()))
        place = self._stepper.choose(asked, coin)
        if error := getattr(asked, "error", None):
            raise error
        return self._face.move_name(self._rules, codes[place])

    def all_moves(self) -> "dict[str, State]":
        """Make every legal move, each in a copy.

        Returns
        -------
        dict of str to State
            The state after each move; this one stays as it is.
        """
        found = {}
        for code in self._codes():
            after = self.copy()
            after._do(partial(Stepper.apply, move=code))
            found[self._face.move_name(self._rules, code)] = after
        return found

    @property
    def scores(self) -> list[int]:
        """The points of each seat, as the playout stands."""
        return list(self._do(Stepper.result)["scores"])

    @property
    def winners(self) -> list[int]:
        """The seats that win; empty while nobody does."""
        wins = self._do(Stepper.result)["win840"]
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
        """Copy the playout exactly.

        Returns
        -------
        State
            A copy with the same luck, which goes its own way.
        """
        return State(self._face, self._rules, self._stepper.copy(), self._seed, self._index)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[bytes, str]]:
        return State.load, (self.save(), self.game)

    def save(self) -> bytes:
        """Save the exact state, with its rules and its luck.

        Returns
        -------
        bytes
            What `State.load` takes back.
        """
        return saved.pack(
            {
                "game": self.game,
                "version": self._face.version,
                "players": self.players,
                "rules": self._changed_rules(),
                "tables": _table_hashes(self._face, self._rules),
                "seed": self._seed,
                "index": self._index,
                "scripts": self._stepper.table.scripts,
                "playout": self._stepper.save(),
            }
        )

    @staticmethod
    def load(data: bytes, game: str | None = None) -> "State":
        """Load a state that `save` gave.

        Parameters
        ----------
        data : bytes
            What `save` gave; anything else is refused.
        game : str
            The game file of a save that comes from one: bytes never name a file that is run.

        Returns
        -------
        State
            The same state, exactly.

        Raises
        ------
        UserError
            If the bytes are not a saved state, or one that is not possible.
        """
        return _load(saved.unpack(data), game)

    def view(self, seat: int) -> object:
        """Look at the table from a seat.

        Parameters
        ----------
        seat : int
            The number of a seat, from 1.

        Returns
        -------
        object
            The view that a policy in Python gets: its fields are what the seat can see.

        Raises
        ------
        UserError
            If there is no such seat.
        """
        return self._face.view(self.rules, self._stepper.describe(), self._from_0(seat))

    def position(self) -> Words:
        """Write the state down as people at the table can, with its rules and luck.

        Returns
        -------
        dict
            A position in words; `new_state(position=...)` takes it back.
        """
        whose = {"game": self.game, "rules": self._changed_rules()}
        luck = {"seed": self._seed, "index": self._index}
        return whose | luck | self._face.position(self.rules, self._stepper.describe())

    def _changed_rules(self) -> dict[str, object]:
        usual = self._face.resolve_rules(self.players, {})
        return {
            entry.name: getattr(self.rules, entry.name)
            for entry in fields(self.rules)
            if getattr(self.rules, entry.name) != getattr(usual, entry.name)
        }

    def redeal_hidden(self, seat: int, occasion: int = 0) -> bool:
        """Redeal everything that a seat cannot see, in agreement with what it can know.

        Parameters
        ----------
        seat : int
            The number of a seat, from 1.
        occasion : int
            Another number gives another deal.

        Returns
        -------
        bool
            False if there is no such deal: the state is then as it was.
        """
        given = self._from_0(seat), _occasion(occasion)
        return bool(self._do(lambda stepper: stepper.redeal_hidden(*given)))

    def determinize(self, seat: int, occasion: int = 0) -> bool:
        """Make it one of the worlds that a seat may be in.

        What the seat cannot see is redealt, and all chance still to come is other chance.

        Parameters
        ----------
        seat : int
            The number of a seat, from 1.
        occasion : int
            Another number gives another deal.

        Returns
        -------
        bool
            False if there is no such world: the state is then as it was.
        """
        given = self._from_0(seat), _occasion(occasion)
        return bool(self._do(lambda stepper: stepper.determinize(*given)))

    def advise(self, **options: Any) -> "Result":
        """Say what every legal move is worth, from what the seat to move can see.

        Parameters
        ----------
        **options
            The options of `analyzer.advise`.

        Returns
        -------
        Result
            The moves with their values, the best first.

        Raises
        ------
        UserError
            If an option is wrong, or the playout is over.
        """
        return analyzer.advise(self, **options)

    def _from_0(self, seat: int) -> int:
        found = checked_integer(seat, 1, self.players)
        if found is None:
            raise UserError(
                f"There is no seat {short_repr(seat)} at this table of {self.game}: they are "
                "numbered "
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
    """Begin a playout, or take up a position.

    What a position says of game, players, rules, seed and index holds unless it is given here.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The seed of its luck.
    index : int
        Which playout of that seed.
    position : dict
        A position in words, as `State.position()` gives it.
    deals : list of lists of str
        The order of the deck for the first hands, as names of cards.

    Returns
    -------
    State
        The playout at its first decision, or at the position.

    Raises
    ------
    UserError
        If an argument is wrong, or the position is not possible.
    """
    if position is not None and not isinstance(position, Mapping):
        raise UserError(f"A position must be a dict; got {short_repr(position)}.")
    words = dict(position or {})
    said = {name: words.pop(name) for name in ("game", "rules", "seed", "index") if name in words}
    if game is None and "game" not in said:
        raise UserError("new_state needs the name of a game, or a position that holds one.")
    face = games.load(said["game"] if game is None else game)
    players = face.check_players(_said_players(words) if players is None else players)
    resolved = face.resolve_rules(players, said.get("rules", {}) if rules is None else rules)
    seed = seeds.check_seed("seed", said.get("seed", 0) if seed is None else seed)
    index = seeds.check_seed("index", said.get("index", 0) if index is None else index)
    _check_deals(face.name, deals)
    table = make_table(face, players, resolved, face.scripts(resolved, players, deals))
    stepper = Stepper(table, seeds.seed_key(seed), index)
    if position is not None:
        luck = random.Random(f"position {seed} {index}")
        hands = _hands(words)
        counted = [seat for seat, hand in enumerate(hands) if isinstance(hand, int)]
        if counted:
            rest = face.unplaced(resolved, words)
            words["hands"] = deal_unnamed(face.name, hands, rest, luck)
        _restore(face.name, stepper, face.from_position(resolved, players, words, luck))
        _deal_counted(face.name, stepper, counted)
    return State(face, resolved, stepper, seed, index)


def _load(content: "Json", game: str | None) -> State:
    """A saved state, every part of it checked."""
    said = content.get("game")
    if game is None and (not isinstance(said, str) or said not in games.names()):
        raise UserError(
            f"This saved state is one of {short_repr(said)}, which is not the name of a game; name "
            "its game file, as in State.load(data, game='./mine.py')."
        )
    face = games.load(said if game is None else game)
    if content.get("version") != face.version:
        raise UserError(
            f"This saved state is one of version {short_repr(content.get('version'))} of "
            f"{face.name}, and this analyzer plays version {face.version}."
        )
    players = face.check_players(content.get("players"))
    rules = face.resolve_rules(players, content.get("rules"))
    if content.get("tables") != _table_hashes(face, rules):
        raise UserError(
            f"This saved state of {face.name} rests on tables whose content is another now."
        )
    seed = seeds.check_seed("seed", content.get("seed"))
    index = seeds.check_seed("index", content.get("index"))
    playout = content.get("playout")
    try:
        table = make_table(face, players, rules, _scripts(content.get("scripts")))
        stepper = Stepper(table, seeds.seed_key(seed), index)
        stepper.load(playout if isinstance(playout, dict) else {})
        stepper.moves()
    except UserError:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        why = str(error) if type(error) is ValueError else first_line(error)
        raise UserError(f"This saved state of {face.name} is not possible: {why}.") from error
    return State(face, rules, stepper, seed, index)


def _table_hashes(face: AnyGame, rules: GameRules) -> dict[str, str]:
    return {name: told["hash"] for name, told in face.provenance(rules).items()}


def _scripts(given: object) -> list[Script]:
    """Chance that was written down, as `Table.scripts` told it."""
    if not isinstance(given, list):
        raise ValueError(f"scripts of a state must be a list, got {short_repr(given)}")
    return [(purpose, occasion, bytes(values)) for purpose, occasion, values in given]


def _restore(game: str, stepper: Stepper, raw: Raw) -> None:
    """What a reader of positions has let through may still be more than a box holds."""
    try:
        stepper.restore(raw)
    except UserError:
        raise
    except ValueError as error:
        raise UserError(f"This position of {game} is not possible: {error}.") from error


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
        raise UserError(f"deals of {game} must be a list of decks; got {short_repr(deals)}.")


def _said_players(words: Given) -> object:
    """What a position says, or else the number of its hands."""
    return words.get("players", len(_hands(words)))


def _occasion(occasion: object) -> int:
    number = checked_integer(occasion, 0, 2**32 - 1)
    if number is None:
        raise UserError(
            f"occasion must be a whole number from 0 to 2**32 - 1; got {short_repr(occasion)}."
        )
    return number
