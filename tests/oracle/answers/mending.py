"""Whether a game needs mending, a second way: the rules as they are, on games nobody has seen."""

from oracle.answers.compared import departures, farthest
from oracle.answers.ledger import Ledger
from oracle.answers.rows import play_rows

FRESH = 1_000_003  # added to the seed: games that no other question has played


def check_mend(ledger: Ledger, n: int) -> None:
    """If a seat or role is favoured: which smallest rule change makes it fair?

    Here: is one favoured? So few games are looked at once, at the end.
    """
    answer = ledger.answer
    ledger.same(("games",), n)
    rows = play_rows(answer["game"], answer["players"], n, seed=1 + FRESH)
    found = departures(rows, 0.05)
    mine = farthest(ledger, "as it is", found)
    ledger.interval(("departure",), mine)
    ledger.finding("as it is", mine, n)
    bound = max(max(abs(each.low), abs(each.high)) for each in found)
    ledger.same(("claim", "bound"), bound, 1e-7)
    if answer["outcome"] == "undecided":
        ledger.same(("tried",), 0)
        ledger.same(("games_each",), n)


SECOND_WAYS = {"mend": check_mend}
