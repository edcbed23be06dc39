"""Who plays what, by which rules, on which luck: the words that every command and function shares.

A setting is checked when it is made, so a bad one never reaches a plan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from analyzer import games, policies, program, seeds, spec
from analyzer.checks import shown, whole
from analyzer.errors import UserError
from analyzer.plan import Cell
from analyzer.rules import GameRules, said

if TYPE_CHECKING:
    from analyzer.games import AnyGame

MANY_SEATS = 99  # more than any table has; spec.table knows how many this one has


@dataclass(frozen=True)
class Setting:
    """One table in the user's words, resolved."""

    game: "AnyGame"
    players: int
    policies: tuple[spec.PolicySpec, ...]  # one per seat
    rules: GameRules  # the game's Rules, resolved
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
        """The same table with other rules as well."""
        given = {**self.given, **rules}
        with games.same_table(self.rules):
            resolved = self.game.resolve_rules(self.players, given)
        return replace(self, rules=resolved, given=given)

    def with_policies(self, words: Sequence[str]) -> "Setting":
        """The same table with other players."""
        seated = spec.table(words, self.players)
        policies.check(self.game.name, seated)
        return replace(self, policies=seated, policy_words=tuple(words))

    def with_players(self, players: int) -> "Setting":
        """The same words at a table of another size."""
        with games.same_table(self.rules):
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
    given = {} if rules is None else rules
    resolved = found.resolve_rules(seats, given)
    return Setting(
        game=found,
        players=seats,
        policies=seated,
        rules=resolved,
        seed=seeds.check("seed", seed),
        coin_seed=None if coin_seed is None else seeds.check("coin_seed", coin_seed),
        policy_words=words,
        given=dict(given),
    )


def _players(game: "AnyGame", players: int | None) -> int:
    low, high = game.players
    if players is not None:
        return game.check_players(players)
    if low < high:
        raise UserError(
            f"players of {game.name} must be given: a whole number from {low} to {high}."
        )
    return low


def policy_words(policy: object) -> tuple[str, ...]:
    """One text, several, or a policy by seat, as the texts of --policy."""
    if policy is None:
        return ()
    if isinstance(policy, str):
        return (policy,)
    if isinstance(policy, Mapping) and all(_is_place(*item) for item in policy.items()):
        return tuple(f"{seat}={who}" for seat, who in policy.items())
    if isinstance(policy, list | tuple) and all(isinstance(text, str) for text in policy):
        return tuple(policy)
    raise UserError(
        f"policy must be a name, a list of texts such as '1=random', or a mapping of seats to "
        f"names; got {shown(policy)}."
    )


def _is_place(seat: object, who: object) -> bool:
    """A seat, or seats in words, and a policy's name."""
    return isinstance(who, str) and (
        isinstance(seat, str) or whole(seat, 1, MANY_SEATS) is not None
    )
