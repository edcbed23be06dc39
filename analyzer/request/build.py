"""From a request to the question that it asks: the one way for the command line and Python."""

from collections.abc import Callable
from dataclasses import fields, replace
from math import prod
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.answer.blocks import Answer
from analyzer.errors import UserError
from analyzer.estimates import measures
from analyzer.estimates.formatting import join_words
from analyzer.games.parameters import format_value
from analyzer.policies import spec
from analyzer.questions import clauses, designer
from analyzer.questions.clauses import ClauseKind, ContractClause
from analyzer.questions.compare import Arm, Compare
from analyzer.questions.contract import Contract
from analyzer.questions.plan import PlanQuestion
from analyzer.questions.report.compose import FULL, QUICK, Report
from analyzer.questions.shared.for_pages import for_pages
from analyzer.questions.simulate import Simulate
from analyzer.questions.sweep import Sweep
from analyzer.questions.tournament import Tournament
from analyzer.questions.tune import Tune, make_space
from analyzer.request.limits import refuse_many_cells
from analyzer.request.parameter_values import range_ends
from analyzer.request.request import Request
from analyzer.request.setting import Setting, policy_words, setting_of
from analyzer.request.setting_kinds import needs_something_to_vary
from analyzer.system.faces import option_flag, option_subject

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.simulation.run import Outcome
    from analyzer.system.json_types import Json


def build_question(request: Request, setting: Setting | None = None) -> "Question":
    """The question of a request, ready to be played; `setting` is its table if that is known."""
    build = _BUILDERS.get(request.kind)
    if build is None:
        raise UserError(f"{request.kind} is not a question that is played.")
    if request.kind == "ask":  # a wrong question is reported before anything else
        designer.find_question(games.load(request.game).name, request["question"])
    return build(request, setting or setting_of(request))


def answer_request(request: Request, question: "Question", outcome: "Outcome") -> Answer:
    """The answer to a request; it holds the request, and says so if nobody gave a number of
    players."""
    answer = question.answer(outcome)
    heading, game = answer.heading, games.load(request.game)
    if request["players"] is None and game.players[0] < game.players[1]:
        usual = f"{game.usual_players} players"
        heading = tuple(f"{part}, as usual" if part == usual else part for part in heading)
    answer = replace(answer, request=request.to_json(), heading=heading)
    return for_pages(answer, game, _players_of(answer), _asked(request))


def _players_of(answer: Answer) -> int | None:
    """The seats of the table; None if tables of several sizes are compared."""
    players = answer.provenance.get("players")
    return players if any(p.startswith(f"{players} players") for p in answer.heading) else None


def _asked(request: Request) -> str:
    """The question in words, as pages print it above the answer."""
    if request.kind == "ask":
        return designer.find_question(request.game, request["question"]).line
    return _ASKED.get(request.kind, "")


def _simulate(request: Request, setting: Setting) -> Simulate:
    return Simulate(
        setting,
        request["n"],
        request["first"],
        _share(request["tolerance"]) or 0.0,
        _share(request["precision"]),
        bool(request["until_decided"]),
        minutes_per_decision(request),
        request,
    )


def _compare(request: Request, setting: Setting) -> Compare:
    arms = [make_arm(setting, variant) for variant in request["vs"]]
    return Compare(
        arms=(Arm(_reference_name(setting, arms), setting), *arms),
        n=request["n"],
        first=request["first"],
        measures=_measures(request, setting, setting.players),
        minutes=minutes_per_decision(request),
        open_ended=bool(request["open_ended"]),
        request=request,
    )


def make_arm(base: Setting, variant: "Json") -> Arm:
    """A variant of a table; what it does not change stays as in the reference."""
    words = dict(variant)
    name = ", ".join(f"{key}={_named(value)}" for key, value in words.items())
    table = base
    if "players" in words:
        table = table.with_players(words.pop("players"))
    if "policy" in words:
        others = policy_words(words.pop("policy"))
        table = table.with_policies(spec.reseat(table.policy_words, others, table.players))
    return Arm(name, table.with_rules(words))


def _named(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else format_value(value)


def _reference_name(base: Setting, arms: list[Arm]) -> str:
    """What the arms change, as it is here: target=35, players=5, policy=expert."""
    changed: dict[str, None] = {}
    for arm in arms:
        rules = base.rules
        if arm.setting.players != base.players:  # defaults may depend on it
            changed["players"] = None
            rules = base.with_players(arm.setting.players).rules
        if _at_table(arm.setting) != _at_table(base):
            changed["policy"] = None
        for name in (entry.name for entry in fields(base.rules)):
            if getattr(arm.setting.rules, name) != getattr(rules, name):
                changed[name] = None
    if len(changed) != 1:
        return "reference"
    (name,) = changed
    if name == "players":
        return f"players={base.players}"
    if name == "policy":
        return f"policy={' '.join(base.policy_words) or spec.DEFAULT_POLICY}"
    return f"{name}={format_value(getattr(base.rules, name))}"


def _at_table(table: Setting) -> object:
    """Who sits where; one policy at every seat is the same at tables of all sizes."""
    return table.policies[0] if len(set(table.policies)) == 1 else table.policies


def _sweep(request: Request, setting: Setting) -> Sweep:
    values: dict[str, list[object]] = request["rule"] or {}
    varied = {name: tuple(found) for name, found in values.items() if len(found) > 1}
    fixed = {name: found[0] for name, found in values.items() if len(found) == 1}
    sizes = [setting.game.check_players(size) for size in request["players"] or ()]
    if not varied and len(sizes) < 2:
        raise needs_something_to_vary(setting.game.players)
    n, base = request["n"], setting.with_rules(fixed)
    dimensions: list[tuple[str, tuple[object, ...]]] = list(varied.items())
    if len(sizes) > 1:
        dimensions.append(("players", tuple(sizes)))
    refuse_many_cells(prod(len(found) for _, found in dimensions), base.cell, n)
    return Sweep(
        base=base,
        dimensions=tuple(dimensions),
        n=n,
        first=request["first"],
        tolerance=_share(request["tolerance"]) or 0.0,
        measures=_measures(request, base, min([*sizes, base.players])),
        minutes=minutes_per_decision(request),
        request=request,
    )


def _tournament(request: Request, setting: Setting) -> Tournament:
    names = policy_words(request["policies"])
    for name in names:
        setting.with_policies([name])
    return Tournament(setting, names, request["n"], request["first"], request)


def _tune(request: Request, setting: Setting) -> Tune:
    words = setting.policy_words
    if len(words) > 1 or any(spec.without_seats(word) != word.strip() for word in words):
        raise UserError(
            f"{option_subject('policy')} of tune must name one policy, without a seat: tune seats "
            f"it everywhere itself; got {join_words(list(words))}."
        )
    given: dict[str, str | list[float]] = request["over"]  # a text is a range without steps
    grids = {name: values for name, values in given.items() if not isinstance(values, str)}
    ends = {name: range_ends(values) for name, values in given.items() if isinstance(values, str)}
    return Tune(
        setting,
        make_space(setting.game.name, setting.policies[0], list(given), grids, ends),
        request["n"],
        request["seconds"],
        _share(request["tolerance"]) or 0.0,
        request,
    )


def _ask(request: Request, setting: Setting) -> "Question":
    low, high = setting.game.players
    asked = designer.QuestionOptions(
        n=request["n"],
        precision=_share(request["precision"]),
        players_given=request["players"] is not None or low == high,
        tolerance=_share(request["tolerance"]) or 0.0,
        minutes=minutes_per_decision(request),
        seconds=request["seconds"],
        request=request,
    )
    return designer.build_question(setting, request["question"], asked)


def _plan(request: Request, setting: Setting) -> PlanQuestion:
    arms = [make_arm(setting, variant) for variant in request["vs"] or ()]
    return PlanQuestion(
        setting,
        tuple((arm.name, arm.setting) for arm in arms),
        request["n"],
        _share(request["difference"]) or 0.0,
        _share(request["tolerance"]) or 0.0,
        request,
    )


def _contract(request: Request, setting: Setting) -> "Question":
    made = contract_clauses(request)
    if not made:
        raise UserError(
            f"A contract must have a clause, such as {option_flag('clause')} seats.within=1.0."
        )
    return Contract(setting, made, request["n"], bool(request["plan"]), request)


def _sizes(request: Request, setting: Setting) -> tuple[int, ...]:
    sizes = request["players"] or [setting.players]
    return tuple(sorted({setting.game.check_players(size) for size in sizes}))


def contract_clauses(request: Request, place: int = 0) -> tuple[ContractClause, ...]:
    """The clauses of a contract, each checked at every table that it is about."""
    setting = setting_of(request)
    sizes = _sizes(request, setting)
    made = []
    for number, words in enumerate(request["clause"] or (), start=place):
        players = tuple(
            sorted({setting.game.check_players(one) for one in words.get("players", ())})
        )
        kind = clauses.find_kind(words["key"])
        low, high = _limits(kind, words["key"], words["limit"])
        clause = ContractClause(
            key=words["key"],
            low=low,
            high=high,
            level=words.get("level", clauses.ERROR),
            players=players or sizes,
            of=words.get("of", ""),
            among=words.get("among", ""),
            minutes=minutes_per_decision(request) or 0.0,
            place=number,
        )
        for size in clause.players:
            clauses.check_clause(setting.with_players(size), clause)
        made.append(clause)
    return tuple(made)


def _limits(kind: ClauseKind, key: str, limit: float | list[float]) -> tuple[float | None, float]:
    """One number, or the two of a range, as the clause needs it."""
    ends = limit if isinstance(limit, list) else [limit]
    if kind.shape == "range":
        if len(ends) != 2 or not ends[0] < ends[1]:
            raise UserError(
                f"The limit of {key} must be two numbers, the smaller one first, as in "
                f"{kind.example}; got {limit}."
            )
        return float(ends[0]), float(ends[1])
    if len(ends) != 1 or not ends[0] > 0:
        raise UserError(
            f"The limit of {key} must be one number above 0, as in {kind.example}; got {limit}."
        )
    return None, float(ends[0])


def build_report(request: Request) -> Report:
    """What a report is to tell, and how much is played for it."""
    setting = setting_of(request)
    seconds, n = request["seconds"], request["n"]
    report = Report(
        setting,
        QUICK if request["quick"] else FULL if seconds is None else seconds,
        request["tolerance"],
        request=request,
    )
    if n is None:
        return report
    share = n / report.headline_games()  # the other sections grow with the first
    return replace(report, n=n, seconds=FULL * share)


_ASKED = {
    "simulate": "Is it fair, and how long is it?",
    "compare": "What does the change do?",
    "sweep": "What does a rule change, value by value?",
    "tournament": "Who plays better?",
    "advise": "Which move is best?",
}

_BUILDERS: dict[str, Callable[[Request, Setting], "Question"]] = {
    "simulate": _simulate,
    "compare": _compare,
    "sweep": _sweep,
    "tournament": _tournament,
    "ask": _ask,
    "plan": _plan,
    "tune": _tune,
    "contract": _contract,
}


# --- values of a request --------------------------------------------------------------------------


def minutes_per_decision(request: Request) -> float | None:
    """The time of one decision, from either option."""
    minutes, seconds = request["minutes_per_decision"], request["seconds_per_decision"]
    if seconds is not None:
        return float(seconds) / 60
    found: float | None = minutes
    return found


def _measures(request: Request, setting: Setting, players: int) -> tuple[measures.Measure, ...]:
    return tuple(measures.parse_measures(setting.game, players, request["measure"] or ()))


def _share(points: float | None) -> float | None:
    """Percentage points as a share."""
    return None if points is None else points / 100
