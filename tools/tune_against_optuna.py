"""`analyze tune` against Optuna's TPE, with the same number of games: a benchmark, not a test.

    pip install optuna && python tools/tune_against_optuna.py --seeds 5

The problems are the ten of tests/support/planted_tuning.py that have a better setting. TPE plays
all of its games in trials of equal size on the same luck, and returns its best trial, as Optuna
does. What counts is the true gain of the setting that each of them recommends; where `tune` claims
nothing, that is the policy as it was.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import optuna

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from analyzer.request.parameter_values import ParameterValues
from support.planted_tuning import (
    GAMES,
    START,
    Problem,
    deals_won,
    real,
    true_gain,
    tuned_answer,
)

TRIALS = 200


def suggest(trial: optuna.Trial, over: object) -> dict[str, float]:
    """The values of a trial: whole numbers and grids as such, ranges as any number."""
    found = {}
    for name, values in dict(over).items():  # type: ignore[call-overload]
        if isinstance(values, str):
            low, _, high = values.partition("..")
            found[name] = trial.suggest_float(name, float(low), float(high))
        else:
            step = values[1] - values[0]
            found[name] = trial.suggest_int(name, values[0], values[-1], step=step)
    return found


def tpe(problem: Problem, seed: int, trials: int) -> float:
    """What the best trial of TPE truly gains."""
    over = ParameterValues().read(dict(problem.over), "over")
    deals = GAMES // trials // problem.players

    def objective(trial: optuna.Trial) -> float:
        gain = problem.gain({**START, **suggest(trial, over)})
        shared = np.random.default_rng(seed)
        own = np.random.default_rng((seed, trial.number + 1))
        won = deals_won(gain, problem.players, deals, shared, own)
        return float(won.mean() / problem.players - 1 / problem.players)

    sampler = optuna.samplers.TPESampler(seed=seed)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(objective, n_trials=trials)
    return problem.gain({**START, **study.best_params})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--trials", type=int, default=TRIALS)
    asked = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    seeds, ahead = range(1, asked.seeds + 1), 0
    print(f"{'problem':18s} tune   TPE   pp truly gained, mean of {asked.seeds} seeds")
    for problem in real():
        ours = [true_gain(problem, tuned_answer(problem, seed)) for seed in seeds]
        theirs = [tpe(problem, seed, asked.trials) for seed in seeds]
        mine, other = 100 * float(np.mean(ours)), 100 * float(np.mean(theirs))
        ahead += mine >= other
        print(f"{problem.name:18s} {mine:4.2f}  {other:4.2f}", flush=True)
    print(f"tune is at least as good in {ahead} of {len(real())}")


if __name__ == "__main__":
    main()
