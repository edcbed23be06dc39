"""One playout of an experiment, move by move, in rulebook words."""

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from analyzer import games, policies
from analyzer._core.playout import Stepper
from analyzer.policies import explain_choice
from analyzer.seeds import key
from analyzer.state import make_table

if TYPE_CHECKING:
    from analyzer.simulate import Experiment


def replay(experiment: "Experiment", index: int) -> Iterator[dict[str, Any]]:
    """The steps of playout `index`: number 0 is the deal, the last one holds the result.

    A step has `number`, `seat`, `policy`, `move`, `legal` (all legal moves), `hand` (what the seat
    held), `events` (sentences), `scores`; the last one `result` too.
    """
    policies.check(experiment.game, experiment.policies)
    module, rules = games.load(experiment.game), experiment.rules
    table = make_table(module, experiment.players, rules)
    seated = policies.seat(experiment.game, experiment.policies, table, rules)
    stepper = Stepper(table, key(experiment.seed), index)
    coins = stepper.coins()
    after = stepper.describe()
    yield {
        "number": 0,
        "move": None,
        "events": module.events(rules, None, "", after),
        "scores": stepper.result()["scores"],
    }
    number = 0
    while codes := stepper.moves():
        number += 1
        seat, before = stepper.seat, after
        chosen = stepper.choose(seated[seat], coins[seat])
        if not 0 <= chosen < len(codes):
            raise explain_choice(experiment, seated, index, seat, chosen, len(codes))
        stepper.apply(codes[chosen])
        after = stepper.describe()
        names = [module.move_name(rules, code) for code in codes]
        step = {
            "number": number,
            "seat": seat + 1,
            "policy": experiment.policies[seat],
            "move": names[chosen],
            "legal": names,
            "hand": module.hand_of(rules, before, seat),
            "events": module.events(rules, before, names[chosen], after),
            "scores": stepper.result()["scores"],
        }
        yield step if stepper.moves() else step | {"result": _result(module, stepper)}


def _result(module: ModuleType, stepper: Stepper) -> dict[str, Any]:
    result = stepper.result()
    return {
        "scores": result["scores"],
        "winners": [seat for seat, win in enumerate(result["win840"], start=1) if win],
        "end_reason": module.END_REASONS[result["end_reason"]],
    }
