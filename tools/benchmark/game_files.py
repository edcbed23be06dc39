"""What a game file costs: interpreted, compiled, and beside it the same game otherwise written.

Pig stands beside the compiled plug-in of tests/example_package, the court game beside
court_by_hand.pyx (both built into a folder for the time of the measurement), the auction beside a
plain Python loop. Competitors take turns, and each shows its
best round, in CPU seconds.
"""

import importlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

import numpy as np  # noqa: E402
from benchmark import plain_auction  # noqa: E402

from analyzer import games  # noqa: E402
from analyzer._core.contract import Table  # noqa: E402
from analyzer._core.runner import Control, run_batch  # noqa: E402
from analyzer.design import build, files, interpret  # noqa: E402
from analyzer.simulation.batch import Batch, Layout  # noqa: E402
from analyzer.simulation.chunk import ReadyCell  # noqa: E402
from support.playouts import cell  # noqa: E402

PLAYERS = {"pig": 2, "auction": 4, "tricks": 4, "court": 4}
SLOW, FAST = 60, 40_000  # playouts of a round


def side_by_side(rounds: int) -> None:
    """The table, a row for each example and policy."""
    print(f"game files, {rounds} rounds, best of each, playouts per CPU second")
    print("game     policy   interpreted   compiled     other   compiled/other")
    with tempfile.TemporaryDirectory() as folder:
        plug_in = _installed(Path(folder))
        for name, players in PLAYERS.items():
            for policy in ("expert", "random"):
                _row(name, players, policy, rounds, plug_in)


def _row(name: str, players: int, policy: str, rounds: int, plug_in: Path) -> None:
    game = str(ROOT / "examples" / f"{name}.py")
    file = files.read(game)
    file.prepare()
    table = ReadyCell(cell(game, players, (policy,) * players))
    best: dict[str, float] = {}
    for turn in range(rounds):
        build.compile_game(file.core, file.text)
        _keep(best, "compiled", partial(table.play, turn * FAST, FAST, Control()), FAST)
        if name == "pig":
            best["other"] = max(best.get("other", 0), _plug_in(plug_in, players, policy))
        elif name == "court":
            best["other"] = max(best.get("other", 0), _by_hand(table, players, policy))
        elif name == "auction":
            _keep(best, "other", partial(_plain, players, policy), SLOW * 4)
        interpret.interpret(file.core, file.text)
        _keep(best, "interpreted", partial(table.play, turn * SLOW, SLOW, Control()), SLOW)
    other = best.get("other")
    ratio = f"{best['compiled'] / other:.2f}" if other else "-"
    told = f"{other:,.0f}" if other else "-"
    print(
        f"{name:<8} {policy:<8} {best['interpreted']:>11,.0f} {best['compiled']:>10,.0f} "
        f"{told:>9}   {ratio:>6}"
    )


def _keep(best: dict[str, float], name: str, act: Callable[[], object], n: int) -> None:
    started = time.process_time()
    act()
    best[name] = max(best.get(name, 0.0), n / (time.process_time() - started))


def _plain(players: int, policy: str) -> None:
    luck = random.Random(1)
    for _ in range(SLOW * 4):
        plain_auction.play(players, luck, policy == "expert")


def _installed(folder: Path) -> Path:
    """The example package, built without a network."""
    ignored = shutil.ignore_patterns("build", "*.c")
    shutil.copytree(ROOT / "tests" / "example_package", folder / "source", ignore=ignored)
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir", "--quiet"]
    words = ["-m", "pip", "install", *options, "--target", str(folder / "site")]
    subprocess.run([sys.executable, "-P", *words, str(folder / "source")], check=True)
    for part in ("court_by_hand.pyx", "setup_court.py"):
        shutil.copy(ROOT / "tools" / "benchmark" / part, folder / "site")
    words = [sys.executable, "-P", "setup_court.py", "-q", "build_ext", "--inplace"]
    subprocess.run(words, cwd=folder / "site", check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(folder / "site"))
    return folder / "site"


def _by_hand(ready: ReadyCell, players: int, policy: str) -> float:
    """Playouts per CPU second of the court game by hand; they must be the same playouts."""
    module = importlib.import_module("court_by_hand")
    rules = games.load(ready.cell.game).encode_rules(ready.cell.rules)
    seated = [module.EXPERT] * players if policy == "expert" else ready.seated
    layout = Layout.from_game(games.load(ready.cell.game))
    batch = Batch.empty(layout, players, ready.names, 0, FAST, False)
    table = Table(module.GAME, players, dict(rules))
    started = time.process_time()
    run_batch(table, seated, ready.key, 0, FAST, batch.games, batch.seats, Control())
    took = time.process_time() - started
    if not np.array_equal(batch.games, ready.play(0, FAST, Control()).games):
        raise RuntimeError("the court game by hand plays otherwise than the game file")
    return FAST / took


def _plug_in(site: Path, players: int, policy: str) -> float:
    """Playouts per CPU second of the plug-in, in a process that has it on its path."""
    words = [sys.executable, "-P", __file__, str(players), policy]
    path = {"PYTHONPATH": str(site)}
    done = subprocess.run(words, env=os.environ | path, capture_output=True, text=True, check=True)
    return float(done.stdout)


if __name__ == "__main__":
    seats, who = int(sys.argv[1]), sys.argv[2]
    here = ReadyCell(cell("pig", seats, (who,) * seats))
    here.play(0, 100, Control())
    found: dict[str, float] = {}
    _keep(found, "other", partial(here.play, 0, FAST, Control()), FAST)
    print(found["other"])
