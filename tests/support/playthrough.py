"""One short playout per game in rulebook words, for tests/golden; `scripts/goldens` writes them."""

from pathlib import Path
from typing import Any, NamedTuple

from analyzer import games
from analyzer.playout.replay import replay
from analyzer.render.replay import replay_lines
from support.paths import GOLDEN
from support.playouts import cell


class Address(NamedTuple):
    """Which playout, all seats by the policy `random`, which nobody is going to improve."""

    players: int
    index: int  # type: ignore[assignment]  # a tuple has a method of this name
    rules: dict[str, Any]


ADDRESSES = {
    "hide-n-seek": Address(
        2, 37003, {"maps": "short4", "trunk_at_start": True, "finish_empty_maps": False}
    ),
    "hike": Address(3, 1058, {"target": 20}),
    "hike-sled": Address(2, 1014, {"columns": 2, "landscapes": 3, "loose": True}),
    "horrible-mountain": Address(2, 17724, {"run_outs": 1, "variant": True}),
    "oh-hell": Address(3, 548, {"schedule": "down_only"}),
}


def path(game: str) -> Path:
    return GOLDEN / f"playthrough-{game}.txt"


def text(game: str) -> str:
    players, index, given = ADDRESSES[game]
    rules = games.load(game).resolve_rules(players, given)
    policies = ("random",) * players
    steps = replay(cell(game, players, policies, rules), index)
    told = (line.plain.rstrip() for line in replay_lines(steps, policies, width=100))
    return "\n".join([f"{game}, {players} players, seed 1, game {index}, {given}", *told, ""])


def main() -> None:
    for game in games.names():
        path(game).write_text(text(game), encoding="utf-8")
        print(path(game))


if __name__ == "__main__":
    main()
