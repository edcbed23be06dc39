"""Command lines for the fuzzer: the real options of every command, with good and bad values."""

import random
from collections.abc import Callable
from typing import Any

import typer

from analyzer import cli, games
from analyzer.games.parameters import format_value, parameters
from analyzer.policies import registry
from analyzer.questions import designer

NASTY = [
    "", " ", "-", "--", "=", ":", ",", "x", "0", "-1", "1.5", "nan", "inf", "1e999", "9" * 40,
    "ä", "日本", "\x1b[31m", "[red]x[/red]", r"$\frac{1}{0}$", "$(id)", "`id`", "a b", "'", '"',
    "a\nb", "<b>x</b>&amp;", "a;b|c>d", "%s", "{}",
    "~", "~nobody-at-all/x", "../..", "/", "/dev/null", "\udcff", "--help",
]  # fmt: skip
FEW = ["1", "2", "3", "5", "1e1", "+4", " 6", "0_7", "0.2e1", "0.002k", "8.0", "1,0"]
FOLDERS = ["run", "other", "pairs", "merged", "killed", "broken", "empty", "file", "none", "link"]
FILES = ["mine.py", "missing.py", "broken.py", "box.toml", "bad.toml"]
GIVEN_UP = {"report"}  # it has no small size; its own tests play it

Values = Callable[[random.Random, str], str]


def _near(low: int, high: int) -> Values:
    def value(luck: random.Random, _game: str) -> str:
        return str(luck.choice([low - 1, low, low + 1, luck.randint(low, high), high, high + 1]))

    return value


def _of(*words: str) -> Values:
    return lambda luck, _game: luck.choice(words)


def _players(luck: random.Random, game: str) -> str:
    low, high = games.load(game).players if game in games.names() else (2, 5)
    number = luck.randint(low, high)
    return luck.choice([str(number)] * 6 + [f"{low}..{high}", f"{low},{high}", str(high + 1)])


# File names that mean something to mathematics, to markup, to a page, to a shell.
NAMED = [r"$\frac{1}{0}$", "[red]x", "<b>x&amp;", "a $(id) `id` 'b'"]
ASKING = ["noise:e=0.5,of=random", "noise:of=./mine.py:Fine", "noise:of=noise", "noise:e=2",
          "search:worlds=1,rollout=random", "search:worlds=1,rollout=(noise:e=1,of=random)",
          "search:worlds=1,guard=9", "search:worlds=1,rounds=2", "search:worlds=0",
          "search:worlds=1,rollout=(random", "noise:of=./mine.py:Raises"]  # fmt: skip
COMPILED = ["./none.pyx:mine", "./empty.pyx:mine", "./empty.pyx"]  # refused before any compiler


def _policy(luck: random.Random, game: str) -> str:
    known = [p.name for p in registry.named_policies(game)] if game in games.names() else ["random"]
    known = [f"{name}:worlds=1" if name == "search" else name for name in known]
    name = luck.choice([*known, "random", "random", "./mine.py:Fine", "./mine.py:Raises"])
    if luck.random() < 0.1:
        name += luck.choice([":hold=1", ":x=1", ":", ":hold", ":hold=1,hold=2", ":spite=0.5"])
    if luck.random() < 0.2:
        name = luck.choice([*ASKING, *COMPILED, *(f"./{file}.py:Fine" for file in NAMED)])
    return luck.choice(["", "", "", "1=", "2=", "1,2=", "1-2=", "9=", "2-1=", "x="]) + name


def _rule(luck: random.Random, game: str) -> str:
    if game not in games.names():
        return "target=5"
    rule = luck.choice(parameters(games.load(game).rules_type))
    if rule.limits:
        low, high = rule.limits
        value: object = luck.choice([low, low + 1, min(high, low + 3), high, high + 1, low - 1])
    elif rule.values:
        value = luck.choice(rule.values)
    else:
        files = [
            f"./{game}.toml",
            "./box.toml",
            "./bad.toml",
            *(f"./{name}.toml" for name in NAMED),
        ]
        value = luck.choice([rule.default, *files, "x"])
    return f"{rule.name}={format_value(value)}"


def _rules(luck: random.Random, game: str) -> str:
    """Of a sweep: a range or a list."""
    name, _, value = _rule(luck, game).partition("=")
    if value.isdigit() and luck.random() < 0.7:
        return f"{name}={value}..{int(value) + luck.choice([1, 2])}"
    known = parameters(games.load(game).rules_type) if game in games.names() else []
    words = next((rule.values for rule in known if rule.name == name), None)
    if words and luck.random() < 0.7:
        return f"{name}={','.join(map(format_value, words))}"
    return f"{name}={luck.choice([value, '3..5', '3..9:3', f'{value},x', '5..3', '1..9999', '..'])}"


def _variant(luck: random.Random, game: str) -> str:
    words = [_rule(luck, game) for _ in range(luck.choice([1, 1, 1, 2]))]
    words += [f"policy={_policy(luck, game)}"] if luck.random() < 0.2 else []
    words += [f"players={_players(luck, game)}"] if luck.random() < 0.1 else []
    return " ".join(words)


def _contestants(luck: random.Random, game: str) -> str:
    return ",".join(
        _policy(luck, game).rpartition("=")[2] for _ in range(luck.choice([1, 2, 2, 3]))
    )


def _measure(luck: random.Random, game: str) -> str:
    known = ["wins", "score", "turns", "hands", "nothing"]
    if game in games.names():
        face = games.load(game)
        known += [*face.game_counters, *face.seat_counters]
    return luck.choice(known) + luck.choice(["", "", "", ":1", ":9", ":x"])


def _over(luck: random.Random, game: str) -> str:
    """A number of an expert, or of noise, and what to try."""
    from analyzer.policies.spec import parse_policy

    known = ["e", "x"]
    if game in games.names():
        named = luck.choice(["expert", "expert", "noise"])
        known += [one.name for one in registry.number_parameters(game, parse_policy(named))] * 5
    values = ["0,1", "0..2", "0..1", "0.0..1.0", "0..1:0.5", "1", "2..1", "0..9999", "-1..1", ".."]
    return f"{luck.choice(known)}={luck.choice(values)}"


VALUES: dict[str, Values] = {
    "over": _over,
    "players": _players,
    "n": _of(*FEW),
    "policy": _policy,
    "rule": _rule,
    "vs": _variant,
    "policies": _contestants,
    "measure": _measure,
    "seed": _of("1", "2", "1e3", str(2**64 - 1), str(2**64)),
    "coin_seed": _of("1", "7", "1e3"),
    "first": _of("0", "5", "1e6", "1e12"),
    "index": _of("0", "7", "1e6"),
    "tolerance": _of("1", "0.5pp", "2%", "100", "1e-9"),
    "precision": _of("1", "5pp", "0.001"),
    "minutes_per_decision": _of("0.5", "2", "1e9"),
    "seconds_per_decision": _of("5", "90", "1e9"),
    "threads": _of("1", "2", "3", "1e1", "1025"),
    "rows": _of("0", "1", "3", "1e3"),
    "from_": _of("1", "2", "9", "1e6"),
    "until": _of("1", "3", "20"),
    "hand": _of("1", "2", "3", "99"),
    "plot": _of("a.png", "b.svg", "c.pdf", "d.jpg", "none/a.png", "folder.png", "file/a.png", "~"),
    "out": _of("new", "new/deep", "empty", "run", "full", "file", "file/x", "dangling", ".", "~/x"),
    "repeat": _of("1", "2"),
    "seat": _of("1", "2", "9"),
    "chunk": _near(1, 3),
    "worlds": _of("1", "2", "3", "1e1", "0", "1e6"),
    "by": _of("win", "margin", "luck"),
    "judge": _of("1", "5pp", "0.1%", "0", "1e9"),
    "move": _of("1", "2", "9", "30", "1e5"),
    "position": lambda luck, game: f"{game}-{luck.randint(0, 9)}.position",
    "cluster": _of(
        "local:0", "local:x", "tcp://", "tcp://a b:1", "file:none", "file:file", "udp://x:1"
    ),
}


OTHERS: dict[tuple[str, str], Values] = {
    ("sweep", "rule"): _rules,
    ("extend", "n"): _of("70", "75", "1e2", "80", "60", "0"),
    ("tune", "n"): _of("300", "1e3", "400", "10"),
    ("ask", "n"): _of("100", "120", "1e2", "99"),
    ("contract", "n"): _of("1000", "2e3", "999"),
    ("contract", "clause"): _of(
        "seats.within=9",
        "length.turns=1..9e6",
        "wins.seat-1=0..1",
        "x=1",
        "cards.most=9",
        "seats.within=9 level=warn",
        "seats.within",
        "skill.share=0..1 of=random among=greedy",
        "mean.margin=9..1",
    ),
    ("plan", "n"): _of("100", "120", "1e2", "99"),
    ("plan", "difference"): _of("1", "0.5pp", "2%", "100", "1e-9"),
}


def group() -> Any:
    return typer.main.get_command(cli.app)


def line(luck: random.Random, command: str) -> list[str]:
    """One command line, most of it sensible."""
    found = group().commands[command]
    game = luck.choice([*games.names(), "hike", "oh-hell", luck.choice(["hikr", *NASTY])])
    words = [command, *_positionals(luck, found, game)]
    for param in found.params:
        if param.param_type_name == "option":
            words += _option(luck, command, param, game)
    if command in ("advise", "replay"):
        words += _smaller(luck, words)
    if luck.random() < 0.04:
        words.insert(luck.randint(0, len(words)), luck.choice(NASTY))
    if luck.random() < 0.02:
        words += [luck.choice(["--frobnicate", "-x", "--seed", "--no-json", "--json=1"])]
    return words


def _smaller(luck: random.Random, words: list[str]) -> list[str]:
    """What a line needs so that it is not played for minutes."""
    if any(word.startswith("--worlds") for word in words):
        return []
    if words[0] == "advise" or any(word.startswith("--judge") for word in words):
        return ["--worlds", luck.choice(["1", "2", "3"])]
    return []


def _option(luck: random.Random, command: str, param: Any, game: str) -> list[str]:
    flag = getattr(param, "is_flag", False)
    needed = {"players": 0.93, "vs": 0.95, "policies": 0.95, "over": 0.95, "n": 0.97,
              "out": 0.12, "plot": 0.05, "cluster": 0.02, "judge": 0.2, "move": 0.4,
              "clause": 0.97}  # fmt: skip
    if command == "advise":
        needed |= {"players": 0.6, "position": 0.3}
    chance = needed.get(param.name, 0.07)
    if command == "merge" and param.name == "out":
        chance = 0.95
    if command == "sweep" and param.name == "rule":
        chance = 0.9
    if luck.random() > chance:
        small = {"ask": "100", "plan": "100", "tune": "300", "contract": "1000"}.get(command, "3")
        return ["-n", small] if param.name == "n" and command != "extend" else []
    option = luck.choice(param.opts)
    if flag:
        return [option]
    times = (
        luck.choice([1] * 12 + [2])
        if param.name not in ("vs", "rule", "over")
        else luck.choice([1, 1, 2])
    )
    words: list[str] = []
    for _ in range(times):
        make = OTHERS.get((command, param.name)) or VALUES.get(param.name)
        value = make(luck, game) if make and luck.random() > 0.03 else luck.choice(NASTY)
        words += (
            [f"{option}={value}"] if option[:2] == "--" and luck.random() < 0.2 else [option, value]
        )
    return words


def _positionals(luck: random.Random, found: Any, game: str) -> list[str]:
    names = [param.name for param in found.params if param.param_type_name == "argument"]
    words: list[str] = []
    for name in names:
        if name == "game":
            words += [game] if luck.random() > 0.02 else []
        elif name == "question":
            known = (
                [m.name for m in designer.questions_of(game)]
                if game in games.names()
                else ["seats"]
            )
            words += [luck.choice([*known, "nothing"])] if luck.random() > 0.05 else []
        else:
            many = luck.choice([1, 2, 2, 3]) if name == "folders" else 1
            words += [luck.choice([*FOLDERS, "run", "other"]) for _ in range(many)]
    return words
