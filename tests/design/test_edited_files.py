"""What is edited is played as it is now, in one process: a file, what it imports, its CSV."""

import os
import textwrap

import pytest

import analyzer
from analyzer.errors import UserError
from support.own_games import HEAD, nim, written

GAMES = 40
SUMS = """
class Sums(Game, players=2, main_rule="ends"):
    \"\"\"Draw a card each; the higher sum wins.\"\"\"
    ends = rule(3, 1, 9, "Turns of a player.")
    deck = pile(CARDS, seen_by="nobody")
    taken = piles(CARDS, seen_by="all")
    sum = per_game("points drawn")
    def deal(self):
        self.deck.fill()
        self.deck.shuffle("deal", 0)
    def moves(self):
        self.may(self.draw)
    @move("draw")
    def draw(self):
        self.sum += bonus(self.deck.top.value)
        self.deck.deal(self.taken[self.seat])
        self.seat = self.after(self.seat)
        if len(self.taken[1]) == self.ends:
            self.end()
    def score(self, seat):
        return sum(card.value for card in self.taken[seat])
    def worth_draw(self, me):
        return 1
"""


def mean(game, name="taken", **more):
    found = analyzer.simulate(game, players=2, n=GAMES, policy="random", rows=True, **more)
    return found.games[name].mean() if name in found.games else found.seats[name].mean()


def same_second(path, text):
    """The worst edit: as many bytes, at the very same time."""
    old = path.stat()
    assert len(text.encode()) == old.st_size
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))


@pytest.fixture(params=["interpreted", "compiled"])
def mode(request, monkeypatch):
    monkeypatch.setenv("ANALYZER_GAME_FILES", request.param)


@pytest.mark.usefixtures("mode")
def test_an_edited_game_is_another_game(tmp_path):
    game = written(tmp_path, nim("self.taken[0] += 3"))
    before = analyzer.simulate(game, players=2, n=GAMES, policy="expert", rows=True)
    same_second(tmp_path / "mine.py", nim("self.taken[0] += 7"))
    after = analyzer.simulate(game, players=2, n=GAMES, policy="expert", rows=True)
    made = after.games["turns"].sum()
    assert before.games["turns"].sum() == made
    taken = [found.seats["taken"].sum() for found in (before, after)]
    assert taken[1] - taken[0] == 4 * made
    hashes = [found.data["data"]["rules"]["hash"] for found in (before, after)]
    assert hashes[0] != hashes[1]
    same_second(tmp_path / "mine.py", nim("self.taken[0] += 3"))
    again = analyzer.simulate(game, players=2, n=GAMES, policy="expert", rows=True)
    assert again.data == before.data
    assert again.seats["taken"].sum() == taken[0]


def test_an_edited_expert_plays(tmp_path):
    game = written(tmp_path, nim(worth="return n"))
    quick = mean(game, "turns", rules={"stones": 20})
    first = analyzer.simulate(game, players=2, n=GAMES, rules={"stones": 20}, rows=True)
    same_second(tmp_path / "mine.py", nim(worth="return 2"))
    coins = analyzer.simulate(game, players=2, n=GAMES, rules={"stones": 20}, rows=True)
    assert first.games["turns"].max() == 10  # always two
    assert coins.games["turns"].max() > 10
    assert mean(game, "turns", rules={"stones": 20}) == quick


@pytest.mark.usefixtures("mode")
def test_what_a_game_imports_and_reads_is_edited(tmp_path):
    helper, cards = tmp_path / "helping.py", tmp_path / "cards.csv"
    helper.write_text("def bonus(x):\n    return x + 1\n")
    cards.write_text("name,count,value\nA,10,2\n")
    text = f'{HEAD}from helping import bonus\nCARDS = table("cards.csv")\n{SUMS}'
    game = written(tmp_path, text)
    assert mean(game, "sum") == 6 * 3
    same_second(helper, "def bonus(x):\n    return x + 5\n")
    assert mean(game, "sum") == 6 * 7
    same_second(cards, "name,count,value\nA,10,4\n")
    assert mean(game, "sum") == 6 * 9


def test_files_of_one_name_in_two_folders(tmp_path):
    games = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "helping.py").write_text(f"def bonus(x):\n    return x + {number}\n")
        (folder / "cards.csv").write_text("name,count,value\nA,10,0\n")
        text = f'{HEAD}from helping import bonus\nCARDS = table("cards.csv")\n{SUMS}'
        games.append(written(folder, text))
    assert [mean(game, "sum") for game in games] == [6, 12]
    assert [mean(game, "sum") for game in games] == [6, 12]


def test_a_name_means_the_file_of_the_folder_where_it_is_said(tmp_path, monkeypatch):
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        written(folder, nim(f"self.taken[0] += {number} - 1"))
    found = []
    for number in (1, 2):
        monkeypatch.chdir(tmp_path / str(number))
        found.append(mean("./mine.py"))
    assert found[0] < found[1]


def test_a_game_that_is_broken_by_an_edit_and_mended(tmp_path):
    game = written(tmp_path, nim())
    first = mean(game)
    (tmp_path / "mine.py").write_text("class Broken(\n")
    with pytest.raises(UserError, match=r"mine.py has an error in line 1"):
        mean(game)
    (tmp_path / "mine.py").unlink()
    with pytest.raises(UserError, match="does not exist"):
        mean(game)
    written(tmp_path, nim())
    assert mean(game) == first


def test_policies_watchers_and_questions_are_edited(tmp_path):
    """With what they import."""
    game = written(tmp_path, nim())
    helper, policy = tmp_path / "which.py", tmp_path / "plays.py"
    helper.write_text("AT = 0\n")
    policy.write_text(
        'from which import AT\ndef first(view, moves, rng):\n    """One."""\n    return moves[AT]\n'
    )
    watcher = tmp_path / "watch.py"
    text = textwrap.dedent("""
        from analyzer.design import per_game
        class Made:
            made = per_game("moves")
            def start(self, state):
                self.made = 0
            def after(self, state, seat, move):
                self.made += 1
    """)
    watcher.write_text(text)

    def played(word):
        more = {"policy": f"{policy}:first", "count": f"{watcher}:Made", "rules": {"stones": 20}}
        return analyzer.simulate(game, players=2, n=4, rows=True, **more).games[word].max()

    assert (played("turns"), played("made")) == (20, 20)
    same_second(watcher, text.replace("+= 1", "+= 3"))
    assert (played("turns"), played("made")) == (20, 60)
    same_second(helper, "AT =-1\n")
    assert (played("turns"), played("made")) == (10, 30)
