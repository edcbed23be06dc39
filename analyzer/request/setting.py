"""Who plays what, by which rules, on which luck: the words that every command and function shares.

A setting is checked when it is made, so a bad one never reaches a plan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.games.parameters import GameRules, remember_given
from analyzer.playout import watchers
from analyzer.playout.cell import Cell
from analyzer.policies import registry, spec
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.request.setting_kinds import Policies
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.games import AnyGame
    from analyzer.questions import Question


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
    count: str = ""  # a watcher in a file; what it counts is among the counters of the game

    @property
    def cell(self) -> Cell:
        return Cell(
            game=self.game.name,
            players=self.players,
            rules=self.rules,
            policies=self.policies,
            seed=self.seed,
            coin_seed=self.coin_seed,
            count=self.count,
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

    def request(self, kind: str, **options: object) -> Request:
        """A request about this table."""
        words: dict[str, object] = {
            "players": self.players,
            "policy": self.policy_words,
            "rules": self.given,
            "rule": {name: [value] for name, value in self.given.items()},
            "seed": self.seed,
            "coin_seed": self.coin_seed,
            "count": self.count or None,
        }
        known = {name: value for name, value in words.items() if name in options_of(kind)}
        return Request(kind, self.game.name, known | options)

    def command(self, kind: str, **options: object) -> str:
        """A command about this table, ready to paste into a shell."""
        return self.request(kind, **options).command()

    def question(self, kind: str, **options: object) -> "Question":
        """A question about this table, ready to be played."""
        from analyzer.request.build import build_question

        return build_question(self.request(kind, **options), self)

    def with_rules(self, rules: Mapping[str, object]) -> "Setting":
        """The same table with other rules as well."""
        given = {**self.given, **rules}
        with games.reuse_table(self.rules):
            resolved = remember_given(self.game.resolve_rules(self.players, given), given)
        return replace(self, rules=resolved, given=given)

    def with_policies(self, words: Sequence[str]) -> "Setting":
        """The same table with other players."""
        seated = spec.policies_by_seat(words, self.players)
        registry.check_policy(self.game.name, seated)
        return replace(self, policies=seated, policy_words=tuple(words))

    def with_players(self, players: int) -> "Setting":
        """The same words at a table of another size."""
        with games.reuse_table(self.rules):
            return build_setting(
                self.game.name,
                players,
                self.policy_words,
                self.given,
                self.seed,
                self.coin_seed,
                self.count,
            )


def setting_of(request: Request) -> Setting:
    """The table that a request is about; of a sweep over numbers of players, the first."""
    players, options = request["players"], request.options
    return build_setting(
        request.game,
        players[0] if isinstance(players, list) else players,
        options.get("policy"),
        options.get("rules"),
        options.get("seed", 1),
        options.get("coin_seed"),
        options.get("count") or "",
    )


def build_setting(
    game: str,
    players: int | None = None,
    policy: object = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
    count: str = "",
) -> Setting:
    """A table from the words that every request shares, checked against the game."""
    games.refresh(game)
    found = watchers.watched(games.load(game), count, fresh=True)
    seats = found.check_players(found.usual_players if players is None else players)
    words = policy_words(policy) or registry.usual(found.name)
    seated = spec.policies_by_seat(words, seats)
    registry.check_policy(found.name, seated)
    given = {} if rules is None else rules
    resolved = remember_given(found.resolve_rules(seats, given), given)
    return Setting(
        game=found,
        players=seats,
        policies=seated,
        rules=resolved,
        seed=seed,
        coin_seed=coin_seed,
        policy_words=words,
        given=dict(given),
        count=count,
    )


def policy_words(policy: object) -> tuple[str, ...]:
    """One text, several, or a policy by seat, as the texts of an option."""
    if policy is None:
        return ()
    found = Policies().read(policy, option_subject("policy"))
    return tuple(map(str, found)) if isinstance(found, list) else ()
