"""Claims a second way: their value from their own interval and parts, by docs/claims.md.

The intervals themselves must have been computed a second way before.
"""

from oracle.answers.formulas import Interval
from oracle.answers.ledger import Ledger, Path

HUMPS = "pairs of windows"  # that lengths have two humps: its numbers are no counts of games
OPEN, SHOWN, REFUTED = "open", "shown", "refuted"


def value_of(claim: dict) -> str | None:
    """Shown, refuted or open; None where the claim alone does not tell."""
    if claim["barred"] or (claim["kind"] in ("differs", "exceeds") and claim["low"] is None):
        return OPEN
    kind, low, high = claim["kind"], claim["low"], claim["high"]
    parts = [part["value"] for part in claim["parts"]]
    if kind == "differs":
        return _differs(low, high, claim["tolerance"])
    if kind == "exceeds":
        limit = claim["tolerance"] or 0.0
        return SHOWN if low > limit else (REFUTED if high <= limit else OPEN)
    if kind == "any":
        return _any(parts)
    if kind == "all":
        return _not(_any([_not(part) for part in parts]))
    if kind == "none":
        return _not(_any(parts))
    if kind == "changes":
        return OPEN if OPEN in parts else (REFUTED if len(set(parts)) == 1 else SHOWN)
    return SHOWN if kind == "bounded" else None


def _differs(low: float, high: float, tolerance: float | None) -> str:
    if low > 0 or high < 0:
        return SHOWN
    if tolerance is not None and -tolerance <= low and high <= tolerance:
        return REFUTED
    return OPEN


def _any(values: list[str]) -> str:
    if SHOWN in values:
        return SHOWN
    return REFUTED if all(value == REFUTED for value in values) else OPEN


def _not(value: str) -> str:
    return {SHOWN: REFUTED, REFUTED: SHOWN, OPEN: OPEN}[value]


def check_claims(ledger: Ledger) -> None:
    """Every claim of an answer, wherever it stands, with its parts."""
    for path in _claims(ledger.answer):
        claim = ledger.at(path)
        _check_value(ledger, path, claim)
        _check_numbers(ledger, path, claim)


def _claims(node: object, path: Path = ()) -> list[Path]:
    if isinstance(node, dict):
        own = [path] if {"kind", "value", "family", "parts"} <= set(node) else []
        return own + [
            found
            for name in node
            if name not in ("document", "figures")
            for found in _claims(node[name], (*path, name))
        ]
    if isinstance(node, list):
        return [found for place, item in enumerate(node) for found in _claims(item, (*path, place))]
    return []


def _check_value(ledger: Ledger, path: Path, claim: dict) -> None:
    expected = value_of(claim)
    if expected is not None:
        ledger.same((*path, "value"), expected)
    if claim["kind"] == "within" and not claim["barred"]:
        low, high, tolerance = claim["low"], claim["high"], claim["tolerance"]
        outside = low > tolerance or high < -tolerance
        if outside != (claim["value"] == REFUTED):
            ledger.wrong.append(f"{path}: {claim['value']}, but {low} to {high}")
        inside = claim["bound"] <= tolerance
        if inside != (claim["value"] == SHOWN):
            ledger.wrong.append(f"{path}: {claim['value']}, but the bound is {claim['bound']}")


def _check_numbers(ledger: Ledger, path: Path, claim: dict) -> None:
    for name in ("tolerance", "needs", "least"):
        ledger.seen.add((*path, name))
    for name in ("size", "alpha"):
        ledger.seen.add((*path, "family", name))
    if claim["family"]["alpha"] > 0.05 + 1e-9:
        ledger.wrong.append(f"{path}: alpha is {claim['family']['alpha']}")
    if claim["least"] and claim["needs"] and claim["needs"] < claim["least"]:
        ledger.wrong.append(f"{path}: needs {claim['needs']}, but at least {claim['least']}")
    for name in ("estimate", "low", "high", "bound", "games"):
        ledger.seen.add((*path, name))
    if (
        None in (claim["estimate"], claim["low"])
        or claim["barred"]
        or claim["family"]["of"] == HUMPS
    ):
        return
    found = Interval(claim["estimate"], claim["low"], claim["high"])
    if not ledger.knows(found):
        ledger.wrong.append(f"{path}: {found} is no interval computed a second way")
    if claim["kind"] == "differs" and claim["bound"] is not None:
        ledger.same((*path, "bound"), max(abs(found.low), abs(found.high)), 1e-7)


def check_tables(ledger: Ledger) -> None:
    """Tables repeat numbers of the findings and the data, and have no others."""
    for name, rows in ledger.answer["tables"].items():
        for place, row in enumerate(rows):
            for column, told in row.items():
                path = f"tables.{name}.{place}.{column}"
                if not isinstance(told, float) or column.endswith(("_low", "_high")):
                    continue
                if f"{column}_low" in row:
                    found = Interval(told, row[f"{column}_low"], row[f"{column}_high"])
                    known = row[f"{column}_low"] is None or ledger.knows(found)
                else:
                    known = ledger.knows_number(told)
                if not known:
                    ledger.wrong.append(f"{path}: {told} was not computed a second way")
