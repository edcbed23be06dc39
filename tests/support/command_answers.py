"""Small answers of every command that plays, for tests that read their results."""

from functools import cache

import analyzer

COMMANDS = {
    "simulate": lambda: analyzer.simulate(
        "horrible-mountain", n=200, policy=["expert", "1=greedy"], minutes_per_decision=1, threads=1
    ),
    "compare": lambda: analyzer.compare("hike", 3, n=100, vs={"target": 30}, threads=1),
    "sweep": lambda: analyzer.sweep(
        "hike", 3, n=100, policy=["expert", "1=random"], rule={"target": "20..30:5"}, threads=1
    ),
    "tournament": lambda: analyzer.tournament("hike", 3, n=50, policies="random,greedy", threads=1),
    "tune": lambda: analyzer.tune("hike", 3, n=900, over={"hold": "0..4"}, threads=1),
    "plan": lambda: analyzer.plan("hike", 3, n=100, vs={"target": 30}, threads=1),
    "contract": lambda: analyzer.contract(
        "hike", 3, n=2000, clause={"seats.within": 9, "unfinished.most": 0.1}, threads=1
    ),
    "advise": lambda: analyzer.new_state("hike", 3).advise(worlds=40, threads=1),
}


@cache
def command_answer(name):
    return COMMANDS[name]().answer
