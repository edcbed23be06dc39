"""How fast the core is: games per second and core, time and instructions per card, traces, threads,
and other programs that play the same: the oracle, and for oh-hell OpenSpiel.

Clock times on a shared machine mean little. So competitors take turns and each shows its best
round; instructions (valgrind --tool=callgrind) are counted, not timed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

from benchmark.against import LEAD  # noqa: E402
from benchmark.against import compare as against  # noqa: E402
from benchmark.cluster import side_by_side as cluster_side_by_side  # noqa: E402
from benchmark.game_files import side_by_side as files_side_by_side  # noqa: E402
from benchmark.search import side_by_side as search_side_by_side  # noqa: E402
from benchmark.studio import side_by_side as studio_side_by_side  # noqa: E402
from benchmark.traces import side_by_side as traces_side_by_side  # noqa: E402

from analyzer import games  # noqa: E402
from analyzer._core.runner import Control, Stepper, run_batch  # noqa: E402
from analyzer.playout.cell import Cell  # noqa: E402
from analyzer.playout.seeds import seed_key  # noqa: E402
from analyzer.policies import registry  # noqa: E402
from analyzer.simulation.batch import Batch  # noqa: E402
from analyzer.simulation.chunk import ReadyCell  # noqa: E402
from analyzer.simulation.plan import Group, Plan, Reduction  # noqa: E402
from analyzer.simulation.run import run  # noqa: E402
from support.playouts import cell, empty_batch  # noqa: E402

COUNT = "import sys; sys.path.insert(0, {tools!r}); from benchmark import __main__ as it; it"


@dataclass
class Bench:
    """One table, and how its unit of play is called."""

    game: str
    players: int
    rounds: int

    @property
    def unit(self) -> str:
        """What a playout is measured in: cards if the game counts plays, otherwise turns."""
        return "plays" if "plays" in games.load(self.game).game_counters else "turns"

    def cell(self, policy: str) -> Cell:
        return cell(self.game, self.players, (policy,) * self.players)

    def batch(self, policy: str, n: int, use_fast_path: bool = True) -> tuple[float, Batch]:
        """CPU seconds in the core for n playouts, and their results."""
        table = ReadyCell(self.cell(policy))
        batch = empty_batch(self.game, self.players, n)
        started = time.process_time()
        columns = batch.games, batch.seats, Control()
        run_batch(
            table.core, table.seated, seed_key(1), 0, n, *columns, use_fast_path=use_fast_path
        )
        return time.process_time() - started, batch

    def play(self, policy: str, n: int) -> tuple[float, int]:
        """CPU seconds in the core for n playouts, and units played."""
        seconds, batch = self.batch(policy, n)
        return seconds, int(batch.game_column(self.unit).sum())


def count_run(game: str, players: int, policy: str, n: int) -> None:
    """What callgrind watches."""
    _, units = Bench(game, players, 1).play(policy, n)
    print(units)


def instructions(bench: Bench, policy: str) -> float | None:
    """Instructions per unit: the difference of two runs, so that start-up does not count."""
    if not shutil.which("valgrind"):
        return None
    counted = []
    for n in (1000, 3000):
        args = f"{bench.game!r}, {bench.players}, {policy!r}, {n}"
        code = f"{COUNT.format(tools=str(ROOT / 'tools'))}.count_run({args})"
        watched = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        done = subprocess.run(
            [*watched, sys.executable, "-P", "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
        )
        collected = re.search(r"Collected : (\d+)", done.stderr)
        counted.append((int(collected[1]), int(done.stdout)))
    (few, units_few), (many, units_many) = counted
    return (many - few) / (units_many - units_few)


class Tape:
    """Chance for the oracle: recorded from the compiled game, then played again."""

    def __init__(self, source: object | None = None, tape: list | None = None) -> None:
        self.source, self.tape = source, [] if tape is None else tape
        self.heads = iter(deepcopy(self.tape))

    def __getattr__(self, name: str):
        if self.source is None:
            return lambda *_: next(self.heads)

        def record(*args):
            value = getattr(self.source, name)(*args)
            self.tape.append(deepcopy(value))
            return value

        return record


def record_playout(asked, index: int) -> tuple[list, list[str]]:
    """A playout of the compiled game under `random`: its chance and its moves, for the oracle."""
    stepper = Stepper(asked.table, asked.key, index)
    coins = stepper.coins()
    link = asked.link.Link(asked, index, stepper)
    chance, moves = Tape(link), []
    link.game = game = asked.oracle.Game(asked.players, asked.oracle_rules, chance)
    while codes := stepper.moves():
        chosen = codes[stepper.choose(asked.policies[stepper.seat], coins[stepper.seat])]
        stepper.apply(chosen)
        link.moved(chosen)
        moves.append(asked.name_of(chosen))
        game.play(moves[-1])
    return chance.tape, moves


def oracle_seconds(asked, playouts: list[tuple[list, list[str]]]) -> float:
    """CPU seconds that the plain Python oracle takes for recorded playouts."""
    started = time.process_time()
    for tape, moves in playouts:
        game = asked.oracle.Game(asked.players, asked.oracle_rules, Tape(tape=tape))
        for move in moves:
            game.moves()
            game.play(move)
    return time.process_time() - started


def measure_wall(bench: Bench, policy: str, n: int, threads: int) -> float:
    plan = Plan((Group((bench.cell(policy),), (Reduction("totals", (0,)),), n),))
    return run(plan, threads=threads).seconds


def best_times(rounds: int, *jobs):
    """The best time of each job; the jobs take turns."""
    times = [[job() for job in jobs] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def policies_side_by_side(bench: Bench, n: int) -> None:
    names = [policy.name for policy in registry.named_policies(bench.game)]
    units = {name: bench.play(name, n)[1] for name in names}
    seconds = best_times(
        bench.rounds, *(lambda name=name: bench.play(name, n)[0] for name in names)
    )
    each = dict(zip(names, seconds, strict=True))
    print(
        f"{'policy':<10} {'games/s/core':>13} {'ns/' + bench.unit[:-1]:>9} {'x random':>9} "
        f"{'instructions/' + bench.unit[:-1]:>18}"
    )
    for name in sorted(names, key=lambda name: each[name]):
        counted = instructions(bench, name)
        print(
            f"{name:<10} {n / each[name]:>13,.0f} {1e9 * each[name] / units[name]:>9.1f} "
            f"{each[name] / each['random']:>9.2f} "
            + (f"{counted:>18.0f}" if counted else f"{'(no valgrind)':>18}")
        )


def with_and_without_the_fast_path(bench: Bench, n: int) -> None:
    fast, plain = best_times(
        bench.rounds,
        lambda: bench.batch("random", n)[0],
        lambda: bench.batch("random", n, use_fast_path=False)[0],
    )
    print(f"random with the fast path of the game: {plain / fast:.2f} times the plain turn loop")


def against_the_oracle(bench: Bench, n: int) -> None:
    from oracle import harness

    (rolls,) = [p for p in harness.policies_of(bench.game).values() if p.name == "random"]
    asked = harness.Experiment(bench.game, bench.players, seed=1, policies=[rolls] * bench.players)
    playouts = [record_playout(asked, index) for index in range(n)]
    fast, slow = best_times(
        bench.rounds, lambda: bench.play("random", n)[0], lambda: oracle_seconds(asked, playouts)
    )
    print(
        f"oracle in plain Python, the same {n} games under random: {n / slow:,.0f} games/s; "
        f"the core is {slow / fast:,.0f} times as fast"
    )


def against_open_spiel(bench: Bench, n: int) -> None:
    """Its own C++ loop, with uniform random bots, over as many deals of every size."""
    import pyspiel

    _, batch = bench.batch("random", n)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(bench.players)]
    deals = []
    for cards in range(1, 11):
        dealt = int(batch.seat_column(f"hands_{cards}").sum()) // bench.players
        options = f"players={bench.players},num_tricks_fixed={cards}"
        deals += [pyspiel.load_game(f"oh_hell({options})")] * dealt

    def theirs() -> float:
        started = time.process_time()
        for seed, game in enumerate(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return time.process_time() - started

    fast, slow = best_times(bench.rounds, lambda: bench.play("random", n)[0], theirs)
    print(
        f"OpenSpiel's loop with random bots, the same {len(deals):,} deals: "
        f"{n / slow:,.0f} games/s; the core is {slow / fast:.1f} times as fast"
    )


def threads_side_by_side(bench: Bench, n: int) -> None:
    cores = len(os.sched_getaffinity(0))
    one, two = best_times(
        bench.rounds,
        lambda: measure_wall(bench, "expert", n, 1),
        lambda: measure_wall(bench, "expert", n, 2),
    )
    print(f"two threads: {one / two:.2f} times one ({cores} cores)")


def command_line(bench: Bench) -> None:
    command = [sys.executable, "-P", "-m", "analyzer"]

    def timed(*words: str) -> float:
        started = time.perf_counter()
        subprocess.run([*command, *words], capture_output=True, check=True)
        return time.perf_counter() - started

    (helped,) = best_times(bench.rounds, lambda: timed("--help"))
    print(f"analyze --help: {helped:.2f} s")
    words = ("simulate", bench.game, "--players", str(bench.players), "-n", "1e6", "--json")
    started = time.perf_counter()
    done = subprocess.run([*command, *words], capture_output=True, check=True, text=True)
    seconds = time.perf_counter() - started
    core = float(re.search(r'"core_seconds": ([\d.]+)', done.stdout)[1])
    threads = int(re.search(r'"threads": (\d+)', done.stdout)[1])
    print(
        f"analyze {' '.join(words[:-1])}: {seconds:.1f} s, {100 * core / threads / seconds:.0f} % "
        "of it in the core"
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/benchmark", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *games.names()])
    parser.add_argument("--players", type=int)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--against", metavar="REV", help="this checkout and another revision")
    parser.add_argument("--policies", default="random,greedy,expert", help="with --against")
    parser.add_argument("--instructions", action="store_true", help="with --against: count them")
    parser.add_argument("--threads", action="store_true", help="with --against: one and two")
    parser.add_argument("--cluster", type=int, metavar="N", help="N workers against N threads")
    parser.add_argument("--seconds", type=float, default=60, help="with --cluster: of work")
    parser.add_argument("--traces", action="store_true", help="what traces cost, and nothing else")
    parser.add_argument("--files", action="store_true", help="what game files cost")
    parser.add_argument("--studio", action="store_true", help="how soon its page has numbers")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    rounds = 3 if args.quick else 9
    if args.studio:
        studio_side_by_side(rounds)
        return
    if args.files:
        files_side_by_side(rounds)
        return
    if args.against:
        more = {"instructions": args.instructions, "threads": args.threads}
        wanted = args.game or games.names()
        against(args.against, wanted, args.players, args.policies.split(","), rounds, **more)
        return
    for game in args.game or (games.names() if args.traces else ["hike"]):
        high = games.load(game).players[1]
        if args.traces:
            traces_side_by_side(game, args.players or LEAD.get(game, high), rounds)
            continue
        if args.cluster:
            table = Bench(game, args.players or min(5, high), 1).cell("expert")
            cluster_side_by_side(table, args.cluster, args.seconds, 1 if args.quick else 3)
            continue
        side_by_side(Bench(game, args.players or min(5, high), rounds))


def side_by_side(bench: Bench) -> None:
    n = 10_000
    print(f"{bench.game}, {bench.players} players, {bench.rounds} rounds, best of each")
    policies_side_by_side(bench, n)
    search_side_by_side(bench.game, bench.players, bench.rounds)
    against_the_oracle(bench, 500)
    if bench.game == "oh-hell":
        with_and_without_the_fast_path(bench, n)
        against_open_spiel(bench, 2_000)
    traces_side_by_side(bench.game, bench.players, bench.rounds)
    threads_side_by_side(bench, 50_000)
    command_line(bench)


if __name__ == "__main__":
    main()
