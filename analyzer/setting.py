"""Who plays what, by which rules, on which luck: the words that every command and function shares.

A setting is checked when it is made; a bad one never reaches a plan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from analyzer import games, policies, program, spec
from analyzer.errors import UserError
from analyzer.plan import Cell
from analyzer.rules import said

if TYPE_CHECKING:
    from analyzer.games import GameSpec


@dataclass(frozen=True)
class Setting:
    """One table in the user's words, resolved."""

    game: "GameSpec"
    players: int
    policies: tuple[spec.PolicySpec, ...]  # one a seat
    rules: Any  # the game's Rules, resolved
    seed: int
    coin_seed: int | None
    policy_words: tuple[str, ...]  # as the user wrote them
    given: Mapping[str, object]  # the rules the user named

    @property
    def cell(self) -> Cell:
        return Cell(
            game=self.game.name,
            players=self.players,
            rules=self.rules,
            policies=self.policies,
            seed=self.seed,
            coin_seed=self.coin_seed,
        )

    @property
    def policy_names(self) -> tuple[str, ...]:
        return tuple(map(str, self.policies))

    @property
    def changed(self) -> dict[str, object]:
        """The rules that differ from their default."""
        usual = self.game.resolve_rules(self.players, {})
        return {
            field.name: getattr(self.rules, field.name)
            for field in fields(self.rules)
            if getattr(self.rules, field.name) != getattr(usual, field.name)
        }

    @property
    def words(self) -> list[str]:
        """The options that state this setting again."""
        words = ["--players", str(self.players)]
        for policy in self.policy_words:
            words += ["--policy", policy]
        for name, value in self.given.items():
            words += ["--rule", f"{name}={said(value)}"]
        words += ["--seed", str(self.seed)]
        return words if self.coin_seed is None else [*words, "--coin-seed", str(self.coin_seed)]

    def command(self, verb: str, *words: object) -> str:
        """A command about this setting, ready to paste into a shell."""
        return program.command(verb, self.game.name, *self.words, *words)

    def with_rules(self, rules: Mapping[str, object]) -> "Setting":
        """The same table by other rules as well."""
        given = {**self.given, **rules}
        resolved = self.game.resolve_rules(self.players, given)
        return replace(self, rules=resolved, given=given)

    def with_policies(self, words: Sequence[str]) -> "Setting":
        """The same table with other people."""
        seated = spec.table(words, self.players)
        policies.check(self.game.name, seated)
        return replace(self, policies=seated, policy_words=tuple(words))

    def with_players(self, players: int) -> "Setting":
        """The same words at a table of another size."""
        return make(
            self.game.name,
            players,
            self.policy_words,
            self.given,
            self.seed,
            self.coin_seed,
        )


def make(
    game: str,
    players: int | None = None,
    policy: str | Sequence[str] | Mapping[int, str] | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
) -> Setting:
    """Read the words that every command shares, each checked."""
    found = games.load(game)
    seats = _players(found, players)
    words = policy_words(policy)
    seated = spec.table(words, seats)
    policies.check(found.name, seated)
    if rules is not None and not isinstance(rules, Mapping):
        raise UserError(f"rules of {game} must be a mapping of names to values; got {rules!r}.")
    return Setting(
        game=found,
        players=seats,
        policies=seated,
        rules=found.resolve_rules(seats, rules or {}),
        seed=_seed("seed", seed),
        coin_seed=None if coin_seed is None else _seed("coin_seed", coin_seed),
        policy_words=words,
        given=dict(rules or {}),
    )


def _players(game: "GameSpec", players: int | None) -> int:
    low, high = game.players
    between = f"{low}" if low == high else f"a whole number from {low} to {high}"
    if players is None and low == high:
        return low
    if players is None:
        raise UserError(f"players of {game.name} must be given: {between}.")
    if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
        raise UserError(f"players of {game.name} must be {between}; got {players!r}.")
    return players


def _seed(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= spec.MAX_SEED:
        raise UserError(f"{name} must be a whole number from 0 to {spec.MAX_SEED}; got {value!r}.")
    return value


def policy_words(policy: object) -> tuple[str, ...]:
    """One text, several, or a policy by seat, as the texts of --policy."""
    if policy is None:
        return ()
    if isinstance(policy, str):
        return (policy,)
    if isinstance(policy, Mapping):
        return tuple(f"{seat}={who}" for seat, who in policy.items())
    if isinstance(policy, Sequence) and all(isinstance(text, str) for text in policy):
        return tuple(policy)
    raise UserError(
        f"policy must be a name, a list of texts such as '1=random', or a mapping of seats to "
        f"names; got {policy!r}."
    )
