"""No general room names a game, its units, its fields or its cards: those are data of its face."""

import ast
import re
from functools import cache

import pytest

from analyzer import games
from analyzer._core.runner import GAME_COLUMNS, SEAT_COLUMNS
from analyzer.playout.continuations import Walker
from support.paths import ROOT
from support.playouts import cell

PACKAGE = ROOT / "analyzer"
GAMES = games.names()
DEALS = 20  # first hands that are looked at for names of cards

# Words that the program says of every game, and that some game has for a number of its own.
EVERY_GAME = {
    *GAME_COLUMNS,
    *SEAT_COLUMNS,
    "hands",  # of a position: who holds what
    "lost",
}


def is_general(path):
    room, *rest = path.relative_to(PACKAGE).parts
    return not (room == "games" and rest[1:]) and rest[:1] != ["starts"]


FILES = sorted(filter(is_general, [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]))


@cache
def words_of(name):
    """What a game calls itself, its numbers, its units, its roles and its cards."""
    game = games.load(name)
    table = cell(name, game.players[0], ("random",) * game.players[0])
    cards = {
        card
        for index in range(DEALS)
        for seat in range(table.players)
        for card in game.hand_of(table.rules, Walker(table).start(index).describe(), seat)
    }
    said = {
        *(game.name, game.title, *(game.roles or ()), *game.units, *game.units.values()),
        *(*game.counted_cards.names, *game.counted_cards.names.values(), *cards),
    }
    numbers = {
        *(*game.game_counters, *game.seat_counters),
        *(field.name for field in game.declared.fields),
    }
    found = said | {word for word in numbers if is_plain(word)}
    return {word for word in found if len(word) > 2} - EVERY_GAME


@cache
def strings(path):
    """Texts that the program uses: no docstring."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return set(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", text))
    return set(strings_of(text))


def strings_of(text):
    tree = ast.parse(text)
    about = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in about:
            yield node.value


def named(text, words):
    """Those that a text is, and those that it holds if they can mean nothing else."""
    if "analyze " in text or "such as" in text or "as in" in text:
        return set()
    return {
        word
        for word in words
        if word in text and (text == word or (is_plain(word) and holds(text, word)))
    }


def is_plain(word):
    """Can it only be the game's? Words of one piece in small letters are English, too."""
    return any(sign in word for sign in "_- ") or word in GAMES


def holds(text, word):
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)


@pytest.mark.parametrize("game", GAMES)
def test_general_rooms_name_nothing_of_a_game(game):
    found = {
        f"{path.relative_to(PACKAGE)}: {word}"
        for path in FILES
        for text in strings(path)
        for word in named(text, words_of(game))
    }
    assert found == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_a_game_would_be_found(game):
    for word in words_of(game):
        (text,) = strings_of(f'"""About {word}."""\nUNITS = ({word!r},)\n')
        assert word in named(text, words_of(game))
    assert len(words_of(game)) >= 20


def test_a_table_of_units_would_be_found():
    """The table that stood in the room of estimates."""
    unit, said = strings_of('UNITS = ("player_turns", "days of prep_days")\n')
    assert named(unit, words_of("horrible-mountain"))
    assert named(said, words_of("hike-sled"))
