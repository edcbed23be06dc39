"""Options that cannot be combined, and options that need another one."""

from collections.abc import Collection

from analyzer.errors import UserError
from analyzer.system.faces import option_flag, option_subject

# Kinds of requests and commands, two options, and why.
EXCLUDED: tuple[tuple[set[str], str, str, str], ...] = (
    ({"simulate"}, "precision", "until_decided", ""),
    ({"ask"}, "n", "precision", ""),
    ({"ask", "tune", "report"}, "n", "seconds", ""),
    ({"ask"}, "precision", "seconds", ""),
    ({"report"}, "quick", "n", ""),
    ({"report"}, "quick", "seconds", ""),
    ({"advise"}, "position", "players", ": the position says how many play"),
    ({"advise"}, "position", "index", ""),
    ({"advise"}, "position", "move", ""),
    (set(), "minutes_per_decision", "seconds_per_decision", ""),
    (set(), "json", "quiet", ": an object is all that is printed"),
    (set(), "json", "csv", ""),
    (set(), "csv", "quiet", ""),
    (set(), "json", "markdown", ""),
    (set(), "json", "html", ""),
    (set(), "markdown", "html", ""),
    (set(), "markdown", "quiet", ""),
    (set(), "html", "quiet", ""),
    (set(), "csv", "markdown", ""),
    (set(), "csv", "html", ""),
    (set(), "threads", "cluster", ": workers have their own threads"),
    (set(), "clauses", "open", ""),
)

NEEDED = (
    ("simulate", "rows", "out"),
    ("replay", "worlds", "judge"),
    ("replay", "by", "judge"),
)


def refuse_combinations(taker: str, given: Collection[str]) -> None:
    """Refuse options that exclude each other, or that mean nothing alone."""
    for takers, one, other, why in EXCLUDED:
        if one in given and other in given and (not takers or taker in takers):
            raise UserError(f"{option_subject(one, other)} cannot be combined{why}; keep one.")
    for kind, one, other in NEEDED:
        if taker == kind and one in given and other not in given:
            raise UserError(
                f"{option_subject(one)} belongs to {option_flag(other)}; give both or none."
            )
