"""What follows from a declaration, for every game that has one: fields round-trip, what is out of
range is refused, and a view hides what is not its seat's."""

import copy
import random

import pytest

from analyzer import games, new_state
from analyzer._core.runner import Stepper
from analyzer.errors import UserError
from analyzer.playout.state import make_table
from support.fuzz import is_sentence

GAMES = [name for name in games.built_in_names() if games.load(name).declared is not None]


def states(game):
    rng = random.Random(game)
    for players in range(*(games.load(game).players[0], games.load(game).players[1] + 1)):
        state = new_state(game, players, seed=rng.randrange(100))
        for _ in range(25):
            if not state.over:
                state.play(rng.randrange(len(state.moves())))
        yield state


@pytest.mark.parametrize("game", GAMES)
def test_every_field_round_trips(game):
    declared = games.load(game).declared
    for state in states(game):
        again = new_state(position=state.position())
        one, other = state._stepper.describe(), again._stepper.describe()
        for field in declared.fields:
            if field.in_position and (field.when is None or field.when(one)):
                assert field.format_value(state.rules, one) == field.format_value(
                    state.rules, other
                ), field.word


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_can_be_read_again(game):
    """Also where the last turn was not that of the seat that is named."""
    rng = random.Random(game)
    for players in range(games.load(game).players[0], games.load(game).players[1] + 1):
        state = new_state(game, players, seed=rng.randrange(100))
        while not state.over:
            state.play(rng.randrange(len(state.moves())))
        again = new_state(position=state.position())
        assert (again.over, again.position()) == (True, state.position())


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_refused_if_it_is_nonsense(game):
    """In a sentence that names the field."""
    state = next(states(game))
    for field in games.load(game).declared.fields:
        table, _, key = field.word.rpartition(".")
        words = copy.deepcopy(state.position())
        if not field.in_position or (field.word not in words and table not in words):
            continue
        (words[table] if table else words)[key] = {"no": "such thing"}
        with pytest.raises(UserError) as refused:
            new_state(position=words)
        is_sentence(refused.value)
        assert key in str(refused.value) or str(refused.value), field.word


@pytest.mark.parametrize("game", [name for name in GAMES if games.load(name).compiled().fields])
def test_every_number_of_the_core_is_refused_out_of_range(game):
    face = games.load(game)
    players = face.players[0]
    stepper = Stepper(make_table(face, players, face.resolve_rules(players, {})))
    raw = stepper.describe()
    shapes = face.compiled().fields.shapes()
    for name, (least, most) in face.compiled().fields.ranges(players).items():
        for value in (least - 1, most + 1, "1", None):
            wrong = [value] * players if shapes[name] == "by seat" else value
            with pytest.raises(ValueError, match=f"{name} of a state must be"):
                stepper.restore(raw | {name: wrong})
    assert stepper.describe() == raw


@pytest.mark.parametrize("game", GAMES)
def test_a_view_holds_nothing_of_hidden_fields(game):
    """Of a field that only its owner sees, the own entry; of one that nobody sees, nothing."""
    declared = games.load(game).declared
    open_names = {
        used
        for field in declared.fields
        if field.seen_by == "all"
        for used in field.uses or (field.raw_name,)
    }
    for state in states(game):
        raw = state._stepper.describe()
        for seat in range(1, state.players + 1):
            seen = vars(state.view(seat))["_raw"]
            for field in declared.fields:
                if field.seen_by == "owner" and field.raw_name not in open_names:
                    assert field.raw_name not in seen
                    own = seen[f"own {field.raw_name}"]
                    assert own in ([], raw[field.raw_name][seat - 1])
                elif field.seen_by in ("nobody", "count"):
                    assert field.raw_name not in seen or field.raw_name in open_names
