"""One game in Python, move by move."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from analyzer.api.asking import Count, Policy
from analyzer.request.request import Request

if TYPE_CHECKING:
    from analyzer.playout.replay import ReplayStep

_WIDTH = 100  # of the text, in characters


class Replay(Sequence["ReplayStep"]):
    """The moves of one game in rulebook words; printed, it is the game as text.

    Parameters
    ----------
    request
        What was asked.
    steps
        The deal and every move, in order.
    policies
        Who decides at each seat.
    """

    def __init__(
        self, request: Request, steps: "Sequence[ReplayStep]", policies: Sequence[str]
    ) -> None:
        self.request = request
        self.steps = tuple(steps)
        self.policies = tuple(policies)

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, place: int) -> "ReplayStep": ...

    @overload
    def __getitem__(self, place: slice) -> "Sequence[ReplayStep]": ...

    def __getitem__(self, place: int | slice) -> "ReplayStep | Sequence[ReplayStep]":
        return self.steps[place]

    def __iter__(self) -> "Iterator[ReplayStep]":
        return iter(self.steps)

    def __repr__(self) -> str:
        from analyzer.render.replay import replay_lines

        lines = replay_lines(self.steps, self.policies, _WIDTH, tables="first")
        return "\n".join(line.plain.rstrip() for line in lines)


def replay(
    game: str,
    players: int | None = None,
    index: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
) -> Replay:
    """Play one game again, move by move.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    index : int or str
        Which game of the seed, from 0.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    coin_seed : int
        Seed of the policies' random choices; it changes no deal.

    Returns
    -------
    Replay
        A sequence of the deal and every move; printed, it is the game as text.

    Raises
    ------
    UserError
        If an argument is wrong.
    RunError
        If a policy fails.
    """
    from analyzer.playout.replay import replay as play
    from analyzer.request.setting import setting_of

    options = {
        "players": players,
        "index": index,
        "policy": policy,
        "rules": rules,
        "seed": seed,
        "coin_seed": coin_seed,
    }
    given = {name: value for name, value in options.items() if value is not None}
    request = Request("replay", game, given)
    setting = setting_of(request)
    return Replay(request, list(play(setting.cell, request["index"])), setting.policy_names)
