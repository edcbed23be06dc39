"""Everything that the studio sends while somebody plays tells no more than the seat may see.

A game is played over HTTP, and once more by a server that only ever looks at other deals: wherever
it reads the position, whatever the seat cannot see was dealt again. If what it sends is the same to
the last byte, nothing of it hangs on a hidden card.
"""

import json
import random
import re

import pytest

from analyzer import games
from analyzer.errors import UserError
from analyzer.playout.replay import begin_playout
from analyzer.request.setting import build_setting
from analyzer.studio import answers, export, human_game
from analyzer.studio.answers import Studio
from analyzer.studio.catalog import Catalog
from analyzer.studio.engine import Engine
from analyzer.studio.human_game import HumanGame
from support.lanes import rest_full
from support.paths import ROOT
from support.studio_visitor import PORT, Visitor

NAMES = games.built_in_names()
OWN = [str(path) for path in sorted((ROOT / "examples").glob("*.py"))]
HIDING = ["hike", "oh-hell", "hike-sled", *(path for path in OWN if "tricks" in path)]
SHORT = {"hike": {"target": 5}}
WORLDS = 10
SEATS = sorted(
    (
        (game, seat)
        for game in [*NAMES, *OWN]
        for seat in range(1, games.load(game).usual_players + 1)
    ),
    key=lambda one: one[1] != 2,
)
DAILY = len(NAMES) + len(OWN)  # one seat of each


class Veiled:
    """A stepper that plays the real game, but shows of it what another deal would look like that
    the seat cannot tell from the real one."""

    def __init__(self, real, seat: int, luck: random.Random, twins: list[bool]) -> None:
        self._real, self._seat, self._luck, self._twins = real, seat, luck, twins

    def __getattr__(self, name: str):
        return getattr(self._real, name)

    def copy(self):
        twin = self._real.copy()
        if not twin.redeal_hidden(self._seat, self._luck.randrange(2**32)):
            return self._real.copy()  # no other deal was found: once in a while
        self._twins.append(twin.describe() != self._real.describe())
        return twin

    def describe(self):
        return self.copy().describe()


def whole_game(game: str, seat: int, monkeypatch: pytest.MonkeyPatch, veiled: bool) -> "Traffic":
    """All that is sent, from the first word to the last move."""
    seen = Traffic()
    real, luck = human_game.begin_playout, random.Random(3)

    def begin(cell, index: int):
        stepper, seated = real(cell, index)
        return (Veiled(stepper, seat - 1, luck, seen.twins) if veiled else stepper), seated

    with monkeypatch.context() as patch:
        patch.setattr(human_game, "begin_playout", begin)
        patch.setattr(human_game, "affordable_worlds", lambda *_: WORLDS)
        engine = Engine(0)
        studio = Studio(engine, Catalog(OWN))
        visitor = Visitor(studio.app(PORT))
        visitor.cookies.set(f"analyze_{PORT}", studio.token)
        seen.play(game, seat, visitor, engine)
    return seen


class Traffic:
    """What was sent: to be compared byte by byte, and apart what chance has a part in."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.hints: list[tuple[dict, list[str]]] = []  # with the legal moves
        self.positions: list[str] = []
        self.twins: list[bool] = []  # was a deal that was looked at another than the real one?

    def ask(self, visitor: Visitor, path: str, told: dict | None = None) -> dict:
        got = visitor.get(path) if told is None else visitor.post(path, json=told)
        head = sorted((name, value) for name, value in got.headers.items() if name != "set-cookie")
        found = got.json()
        if path != "/hint" and "position" not in found:
            said = re.sub(r'"(sitting|run)": ?"[^"]*"|"rate": ?"[^"]*"', "", got.text)
            heads = [pair for pair in head if path != "/run" or pair[0] != "content-length"]
            self.answers.append(f"{path} {got.status_code} {heads} {said}")
        return found

    def play(self, game: str, seat: int, visitor: Visitor, engine: Engine) -> None:
        face, luck = games.load(game), random.Random(seat)
        table = {"game": game, "players": face.usual_players, "rules": SHORT.get(game, {})}
        table["policies"] = ["greedy" if game in NAMES else "expert"]
        self.ask(visitor, "/games")
        self.ask(visitor, f"/game?name={game}")
        self.ask(visitor, "/run", table)
        engine.step()
        before = json.dumps(engine.snapshot())
        told = self.ask(visitor, "/sit", {**table, "seat": seat, "index": 5})
        here = {"sitting": told["sitting"]}
        for number in range(10_000):
            if told["over"]:
                break
            moves = told["moves"]
            self.ask(visitor, "/move", {**here, "place": len(moves)})  # an error
            saved = self.ask(visitor, "/saved", here)
            if number < 8:  # what is dealt again needs its time
                self.hints.append((self.ask(visitor, "/hint", here), moves))
                for _ in range(2):
                    position = self.ask(visitor, "/saved", {**here, "position": True})
                    self.positions.append(position["position"])
            place = luck.randrange(len(moves))
            told = self.ask(visitor, "/move", {**here, "place": place})
            if number % 5 == 2:
                self.ask(visitor, "/undo", here)
                told = self.ask(visitor, "/move", {**here, "place": place})
            if number == 3:
                again = {**table, **{name: saved[name] for name in ("seat", "index", "after")}}
                again["made"] = [*saved["made"], place]
                here = {"sitting": self.ask(visitor, "/sit", again)["sitting"]}
        assert told["over"]
        self.ask(visitor, "/hint", here)  # an error
        self.ask(visitor, "/history")
        assert json.dumps(engine.snapshot()) == before  # the stream knows nothing of who sits down


def faults(real: Traffic, other: Traffic, cards: set[str]) -> list[str]:
    """What was sent, and tells something of hidden cards. `cards`: the names of all."""
    pairs = zip(real.answers, other.answers, strict=True)
    found = [mine for mine, theirs in pairs if mine != theirs]
    for hint, moves in real.hints:
        if {one["move"] for one in hint["moves"]} != set(moves):
            found.append(f"a hint weighs {hint['moves']}, but {moves} are legal")
        said = f"{hint['sentence']} {hint['why']}"
        for move in sorted(moves, key=len, reverse=True):
            said = said.replace(move, "")
        found += [said for card in cards if re.search(rf"\b{re.escape(card)}\b", said)]
    pairs = zip(real.positions[::2], real.positions[1::2], strict=True)
    if any(other.twins) and all(first == second for first, second in pairs):
        found.append("the same position is exported twice")
    return found


def card_names(game: str) -> set[str]:
    """Names of cards that somebody holds after some deals."""
    face, found = games.load(game), set()
    cell = build_setting(game, face.usual_players).cell
    for index in range(20):
        raw = begin_playout(cell, index)[0].describe()
        hands = [face.hand_of(cell.rules, raw, seat) for seat in range(cell.players)]
        found |= {card for hand in hands for card in hand}
    return found


@pytest.mark.parametrize(("game", "seat"), rest_full(SEATS, first=DAILY))
def test_what_is_sent_tells_no_hidden_card(
    game: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = whole_game(game, seat, monkeypatch, veiled=False)
    other = whole_game(game, seat, monkeypatch, veiled=True)
    assert faults(real, other, card_names(game)) == []
    assert len(real.answers) > 8
    assert any(other.twins) or game not in HIDING


def others_cards(table: HumanGame) -> str:
    """What the next seat holds: what nobody may send."""
    raw = table.stepper.describe()
    seat = (table.seat + 1) % table.cell.players
    return " ".join(table.face.hand_of(table.cell.rules, raw, seat))


def leak_title(patch: pytest.MonkeyPatch) -> None:
    real = HumanGame.payload
    patch.setattr(HumanGame, "payload", lambda self: real(self) | {"turn": others_cards(self)})


def leak_log(patch: pytest.MonkeyPatch) -> None:
    def seen(self: HumanGame) -> tuple:
        lines, fields = real(self)
        return [*lines, others_cards(self)], fields

    real = HumanGame._seen
    patch.setattr(HumanGame, "_seen", seen)


def leak_error(patch: pytest.MonkeyPatch) -> None:
    def move(self: HumanGame, place: int) -> None:
        if place >= len(self.stepper.moves()):
            raise UserError(f"{others_cards(self)}.")
        real(self, place)

    real = HumanGame.move
    patch.setattr(HumanGame, "move", move)


def leak_saved(patch: pytest.MonkeyPatch) -> None:
    real = HumanGame.saved
    patch.setattr(HumanGame, "saved", lambda self: real(self) | {"deal": others_cards(self)})


def leak_undo(patch: pytest.MonkeyPatch) -> None:
    def undo(self: HumanGame) -> None:
        real(self)
        self.log.append(others_cards(self))

    real = HumanGame.undo
    patch.setattr(HumanGame, "undo", undo)


def leak_history(patch: pytest.MonkeyPatch) -> None:
    def tried(self: Studio) -> dict:
        return real(self) | {"sentences": [others_cards(one) for one in self.sittings.values()]}

    real = Studio.tried
    patch.setattr(Studio, "tried", tried)


def leak_hint(patch: pytest.MonkeyPatch) -> None:
    real = HumanGame.hint
    patch.setattr(HumanGame, "hint", lambda self: real(self) | {"why": others_cards(self)})


def leak_hint_moves(patch: pytest.MonkeyPatch) -> None:
    def weigh(*given: object) -> dict:
        found = real(*given)
        found["moves"][0]["move"] = "play what you do not hold"
        return found

    real = human_game.weigh_moves
    patch.setattr(human_game, "weigh_moves", weigh)


def leak_position(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(answers, "position_text", lambda game: export.to_toml(export._words(game)))


LEAKS = [one for name, one in list(globals().items()) if name.startswith("leak_")]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    real = whole_game("hike", 2, monkeypatch, veiled=False)
    other = whole_game("hike", 2, monkeypatch, veiled=True)
    assert faults(real, other, card_names("hike")) != []
