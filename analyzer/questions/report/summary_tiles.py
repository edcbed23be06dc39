"""The four answers of a report's first screen, quoted from the answers of its sections.

A tile and its section say the same, because both take their words from the same claim.
"""

from collections.abc import Iterator

from analyzer import stats
from analyzer.answer.blocks import Answer, Finding
from analyzer.estimates import phrases
from analyzer.estimates.formatting import format_unit
from analyzer.estimates.length import Units
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions._simulate_estimates import SimulateResult
from analyzer.questions.designer._decisions_estimates import DecisionsResult
from analyzer.questions.designer._fix_estimates import MendResult
from analyzer.questions.designer._skill_estimates import SkillResult
from analyzer.questions.designer._variants import VariantsResult
from analyzer.questions.designer.length import LengthResult
from analyzer.questions.shared import common
from analyzer.questions.shared.card_strengths import CardResult, CardsResult
from analyzer.render.page import Tile

MENDED = Phrase(shown="{change}", refuted="not known", open="not known")
NONE = Phrase(shown="none of {all}", refuted="not known", open="not known")
NONE_MORE = Phrase(
    shown="no change or pair that was tried makes it fair",
    refuted="{may} of {all} single changes and pairs tried may do it",
    open="{may} of {all} single changes and pairs tried may do it",
)
RULE = Phrase(shown="{rule}", refuted="no single rule", open="not known")
RULE_MORE = Phrase(
    shown="{who} wins {size_alone}",
    refuted="of {all} changes who wins",
    open="whether one of {all} rules changes who wins",
)
CHOICES_MORE = Phrase(
    shown="another legal move would cost the mover {cost} of winning", refuted="", open=""
)
DECIDE = Phrase(
    shown="",
    refuted="",
    open="to plan for, with --until-decided; {games} were played",
)
KINDS = Phrase(shown="{first} or {second} {unit_name}", refuted="", open="")
KINDS_MORE = Phrase(shown="games of two kinds: {first} and {second}", refuted="", open="")


def build_tiles(answers: dict[str, Answer], fair: Finding | None, units: Units) -> Iterator[Tile]:
    """Is it fair, how long is it, does skill count, and what else matters most?"""
    yield _fair(answers["fair"], fair)
    yield _length(answers["length"], units)
    if "skill" in answers:
        yield _skill(answers["skill"])
    if fourth := _fourth(answers, fair):
        yield fourth


def _fair(headline: Answer, fair: Finding | None) -> Tile:
    found = headline.result(SimulateResult)
    rows = found.roles or found.seats
    best, worst = (pick(rows, key=lambda row: row.win_share.estimate) for pick in (max, min))
    share, nobody = found.fair_share, found.nobody_wins >= found.games
    small = f"an equal share is {100 * share:.3g} %" if share else ""
    if set(found.policies) == {"random"}:
        small += ", between players who choose at random"
    return Tile(
        question="Is it fair?",
        big=_verdict(fair) if fair else "nobody wins" if nobody else "no verdict",
        words=f"{best.name} wins {_part(best.win_share)}, {worst.name} {_part(worst.win_share)}",
        small=small,
        tone=phrases.claim_tone(fair.claim) if fair else "",
        section="fair",
    )


def _verdict(fair: Finding) -> str:
    at_edge = fair.claim and fair.claim.at_edge
    return phrases.AT_EDGE if at_edge else fair.verdict


def _length(answer: Answer, units: Units) -> Tile:
    """By its kinds, if games are of two; the words come from the same claim as the section's."""
    unit = answer.finding("length").unit
    found = answer.result(LengthResult)
    known, word = found.lengths[unit], format_unit(unit, units)
    low, high = known.p5, known.p95
    big, words = f"{known.median:,} {word}", f"9 games in 10 take {low:,} to {high:,}"
    if low == high:
        words = "in at least 9 games of 10"
    for kind in found.kinds:
        if kind.unit == unit:
            first, second = (f"{median:,}" for median in kind.medians)
            big = claim_sentence(KINDS, kind.claim, first=first, second=second, unit_name=word)
            first, second = map(_part, kind.shares)
            words = claim_sentence(KINDS_MORE, kind.claim, first=first, second=second)
    return Tile(
        question="How long is it?",
        big=big,
        words=words,
        small=f"{stats.format_part(found.drags)} drag",
        section="length",
    )


def _skill(answer: Answer) -> Tile:
    step = answer.result(SkillResult).steps[-1]
    ends = common.interval_text(step.win_share, 100)
    return Tile(
        question="Does skill count?",
        big=f"{100 * step.win_share.estimate:.0f} wins in 100",
        words=f"for one {step.better} among {step.among}",
        small=f"{ends}; equal skill: {100 * step.fair_share:.3g}",
        section="skill",
    )


def _fourth(answers: dict[str, Answer], fair: Finding | None) -> Tile | None:
    """What else matters most: how to mend it, how to decide it, or the strongest card."""
    claim = fair.claim if fair else None
    if claim and claim.refuted and "mend" in answers:
        return _mending(answers["mend"])
    if claim and claim.open and claim.needs and not claim.at_edge:
        return Tile(
            question="What would decide it?",
            big=f"{claim.needs:,} games",
            words=claim_sentence(DECIDE, claim),
            section="fair",
        )
    found = [
        _strongest(answers["cards"]) if "cards" in answers else None,
        rule := _largest_rule(answers["rules"]) if "rules" in answers else None,
        _choices(answers["decisions"]) if "decisions" in answers else None,
    ]
    known = [tile for tile in found if tile and tile.big != RULE.open]
    return next(iter(known), rule)


def _mending(mend: Answer) -> Tile:
    """What the section on mending says, by its claims."""
    question, known = "What would mend it?", mend.result(MendResult)
    if known.mended and known.mended.shown:
        change = next(one for one in known.confirmed if one.name == known.mended_by)
        left = phrases.format_size(change.claim) if change.claim else ""
        return Tile(
            question,
            claim_sentence(MENDED, known.mended, change=change.name),
            f"leaves {left}, on fresh luck",
            "for players who do not adapt",
            section="mend",
        )
    if known.none:
        more = claim_sentence(NONE_MORE, known.none, may=len(known.may))
        return Tile(question, claim_sentence(NONE, known.none), more, section="mend")
    if known.outcome == "undecided":  # the headline has more games behind it
        return Tile(question, "not known", "the search needs more games", section="mend")
    return Tile(question, "no rule", "can be changed", section="mend")


def _strongest(cards: Answer) -> Tile | None:
    """The strongest and the weakest card, if they are shown to be; otherwise None."""
    shown = [card for card in cards.result(CardsResult).cards if card.claim.shown]
    if not shown:
        return None
    first, last = shown[0], shown[-1]
    words = f"{_worth(first)} for its holder"
    if last is not first:
        words += f"; {last.label} {_worth(last)}"
    interval = common.interval_text(first.main, 1 if first.points else 100, most=2)
    return Tile("Which card is strong?", first.label, words, interval, section="cards")


def _worth(card: CardResult) -> str:
    text = common.change_value(card.main, share=not card.points, most=2).text
    return f"{text} points" if card.points else text


def _largest_rule(rules: Answer) -> Tile:
    """The largest effect of one rule."""
    claims = {one.rule: one.claim for one in rules.result(VariantsResult).variants}
    if not claims:
        return Tile("What matters?", "no rule", "can be varied", section="rules")
    told = stats.any_of(claims)
    top = claims[told.of]
    size, ends = phrases.format_size(top).split(" (")
    return Tile(
        question="Which rule matters most?",
        big=claim_sentence(RULE, told, rule=told.of),
        words=claim_sentence(RULE_MORE, told, who=top.of, size_alone=size),
        small=ends.removesuffix(")") if told.shown else "",
        section="rules",
    )


def _choices(decisions: Answer) -> Tile | None:
    """What another legal move costs, if that is shown."""
    claim = decisions.result(DecisionsResult).claim
    if claim is None or not claim.shown:
        return None
    size, ends = phrases.format_size(claim).split(" (")
    words = claim_sentence(CHOICES_MORE, claim, cost=size.lstrip("+"))
    return Tile("Do choices matter?", "yes", words, ends.removesuffix(")"), section="decisions")


def _part(found: stats.Interval) -> str:
    return f"{stats.format_rounded(100 * found.estimate, 100 * found.error)} %"
