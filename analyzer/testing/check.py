"""`analyze check`: is a game what it seems to be? In words that a designer understands.

The conformance kit, and more for game files: both ways of playing them are compared move by move,
and mistakes that are easily made in rules are looked for.
"""

import ast
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from analyzer import games
from analyzer._core.runner import Control, Stepper
from analyzer.design import build, interpret, source
from analyzer.design.files import OwnFile
from analyzer.errors import RunError, UserError
from analyzer.games import AnyGame
from analyzer.playout.cell import Cell
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import State, make_table, new_state
from analyzer.policies import registry, spec
from analyzer.simulation.chunk import ReadyCell
from analyzer.testing import conformance, modes

SEED = 11
DEALS = 16  # that are compared
KIND, WHOLE = 0x3FF, 840  # of a card; a win
MOST = 1000  # moves of a playout that are looked at one by one


@dataclass(frozen=True)
class Checked:
    """One thing that was looked at."""

    name: str
    trouble: str | None  # what is wrong; None: nothing


def checked(game: str, playouts: int = 3) -> Iterator[Checked]:
    """Everything that is looked at, one by one."""
    face = games.load(game)
    file: OwnFile | None = getattr(face, "file", None)
    for name, act in _simple(face, file):
        yield Checked(name, _trouble(act))
    skip = _left_out(face)
    by_name: dict[str, list[conformance.Check]] = {}
    for check in conformance.checks(game, playouts, skip=skip):
        by_name.setdefault(check.name, []).append(check)
    for name, each in by_name.items():
        yield Checked(name, next((why for one in each if (why := _trouble(one))), None))


def _trouble(act: Callable[[], None]) -> str | None:
    try:
        act()
    except (conformance.ConformanceError, RunError, UserError) as error:
        return str(error)
    return None


def _left_out(face: AnyGame) -> dict[str, str]:
    found = {}
    if not _has_secrets(face):
        found["redealing does redeal"] = "it has no secrets"
    if spec.DEFAULT_POLICY not in {policy.name for policy in registry.named_policies(face.name)}:
        found["permuting permutes the moves"] = "it has no expert"
    return found


def _simple(face: AnyGame, file: OwnFile | None) -> Iterator[tuple[str, Callable[[], None]]]:
    if file is not None:
        yield "a chance is drawn for one thing only", lambda: _draws_once(face, file)
        yield "an expert looks only at what it knows", lambda: _played_interpreted(face, file)
        yield "compiled and interpreted are the same", lambda: _both_modes(face, file)
        yield "every counter is counted", lambda: _counted(file)
        yield "no two games are dealt alike", lambda: _dealt_anew(face, file)
        yield "what a seat knows is so", lambda: _fits_what_is(face, file)
        yield "an expert is no worse than chance", lambda: _beats_chance(face, file)
    yield "games end, and somebody wins", lambda: _somebody_wins(face)
    if file is not None:
        yield "who wins has the best score", lambda: _best_wins(face)
    yield "the stage rises", lambda: _stage_rises(face)
    yield "a state that is put back is the same state", lambda: _restored(face)
    yield "a redeal moves only what is hidden", lambda: _same_worlds(face)


# --- playing --------------------------------------------------------------------------------------


def _cell(face: AnyGame, policy: str, players: int | None = None) -> Cell:
    seats = players or face.usual_players
    rules = face.resolve_rules(seats, {})
    return Cell(face.name, seats, rules, spec.policies_by_seat((policy,), seats), SEED)


def _steppers(face: AnyGame, n: int) -> Iterator[tuple[int, Stepper]]:
    """Playouts at their start, with every number of players."""
    low, high = face.players
    for players in range(low, high + 1):
        table = make_table(face, players, face.resolve_rules(players, {}))
        for index in range(n):
            yield index, Stepper(table, seed_key(SEED), index)


def _moves(stepper: Stepper, index: int) -> Iterator[int]:
    """Random moves, at most to the end of a playout; each is made after it was given."""
    luck = random.Random(index)
    for _ in range(MOST):
        codes = stepper.moves()
        if not codes:
            return
        code = luck.choice(codes)
        yield code
        stepper.apply(code)


# --- what is looked at ----------------------------------------------------------------------------


def _draws_once(face: AnyGame, file: OwnFile) -> None:
    file.prepare()  # now, or the first table would do it
    interpret.interpret(file.core, file.text, draws_once=True)
    try:
        for index, stepper in _steppers(face, 3):
            for _ in _moves(stepper, index):
                pass
    finally:
        file.interpreted()


def _played_interpreted(face: AnyGame, file: OwnFile) -> None:
    file.prepare()
    if any(name.startswith("worth_") for name in file.layout.methods):
        interpret.interpret(file.core, file.text)
        for players in range(face.players[0], face.players[1] + 1):
            ReadyCell(_cell(face, "expert", players)).play(0, 10, Control())
    file.interpreted()


def _both_modes(face: AnyGame, file: OwnFile) -> None:
    try:
        both = modes.cores(file)
    except build.NotCompiledError:
        return
    low, high = face.players
    for players in range(low, high + 1):
        codes = dict(face.encode_rules(face.resolve_rules(players, {})))
        for index in range(3):
            made, what = modes.difference(file, both, players, codes, (SEED, index))
            if what:
                raise conformance.ConformanceError(
                    f"{what} differs between compiled and interpreted, in --players {players} "
                    f"--seed {SEED} --game {index} of {face.name}, move {made + 1}: please report "
                    "it"
                )


def _somebody_wins(face: AnyGame) -> None:
    for players in range(face.players[0], face.players[1] + 1):
        batch = ReadyCell(_cell(face, "random", players)).play(0, 60, Control())
        capped, winners = batch.games[4], batch.games[5]
        if capped.all():
            raise conformance.ConformanceError(
                f"all of 60 random games of {players} players were given up"
            )
        if not winners[capped == 0].any():
            raise conformance.ConformanceError(
                f"nobody has won any of 60 random games of {players} players"
            )


def _best_wins(face: AnyGame) -> None:
    players = face.usual_players
    batch = ReadyCell(_cell(face, "random")).play(0, 100, Control())
    for game in range(100):
        row = slice(game * players, game * players + players)
        scores, wins = batch.seats[0, row], batch.seats[2, row]
        if wins.any() and not batch.games[4, game] and scores[wins > 0].min() < scores.max():
            raise conformance.ConformanceError(
                f"the winner of --seed {SEED} --game {game} has fewer points than another seat; "
                "look at wins, or at score, where more is better"
            )


def _counted(file: OwnFile) -> None:
    """A counter that no rule changes would be told as 0."""
    set_somewhere = {
        name
        for method in file.text.methods.values()
        for node in ast.walk(method.tree)
        if isinstance(node, ast.Attribute | ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and (name := source.field_of(node))
    }
    for name in (*file.layout.game_counters, *file.layout.seat_counters):
        if name not in set_somewhere:
            raise conformance.ConformanceError(
                f"no rule counts {name}: add to it where it happens, self.{name} += 1, or leave "
                "it out"
            )


def _dealt_anew(face: AnyGame, file: OwnFile) -> None:
    """Hidden cards that lie alike in every game have not been shuffled."""
    hidden = [
        place.name for place in file.layout.places if place.family >= 0 and 2 not in place.sees
    ]
    table = make_table(face, face.usual_players, face.resolve_rules(face.usual_players, {}))
    deals = [Stepper(table, seed_key(SEED), index).describe() for index in range(DEALS)]
    found = [[_kinds(deal[name]) for name in hidden] for deal in deals]
    several = len({kind for pile in found[0] for kind in pile}) > 1
    if several and all(one == found[0] for one in found):
        raise conformance.ConformanceError(
            f"the cards of {', '.join(hidden)} lie alike in {DEALS} games: shuffle them in deal, "
            'self.deck.shuffle("deal", 0)'
        )


def _kinds(place: object) -> list[int]:
    """The kinds of the cards of a place as the core describes it: a length, then the cards."""
    if not isinstance(place, list):
        return []
    if place and isinstance(place[0], list):
        return [kind for pile in place for kind in _kinds(pile)]
    return [card & KIND for card in place[1 : 1 + place[0]]]


def _fits_what_is(face: AnyGame, file: OwnFile) -> None:
    """What forbids the real cards asks for what is not so."""
    if not {"fits", "may_hold"} & {*file.layout.methods}:
        return
    low, high = face.players
    for players in range(low, high + 1):
        table = make_table(face, players, face.resolve_rules(players, {}))
        for index in range(3):
            stepper = Stepper(table, seed_key(SEED), index)
            for number, _ in enumerate(_moves(stepper, index)):
                for seat in range(players):
                    if who := file.core.forbids_what_is(stepper, seat):
                        raise conformance.ConformanceError(
                            f"{who} says that seat {seat + 1} could not be where it is, after "
                            f"{number} moves of --players {players} --seed {SEED} --game {index}: "
                            "it asks for what is not so, or looks at what is hidden"
                        )


def _beats_chance(face: AnyGame, file: OwnFile) -> None:
    """An expert that loses to random players judges upside down, or the score does."""
    if not any(name.startswith("worth_") for name in file.layout.methods):
        return
    players, games_of_seat = face.usual_players, 150
    won = 0.0
    for seat in range(players):
        words = ["random" if one != seat else "expert" for one in range(players)]
        cell = replace(_cell(face, "random"), policies=tuple(map(spec.parse_policy, words)))
        batch = ReadyCell(cell).play(0, games_of_seat, Control())
        won += batch.seat_column("win840")[:, seat].sum() / WHOLE
    n, fair = players * games_of_seat, 1 / players
    if players > 1 and won / n < fair - 5.5 * (fair * (1 - fair) / n) ** 0.5:
        raise conformance.ConformanceError(
            f"an expert among players who choose at random wins {100 * won / n:.0f} % of games, "
            f"less than its share of {100 * fair:.0f} %: look at worth, or at score and wins, "
            "where more is better"
        )


def _stage_rises(face: AnyGame) -> None:
    highest = 0
    for index, stepper in _steppers(face, 3):
        for _ in _moves(stepper, index):
            pass
        highest = max(highest, stepper.stage)
    if highest == 0:
        raise conformance.ConformanceError(
            "the stage never rises: add 1 to self.stage at the end of each round or turn that "
            "scores, so that leads, comebacks and luck can be told"
        )


def _restored(face: AnyGame) -> None:
    """A position that is put back is played on as the state that it describes."""
    for number, where, state, luck in _states(face):
        if number % 7:
            continue
        mine, again = state.copy(), new_state(position=state.position())
        for ahead in range(4):
            if field := _difference(mine.position(), again.position()):
                later = "" if ahead == 0 else f" {ahead} moves later, so a field is forgotten"
                raise conformance.ConformanceError(
                    f"after {where}, a position that is put back differs in {field}{later}"
                )
            if not (moves := mine.moves()):
                break
            if moves != again.moves():
                raise conformance.ConformanceError(
                    f"after {where}, a position that is put back has other moves"
                )
            code = luck.randrange(len(moves))
            mine.play(code)
            again.play(code)


def _same_worlds(face: AnyGame) -> None:
    """A redeal moves what is hidden: the seat sees what it saw."""
    for number, where, state, _ in _states(face):
        if number % 5:
            continue
        seat, world = state.seat or 1, state.copy()
        world.redeal_hidden(seat, number)
        mine, other = _seen(state, seat), _seen(world, seat)
        if field := _difference(mine, other):
            raise conformance.ConformanceError(
                f"after {where}, a redeal for seat {seat} changes {field}, which that seat sees"
            )


def _has_secrets(face: AnyGame) -> bool:
    """Does a seat see what another one does not? A game that fails may have secrets."""
    try:
        for number, _, state, _ in _states(face):
            seen = [_seen(state, seat) for seat in range(1, state.players + 1)]
            if number % 5 == 0 and any(one != seen[0] for one in seen):
                return True
    except RunError:
        return True
    return False


def _states(face: AnyGame) -> Iterator[tuple[int, str, State, random.Random]]:
    """Playouts with every number of players by random moves: the moves made, the address, the
    state, and luck to look further."""
    for players in range(face.players[0], face.players[1] + 1):
        for index in range(2):
            state = new_state(face.name, players, seed=SEED, index=index)
            luck = random.Random(index)
            for number in range(MOST):
                if not (moves := state.moves()):
                    break
                where = f"{number} moves of --players {players} --seed {SEED} --game {index}"
                yield number, where, state, luck
                state.play(luck.choice(moves))


def _seen(state: State, seat: int) -> dict[str, object]:
    """What a seat sees, by field, but for who it is."""
    view = state.view(seat)
    names = vars(view) if hasattr(view, "__dict__") else getattr(view, "__slots__", ())
    return {name: getattr(view, name) for name in names if name != "seat"}


def _difference(told: Mapping[str, object], again: Mapping[str, object]) -> str | None:
    """The first field that differs."""
    return next((name for name in told if told[name] != again.get(name)), None)
