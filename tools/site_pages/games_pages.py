"""A page for each game: what can be changed, who plays, what is counted, and every clause."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from analyzer import games
from analyzer.cli.policies import describe_parameter
from analyzer.cli.rules import data_lines, describe_rule
from analyzer.games import AnyGame, parameters
from analyzer.policies import registry


def write(folder: Path) -> None:
    """The pages, and a list of them."""
    folder.mkdir()
    faces = [games.load(name) for name in games.built_in_names()]
    for face in faces:
        (folder / f"{face.name}.md").write_text("\n".join(_page(face)), "utf-8")
    listed = [f"- [{face.title}]({face.name}.md): {face.summary.split('. ')[0]}." for face in faces]
    pages = [face.name for face in faces]
    toctree = ["```{toctree}", ":hidden:", "", *pages, "```"]
    (folder / "index.md").write_text("\n".join(["# Games", "", *listed, "", *toctree, ""]), "utf-8")


def _page(face: AnyGame) -> Iterable[str]:
    low, high = face.players
    yield f"# {face.title}\n"
    yield f"`{face.name}` · {low} to {high} players · {face.publisher} · version {face.version}\n"
    yield f"{face.summary}\n"
    yield from (f"**{line}**\n" for line in data_lines(face))
    yield "## What can be changed\n"
    rules = parameters.parameters(face.rules_type)
    rows = [(f"`{rule.name}`", f"`{rule.default}`", describe_rule(rule)) for rule in rules]
    yield make_table(("rule", "default", "what it says"), rows)
    yield "## Who can play\n"
    policies = registry.named_policies(face.name)
    yield make_table(
        ("policy", "how it plays"), [(f"`{one.name}`", one.sentence) for one in policies]
    )
    numbers = [
        (f"`{one.name}:{number.name}`", describe_parameter(number))
        for one in policies
        for number in one.parameters
    ]
    yield "<details><summary>Their parameters</summary>\n"
    yield make_table(("parameter", "what it does"), numbers)
    yield "</details>\n"
    yield "## What is counted\n"
    yield from _counters("a game", face.game_counters)
    yield from _counters("a seat", face.seat_counters)
    yield face.rulebook().replace("\n#", "\n##").replace("# ", "## ", 1)


def _counters(of: str, counters: Mapping[str, str]) -> Iterable[str]:
    if counters:
        yield make_table((f"counter of {of}", "what it is"), list(counters.items()))


def make_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([str(cell).replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"
