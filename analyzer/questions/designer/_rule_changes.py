"""The changes of the rules that may mend a table: single ones and pairs, and how mild they are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.questions.designer import _variant_effects, _variants
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

STEP, READING, REMOVED, PAIR = range(4)


@dataclass(frozen=True)
class Change:
    """Rules that differ, by name and value."""

    rules: tuple[tuple[str, object], ...]
    setting: "Setting"
    weight: int  # how large it is: the mildest change that mends is told

    @property
    def name(self) -> str:
        """As a user would type it."""
        return common.rules_text(dict(self.rules))

    @property
    def is_pair(self) -> bool:
        return len(self.rules) > 1


def single_changes(setting: "Setting") -> list[Change]:
    """Every single change: steps of rules, and open readings."""
    return [
        Change(((one.parameter.name, one.value),), one.setting, _weight(one))
        for readings in (False, True)
        for one in _variants.list_variants(setting, readings)
    ]


def _weight(one: _variant_effects.Variant) -> int:
    """A number by one step is milder than another reading, and that than a card removed."""
    if one.parameter.limits is None:
        return READING
    return REMOVED if one.parameter.limits == (0, 1) and one.value == 0 else STEP


def pair_changes(one: Change, two: Change, setting: "Setting") -> Change | None:
    """Two changes at once; None if the rules do not allow them together."""
    if {name for name, _ in one.rules} & {name for name, _ in two.rules}:
        return None
    rules = one.rules + two.rules
    try:
        both = setting.with_rules(dict(rules))
    except UserError:
        return None
    return Change(rules, both, PAIR + one.weight + two.weight)
