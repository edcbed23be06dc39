"""One playout of a cell, move by move, in rulebook words."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NotRequired, TypedDict

from analyzer import advice, games, policies, seeds
from analyzer._core.playout import BadChoice, Coins, Stepper
from analyzer.errors import UserError
from analyzer.games import AnyGame
from analyzer.plan import check_cell
from analyzer.policies import explain_choice
from analyzer.state import State, make_table

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer.plan import Cell


class Judged(TypedDict):
    """What a choice cost, and what would have been better."""

    by: str  # win, or margin
    cost: dict[str, float]  # estimate, low, high
    better: str
    worlds: int  # behind each number


class Result(TypedDict):
    """How a playout ended."""

    scores: list[int]
    winners: list[int]  # seats
    end_reason: str


class Step(TypedDict):
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
    judged: NotRequired[Judged]
    result: NotRequired[Result]  # of the last one


Judge = Callable[[Stepper, "list[Policy]", int, list[str]], Judged | None]


def replay(
    cell: "Cell",
    index: int,
    judge: Judge | None = None,
    judged_at: Callable[[int, int], bool] = lambda _number, _part: True,
) -> Iterator[Step]:
    """The steps of playout `index`: number 0 is the deal, the last one holds the result.

    A `judge` adds to a step what it thinks of the choice, at the moves (number, part) `judged_at`.
    """
    face, rules = games.load(cell.game), cell.rules
    stepper, seated = _begin(cell, index)
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
        chosen = _choice(cell, stepper, seated, coins, index)
        names = [face.move_name(rules, code) for code in codes]
        judged: Judged | None = None
        if judge is not None and judged_at(number, stage + 1):
            try:
                judged = judge(stepper, seated, chosen, names)
            except BadChoice as bad:
                raise explain_choice(cell, seated, index, *bad.args[1:]) from None
        stepper.apply(codes[chosen])
        after = stepper.describe()
        step: Step = {
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


def _begin(cell: "Cell", index: int) -> "tuple[Stepper, list[Policy]]":
    """A playout at its start, and who plays it."""
    check_cell(cell)
    index = seeds.check("index", index)
    policies.check(cell.game, cell.policies)
    table = make_table(games.load(cell.game), cell.players, cell.rules)
    coin_seed = cell.seed if cell.coin_seed is None else cell.coin_seed
    stepper = Stepper(table, seeds.key(cell.seed), index, coin_key=seeds.key(coin_seed))
    return stepper, policies.seat(cell, table)


def _choice(
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
    stepper, seated = _begin(cell, index)
    coins = stepper.coins()
    for number in range(1, move):
        codes = stepper.moves()
        if not codes:
            raise UserError(
                f"Option --move must be at most {number - 1}, the moves of this game; got {move}."
            )
        stepper.apply(codes[_choice(cell, stepper, seated, coins, index)])
    if not stepper.moves():
        raise UserError(
            f"Option --move must be at most {move - 1}, the moves of this game; got {move}."
        )
    return State(games.load(cell.game), cell.rules, stepper, cell.seed, index)


def judge_by(threshold: float, worlds: int, by: "advice.By | None" = None) -> Judge:
    """Marks choices that cost more than `threshold` (a share of a win, or points): `judged` has the
    cost with its interval, and a better move."""

    def judge(
        stepper: Stepper, seated: "list[Policy]", chosen: int, names: list[str]
    ) -> Judged | None:
        if len(names) < 2:
            return None
        weighed = advice.weigh(stepper, seated, worlds, by=by)
        made = next(option for option in weighed.options if option.place == chosen)
        cost = made.behind
        if made.best or cost.estimate <= threshold:
            return None
        told = {"estimate": cost.estimate, "low": cost.low, "high": cost.high}
        better = names[weighed.options[0].place]
        return {"by": weighed.by, "cost": told, "better": better, "worlds": worlds}

    return judge


def _result(face: AnyGame, stepper: Stepper) -> Result:
    result = stepper.result()
    return {
        "scores": result["scores"],
        "winners": [seat for seat, win in enumerate(result["win840"], start=1) if win],
        "end_reason": face.end_reasons[result["end_reason"]],
    }
