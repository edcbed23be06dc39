"""The questions of Hike! (with dog sleds) a second way, from rows."""

from oracle.answers.cards import check_openings
from oracle.answers.compared import (
    check_change,
    check_compare,
    check_verdicts,
    check_winner,
)
from oracle.answers.formulas import Interval, mean_interval, ratio_interval, share_interval
from oracle.answers.ledger import Ledger
from oracle.answers.rows import Rows
from oracle.answers.simulated import check_counter_table, check_simulate


def check_catch_up(ledger: Ledger, n: int) -> None:
    """Do catch-up cards change who wins, and what would a gap of five or nine fields do?"""
    told = ledger.answer["arms"][3]["rules_changed"]
    rows = check_compare(ledger, [{}, {"catchup_gap": 5}, {"catchup_gap": 9}, told], n)
    assert rows[3].seat("catch_up").sum() == 0  # whatever the rule is called: no card is drawn
    arms = [arm["name"] for arm in ledger.answer["arms"]]
    for place, key in ((1, "five"), (2, "nine"), (3, "without")):
        check_winner(ledger, f"{key}.winner", rows[0], rows[place])
        check_change(ledger, f"{key}.wins", arms[place], "wins")
        check_change(ledger, f"{key}.days", arms[place], "race_days")


def per_player(rows: Rows, name: str) -> Interval:
    """The mean of a counter of seats over all players; the games are the sample."""
    found = mean_interval(rows.seat(name).sum(1))
    return Interval(*(end / rows.players for end in found[:3]), at_least=found.at_least)


def check_declare_early(ledger: Ledger, n: int) -> None:
    """When do players declare, and how many care cards do they collect and use?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    ledger.finding("first", mean_interval(rows.game("first_declaration")), n)
    ledger.finding("last", mean_interval(rows.game("prep_days")), n)
    ledger.finding("collected", per_player(rows, "care_collected"), n)
    ledger.finding("used", per_player(rows, "care_used"), n)
    ledger.finding("double", per_player(rows, "double_care_used"), n)


def check_left_behind(ledger: Ledger, n: int) -> None:
    """How often is somebody left behind, and what would two or four last days do?"""
    rows = check_compare(ledger, [{}, {"last_days": 2}, {"last_days": 4}], n)[0]
    behind = rows.seat("out").sum(1)
    assert (behind + rows.game("racers") == rows.players).all()
    ledger.finding("games", share_interval(int((behind > 0).sum()), n), n)
    ledger.finding("players", mean_interval(behind), n)
    for key, arm in (("two", "last_days=2"), ("four", "last_days=4")):
        check_change(ledger, f"{key}.racers", arm, "racers")
        check_change(ledger, f"{key}.days", arm, "prep_days")


def check_loose(ledger: Ledger, n: int) -> None:
    """What do loose huskies do to wins, to fairness, to racers and to the length?"""
    rows = check_compare(ledger, [{}, {"loose": True}], n)
    check_verdicts(ledger, rows, ["fair"])
    for measure in ("wins", "racers", "prep_days", "race_days", "decisions"):
        check_change(ledger, measure, "loose=true", measure)
    check_winner(ledger, "winner", *rows)


def check_tie_break(ledger: Ledger, n: int) -> None:
    """How often do several finish on the same day, and what decides?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    several = int((rows.game("finishers") > 1).sum())
    ledger.finding("several", share_interval(several, n), n)
    for name in ("won_alone", "won_ready", "won_points", "won_final"):
        ledger.finding(name, share_interval(int(rows.game(name).sum()), n), n)
    ledger.finding("no_race", share_interval(int((rows.game("race_days") == 0).sum()), n), n)


def check_unfinishable(ledger: Ledger, n: int) -> None:
    """How often can a sled not finish at all, and what points do sleds have?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    cannot, racers = rows.seat("cannot_finish").sum(1), rows.game("racers")
    if cannot.any():
        ledger.finding("cannot", ratio_interval(cannot, racers), n)
    else:
        most = share_interval(0, n).high / float(racers.mean())  # one sled in as many games
        ledger.finding("cannot", Interval(0.0, 0.0, most), n)
    ledger.finding("games", share_interval(int((cannot > 0).sum()), n), n)
    for name in ("snow", "ice", "powder"):
        ledger.finding(name, mean_interval(rows.seat(name).sum(1)), n)


SECOND_WAYS = {
    "cards": check_openings,
    "catch-up": check_catch_up,
    "declare-early": check_declare_early,
    "left-behind": check_left_behind,
    "loose": check_loose,
    "tie-break": check_tie_break,
    "unfinishable": check_unfinishable,
}
