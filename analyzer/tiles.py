"""The four answers of a report's first screen, quoted from the answers of its sections."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import Answer, Finding
from analyzer.balance.words import unit_name
from analyzer.questions import _common as common
from analyzer.report.page import Tile

if TYPE_CHECKING:
    from analyzer.plain import Json


def of(answers: dict[str, Answer], fair: Finding | None) -> Iterator[Tile]:
    """Is it fair, how long is it, does skill count, and what else matters most?"""
    yield _fair(answers["fair"], fair)
    yield _length(answers["length"])
    yield _skill(answers["skill"])
    yield _fourth(answers, fair)


def _fair(headline: Answer, fair: Finding | None) -> Tile:
    rows = headline.data["roles"] or headline.data["seats"]
    best, worst = (pick(rows, key=lambda row: row["win_share"]["estimate"]) for pick in (max, min))
    share = headline.data["fair_share"]
    return Tile(
        question="Is it fair?",
        big=fair.verdict if fair else "nobody wins",
        words=f"{_who(best)} wins {_share(best)}, {_who(worst)} {_share(worst)}",
        small=f"fair is {100 * share:.3g} %" if share else "",
        tone=common.TONES.get(fair.verdict, "") if fair else "",
        section="fair",
    )


def _length(answer: Answer) -> Tile:
    unit = answer.finding("length").unit
    known, games = answer.data["lengths"][unit], answer.data["games_each"]
    drags = round(answer.data["drags"] * games)
    return Tile(
        question="How long is it?",
        big=f"{known['median']:,} {unit_name(unit)}",
        words=f"9 games in 10 take {known['p5']:,} to {known['p95']:,}",
        small=f"{stats.percentage(drags, games)} drag",
        section="length",
    )


def _skill(answer: Answer) -> Tile:
    step = answer.data["steps"][-1]
    wins = step["win_share"]
    error = 100 * (wins["high"] - wins["low"]) / 2
    return Tile(
        question="Does skill count?",
        big=f"{100 * wins['estimate']:.0f} wins in 100",
        words=f"for one {step['better']} among {step['among']}",
        small=f"± {error:.1f}, luck alone {100 * step['fair_share']:.0f}",
        section="skill",
    )


def _fourth(answers: dict[str, Answer], fair: Finding | None) -> Tile:
    """What else matters most: how to mend it, how to decide it, or the strongest card."""
    if fair and fair.verdict == "UNFAIR":
        return _mending(answers["mend"])
    if fair and fair.verdict == "UNDECIDED" and fair.more:
        return Tile(
            question="What would decide it?",
            big=f"{fair.more:,} more games",
            words="would decide it half of the time",
            small=f"{fair.n:,} were played",
            section="fair",
        )
    return _strongest(answers["cards"]) or _largest_rule(answers["rules"])


def _mending(mend: Answer) -> Tile:
    confirmed = mend.data["confirmed"]
    mended = [change for change in confirmed if change["verdict"] == "FAIR"]
    best = min(
        mended or confirmed or mend.data["changes"],
        key=lambda change: abs(change["departure"]["estimate"]) if change["departure"] else 1.0,
        default=None,
    )
    if best is None or best["departure"] is None:
        return Tile("What would mend it?", "nothing", "there is no rule to change", section="mend")
    found = stats.Interval(**best["departure"])
    left = f"{common.change(found, share=True).text} ({common.interval_text(found, 100)})"
    return Tile(
        question="What would mend it?",
        big=best["name"] if mended else "nothing tried",
        words=f"leaves {left}, on a fresh seed"
        if mended
        else f"of {mend.data['tried']} changes and pairs; {best['name']} leaves {left}",
        section="mend",
    )


def _strongest(cards: Answer) -> Tile | None:
    """The strongest and the weakest card, if they are shown to be; otherwise None."""
    shown = [card for card in cards.data["cards"] if card["significant"]]
    if not shown:
        return None
    first, last = shown[0], shown[-1]
    words = f"{_worth(first)} for its holder"
    if last is not first:
        words += f"; {last['label']} {_worth(last)}"
    main = first["points"] or first["wins"]
    scale = 1 if first["points"] else 100
    interval = common.interval_text(stats.Interval(**main), scale, most=2)
    return Tile("Which card is strong?", first["label"], words, interval, section="cards")


def _worth(card: "Json") -> str:
    found = stats.Interval(**(card["points"] or card["wins"]))
    text = common.change(found, share=not card["points"], most=2).text
    return f"{text} points" if card["points"] else text


def _largest_rule(rules: Answer) -> Tile:
    """The largest effect of one rule."""
    variants = rules.data["variants"]
    top = variants[0] if variants else None
    if top is None:
        return Tile("What matters?", "no rule", "can be varied", section="rules")
    found = stats.Interval(top["wins"]["estimate"], top["wins"]["low"], top["wins"]["high"])
    stands = "wins" in top["significant"]
    return Tile(
        question="Which rule matters most?",
        big=top["rule"] if stands else "no single rule",
        words=f"{top['wins']['of']} wins {common.change(found, share=True).text}"
        if stands
        else f"of {len(variants)} is shown to change who wins",
        small=common.interval_text(found, 100) if stands else "",
        section="rules",
    )


def _who(row: "Json") -> str:
    return str(row["role"]) if row["role"] else f"seat {row['seat']}"


def _share(row: "Json") -> str:
    found = row["win_share"]
    error = 100 * (found["high"] - found["low"]) / 2
    return f"{stats.shown(100 * found['estimate'], error)} %"
