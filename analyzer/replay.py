"""One playout of a cell, move by move, in rulebook words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from analyzer import games, policies, seeds
from analyzer._core.playout import Stepper
from analyzer.games import GameSpec
from analyzer.plan import check_cell
from analyzer.policies import explain_choice
from analyzer.state import make_table

if TYPE_CHECKING:
    from analyzer.plan import Cell


def replay(cell: "Cell", index: int) -> Iterator[dict[str, Any]]:
    """The steps of playout `index`: number 0 is the deal, the last one holds the result.

    A step has `number`, `part` (from 1: the hand, day or round, from one scoring to the next),
    `table` (what lay open before it, in lines), `seat`, `policy`, `move`, `legal` (all of them),
    `hand` (what the seat held), `events` (sentences), `scores`; the last one `result` too.
    """
    check_cell(cell)
    index = seeds.check("index", index)
    policies.check(cell.game, cell.policies)
    face, rules = games.load(cell.game), cell.rules
    table = make_table(face, cell.players, rules)
    seated = policies.seat(cell, table)
    coin_seed = cell.seed if cell.coin_seed is None else cell.coin_seed
    keys = seeds.key(cell.seed), seeds.key(coin_seed)
    stepper = Stepper(table, keys[0], index, coin_key=keys[1])
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
        chosen = stepper.choose(seated[seat], coins[seat])
        if not 0 <= chosen < len(codes):
            raise explain_choice(cell, seated, index, seat, chosen, len(codes))
        stepper.apply(codes[chosen])
        after = stepper.describe()
        names = [face.move_name(rules, code) for code in codes]
        step = {
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
        yield step if stepper.moves() else step | {"result": _result(face, stepper)}


def _result(face: GameSpec[Any], stepper: Stepper) -> dict[str, Any]:
    result = stepper.result()
    return {
        "scores": result["scores"],
        "winners": [seat for seat, win in enumerate(result["win840"], start=1) if win],
        "end_reason": face.end_reasons[result["end_reason"]],
    }
