"""A game at which a person sits, as a position for the other commands.

While it is played, the position is one of those that its seat cannot tell from the real one: what
the seat cannot see is dealt again. When it is over, it is the real one at the person's last choice.
"""

import json
import re
import secrets
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.studio.human_game import HumanGame

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

BARE = re.compile(r"[A-Za-z0-9_-]+")
HIDDEN = "# What you cannot see is dealt again: you cannot tell this position from your own.\n"
NONE = "No position that fits what you know was found: try again after your next move."


def position_text(game: HumanGame) -> str:
    """The position as TOML."""
    if game.over:
        if not game.made:
            raise UserError("You had no choice in this game: there is no position to write down.")
        made = list(game.made[:-1])
        last = HumanGame(game.cell, game.index, game.seat, game.after, made)
        return to_toml(_words(last))
    world = game.stepper.copy()
    if not world.redeal_hidden(game.seat, secrets.randbits(32)):
        raise UserError(NONE)  # the copy is still the real one
    real, game.stepper = game.stepper, world
    try:
        return HIDDEN + to_toml(_words(game))
    finally:
        game.stepper = real


def _words(game: HumanGame) -> "Json":
    words = game.face.position(game.cell.rules, game.stepper.describe())
    changed = game.changed_rules()
    return {"game": game.cell.game, **({"rules": changed} if changed else {}), **words}


def to_toml(words: "Json") -> str:
    """Plain data as TOML: what is nested in a list stays in its line."""
    lines = [f"{_key(name)} = {_value(value)}" for name, value in words.items() if _is_line(value)]
    for name, value in words.items():
        if not _is_line(value) and value is not None:
            lines += ["", f"[{name}]"]
            lines += [f"{_key(key)} = {_value(one)}" for key, one in value.items()]
    return "\n".join(lines) + "\n"


def _is_line(value: object) -> bool:
    return value is not None and not isinstance(value, dict)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: object) -> str:
    """A name with other letters than those of bare keys stands in quotes."""
    said = str(name)
    return said if BARE.fullmatch(said) else json.dumps(said, ensure_ascii=False)
