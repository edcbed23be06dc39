"""Every question of every game, and its answer, for tests that read many of them."""

from functools import cache

from analyzer import games
from analyzer.questions import designer
from analyzer.request import setting
from analyzer.simulation.run import run_question

N = designer.FEWEST
QUESTIONS = [(game, one.name) for game in games.names() for one in designer.questions_of(game)]


@cache
def answer_of(game, name, **asked):
    least = games.load(game).players[0]
    question = setting.build_setting(game, least).question(
        "ask", question=name, **({"n": N} | asked)
    )
    return question.answer(run_question(question, threads=1))
