"""The conformance kit: what every game and every policy must pass. Authors of games run it too:

    import pytest
    from analyzer.testing import conformance

    @pytest.mark.parametrize("check", conformance.checks("pig"), ids=str)
    def test_pig(check):
        check()

A check raises `ConformanceError`, whose sentence says what differs and where. What a game cannot
pass is left out with its reason: `checks("pig", skip={"redealing does redeal": "it has no
secrets"})`. With `rules={...}` everything is checked by other rules than the usual ones.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from analyzer import games
from analyzer._core.runner import BadChoice, Control, run_batch
from analyzer.errors import UserError, did_you_mean
from analyzer.games import AnyGame, Symmetry, check_game
from analyzer.playout.cell import Cell
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import State, make_table, new_state
from analyzer.policies import registry, spec
from analyzer.simulation.batch import Batch, Layout
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.totals import Totals
from analyzer.simulation.run import run
from analyzer.stats import share_p
from analyzer.system.values import short_repr
from analyzer.testing.symmetry import SymmetryCheck

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer.games.parameters import GameRules

SEED, OTHER_SEED = 11, 12
GAMES = 600  # for every playout of other checks, where shares of wins are compared
ALARM = 1e-9  # the chance that an honest policy fails there


class ConformanceError(AssertionError):
    """A game or a policy breaks a promise of the contract."""


@dataclass(frozen=True)
class Check:
    """One thing to be shown; call it."""

    name: str
    where: str
    run: Callable[[], None]

    def __call__(self) -> None:
        try:
            self.run()
        except BadChoice as bad:
            _, seat, choice, n_moves = bad.args
            what = f"the policy of seat {seat + 1} chose move {choice} of {n_moves}"
            raise ConformanceError(str(bad.failed[0]) if bad.failed else what) from None

    def __str__(self) -> str:
        return f"{self.where}: {self.name}"


def checks(
    game: str,
    playouts: int = 30,
    skip: Mapping[str, str] | None = None,
    rules: Mapping[str, object] | None = None,
) -> list[Check]:
    """Every check of a game: for every number of players and every named policy."""
    every = list(_checks(games.load(game), playouts, rules or {}))
    names = list(dict.fromkeys(check.name for check in every))
    for name, reason in (skip or {}).items():
        if name not in names or not reason.strip():
            hint = did_you_mean(name, names) if name not in names else " without a reason."
            raise UserError(f"The kit cannot leave out {name!r}{hint}")
    return [check for check in every if check.name not in (skip or {})]


def _checks(face: AnyGame, playouts: int, given: Mapping[str, object]) -> Iterator[Check]:
    def named(where: str, check: Callable[..., None], *given: object) -> Check:
        return Check(check.__name__.replace("_", " "), where, partial(check, *given))

    for of_game in (the_face_fits, columns_agree, policies_say_how_they_play):
        yield named(face.name, of_game, face)
    low, high = face.players
    for policy in registry.named_policies(face.name):
        name, brief = _in_brief(policy, _Case(face, face.usual_players, playouts, given))
        yield named(f"{face.name} {policy.name}", no_reading_shows_more, brief, name)
        if not _looks_ahead(policy):
            case = _Case(face, face.usual_players, playouts, given)
            yield named(f"{face.name} {policy.name}", equal_seats_win_equally, case, policy.name)
    for players in range(low, high + 1):
        case = _Case(face, players, playouts, given)
        where = f"{face.name} {players}"
        for of_table in (
            threads_chunks_and_start_change_nothing,
            a_fast_path_is_the_plain_loop,
            moves_have_names_of_their_own,
            a_copy_goes_its_own_way,
            a_position_gives_the_state_back,
            a_view_holds_no_luck,
            redealing_does_redeal,
            permuting_permutes_the_moves,
        ):
            yield named(where, of_table, case)
        for policy in registry.named_policies(face.name):
            name, brief = _in_brief(policy, case)
            for of_policy in (
                playouts_end_and_repeat,
                stepping_is_running,
                secrets_change_no_choice,
                equal_things_are_chosen_alike,
            ):
                yield named(f"{where} {policy.name}", of_policy, brief, name)


def _in_brief(policy: registry.NamedPolicy, case: "_Case") -> "tuple[str, _Case]":
    """A policy as the kit asks for it, and where. A policy that asks others is checked less often,
    because the others are checked anyway. It tries moves in two worlds, which shows as much as
    many."""
    if not any(isinstance(one, registry.PolicyParameter) for one in policy.parameters):
        return policy.name, case
    few = ":worlds=2" if _looks_ahead(policy) else ""
    return policy.name + few, replace(case, playouts=max(1, case.playouts // 30), every=10)


def _looks_ahead(policy: registry.NamedPolicy) -> bool:
    return any(one.name == "worlds" for one in policy.parameters)


@dataclass(frozen=True)
class _Case:
    """Where a check is made: a game, a number of players, and how much is played."""

    face: AnyGame
    players: int
    playouts: int
    given: Mapping[str, object]  # rules that are not the usual ones
    every: int = 1  # only every n-th decision of a playout is checked

    @property
    def rules(self) -> "GameRules":
        return self.face.resolve_rules(self.players, self.given)

    def totals(
        self,
        policy: str,
        n: int,
        first: int = 0,
        threads: int | None = None,
        chunk: int | None = None,
    ) -> Totals:
        """The totals of n playouts, one policy at every seat."""
        seated = (spec.parse_policy(policy),) * self.players
        cell = Cell(self.face.name, self.players, self.rules, seated, SEED)
        plan = Plan((Group((cell,), (Reduction("totals", (0,)),), n, first),))
        return run(plan, threads=threads, chunk=chunk).groups[0].totals()

    def start(self, index: int, seed: int = SEED) -> State:
        return new_state(self.face.name, self.players, self.given, seed, index=index)

    def played(self, policy: str, index: int = 0) -> Iterator[tuple[State, str]]:
        """A playout step by step: the state, and the move chosen in it."""
        state = self.start(index)
        seated = self.seated(policy, state)
        coins = state._stepper.coins()
        while moves := state.moves():
            chosen = state._stepper.choose(seated, coins[(state.seat or 0) - 1])
            _must(0 <= chosen < len(moves), f"{policy} chose {chosen} of {len(moves)} moves")
            yield state, moves[chosen]
            state.play(chosen)

    def permuted(self, state: State, luck: random.Random) -> Sequence[Symmetry]:
        return self.face.symmetries(self.rules, state._stepper.describe(), luck)

    def seated(self, policy: str, state: State) -> "Policy":
        asked = spec.parse_policy(policy)
        return registry.make_policy(self.face.name, asked, state._stepper.table, self.rules)


def _must(fine: bool, sentence: str) -> None:
    if not fine:
        raise ConformanceError(sentence)


def _same(what: str, mine: object, other: object) -> None:
    if mine != other:
        raise ConformanceError(f"{what}: {short_repr(mine)} is not {short_repr(other)}")


# --- the game -------------------------------------------------------------------------------------


def the_face_fits(face: AnyGame) -> None:
    """Names, signatures and contract are those of GameSpec."""
    check_game(face, face.name, ConformanceError)
    for rule in face.rules_type.__dataclass_fields__.values():
        _must(
            "sentence" in rule.metadata,
            f"rule {rule.name} is not made by analyzer.games.parameters",
        )


def columns_agree(face: AnyGame) -> None:
    """The compiled game counts what its face names."""
    core = face.compiled()
    _same("game counters", core.n_game_counters, len(face.game_counters))
    _same("seat counters", core.n_seat_counters, len(face.seat_counters))


def policies_say_how_they_play(face: AnyGame) -> None:
    known = registry.named_policies(face.name)
    names = [policy.name for policy in known]
    _must(spec.DEFAULT_POLICY in names, f"there is no {spec.DEFAULT_POLICY}, who sits by default")
    for policy in known:
        _must(policy.sentence.endswith("."), f"policy {policy.name} has no sentence")
        for parameter in policy.parameters:
            what = f"parameter {parameter.name} of policy {policy.name}"
            _must(parameter.sentence.endswith("."), f"{what} has no sentence")
            if isinstance(parameter, registry.PolicyParameter):
                _must(parameter.default in names, f"{what}: default")
                continue
            _must(parameter.low <= parameter.default <= parameter.high, f"{what}: default")


# --- the table ------------------------------------------------------------------------------------


def threads_chunks_and_start_change_nothing(case: _Case) -> None:
    n, half = 2 * case.playouts, case.playouts
    whole = case.totals("random", n, threads=1, chunk=n)
    for threads, chunk in ((1, 7), (2, 1), (3, 16)):
        found = case.totals("random", n, threads=threads, chunk=chunk)
        _same(f"{threads} threads, chunks of {chunk}", found, whole)
    early, late = case.totals("random", half), case.totals("random", n - half, first=half)
    _same("two halves", early.add(late), whole)


def a_fast_path_is_the_plain_loop(case: _Case) -> None:
    """Seed by seed, every column."""
    n = 5 * case.playouts
    core = make_table(case.face, case.players, case.rules)
    asked = spec.parse_policy("random")
    seated = [registry.make_policy(case.face.name, asked, core, case.rules)] * case.players
    fast, plain = (
        Batch.empty(Layout.from_game(case.face), case.players, (), 0, n) for _ in range(2)
    )
    run_batch(core, seated, seed_key(SEED), 0, n, fast.games, fast.seats, Control())
    columns = plain.games, plain.seats, Control()
    run_batch(core, seated, seed_key(SEED), 0, n, *columns, use_fast_path=False)
    _must(np.array_equal(fast.games, plain.games), "a column of the games differs")
    _must(np.array_equal(fast.seats, plain.seats), "a column of the seats differs")


def moves_have_names_of_their_own(case: _Case) -> None:
    for state, _ in case.played("random"):
        moves = state.moves()
        _must(len(set(moves)) == len(moves), f"a name stands for two moves of {moves}")
        _must(state.seat in range(1, case.players + 1), f"seat {state.seat} is to move")
    _must(state.over and state.seat is None and state.moves() == [], "the end has moves")


def a_copy_goes_its_own_way(case: _Case) -> None:
    for number, (state, move) in enumerate(case.played("random")):
        if number % 10:
            continue
        copy = state.copy()
        _must(copy._stepper.same_as(state._stepper), "a copy is not equal")
        before = state.position()
        copy.play(move)
        _same("the original of a copy that moved", state.position(), before)
        _must(not copy._stepper.same_as(state._stepper), "a move changes nothing")


def a_position_gives_the_state_back(case: _Case) -> None:
    for number, (state, _) in enumerate(case.played("random")):
        if number % 7 == 0:
            again = new_state(position=state.position())
            _same("position", again.position(), state.position())
            _same("moves", again.moves(), state.moves())


def a_view_holds_no_luck(case: _Case) -> None:
    """The same position with other luck looks the same to everybody."""
    for number, (state, _) in enumerate(case.played("random")):
        if number % 7 == 0:
            other = new_state(position=state.position() | {"seed": OTHER_SEED})
            for seat in range(1, case.players + 1):
                _same(f"what seat {seat} sees", other.view(seat), state.view(seat))


def redealing_does_redeal(case: _Case) -> None:
    for number, (state, _) in enumerate(case.played("random")):
        if number % 5 == 0:
            other = state.copy()
            other.redeal_hidden(state.seat or 1, occasion=number)
            if other.position() != state.position():
                return
    raise ConformanceError("no redeal of a whole playout changed anything")


def permuting_permutes_the_moves(case: _Case) -> None:
    """What the game calls equal, it treats as equal. Random play may never come to all phases."""
    luck = random.Random(SEED)
    for number, (state, _) in enumerate(case.played(spec.DEFAULT_POLICY)):
        for symmetry in case.permuted(state, luck) if number % 7 == 0 else ():
            other = state.copy()
            try:
                other._stepper.restore(symmetry.raw)
            except ValueError as error:
                raise ConformanceError(f"a state with permuted {symmetry.name}: {error}") from None
            moves = sorted(map(symmetry.move, state._stepper.moves()))
            _same(f"moves with permuted {symmetry.name}", sorted(other._stepper.moves()), moves)


# --- the policies ---------------------------------------------------------------------------------


def playouts_end_and_repeat(case: _Case, policy: str) -> None:
    first, again = (case.totals(policy, case.playouts) for _ in range(2))
    _same("playouts", first.n, case.playouts)
    _same("end reasons", sum(first.end_reasons.values()), case.playouts)
    _same("the same experiment again", first, again)


def stepping_is_running(case: _Case, policy: str) -> None:
    for index in range(min(3, case.playouts)):
        for state, move in case.played(policy, index):
            _must(move in state.moves(), f"{move} is no move")
        sums = case.totals(policy, 1, first=index).seats
        seats = range(case.players)
        _same("scores", state.scores, [sums.at("score", seat).total for seat in seats])
        for name in case.face.seat_counters:
            stepped = [row[name] for row in state.counters["seats"]]
            _same(f"counter {name}", stepped, [sums.at(name, seat).total for seat in seats])


def secrets_change_no_choice(case: _Case, policy: str) -> None:
    """What a seat cannot see is dealt again, and all chance to come is different. The seat sees the
    same, and must decide the same."""
    for index in range(min(case.playouts, max(2, case.playouts // 5))):
        _show_no_secret(case, policy, index)


def no_reading_shows_more(case: _Case, policy: str) -> None:
    """Secrets change no choice by any reading of a rule either: what is seen may depend on it."""
    for number, (name, value) in enumerate(_readings(case)):
        if case.every > 1 and number % case.every:
            continue
        other = replace(case, given={**case.given, name: value}, every=max(3, case.every))
        try:
            _show_no_secret(other, policy, number)
        except ConformanceError as error:
            raise ConformanceError(f"with {name}={value}: {error}") from None


def _readings(case: _Case) -> Iterator[tuple[str, object]]:
    """Values other than those of the case; not those that need another rule as well."""
    for rule in fields(case.face.rules_type):
        for value in rule.metadata.get("values", ()):
            try:
                read = case.face.resolve_rules(case.players, {**case.given, rule.name: value})
            except UserError:
                continue
            if read != case.rules:
                yield rule.name, value


def _show_no_secret(case: _Case, policy: str, index: int) -> None:
    for number, (state, _) in enumerate(case.played(policy, index)):
        if number % case.every:
            continue
        seat = state.seat or 1
        other = state.copy()
        _must(other.determinize(seat, occasion=index), f"seat {seat} has no other world")
        _same(f"what seat {seat} sees", other.view(seat), state.view(seat))
        _same("moves", other.moves(), state.moves())
        _same(
            f"the choice of {policy} at seat {seat}",
            _choice(other, case.seated(policy, other)),
            _choice(state, case.seated(policy, state)),
        )


def _choice(state: State, seated: "Policy") -> tuple[int, int]:
    """What a policy chooses, and what its coin shows afterwards."""
    coin = state._stepper.coin(0)
    return state._stepper.choose(seated, coin), coin.below(2**31)


def equal_things_are_chosen_alike(case: _Case, policy: str) -> None:
    """Seats, maps or suits that are equal by the rules are permuted, and the choice with them: no
    policy prefers one of them by its number."""
    luck = random.Random(SEED)
    strangers = [case.start(index, OTHER_SEED)._stepper for index in range(2)]
    seated = case.seated(policy, case.start(0))
    tallies: dict[str, SymmetryCheck] = {}
    for index in range(max(1, case.playouts // 3)):
        for number, (state, _) in enumerate(case.played(policy, index)):
            for symmetry in case.permuted(state, luck) if number % case.every == 0 else ():
                coins = strangers[0].coin(0), strangers[1].coin(0)
                tally = tallies.setdefault(symmetry.name, SymmetryCheck(seated, coins))
                differ = tally.compare(state._stepper, symmetry)
                if differ:
                    mine, wanted = (case.face.move_name(case.rules, move) for move in differ)
                    what = f"the choice of {policy} with permuted {symmetry.name}"
                    raise ConformanceError(f"{what}: {mine} is not {wanted}")
    for name, tally in tallies.items():
        _must(not tally.has_favourites, f"{policy} prefers some of the {name} by their numbers")


def equal_seats_win_equally(case: _Case, policy: str) -> None:
    """By rules that make all seats equal, all win equally often among equal players."""
    given = None if case.given else case.face.even_rules(case.players)
    if given is None:
        return
    seats = replace(case, given=given).totals(policy, GAMES * case.playouts).seats
    wins = [seats.at("win840", seat).total / 840 for seat in range(case.players)]
    for seat, won in enumerate(wins, 1):
        fair = share_p(won, round(sum(wins)), 1 / case.players) > ALARM / case.players
        _must(fair, f"seat {seat} wins {won / sum(wins):.1%} of the games of {policy}")
