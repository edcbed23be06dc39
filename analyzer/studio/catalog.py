"""What the page may choose from: games, players, policies, rules in groups, questions."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.games.parameters import check_given_rules, parameters
from analyzer.games.rule_words import rule_phrase, rules_phrase
from analyzer.policies import registry, spec
from analyzer.questions import designer
from analyzer.request.request import Request
from analyzer.request.setting import setting_of
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games import AnyGame
    from analyzer.games.parameters import Parameter
    from analyzer.request.setting import Setting
    from analyzer.system.json_types import Json

NUMBERS, CARDS, READINGS = "Numbers", "Cards", "Readings of the rulebook"
GROUPS = (NUMBERS, CARDS, READINGS)
ALLOWED = {"game", "players", "policies", "rules", "seed", "tolerance", "beside"}
COPIES = (0, 1)  # limits of a card that is in the deck, or is not
VARIANTS = 4  # that lie beside a table


@dataclass(frozen=True)
class Asked:
    """The tables that a page asks for."""

    printed: "Setting"
    yours: "Setting"
    beside: "dict[str, Setting]"  # variants that were kept, by letter
    tolerance: float


class Catalog:
    """The games and policies that were named on the command line, and those that are installed.

    A page names nothing else: it cannot make us open a file.
    """

    def __init__(self, own_games: "Sequence[str]" = (), own_policies: "Sequence[str]" = ()) -> None:
        self.own_games, self.own_policies = tuple(own_games), tuple(own_policies)

    @property
    def names(self) -> list[str]:
        return [*self.own_games, *games.names()]

    def load(self, name: object) -> "AnyGame":
        if not isinstance(name, str) or name not in self.names:
            raise UserError(f"The studio has no game {short_repr(name)}: name it when you start.")
        return games.load(name)

    def describe(self, name: str) -> "Json":
        """One game for the page: everything that can be set, with its words."""
        face = self.load(name)
        low, high = face.players
        rules = {n: face.resolve_rules(n, {}) for n in range(low, high + 1)}
        return {
            "name": name,
            "title": face.title,
            "line": " ".join(face.summary.split()).partition(". ")[0] + ".",
            "players": list(range(low, high + 1)),
            "usual": face.usual_players,
            "policies": self._policy_choices(face),
            "rules": sorted(
                (
                    _rule(face, one, {n: getattr(found, one.name) for n, found in rules.items()})
                    for one in _settable(face)
                ),
                key=lambda rule: GROUPS.index(rule["group"]),
            ),
            "questions": [
                {"name": one.name, "line": one.line} for one in designer.questions_of(face.name)
            ],
            "is_file": name in self.own_games,
        }

    def _policy_choices(self, face: "AnyGame") -> list[list[str]]:
        """Who can play: levels of skill from the weakest on, then policies; each with its words."""
        levels = {level.name: level.sentence for level in registry.levels(face.name)}
        named = {policy.name: policy.sentence for policy in registry.named_policies(face.name)}
        own = dict.fromkeys(self.own_policies, "From your file.")
        return [[name, line] for name, line in {**levels, **named, **levels, **own}.items()]

    def setting(self, told: "Json") -> Asked:
        """The tables that the page asks for; every word of it is checked."""
        if not isinstance(told, dict) or not set(told) <= ALLOWED:
            raise UserError("The page sent something else than a table.")
        face = self.load(told.get("game"))
        words: Json = {}
        for name in ("players", "seed", "tolerance"):
            if name in told:
                words[name] = told[name]
        words["policy"] = self._policies(face, told.get("policies"))
        request = Request("simulate", str(told["game"]), words)
        printed = setting_of(request)
        beside = told.get("beside", {})
        if not isinstance(beside, dict) or len(beside) > VARIANTS:
            raise UserError(f"At most {VARIANTS} variants can lie beside a table.")
        if not all(len(name) == 1 and name.isalpha() for name in beside):
            raise UserError("A variant is named by a letter.")
        return Asked(
            printed,
            printed.with_rules(self._rules(face, told.get("rules", {}))),
            {name: printed.with_rules(self._rules(face, one)) for name, one in beside.items()},
            request["tolerance"] / 100,
        )

    def _rules(self, face: "AnyGame", told: object) -> "Json":
        """Rules that a page may set."""
        if not isinstance(told, dict):
            raise UserError("The rules must be names and values.")
        settable = {one.name for one in _settable(face)}
        for name in told:
            if name not in settable:
                raise UserError(f"{face.name} has no rule {short_repr(name)} that a page may set.")
        return told

    def words(self, told: "Json") -> str:
        """Rules that a page may set, in words; "" for none."""
        face = self.load(told.get("game"))
        kind: type = face.rules_type
        given = self._rules(face, told.get("rules", {}))
        checked = check_given_rules(face.name, kind, given)
        return rules_phrase(face.rule_words, kind, checked)

    def with_best_at(self, setting: "Setting", seat: int) -> "Setting":
        """The table of a person at `seat` (from 1): who plays in the person's place, in hints and
        in the review, is the best that this game has."""
        best = [*registry.usual(setting.game.name), spec.DEFAULT_POLICY][0]
        policies = [f"{place}={name}" for place, name in enumerate(setting.policy_names, start=1)]
        policies[seat - 1] = f"{seat}={best}"
        return setting.with_policies(policies)

    def _policies(self, face: "AnyGame", told: object) -> list[str] | None:
        if not told:
            return None
        known = {*self.own_policies, *registry.policy_names(face.name)}
        if not isinstance(told, list) or not all(isinstance(one, str) for one in told):
            raise UserError("policies must be a list of names.")
        for word in told:
            name = word.rpartition("=")[2] if word[:1].isdigit() else word
            if name.partition(":")[0] not in known and name not in known:
                raise UserError(f"The studio has no policy {short_repr(word)} for {face.name}.")
        return told


def _settable(face: "AnyGame") -> "list[Parameter]":
    """The rules that a page may set: a text could be the name of a file."""
    kind: type = face.rules_type
    return [one for one in parameters(kind) if one.limits or one.values]


def _rule(face: "AnyGame", one: "Parameter", printed: "dict[int, object]") -> "Json":
    """A rule as a control: a slider, a switch or a choice. What is printed may hang on the number
    of players."""
    found = {
        "name": one.name,
        "label": one.name.replace("_", " "),
        "sentence": one.sentence,
        "printed_for": printed,
        "group": _group(one),
    }
    if one.limits and one.limits != COPIES:
        low, high = one.limits
        return found | {
            "kind": "slider",
            "low": low,
            "high": high,
            "slide": _near([one for one in printed.values() if isinstance(one, int)], low, high),
            "range": f"{low} to {high}",
        }
    values = one.limits or one.values or ()
    kind: type = face.rules_type
    choices = [[each, rule_phrase(face.rule_words, kind, one.name, each)] for each in values]
    is_switch = one.values in (None, (False, True))
    return found | {"kind": "switch" if is_switch else "choice", "choices": choices}


def _near(printed: list[int], low: int, high: int) -> list[int]:
    """Where a slider ends: about the printed values, since limits may be far away."""
    least, most = min(printed, default=low), max(printed, default=low)
    return [max(low, min(0, least)), min(high, max(10, 3 * most))]


def _group(one: "Parameter") -> str:
    if not one.limits:
        return READINGS
    return CARDS if one.limits == COPIES else NUMBERS
