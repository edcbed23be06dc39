"""hike-sled beside its oracle where play from the start never goes: a race without care cards.

Who has no care in hand has left three cards to the pile or the discards, and nobody draws more than
one at a time, so substitutes (HS-56) are never needed in a whole game. Here all care is taken out
of both games when the race begins.
"""

import pytest

from oracle import harness

pytestmark = pytest.mark.kit

GAMES = 12
RULES = {"columns": 2, "youngsters": 16, "last_days": 12, "catchup_gap": 1}
KINDS = {"single": {"care"}, "double": {"double care"}, "random": {"care", "double care"}}


class WithoutCare(harness.Replay):
    """One playout in both."""

    def __init__(self, experiment, index):
        super().__init__(experiment, index)
        self.racing = False
        self.kinds = set()

    def _step(self):
        going_on = super()._step()
        if self.game.racers and not self.racing and not self.game.over:
            self.racing = True
            self._take_care_away()
        for player in self.game.players:
            self.kinds |= set(player.care()) if player.substitute else set()
        return going_on

    def _take_care_away(self):
        none = [0] * self.of.players
        raw = self.stepper.describe()
        hidden = zip(raw["equipment"], raw["open_equipment"], strict=True)
        raw |= {"care_pile": [], "single": none, "double": none, "open_single": none}
        raw |= {"bare": [n - seen for n, seen in hidden], "some_care": []}
        self.stepper.restore(raw)
        self.game.care_pile = []
        for player in self.game.players:
            player.hand = [card for card in player.hand if card not in player.care()]

    def play(self):
        """To the end; how many substitutes were given."""
        while self._step():
            pass
        mine, other = self.stepper.result(), self.link.result()
        assert (mine["scores"], mine["win840"]) == (other["scores"], other["win840"])
        given = self.stepper.describe()["substitutes"]
        assert given == self.game.totals["care_substitutes"]
        return given


@pytest.mark.parametrize("forced", ["stay", "lapse", "discard"])
@pytest.mark.parametrize("kind", KINDS)
def test_substitutes_for_care(kind, forced):
    """HS-56, HS-A11: they are of the kind that the rule says, and vanish when they are used."""
    given, kinds = 0, set()
    for players in (2, 4, 6):
        rules = RULES | {"care_proxy": kind, "forced_care": forced}
        experiment = harness.Experiment("hike-sled", players, rules, seed=players)
        for index in range(GAMES):
            replay = WithoutCare(experiment, index)
            given += replay.play()
            kinds |= replay.kinds
    assert given > 50
    assert kinds == KINDS[kind]
