"""Arguments and options that several commands share: the words of their help, and their meaning.

Values arrive as the user typed them and are read by analyzer.spec, whose messages name the
option; typer only splits the line.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer import spec
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.games import GameSpec
    from analyzer.simulate import Experiment


def _games() -> list[str]:
    from analyzer import games

    return games.names()


Game = Annotated[
    str, typer.Argument(metavar="GAME", help="One of: analyze games.", autocompletion=_games)
]
Players = Annotated[
    str | None,
    typer.Option("--players", "-p", metavar="N", help="Seats at the table.", show_default=False),
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="[SEAT=]POLICY",
        help="Who decides: a policy for all seats, or for some (1=random, 2,4=greedy); "
        "a class of your own is ./mine.py:Cautious; see analyze policies GAME. "
        f"[default: {spec.DEFAULT_POLICY}]",
        show_default=False,
    ),
]
RulePairs = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Play by another rule, as in target=30; see analyze rules GAME.",
        show_default=False,
    ),
]
Seed = Annotated[
    str,
    typer.Option("--seed", metavar="N", help="Equal seeds deal equal games."),
]


@dataclass(frozen=True)
class Table:
    """Who plays what: the part of an experiment that every command states in the same words."""

    game: str
    face: "GameSpec[Any]"
    players: int
    policies: tuple[spec.PolicySpec, ...]  # one per seat
    rules: Any
    changed: dict[str, object]  # the rules that differ from their default
    seed: int
    words: tuple[str, ...]  # the options that state this table again

    def experiment(self, n: int, first: int = 0) -> "Experiment":
        """The playouts first .. first + n of this table."""
        from analyzer.simulate import Experiment

        return Experiment(
            game=self.game,
            players=self.players,
            policies=self.policies,
            rules=self.rules,
            seed=self.seed,
            n=n,
            first=first,
        )

    def command(self, verb: str, *words: object) -> str:
        """A command about this table, ready to paste into a shell."""
        return shlex.join(["analyze", verb, self.game, *self.words, *map(str, words)])


def table(
    game: str,
    players: str | None,
    policies: Sequence[str] | None,
    rules: Sequence[str] | None,
    seed: str,
) -> Table:
    """Read the shared options, each checked."""
    from analyzer import games

    face = games.load(game)
    seats = _players(game, face.players, players)
    seed_number = spec.integer(seed, "--seed", 0, spec.MAX_SEED)
    who = spec.table(policies or [], seats)
    asked = spec.rule_pairs(rules or [])
    resolved = face.resolve_rules(seats, asked)
    usual = face.resolve_rules(seats, {})
    words = ["--players", str(seats)]
    for policy in policies or []:
        words += ["--policy", policy]
    for rule in rules or []:
        words += ["--rule", rule]
    return Table(
        game=game,
        face=face,
        players=seats,
        policies=who,
        rules=resolved,
        changed={
            field.name: getattr(resolved, field.name)
            for field in fields(resolved)
            if getattr(resolved, field.name) != getattr(usual, field.name)
        },
        seed=seed_number,
        words=(*words, "--seed", str(seed_number)),
    )


def _players(game: str, limits: tuple[int, int], text: str | None) -> int:
    low, high = limits
    if text is None:
        if low == high:
            return low
        raise UserError(
            f"Option --players must be given for {game}: a whole number from {low} to {high}."
        )
    try:
        return spec.integer(text, "--players", low, high)
    except UserError:
        between = f"{low}" if low == high else f"a whole number from {low} to {high}"
        raise UserError(
            f"Option --players of {game} must be {between}; got {spec.said(text)}."
        ) from None
