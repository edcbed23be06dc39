"""A contract of what holds today: the usual clauses, each with a limit that is met with room."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer import games, stats
from analyzer.errors import UserError
from analyzer.questions.clauses import ContractClause, find_kind
from analyzer.questions.contract import Contract
from analyzer.questions.shared.question_base import ladder
from analyzer.request.request import Request
from analyzer.request.setting import setting_of
from analyzer.simulation.batch import length_units
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome
    from analyzer.system.json_types import Json

ROOM = 0.5  # of an interval's half width, between its end and the limit
WIDE = 1e9  # a limit that is no limit, until the numbers are known


def draft_question(request: Request) -> Contract:
    """What is played to write a contract: the usual clauses, each without a real limit."""
    from analyzer.request.build import build_question

    if request["clause"]:
        raise UserError(
            f"{option_subject('write', 'clause')} cannot be combined: clauses are chosen by what "
            "holds."
        )
    setting = setting_of(request)
    if {str(policy) for policy in setting.policies} == {"random"}:
        raise UserError("No clause holds between players who choose at random; name other players.")
    found: list[Json] = []
    for words in _usual_clauses(setting):
        try:
            build_question(request.replace(clause=[words], plan=True))
        except UserError:
            continue  # this game, or these players, cannot be asked about it
        found.append(words)
    question = build_question(request.replace(clause=found, plan=True))
    assert isinstance(question, Contract)
    return question


def _usual_clauses(setting: "Setting") -> "Iterator[Json]":
    yield {"key": "seats.within", "limit": WIDE}
    unit = next(iter(length_units(setting.game)))
    yield {"key": f"length.{unit}", "limit": [-WIDE, WIDE]}
    steps = [who for who in ladder(setting) if who != "random"]
    if len(steps) > 1:
        who = {"of": steps[-1], "among": steps[0]}
        yield {"key": "skill.share", "limit": [-WIDE, WIDE], **who}
    yield {"key": "cards.most", "limit": WIDE}
    yield {"key": "unfinished.most", "limit": WIDE}
    yield {"key": "nobody.most", "limit": WIDE}


def write_contract(request: Request, question: Contract, outcome: "Outcome") -> str:
    """The text of a contract whose clauses hold with the games that were played."""
    lines = [
        f"# What holds of {games.load(request.game).title} today; every limit leaves some room.",
        "# Make it what you want to hold: analyze contract --clauses lists what a clause can be.",
        f"game = {_toml(request.game)}",
        f"games = {question.n}",
    ]
    for key, name in (("players", "players"), ("policy", "policy"), ("seed", "seed")):
        value = request[name]
        if value is not None and value != 1:
            lines.append(f"{key} = {_toml(value)}")
    lines.append("")
    for clause, found in question.measure(outcome).items():
        known = [one for one in found if math.isfinite(one.error)]
        if known and len(known) == len(found):
            lines.append(f"{clause.key} = {_limit_text(clause, known)}")
    rules = request["rules"] or {}
    if rules:
        lines += ["", "[rules]", *(f"{name} = {_toml(value)}" for name, value in rules.items())]
    return "\n".join(lines) + "\n"


def _limit_text(clause: ContractClause, found: Sequence[stats.Interval]) -> str:
    """The limit, rounded away from the numbers."""
    kind = find_kind(clause.key)
    scaled = [stats.Interval(*(end / kind.scale for end in one)) for one in found]
    room = ROOM * max(one.error for one in scaled)
    places = max(0, -math.floor(math.log10(room))) if room > 0 else 3
    low, high = min(one.low for one in scaled) - room, max(one.high for one in scaled) + room
    if kind.shape == "within":
        high = max(high, -low)
    up = math.ceil(high * 10**places) / 10**places
    down = math.floor(low * 10**places) / 10**places
    if kind.shape != "range":
        return f"{up:g}"
    if kind.unit == "share":
        down, up = max(0.0, down), min(1.0, up)
    limit = f"[{down:g}, {up:g}]"
    if clause.of:
        return f"{{ of = {_toml(clause.of)}, among = {_toml(clause.among)}, limit = {limit} }}"
    return limit


def _toml(value: object) -> str:
    """A plain value in TOML, which writes these as JSON does."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_toml(key)} = {_toml(item)}' for key, item in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
