"""The examples in both modes, for the builds that watch memory: `scripts/test --sanitize`."""

import pytest

from analyzer import games, new_state
from analyzer.playout.cell import Cell
from analyzer.policies import spec
from analyzer.simulation.chunk import play_chunk
from analyzer.simulation.plan import Chunk, Reduction
from analyzer.testing import conformance
from support.own_games import example

pytestmark = pytest.mark.kit


@pytest.fixture(params=["interpreted", "compiled"], autouse=True)
def mode(request, monkeypatch):
    monkeypatch.setenv("ANALYZER_GAME_FILES", request.param)
    return request.param


@pytest.mark.full
@pytest.mark.parametrize("name", ["auction", "court", "pig", "tricks"])
def test_an_example_passes_the_kit_and_is_played(name, mode):
    game = example(name)
    skip = {"redealing does redeal": "it has no secrets"} if name == "pig" else {}
    for check in conformance.checks(game, playouts=1, skip=skip):
        check()
    face = games.load(game)
    assert face.mode == mode
    for players in range(face.players[0], face.players[1] + 1):
        rules = face.resolve_rules(players, {})
        for policy in ("random", "expert", "search:worlds=2"):
            n = 1 if policy.startswith("search") else 20
            seats = tuple(spec.parse_policy(policy) for _ in range(players))
            cell = Cell(game, players, rules, seats)
            chunk = Chunk((cell,), (Reduction("totals", (0,)),), 0, n)
            assert play_chunk(chunk).n == n
        state = new_state(game, players)
        for _ in range(60):
            if state.over:
                break
            other = new_state(game, players, position=state.position())
            for seat in range(1, players + 1):
                assert other.redeal_hidden(seat)
            state.play(state.moves()[-1])
