"""Rules, suit files, policies, numbers in any form: refused in one sentence, or they play."""

import inspect
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import analyzer
from analyzer import games, new_state
from analyzer.errors import RunError, UserError
from analyzer.games.parameters import parameters
from analyzer.policies import python_file, spec
from analyzer.request import options
from support.fuzz import JUNK, NUMBERS, SCALARS, WORDS, is_sentence
from support.fuzz_folder import tables
from support.playouts import cell, totals
from support.settings import examples

# --- rules ----------------------------------------------------------------------------------------


def values_of(rule):
    """What a rule may be, and what lies just beside it."""
    near = [rule.default]
    if rule.limits:
        low, high = rule.limits
        near = [low - 1, low, low + 1, high - 1, high, high + 1]
    elif rule.values:
        near = [*rule.values, *map(str, rule.values)]
    return st.one_of(st.sampled_from(near), st.sampled_from(near), JUNK)


@pytest.mark.parametrize("game", games.names())
def test_any_rules(game):
    """What is accepted is played for a while."""
    face = games.load(game)
    known = parameters(face.rules_type)
    pair = st.sampled_from(known).flatmap(
        lambda rule: st.tuples(st.just(rule.name), values_of(rule))
    )
    odd = st.tuples(st.one_of(WORDS, NUMBERS, st.none()), JUNK)

    @examples(250)
    @given(
        st.lists(st.one_of(pair, pair, pair, pair, odd), max_size=4),
        st.integers(*face.players),
        st.integers(0, 99),
    )
    def holds(pairs, seats, seed):
        try:
            state = new_state(game, seats, dict(pairs), seed)
        except UserError as error:
            is_sentence(error)
            return
        rng = random.Random(seed)
        for _ in range(60):
            if not state.over:
                state.play(rng.randrange(len(state.moves())))
        assert new_state(position=state.position()).position() == state.position()

    holds()


FILE = """
provenance = "read from the cards"
Bird  = ["bird", "lake", "tree"]
bug   = ["light", "peak", "tree"]
lake  = ["bug", "light", "Peak"]
light = ["bug", "trail", "tree"]
peak  = ["bird", "light", "trail"]
trail = ["bird", "bug", "lake"]
tree  = ["lake", "peak", "trail"]
"""
PIECES = st.one_of(
    st.sampled_from(["", "[", "]", '"', "\n", "= ", "[[", "{}", "#", "peak", "bug = 1\n", "[a]\n"]),
    st.sampled_from(["0", "-1", "99", "1e9", "true", '"S"', '"red"', '"', "[]", "nan"]),
    st.text(max_size=3),
)


@st.composite
def broken_text(draw, text=FILE):
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.sampled_from([0, 0, 1, 2, 8, 40])))
        text = text[:begin] + draw(PIECES) + text[end:]
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8", "utf-8", "utf-16"])), "ignore")


def test_broken_suit_files(tmp_path):
    file = tmp_path / "box.toml"
    face = games.load("hike")
    accepted = []

    @examples(400)
    @given(broken_text(), st.sampled_from(["suit", "card"]))
    def holds(text, scope):
        file.write_bytes(text)
        try:
            rules = face.resolve_rules(3, {"suits": str(file), "suits_scope": scope})
        except UserError as error:
            is_sentence(error)
            return
        accepted.append(text)
        origin = face.provenance(rules)["suits"]["provenance"]
        assert origin
        assert "\n" not in origin
        face.warnings(rules)
        face.encode_rules(rules)

    holds()
    assert accepted


@pytest.mark.parametrize(("game", "rule"), [("hike-sled", "cards"), ("hide-n-seek", "maps")])
def test_broken_tables(game, rule, tmp_path):
    """Cards and maps of a user's own: refused in a sentence, or played."""
    face = games.load(game)
    whole = tables(game)
    file = tmp_path / "box.toml"
    accepted = []

    @examples(200)
    @given(broken_text(whole), st.integers(*face.players), st.integers(0, 99))
    def holds(text, players, seed):
        file.write_bytes(text)
        try:
            state = new_state(game, players, {rule: str(file)}, seed)
        except UserError as error:
            is_sentence(error)
            return
        accepted.append(text)
        rules = face.resolve_rules(players, {rule: str(file)})
        assert "\n" not in "".join(face.warnings(rules))
        assert face.provenance(rules)[rule]["provenance"]
        luck = random.Random(seed)
        for _ in range(80):
            if not state.over:
                state.play(luck.randrange(len(state.moves())))
        assert new_state(position=state.position()).position() == state.position()

    holds()
    assert accepted


@examples(300)
@given(st.one_of(st.text(max_size=30), st.text("random_regular:0123456789²~/.toml\0", max_size=30)))
def test_any_text_as_a_suit_table(text):
    try:
        games.load("hike").resolve_rules(3, {"suits": text})
    except UserError as error:
        is_sentence(error)


# --- the words of the command line ----------------------------------------------------------------

LETTERS = st.text("0123456789,-=:._eEkMG+ ax\n/é²", max_size=14)


@examples(800)
@given(LETTERS, LETTERS)
def test_any_words(one, other):
    for call in (
        *(partial(row.read, one) for row in options.OPTIONS),
        *(partial(row.read, [one, other]) for row in options.OPTIONS),
        *(partial(row.read, [f"target={one}"]) for row in options.OPTIONS),
        lambda: spec.parse_policy(one),
        lambda: spec.policies_by_seat([one, f"1-{other}=random"], 4),
        lambda: spec.policies_by_seat([f"{one}=expert"], 4),
    ):
        try:
            call()
        except UserError as error:
            is_sentence(error)


# --- policies -------------------------------------------------------------------------------------

ECHO = "ANSWER = 0\ndef echo(view, moves, rng):\n    return ANSWER\n"


def test_any_answer_of_a_policy(tmp_path):
    """One of the moves, or a number of one; whatever else it is, the run ends with a sentence."""
    file = tmp_path / "echo.py"
    file.write_text(ECHO)
    table = cell("hike", 3, (f"{file}:echo", "random", "random"))
    module = python_file.read_file(str(file)).module

    @examples(120)
    @given(JUNK)
    def holds(answer):
        module.ANSWER = answer
        try:
            assert totals(table, 1).n == 1
        except RunError as error:
            is_sentence(error)

    holds()


@examples(250)
@given(st.text(max_size=20), st.text("abc=,.0123456789-", max_size=12))
def test_any_name_and_parameters_of_a_policy(name, params):
    for text in (
        name,
        f"expert:{params}",
        f"random:{params}",
        f"{name}.py:A",
        f"expert:hold={params}",
    ):
        try:
            totals(cell("hike", 3, (text, "random", "random")), 1)
        except (UserError, RunError) as error:
            is_sentence(error)


# --- from Python ----------------------------------------------------------------------------------


@examples(150)
@given(st.sampled_from(["game", "players", "policy", "rules", "seed", "coin_seed"]), JUNK)
def test_anything_asked_from_python(name, value):
    given_ = {"game": "hike", "players": 3, "policy": "random", "n": 20, name: value}
    try:
        analyzer.simulate(**given_)
    except UserError as error:
        is_sentence(error)


ARGUMENTS = {
    "simulate": {},
    "compare": {"vs": {"sun": 0}},
    "sweep": {"rule": {"target": [5, 6]}},
    "tournament": {"policies": ["random", "greedy"]},
    "plan": {"n": 100},
    "tune": {"over": {"hold": [0, 1]}},
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_anything_as_an_argument_of_a_function(name):
    """Every argument of every function: a sentence, or a result."""
    function = getattr(analyzer, name)
    known = [one for one in inspect.signature(function).parameters if one != "cluster"]

    @examples(60)
    @given(st.sampled_from(known), st.one_of(SCALARS, JUNK))
    def holds(argument, value):
        given_ = {"game": "hike", "players": 3, "n": 3, "threads": 1}
        given_ |= {} if name == "sweep" else {"rules": {"target": 5}}
        if argument == "n" and isinstance(value, int | float) and value > 100:
            value = 0  # what is accepted is played
        try:
            function(**given_ | ARGUMENTS[name] | {argument: value})
        except (UserError, RunError) as error:
            is_sentence(error)

    holds()


@examples(60)
@given(st.sampled_from(["worlds", "precision", "policy", "by", "threads"]), JUNK)
def test_anything_as_an_argument_of_advice(argument, value):
    try:
        new_state("hike", 3).advise(**{"worlds": 2, "threads": 1, argument: value})
    except UserError as error:
        is_sentence(error)
