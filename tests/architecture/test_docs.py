"""What the documents name exists, what they show works, what they list is complete.

Conventions of the documents: a path in backticks is one of this repository, unless it begins
with `./`, which is a file of the user's; `<game>` stands for every game; a command stands at the
beginning of a line in a code block, or is a whole span in backticks.
"""

import doctest
import io
import json
import os
import re
import shlex
import tomllib
from contextlib import contextmanager, redirect_stdout
from difflib import SequenceMatcher
from functools import cache
from importlib.util import find_spec

import pytest
import typer

from analyzer import cli, games
from analyzer.cli import _modes
from analyzer.request import parse
from analyzer.simulation.executors import cluster
from support.findings import expect_none
from support.paths import ROOT
from support.playouts import by_seat, cell, totals

DOCS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "analyzer" / "games").glob("*/rules.md"),
    ]
)
README, ARCHITECTURE = ROOT / "README.md", ROOT / "ARCHITECTURE.md"
NUMBERS, PYTHON, START = (
    ROOT / "docs" / name for name in ("numbers.md", "python.md", "getting-started.md")
)
CHANGELOG = ROOT / "CHANGELOG.md"

# A span that names a path: it has a slash, or ends like a file that we keep.
PATH = re.compile(r"[\w.<>*-]*/[\w./<>*-]*|[\w<>*-]+\.(?:py|pyx|pxd|md|toml|txt)")
MADE_BY_RUNS = {
    *("summary.json", "provenance.json", "answer.json", "answer.md", "chunks.txt", "games/"),
    "seats/",
}


def text_of(doc):
    return doc.read_text(encoding="utf-8")


def blocks(doc, language=None):
    """The code blocks of a document, or those of one language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text_of(doc), re.MULTILINE | re.DOTALL)
    return [code for name, code in found if language is None or name == language]


def spans(doc):
    """What stands in backticks outside of code blocks."""
    prose = re.sub(r"^```.*?^```$", "", text_of(doc), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", prose)


def commands(doc, word):
    """Every command line of a document that begins with a word, comments cut off."""
    lines = [line for code in blocks(doc) for line in code.splitlines()]
    made = re.findall(r"<!-- (?:output|picture) of: (.*?) -->", text_of(doc))
    wanted = rf"(?:scripts/)?{word}(?: .*)?"
    return [
        shlex.split(line, comments=True)
        for line in [*lines, *spans(doc), *made]
        if re.fullmatch(wanted, line)
    ]


def expect_right(find, fault):
    """Of everything that is found in the documents, each once, nothing has a fault."""
    found = {(doc.relative_to(ROOT).as_posix(), what) for doc in DOCS for what in find(doc)}
    assert len(found) > 10
    known = cache(fault)
    told = ((name, what, known(what)) for name, what in sorted(found))
    expect_none(f"{name}: {what}: {why}" for name, what, why in told if why)


# --- paths ---------------------------------------------------------------------------------------


def paths(doc):
    """Links, which start where their document lies, and the paths in backticks."""
    links = re.findall(r"\]\(([^)#:]+)\)", text_of(doc))
    to = {os.path.relpath(doc.parent / link, ROOT) for link in links}
    named = {span for span in spans(doc) if PATH.fullmatch(span) and not span.startswith("./")}
    return to | (named - MADE_BY_RUNS)


def test_paths_exist():
    def missing(path):
        each = games.names() if "<game>" in path else [""]
        files = [path.replace("<game>", game.replace("-", "_")).strip("/") for game in each]
        return [file for file in files if not any((*ROOT.glob(file), *(ROOT / "docs").glob(file)))]

    expect_right(paths, missing)


def test_every_page_is_in_a_list_of_pages():
    """The site shows what a toctree names, and `scripts/docs` fails for a page that none does."""
    root = ROOT / "docs"
    listed = {
        (index.parent / name).relative_to(root).as_posix()
        for index in (root / "index.md", root / "cookbook" / "index.md")
        for tree in re.findall(r"```\{toctree\}\n(.*?)```", text_of(index), re.DOTALL)
        for name in tree.split("\n")
        if name and name[0] != ":"
    }
    pages = {path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.md")}
    made = {
        "python-api",
        "fields",
        "games/index",
        *(path.stem.lower() for path in ROOT.glob("*.md")),
    }
    assert pages - {"index"} <= listed
    assert listed <= pages | made


def test_the_map_of_the_rooms_is_true():
    """Every file and folder on the map exists, and every room of analyzer/ and _core/ is on it."""
    (drawn,) = [code for code in blocks(ARCHITECTURE, "text") if "_core/  " in code]
    folder, found = ROOT, set()
    for line in drawn.splitlines():
        names = re.match(r" *(\S+(?:  \S+)*)   ", line + "   ")[1].split("  ")
        folder = folder if line.startswith(" ") else ROOT
        for name in names:
            assert (folder / name).exists(), name
            found.add((folder / name).relative_to(ROOT))
        if not line.startswith(" ") and names[0].endswith("/"):
            folder = ROOT / names[0]
    kept = {"", ".py", ".pyx", ".pxd"}  # not what a build leaves beside them
    paths = [*(ROOT / "analyzer").iterdir(), *(ROOT / "_core").iterdir()]
    rooms = {path for path in paths if path.name[0] not in "_." and path.suffix in kept}
    assert {path.relative_to(ROOT) for path in rooms} <= found


# A span that names something of the code: a word, dotted or not, perhaps with its arguments.
NAME = re.compile(r"[A-Za-z_][\w.]*(?:\([^)]*\)|=)?")
PLACEHOLDERS = {"new_game"}  # the example of a new game's files


def names(doc):
    """The names of the code that a document mentions."""
    said = [span for span in spans(doc) if NAME.fullmatch(span) and not PATH.fullmatch(span)]
    return {word for span in said for word in re.findall(r"[A-Za-z_]\w*", span)} - PLACEHOLDERS


@pytest.fixture(scope="module")
def code_words():
    """Every word of the sources; names in documents must be among them."""
    places = [ROOT / name for name in ("analyzer", "_core", "scripts", "tests", "tools")]
    paths = [ROOT / "setup.py", *(path for place in places for path in place.rglob("*.p*"))]
    texts = (text_of(path) for path in paths if path.suffix in (".py", ".pyx", ".pxd"))
    return {word for text in texts for word in re.findall(r"\w+", text)}


def test_names_of_the_code_exist(code_words):
    assert names(ARCHITECTURE) - code_words == set()
    assert names(ROOT / "CONTRIBUTING.md") - code_words == set()
    assert names(ROOT / "docs" / "hidden-information.md") - code_words == set()


# --- commands ------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with the files that the README tells its readers to write."""
    (player,) = [code for code in blocks(README, "python") if "class Cautious" in code]
    (tmp_path / "mine.py").write_text(player, encoding="utf-8")
    (table,) = blocks(NUMBERS, "toml")
    (tmp_path / "box.toml").write_text(table, encoding="utf-8")
    (case,) = blocks(ROOT / "docs" / "cookbook" / "position.md", "toml")
    (tmp_path / "case.toml").write_text(case, encoding="utf-8")
    for code in blocks(ROOT / "docs" / "policies.md", "cython"):
        name = re.match(r"# (\w+\.pyx):", code)
        if name:
            (tmp_path / name[1]).write_text(code, encoding="utf-8")
    for code in blocks(ROOT / "docs" / "your-questions.md", "python"):
        name = code.split()[1]  # "# wonder.py"
        (tmp_path / name).write_text(code, encoding="utf-8")
    (tmp_path / "reports").mkdir()
    (tmp_path / "scheduler.json").write_text('{"address": "tcp://host:8786"}')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster, "open_cluster", only_read)
    return tmp_path


@contextmanager
def only_read(words, name="Option --cluster"):
    """A cluster whose words are checked, and nobody is called."""
    if words is not None:
        cluster.parse_cluster(words, name)
    yield None


class ReachedError(Exception):
    """A command got past every check and was about to play."""


@pytest.mark.usefixtures("desk")
def test_commands_can_be_typed_as_they_stand(capsys, monkeypatch):
    def play(*_, **__):
        raise ReachedError

    def refused(line):
        _, *words = shlex.split(line)
        complete = words[:1] in ([], ["games"]) or "hike" in words  # else the command is only named
        code = cli.run(words if complete else [*words, "--help"])
        told = capsys.readouterr()
        return code and "ReachedError" not in told.err and (told.err or f"exit code {code}")

    monkeypatch.setattr("analyzer.simulation.run.run", play)
    monkeypatch.setattr("analyzer.playout.replay.replay", play)
    monkeypatch.setattr("analyzer.studio.serve.serve", play)
    expect_right(lambda doc: map(shlex.join, commands(doc, "analyze")), refused)


def options(doc):
    return {span for span in spans(doc) if re.fullmatch(r"--?[a-z][\w-]*", span)}


def known_options():
    group = typer.main.get_command(cli.app)
    found = {"--help", "-h", *_modes.MODES, _modes.DEBUG}
    for command in (group, *group.commands.values()):
        found |= {name for param in command.params for name in param.opts}
    files = [path for path in (ROOT / "scripts").iterdir() if path.is_file()]
    files += (ROOT / "tools").rglob("*.py")
    scripts = "".join(path.read_text("utf-8") for path in files)
    found |= set(re.findall(r"(?<=scripts/test )--\w+", scripts))
    plugin = text_of(ROOT / "analyzer" / "testing" / "pytest_plugin.py")
    found |= set(re.findall(r'"(--contract-\w+)"', plugin))
    return found | set(re.findall(r'(?<=add_argument\(")--\w+', scripts))


def test_options_exist():
    known = known_options()
    expect_right(options, lambda option: option not in known and "there is none")


def test_every_option_of_simulate_is_listed():
    command = typer.main.get_command(cli.app).commands["simulate"]
    known = {name for param in command.params for name in param.opts if name.startswith("-")}
    assert known <= options(START)


def scripts(doc):
    lines = [line.partition(" #")[0] for code in blocks(doc) for line in code.splitlines()]
    return {
        tuple(shlex.split(line[line.index("scripts/") :]))
        for line in [*lines, *spans(doc)]
        if re.match(r"([A-Z_]+=\w+ )?scripts/\w+( |$)", line.strip())
    }


def test_scripts_can_be_run():
    def missing(words):
        script, *arguments = shlex.split(words)
        path = ROOT / script
        if not path.is_file() or not os.access(path, os.X_OK):
            return [script]
        text, arguments = path.read_text("utf-8"), arguments if path.name != "analyze" else []
        unknown = [word for word in arguments if word.startswith("--") and word not in text]
        files = [word for word in arguments if "/" in word and not word.startswith("--")]
        return unknown + [file for file in files if not (ROOT / file).exists()]

    expect_right(lambda doc: map(shlex.join, scripts(doc)), missing)


def test_extras_exist():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for doc in DOCS:
        for extra in re.findall(r"pip install .*\.\[(\w+)\]", text_of(doc)):
            assert extra in project["optional-dependencies"]


# --- examples ------------------------------------------------------------------------------------


def test_python_examples_give_what_they_show():
    failed, tried = doctest.testfile(str(PYTHON), module_relative=False)
    assert tried > 10
    assert failed == 0


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("keep", ["", ":keep=3"])
def test_the_policy_of_the_readme_plays(keep):
    seats = (f"./mine.py:Cautious{keep}", "random", "random", "random")
    found = totals(cell("hike", 4, seats), 200)
    mine, *others = by_seat(found, "win840")
    assert found.n == 200
    assert mine > max(others)  # 200 games suffice: it wins twice as often as random


@pytest.mark.usefixtures("desk")
def test_the_suit_table_of_the_documents_is_the_default_one():
    face = games.load("hike")
    theirs, ours = (
        face.encode_rules(face.resolve_rules(5, rules))["rows"]
        for rules in ({"suits": "./box.toml"}, {})
    )
    assert theirs == ours


# --- output --------------------------------------------------------------------------------------

# A block of output stands below the command that printed it. To print them all anew:
# ANALYZER_GOLDEN=write pytest tests/architecture/test_docs.py -k output
OUTPUT = re.compile(
    r"(<!-- output of: (?:scripts/)?analyze (.*?) -->\n```text\n)(.*?)(?=```)", re.DOTALL
)
TIME = re.compile(r"(?: {2,}|\n)\d[\d.hmins ]* · \d\S* [kM]? ?games/s")  # or a line of its own


# A row of questions: a command, and one line of what it prints with --quiet.
ANSWER = re.compile(r"^(\| [^|]+ \| `scripts/analyze ([^`|]+)` \| )([^|]+)(?= \|$)", re.MULTILINE)


def outputs():
    """What the documents show, by the command; two that show the same show it alike."""
    found = {}
    for doc in DOCS:
        for _, words, shown in OUTPUT.findall(text_of(doc)):
            assert found.setdefault(words, shown) == shown, words
    return found


def is_long(words):
    """Too long to be played again: a table of a simulation, compared with one of fewer games."""
    return "simulate" in words and "--quiet" not in words


def printed(words):
    with redirect_stdout(io.StringIO()) as told:
        assert cli.run(shlex.split(words)) == 0
    return told.getvalue()


@pytest.fixture(scope="module")
def shown():
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        made = cache(printed)
        for doc in DOCS:
            old = text_of(doc)
            new = OUTPUT.sub(lambda found: found[1] + made(found[2]), old)
            new = ANSWER.sub(lambda found: found[1] + nearest(found[3], made(quiet(found[2]))), new)
            if new != old:
                doc.write_text(new, encoding="utf-8")
    return outputs()


def quiet(words):
    return f"{words} --quiet"


def nearest(line, text):
    return max(text.splitlines(), key=lambda one: SequenceMatcher(None, line, one).ratio())


@pytest.mark.usefixtures("shown")
def test_the_answers_in_a_line_are_as_shown():
    found = ANSWER.findall(text_of(README))
    assert len(found) == 5
    for _, words, answer in found:
        assert answer in printed(quiet(words)).splitlines(), words


@pytest.mark.full
@pytest.mark.parametrize("words", [words for words in outputs() if not is_long(words)])
def test_output_of_every_page_is_as_shown(words, shown):
    told, expected = (TIME.sub("", text, count=1) for text in (printed(words), shown[words]))
    assert told == expected


@pytest.mark.full
@pytest.mark.parametrize("words", [words for words in outputs() if is_long(words)])
def test_output_of_a_simulation_is_as_shown(words, shown):
    """As far as a few games can tell: its first line, and the shares within six errors."""
    n, few = re.search(r"-n (\S+)", words)[1], 20_000
    table = TIME.sub("", shown[words], count=1)
    words = words.replace(f"-n {n}", f"-n {few}")
    first = TIME.sub("", printed(words), count=1).splitlines()[0]
    assert table.splitlines()[0] == first.replace(f"{few:,}", f"{parse.text_to_integer(n):,}")
    shares = re.findall(r"^ +(?:\d+|[A-Za-z ]+?) +([\d.]+) %  ", table, re.MULTILINE)
    seats = json.loads(printed(f"{words} --json"))["seats"]
    for share, seat in zip(shares, seats, strict=True):
        near = seat["win_share"]["estimate"]
        error = (near * (1 - near) / few) ** 0.5 + 0.001  # of both runs, and of rounding
        assert float(share) / 100 == pytest.approx(near, abs=6 * error)


# --- lists ---------------------------------------------------------------------------------------


def test_every_version_is_in_the_changelog():
    from analyzer import __version__

    assert f"## {__version__.partition('.dev')[0]}\n" in text_of(CHANGELOG)


def test_what_authors_must_change_to_can_be_imported():
    """And what they must change from is gone."""
    pairs = re.findall(
        r"^\| `(analyzer\.[\w.]+)` \| `([\w.]+)` \|$", text_of(CHANGELOG), re.MULTILINE
    )
    assert len(pairs) > 10
    assert [new for _, new in pairs if find_spec(new) is None] == []
    assert [old for old, _ in pairs if find_spec(old) is not None] == []


def rates(doc, column):
    """Games a second by table, from the rows of a document's Markdown table."""
    rows = [line.split("|") for line in text_of(doc).splitlines() if line.startswith("|")]
    named = [row for row in rows if row[1].strip().partition(",")[0] in games.names()]
    found = {row[1].strip(): row[column].strip().replace(",", "") for row in named}
    return {table: int(rate) for table, rate in found.items() if rate.isdigit()}


def test_what_a_cluster_costs_is_told_from_the_rates_of_the_documents():
    told = rates(ROOT / "docs" / "cluster.md", 2)
    assert told
    assert told.items() <= rates(NUMBERS, 4).items()
    row = re.compile(r"^\| ([\w ,-]+?) \| .* ([\d.]+) core hours", re.MULTILINE)
    hours = dict(row.findall(text_of(ROOT / "docs" / "cluster.md")))
    for table, rate in told.items():
        assert float(hours[table]) == pytest.approx(1e9 / rate / 3600, rel=0.05)
