"""What was asked, as data: the kind of question, the game, and every option.

The command line, the Python functions, a kept run and an answer all hold a `Request`. It is checked
once, when it is made; whether the game has such a rule or policy is checked by the setting that is
made of it. A request reads and loads nothing: no game, no policy, no file.
"""

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.errors import UserError, did_you_mean
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.options import REQUESTS, SETTING, Option, options_of
from analyzer.system.faces import option_flag
from analyzer.system.invocation import program_name
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.request.kinds import Plain
    from analyzer.system.json_types import Json, JsonValue

_FIELDS = {"kind", "game", "options"}


@dataclass(frozen=True)
class Request:
    """A question in the words of whoever asks it; equal requests give equal answers."""

    kind: str  # simulate, compare, sweep, tournament, ask, tune, report, replay, advise
    game: str  # its name, or the path of its file
    options: "Json" = field(default_factory=dict)  # without those that are not given

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in REQUESTS:
            known = did_you_mean(str(self.kind), REQUESTS)
            raise UserError(f"There is no kind of request {short_repr(self.kind)}{known}")
        object.__setattr__(self, "game", self._rows["game"].read(self.game))
        object.__setattr__(self, "options", self._read(self.options))

    @property
    def _rows(self) -> dict[str, Option]:
        return {name: row for name, row in options_of(self.kind).items() if row.changes_result}

    def _read(self, given: Mapping[str, object]) -> "dict[str, Plain]":
        """All options, checked, in the order of the table; defaults where nothing is given."""
        rows = self._rows
        for name in given:
            if name not in rows or name == "game":
                known = did_you_mean(str(name), [known for known in rows if known != "game"])
                raise UserError(f"{self.kind} has no option {option_flag(str(name))}{known}")
        found: dict[str, Plain] = {}
        for name, row in rows.items():
            value = given.get(name)
            if name == "game":
                continue
            if value is None and row.required:
                raise row.missing()
            checked = row.default if value is None else row.read(value)
            if checked is not None and checked not in ([], {}):
                found[name] = checked
        refuse_combinations(
            self.kind, [name for name in found if found[name] != rows[name].default]
        )
        return found

    def __getitem__(self, keyword: str) -> "JsonValue":
        """The value of an option; None if it is not given and has no default."""
        return self.options.get(keyword)

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def hash(self) -> str:
        """A name of what is asked: the same for the same words, in any order and notation."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def replace(self, **options: object) -> "Request":
        """The same request with some options changed; None takes one away."""
        found = dict(self.options) | options
        given = {name: value for name, value in found.items() if value is not None}
        return Request(self.kind, self.game, given)

    # --- there and back ---------------------------------------------------------------------------

    def to_json(self) -> "Json":
        return {"kind": self.kind, "game": self.game, "options": dict(self.options)}

    @classmethod
    def from_json(cls, found: object) -> "Request":
        """A request that was written before; anything else is refused in one sentence."""
        if not isinstance(found, Mapping) or set(found) != _FIELDS:
            raise UserError(f"A request has a kind, a game and options; got {short_repr(found)}.")
        if not isinstance(found["options"], Mapping):
            raise UserError(
                f"The options of a request must be an object; got {short_repr(found['options'])}."
            )
        return cls(found["kind"], found["game"], dict(found["options"]))

    def argv(self, usual: bool = True) -> list[str]:
        """The words that ask this on a command line; without the `usual` ones, only those that
        differ from a default."""
        rows = options_of(self.kind)
        words = [self.kind, self.game]
        arguments = [name for name in self.options if not rows[name].flags]
        setting = [name for name in SETTING if name in self.options]
        rest = [name for name in self.options if name not in {*arguments, *setting}]
        for name in (*arguments, *setting, *rest):
            value, row = self.options[name], rows[name]
            if (usual and row.is_always_printed) or value != row.default:
                words += row.to_argv(value)
        return words

    def command(self) -> str:
        """The command line that asks this, ready to paste into a shell."""
        return command_line(self.argv())


def command_line(argv: Sequence[str]) -> str:
    """Words as a command line of a shell."""
    return f"{program_name()} {shlex.join(argv)}"
