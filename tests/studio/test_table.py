"""The live table: the numbers of `compare`, intervals that bear looking, verdicts that stand."""

import json
from contextlib import suppress

import numpy as np
import pytest

from analyzer import games, stats
from analyzer.errors import UserError
from analyzer.games.parameters import Parameter, parameters
from analyzer.render import json_text
from analyzer.request.setting import Setting, build_setting
from analyzer.simulation.run import run_question
from analyzer.studio.answers import plain
from analyzer.studio.table import LiveTable

LOOKS = np.unique(np.geomspace(256, 200_000, 24).astype(int))


def played(steps: int = 4, **rules: object) -> LiveTable:
    base = build_setting("hike", 3, ["greedy"])
    table = LiveTable(base, base.with_rules(rules))
    for _ in range(steps):
        table.step()
    return table


def test_the_numbers_are_those_of_compare_at_the_same_games() -> None:
    table = played(target=20)
    question = table.question(table.n)
    once = json.loads(json_text.to_json_text(question.answer(run_question(question, threads=1))))
    live = json.loads(json_text.to_json_text(table.compare_answer(table.ran)))
    assert live["differences"] == once["differences"]
    assert live["games_each"] == once["games_each"] == table.n


def test_printed_rules_alone_are_played_once() -> None:
    told = played().snapshot()
    assert told["sentences"] == []
    assert told["changed"] is None
    assert [one["name"] for one in told["verdicts"]] == ["printed"]
    assert all(len(row["arms"]) == 1 for row in told["seats"]["rows"])


def test_a_change_is_told_beside_the_printed_rules() -> None:
    told = played(target=20).snapshot()
    assert told["title"] == "Hike with three players: the game ends at 20 points"
    assert [one["name"] for one in told["verdicts"]] == ["printed", "your rules"]
    assert told["sentences"][0].startswith("With your rules ")
    assert "--vs target=20" in told["command"]
    assert "vs=[{'target': 20}]" in told["python"]
    assert told["changed"]["games"] > 0
    json.dumps(told, allow_nan=False)


@pytest.mark.parametrize("game", games.built_in_names())
def test_the_first_numbers_of_every_game_claim_nothing_and_name_the_printed_rules(
    game: str,
) -> None:
    """Intervals of a difference need a thousand games: before, there is no bound to tell."""
    base = build_setting(game, games.load(game).usual_players, ["greedy"])
    changed = next(
        setting
        for one in parameters(type(base.rules))
        if one.limits and (setting := changed_by_one(base, one))
    )
    table = LiveTable(base, changed)
    table.step()
    told = table.snapshot()
    assert told["n"] < 1000
    assert told["sentences"][0].startswith("With your rules no change of a win share is shown yet")
    assert "nan" not in json.dumps(told["sentences"])
    assert ">printed<" in told["table"]
    assert ">your rules<" in told["table"]


def changed_by_one(base: Setting, one: Parameter) -> Setting | None:
    """With a rule one higher, if the game knows such a table."""
    with suppress(UserError):
        return base.with_rules({one.name: getattr(base.rules, one.name) + 1})
    return None


def test_chunks_follow_each_other_and_end_in_time() -> None:
    table = played(3)
    assert table.n == table.handed
    table.budget = table.seconds
    assert table.done


def test_a_verdict_that_was_made_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(2)
    standing = table.snapshot()["verdicts"][0]
    made = stats.within(
        {"seat 1": stats.Interval(0.0, -0.005, 0.005)}, 0.01, stats.Family("s", 1), 9
    )
    from dataclasses import replace

    from analyzer.estimates import fairness, seats

    real = fairness.fairness_finding

    def decided(*given: object):
        return replace(real(*given), claim=made, sentence="FAIR.")

    monkeypatch.setattr(fairness, "fairness_finding", decided)
    rows = seats.standings(table.ran.totals(0), table.printed.policy_names, open_ended=True)
    assert table.verdict(0, rows)["word"] == "FAIR"
    monkeypatch.undo()
    table.step()
    assert table.snapshot()["verdicts"][0]["word"] == "FAIR" != standing["word"]


def wrong_words(runs: int) -> int:
    """Runs of a table exactly at the tolerance in which some look says FAIR or UNFAIR."""
    rng, found = np.random.default_rng(7), 0
    for _ in range(runs):
        gains = rng.binomial(np.diff(LOOKS, prepend=0), 0.51)
        for n, won in zip(LOOKS, np.cumsum(gains), strict=True):
            share = stats.anytime_share(int(won), int(n), 2)
            if share.low > 0.51 or (share.low >= 0.49 and share.high <= 0.51):
                found += 1
                break
    return found


def test_few_looked_at_runs_ever_say_a_wrong_word() -> None:
    """At most 5 %; with 300 runs, 34 of them would come once in a million if it were so."""
    assert wrong_words(300) <= 33


@pytest.mark.full
def test_few_of_many_looked_at_runs_ever_say_a_wrong_word() -> None:
    assert wrong_words(10_000) <= 500


def test_a_table_that_nobody_wins_is_told_in_plain_json() -> None:
    """Games that are cut off after one turn have no winner: there are no shares, and no verdict."""
    base = build_setting("horrible-mountain", 2, ["greedy"])
    table = LiveTable(base, base.with_rules({"max_turns": 1, "on_cap": "stalled"}))
    table.step()
    told = table.snapshot()
    assert [one["word"] for one in told["verdicts"]][1] in ("", "NO VERDICT")
    json.dumps(plain(told), allow_nan=False)
