"""What an answer says, as numbers and claims with names that are the same in every run.

It is read from the JSON that users get, so nothing that is printed can be left out. A place in a
list is named by what stands there (a seat, a card, a change), since lists are sorted by what was
found.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from analyzer.stats.claims import Claim, from_json
from analyzer.stats.intervals import Interval

SKIPPED = {  # what was asked, how long it took and how it looks
    *("run", "document", "figures", "tables", "provenance", "paragraphs", "request", "findings"),
}
# The largest departure, and how far behind the best: of whom, is another one in every run. Their
# claims are judged, and so are the shares and values of all.
CHOSEN = ("departure", "behind")
FEW = 3  # times as many games has the rest of a list: then one has had a glance, in any run
NAMES = (  # fields that say which one of a list it is
    *("name", "key", "rule", "change", "label", "card", "policy", "better", "among", "players"),
    *("role", "seat", "unit", "values", "move", "measure", "counter", "level", "table", "reading"),
)


@dataclass
class Observation:
    """One answer: its families of findings, all its other numbers, and its claims."""

    families: dict[str, dict[str, Interval]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)  # how many hold together, by family
    alone: dict[str, Interval] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)


def observe_answer(text: str) -> Observation:
    """What an answer in JSON says."""
    told = json.loads(text)
    found = Observation()
    for finding in told["findings"]:
        _add_finding(found, told["kind"], finding)
    for name, value in told.items():
        if name not in SKIPPED:
            _walk(found, value, name)
    return found


def _add_finding(found: Observation, kind: str, finding: dict) -> None:
    """A number without a claim is a family by its key, but the values of all moves are one."""
    key, interval = finding["key"], _interval(finding)
    name = "moves" if kind == "advise" else key.partition(".")[0]
    if finding["claim"]:
        claim = from_json(finding["claim"])
        found.claims[f"finding {key}"] = claim
        name = claim.family.of
        found.sizes[name] = claim.family.size
        for part_key, part in _members(key, claim):
            found.families.setdefault(name, {})[part_key] = part
    elif interval:
        found.families.setdefault(name, {})[key] = interval
        found.sizes[name] = len(found.families[name])


def _members(key: str, claim: Claim) -> Iterator[tuple[str, Interval]]:
    """Every interval of a claim, each under the name of its member: the farthest is not always the
    same one."""
    for place, part in enumerate(claim.parts):
        yield from _members(f"{key} {place}", part)
    if _known(claim.found):
        yield f"{key}: {claim.of}", claim.found


def _walk(found: Observation, node: object, path: str) -> None:
    if isinstance(node, dict):
        if {"kind", "value", "word", "family"} <= set(node):
            found.claims[path] = from_json(node)
            return
        interval = _interval(node) if {"estimate", "low", "high"} <= set(node) else None
        if interval:
            of = f": {node['of']}" if "of" in node else ""
            found.alone[f"{path}{of}"] = interval
            return
        for name, value in node.items():
            if name not in CHOSEN:
                _walk(found, value, f"{path}.{name}")
    elif isinstance(node, list):
        most = max(map(_games, node), default=0)
        for place, value in enumerate(node):
            if FEW * _games(value) >= most:
                _walk(found, value, f"{path}[{_name(value, place)}]")


def _games(value: object) -> int:
    """The games behind one of a list, where it says so."""
    return int(value.get("games") or 0) if isinstance(value, dict) else 0


def _name(value: object, place: int) -> str:
    if not isinstance(value, dict):
        return str(place)
    words = [str(value[name]) for name in NAMES if value.get(name) is not None]
    return " ".join(words) or str(place)


def _interval(told: dict) -> Interval | None:
    ends = [told["estimate"], told["low"], told["high"]]
    if any(not isinstance(end, int | float) or isinstance(end, bool) for end in ends):
        return None
    return Interval(*map(float, ends))


def _known(found: Interval) -> bool:
    return all(map(math.isfinite, found))
