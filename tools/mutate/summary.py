"""The results of mutants, in words and tables."""

import re
from collections import Counter
from pathlib import Path

from mutate.mutants import Mutant

ROOT = Path(__file__).resolve().parents[2]
NOTICED = ("killed", "crash", "timeout")
WORDS = {
    "killed": "a test failed",
    "crash": "the process died",
    "timeout": "the tests did not end",
    "survived": "nothing was noticed",
    "equivalent": "the same machine code",
    "refused": "not compiled",
}


def describe_result(result: dict) -> str:
    what = f"{result['path']}:{result['line']}  {one_line(Mutant(*mutant_fields(result)))}"
    return f"{result['outcome']:10} {result['seconds']:6.1f} s  {what}  {result['killer']}"


def mutant_fields(result: dict) -> list:
    return [result[name] for name in Mutant.__dataclass_fields__]


def one_line(mutant: Mutant) -> str:
    before, after = (" ".join(text.split()) for text in (mutant.before, mutant.after))
    return f"{before}  ->  {after or '(nothing)'}"


def summary(done: list[dict]) -> str:
    """Counts, and a table of what was not noticed."""
    counts = {word: sum(r["outcome"] == word for r in done) for word in WORDS}
    tried = counts["survived"] + sum(counts[word] for word in NOTICED)
    lines = ["", *(f"{counts[word]:6}  {word}: {WORDS[word]}" for word in WORDS if counts[word])]
    if tried:
        lines.append(f"{counts['survived'] / tried:6.1%}  of {tried} survived")
    lines += ["", *by_room(done), "", *by_topic(done)]
    survivors = [result for result in done if result["outcome"] == "survived"]
    if survivors:
        lines += ["", "| file | line | before | after | the line |", "|---|---|---|---|---|"]
    for result in survivors:
        cells = [result["path"], str(result["line"])]
        cells += [f"`{' '.join(result[side].split())}`" for side in ("before", "after")]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells)
                     + f" | `{line_of(result)}` |")  # fmt: skip
    return "\n".join(lines)


def by_room(done: list[dict]) -> list[str]:
    """A table: the results of the mutants of each folder."""
    found = Counter((str(Path(r["path"]).parent), r["outcome"]) for r in done)
    lines = ["| | " + " | ".join(WORDS) + " |", "|---" * (len(WORDS) + 1) + "|"]
    for room in sorted({room for room, _ in found}):
        counts = [str(found[room, word]) for word in WORDS]
        lines.append(f"| {room} | " + " | ".join(counts) + " |")
    return lines


def by_topic(done: list[dict]) -> list[str]:
    """A table: which tests noticed how many, those of all games under one name."""
    found = Counter(family(r["killer"]) for r in done if r["outcome"] in NOTICED)
    lines = ["| noticed by | mutants |", "|---|---|"]
    return lines + [f"| {name} | {count} |" for name, count in found.most_common()]


def family(killer: str) -> str:
    """tests/games/hike/test_rules.py::test_x -> rules"""
    return re.sub(r"^tests/(?:.*/)?test_([a-z]+).*", r"\1", killer)


def line_of(result: dict) -> str:
    text = (ROOT / result["path"]).read_text("utf-8").splitlines()[result["line"] - 1]
    return text.strip().replace("|", "\\|")
