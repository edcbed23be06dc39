"""One playout of a cell, move by move, in rulebook words."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, NotRequired, TypedDict

from analyzer import games
from analyzer._core.runner import BadChoice, Coins, Stepper
from analyzer.errors import LineError, RuleError, UserError
from analyzer.games import AnyGame
from analyzer.playout import move_values, seeds
from analyzer.playout.cell import check_cell
from analyzer.playout.state import State, make_table
from analyzer.policies import registry
from analyzer.policies.registry import explain_choice

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer.playout.cell import Cell


class Judgement(TypedDict):
    """What a choice cost, and what would have been better."""

    by: str  # win, or margin
    cost: dict[str, float]  # estimate, low, high
    better: str
    worlds: int  # behind each number


class PlayoutResult(TypedDict):
    """How a playout ended."""

    scores: list[int]
    winners: list[int]  # seats
    end_reason: str


class ReplayStep(TypedDict):
    """A move, or the deal, which has no seat and none of a seat's fields. Seats count from 1."""

    number: int  # of the move, from 1; 0 is the deal
    part: int  # from 1: the hand, day or round, from one scoring to the next
    table: list[str]  # what lay open before it, in lines
    move: str | None
    events: list[str]  # what it caused, in sentences
    scores: list[int]
    seat: NotRequired[int]
    policy: NotRequired[str]
    legal: NotRequired[list[str]]  # all moves
    hand: NotRequired[list[str]]  # what the seat held before
    judged: NotRequired[Judgement]
    result: NotRequired[PlayoutResult]  # of the last one


Judge = Callable[[Stepper, "list[Policy]", int, list[str]], Judgement | None]


def replay(
    cell: "Cell",
    index: int,
    judge: Judge | None = None,
    judged_at: Callable[[int, int], bool] = lambda _number, _part: True,
) -> Iterator[ReplayStep]:
    """The steps of playout `index`: number 0 is the deal, the last one holds the result.

    A `judge` adds to a step what it thinks of the choice, at the moves (number, part) `judged_at`.
    In a turn of several moves, a mistake that can still be mended is none: only the last move at
    which the better one was legal is marked.
    """
    turn: list[ReplayStep] = []
    for step in _explained_steps(cell, index, judge, judged_at):
        if turn and (step.get("seat"), step["part"]) != (turn[-1].get("seat"), turn[-1]["part"]):
            yield from _last_marks(turn)
            turn = []
        turn.append(step)
    yield from _last_marks(turn)


def _explained_steps(
    cell: "Cell", index: int, judge: Judge | None, judged_at: Callable[[int, int], bool]
) -> Iterator[ReplayStep]:
    try:
        yield from _steps(cell, index, judge, judged_at)
    except RuleError as failed:
        raise _explain_failure(cell, index, failed) from None


def _explain_failure(cell: "Cell", index: int, failed: RuleError) -> BaseException:
    """What a rule did, with the address. If only its line is known, the playout is played again by
    the Python text."""
    made = 0
    with games.load(cell.game).telling() if isinstance(failed, LineError) else nullcontext():
        try:
            stepper, seated = begin_playout(cell, index)
            coins = stepper.coins()
            while codes := stepper.moves():
                stepper.apply(codes[choose_move(cell, stepper, seated, coins, index)])
                made += 1
        except RuleError as told:
            failed = told
    return registry.explain_failure(cell, index, failed, made)


def _last_marks(turn: list[ReplayStep]) -> list[ReplayStep]:
    """The moves of a turn without judgements whose better move was legal later, too."""
    for at, step in enumerate(turn):
        if "judged" in step and any(
            step["judged"]["better"] in later.get("legal", ()) for later in turn[at + 1 :]
        ):
            del step["judged"]
    return turn


def _steps(
    cell: "Cell", index: int, judge: Judge | None, judged_at: Callable[[int, int], bool]
) -> Iterator[ReplayStep]:
    face, rules = games.load(cell.game), cell.rules
    stepper, seated = begin_playout(cell, index)
    coins = stepper.coins()
    after = stepper.describe()
    yield {
        "number": 0,
        "part": 1,
        "table": [],
        "move": None,
        "events": face.events(rules, None, "", after),
        "scores": stepper.result()["scores"],
    }
    number = 0
    while codes := stepper.moves():
        number += 1
        seat, before, stage = stepper.seat, after, stepper.stage
        chosen = choose_move(cell, stepper, seated, coins, index)
        names = [face.move_name(rules, code) for code in codes]
        judged: Judgement | None = None
        if judge is not None and judged_at(number, stage + 1):
            try:
                judged = judge(stepper, seated, chosen, names)
            except BadChoice as bad:
                raise registry.explain_bad_choice(cell, seated, bad, index) from None
        stepper.apply(codes[chosen])
        after = stepper.describe()
        step: ReplayStep = {
            "number": number,
            "part": stage + 1,
            "table": face.on_table(rules, before),
            "seat": seat + 1,
            "policy": str(cell.policies[seat]),
            "move": names[chosen],
            "legal": names,
            "hand": face.hand_of(rules, before, seat),
            "events": face.events(rules, before, names[chosen], after),
            "scores": stepper.result()["scores"],
        }
        if judged:
            step["judged"] = judged
        if not stepper.moves():
            step["result"] = _result(face, stepper)
        yield step


def begin_playout(cell: "Cell", index: int) -> "tuple[Stepper, list[Policy]]":
    """A playout at its start, and who plays it."""
    check_cell(cell)
    index = seeds.check_seed("index", index)
    registry.check_policy(cell.game, cell.policies)
    table = make_table(games.load(cell.game), cell.players, cell.rules)
    coin_seed = cell.seed if cell.coin_seed is None else cell.coin_seed
    stepper = Stepper(table, seeds.seed_key(cell.seed), index, coin_key=seeds.seed_key(coin_seed))
    return stepper, registry.seat_policies(cell, table)


def choose_move(
    cell: "Cell", stepper: Stepper, seated: "list[Policy]", coins: Coins, index: int
) -> int:
    """The move that is made, as its index in the list."""
    seat, n = stepper.seat, len(stepper.moves())
    chosen = int(stepper.choose(seated[seat], coins[seat]))
    if not 0 <= chosen < n:
        raise explain_choice(cell, seated, index, seat, chosen, n)
    return chosen


def state_before(cell: "Cell", index: int, move: int) -> State:
    """Playout `index` as it stands just before its move number `move`, counted from 1."""
    try:
        return _state_before(cell, index, move)
    except RuleError as failed:
        raise _explain_failure(cell, index, failed) from None


def _state_before(cell: "Cell", index: int, move: int) -> State:
    stepper, seated = begin_playout(cell, index)
    coins = stepper.coins()
    for number in range(1, move):
        codes = stepper.moves()
        if not codes:
            raise UserError(
                f"Option --move must be at most {number - 1}, the moves of this game; got {move}."
            )
        stepper.apply(codes[choose_move(cell, stepper, seated, coins, index)])
    if not stepper.moves():
        raise UserError(
            f"Option --move must be at most {move - 1}, the moves of this game; got {move}."
        )
    return State(games.load(cell.game), cell.rules, stepper, cell.seed, index)


def make_judge(threshold: float, worlds: int, by: "move_values.ValueKind | None" = None) -> Judge:
    """Marks choices that are shown to cost something, and more than `threshold` (a share of a win,
    or points): `judged` has the cost with its interval, and a better move. That move is found in
    `worlds` worlds, and what it is worth in as many fresh ones."""

    def judge(
        stepper: Stepper, seated: "list[Policy]", chosen: int, names: list[str]
    ) -> Judgement | None:
        if len(names) < 2:
            return None
        kind = by or move_values.default_value_kind(stepper)
        found = move_values.cost_of(stepper, seated, chosen, worlds, kind)
        if found is None:
            return None
        better, cost = found
        if cost.low <= 0 or cost.estimate <= threshold:
            return None
        told = {"estimate": cost.estimate, "low": cost.low, "high": cost.high}
        return {"by": kind, "cost": told, "better": names[better], "worlds": worlds}

    return judge


def _result(face: AnyGame, stepper: Stepper) -> PlayoutResult:
    result = stepper.result()
    return {
        "scores": result["scores"],
        "winners": [seat for seat, win in enumerate(result["win840"], start=1) if win],
        "end_reason": face.end_reasons[result["end_reason"]],
    }
