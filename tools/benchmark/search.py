"""What thinking ahead costs: microseconds per decision of `search`, and all of its work divided by
that of its rollouts.

Decisions are those of a table of experts, every so many moves. A rollout is a copy of the world's
root, a move, `play_out` and the scores. Its share is counted in instructions (valgrind
--tool=callgrind), which other programs on the machine cannot change.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from analyzer._core.contract import Policy  # noqa: E402
from analyzer._core.runner import Coin, Stepper  # noqa: E402
from analyzer.playout.seeds import seed_key  # noqa: E402
from analyzer.policies import registry, spec  # noqa: E402
from analyzer.simulation.chunk import ReadyCell  # noqa: E402
from support.playouts import cell  # noqa: E402

EVERY = 7  # decisions between two that are searched: no multiple of a number of seats
MODULE = "__pyx_f_8analyzer_5_core_8policies_6search_"
SEARCH = f"{MODULE}search"
DEALING = re.compile(f"{MODULE}(surprise|deal_seat|deal_world|make_world) ")  # are no rollouts
ROLLOUT = re.compile(
    r"^\s*([\d,]+) .*?>\s.*(?:_play_out|_apply|_points|_scores|memcpy\w*|memmove\w*) \("
)
COUNT = "import sys; sys.path.insert(0, {tools!r}); from benchmark import search; search"


def decisions(table: ReadyCell, games: int) -> Iterator[tuple[Stepper, Coin]]:
    """Positions of experts' games in which there is something to decide."""
    for index in range(games):
        stepper, number = Stepper(table.core, seed_key(1), index), 0
        coins = stepper.coins()
        while codes := stepper.moves():
            number += len(codes) > 1
            if len(codes) > 1 and number % EVERY == 0:
                yield stepper, stepper.coin(stepper.seat)
            who = table.seated[stepper.seat]
            stepper.apply(codes[stepper.choose(who, coins[stepper.seat])])


def seat_policies(game: str, players: int, text: str) -> tuple[ReadyCell, Policy]:
    table = ReadyCell(cell(game, players, ("expert",) * players))
    return table, registry.make_policy(game, spec.parse_policy(text), table.core, table.cell.rules)


def choose_all(game: str, players: int, text: str, games: int) -> tuple[float, int]:
    """CPU seconds of all these decisions, and how many there are."""
    table, search = seat_policies(game, players, text)
    seconds, n = 0.0, 0
    for stepper, coin in decisions(table, games):
        started = time.process_time()
        stepper.choose(search, coin)
        seconds += time.process_time() - started
        n += 1
    return seconds, n


def ratio_to_rollouts(game: str, players: int, text: str, games: int) -> float | None:
    """Instructions of `search` divided by those of its rollouts; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    code = COUNT.format(tools=str(ROOT / "tools"))
    code += f".choose_all({game!r}, {players}, {text!r}, {games})"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        subprocess.run(
            [
                *("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"),
                *(f"--toggle-collect={SEARCH}", sys.executable, "-P", "-c", code),
            ],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
        )
        told = subprocess.run(
            ["callgrind_annotate", "--tree=calling", "--inclusive=yes", str(out)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return _share_outside_rollouts(told.splitlines())


def _share_outside_rollouts(told: list[str]) -> float:
    """All of `search` divided by what its functions call for rollouts."""
    heads = [i for i, line in enumerate(told) if " * " in line and f"{MODULE}" in line]
    whole = next(_number(told[i].split()[0]) for i in heads if f"{SEARCH} " in told[i])
    rollouts = 0
    for at in heads:
        if not DEALING.search(told[at]):
            below = told[at + 1 : told.index("", at)]
            rollouts += sum(_number(found[1]) for found in map(ROLLOUT.match, below) if found)
    return whole / rollouts


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def side_by_side(game: str, players: int, rounds: int, worlds: int = 32) -> None:
    """A row: what a decision costs, and how much of that is not rollouts."""
    text, games = f"search:worlds={worlds}", 10
    _, n = choose_all(game, players, text, games)
    seconds = min(choose_all(game, players, text, games)[0] for _ in range(rounds))
    share = ratio_to_rollouts(game, players, text, 2)
    told = "(no valgrind)" if share is None else f"{share:.2f} times its rollouts alone"
    print(f"{text}: {1e6 * seconds / n:,.0f} microseconds a decision, {told}")
