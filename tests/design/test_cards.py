"""`ask cards` for a game that names its cards: who is dealt what, and what it brings."""

import json
from pathlib import Path

import pytest

import analyzer
from analyzer.design import files
from support.own_games import HEAD, example, written

# In each of three hands everybody is dealt one of eight cards, and scores what is printed on it.
LUCK = (
    HEAD
    + """
CARDS = numbered(1, 8)
class Luck(Game, players=2, contest=True):
    deck = pile(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner")
    points = seats()
    rounds = per_game("rounds")
    def deal(self):
        self.deck.fill()
        self.deck.shuffle("deal", self.rounds)
        for seat in self.seats:
            self.deck.deal(self.hand[seat])
    def moves(self):
        self.may(self.show)
    @move("show")
    def show(self):
        me = self.seat
        self.points[me] += self.hand[me][0].value
        self.seat = self.after(me)
        if me == 1:
            self.rounds += 1
            self.stage += 1
            if self.rounds == 3:
                self.end()
            else:
                self.deal()
    def score(self, seat):
        return self.points[seat]
"""
)


def test_a_card_is_worth_what_it_scores(tmp_path: Path) -> None:
    """A hand with the card k scores k, and any other card at random (36 - k) / 7."""
    found = analyzer.ask(written(tmp_path, LUCK), "cards", n=4000).data["cards"]
    assert [card["name"] for card in found] == [str(k) for k in range(8, 0, -1)]
    assert sum(card["dealt"] for card in found) == 4000 * 2 * 3
    for card in found:
        k = int(card["name"])
        expected = k - (36 - k) / 7
        assert abs(card["points"]["estimate"] - expected) < 0.15
        assert card["points"]["low"] - 0.05 < expected < card["points"]["high"] + 0.05


def test_of_hands_that_stay_only_the_first_is_dealt(tmp_path: Path) -> None:
    text = LUCK.replace(", contest=True", "")
    found = analyzer.ask(written(tmp_path, text, "first"), "cards", n=200).data["cards"]
    assert sum(card["dealt"] for card in found) == 200 * 2


def test_a_score_that_counts_hands_is_told_whole(tmp_path: Path) -> None:
    """Otherwise a card would be worth what it is going to score less what it scores already."""
    text = LUCK.replace("return self.points[seat]", "return self.value(seat)").replace(
        "    def score",
        "    def value(self, seat):\n        return self.hand[seat][0].value\n    def score",
    )
    found = analyzer.ask(written(tmp_path, text, "open"), "cards", n=1000).data["cards"]
    assert sum(card["dealt"] for card in found) == 1000 * 2
    text = text.replace("if self.rounds == 3", "if self.rounds == 1")
    found = analyzer.ask(written(tmp_path, text, "once"), "cards", n=1000).data["cards"]
    assert found[0]["name"] == "8"
    assert found[0]["points"]["estimate"] == pytest.approx(8 - 28 / 7, abs=0.2)


@pytest.mark.parametrize("name", ["court", "tricks"])
def test_both_modes_tell_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for mode in ("interpreted", "compiled"):
        monkeypatch.setenv(files.MODE, mode)
        told.append(json.loads(analyzer.ask(example(name), "cards", n=100).to_json())["cards"])
    assert told[0] == told[1]
    assert told[0]
