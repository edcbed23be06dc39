"""The table of phrases: how a claim is said, by its value.

A phrase has a column for each value of a claim, and named places for its numbers. `claim_sentence`
takes the column of the claim's value; nothing else turns a claim into words. So a sentence about a
verdict, a difference, a count of things shown or a best one cannot say more than was shown. A
question whose words fit no phrase of this file declares its own `Phrase` beside itself.
"""

import math
from dataclasses import dataclass

from analyzer import stats
from analyzer.answer.blocks import Tone
from analyzer.estimates.formatting import (
    format_pp,
    format_pp_interval,
    format_range,
    format_signed,
    join_limited,
    join_words,
    sign_decimals,
)
from analyzer.stats.claims import Claim, Truth


@dataclass(frozen=True)
class Phrase:
    """A sentence in three columns. Places in braces are filled from the claim, or by the caller."""

    shown: str
    refuted: str
    open: str
    edge: str = ""  # of an open claim whose narrow interval holds the tolerance; "": as `open`
    barred: str = ""  # of a claim that these games cannot decide
    early: str = ""  # of an open claim whose interval has no ends yet; "": as `open`

    def column(self, claim: Claim) -> str:
        if claim.barred:
            return self.barred
        if claim.at_edge and self.edge:
            return self.edge
        if claim.open and self.early and not math.isfinite(claim.found.error):
            return self.early
        by_value = {Truth.SHOWN: self.shown, Truth.REFUTED: self.refuted, Truth.OPEN: self.open}
        return by_value[claim.value]


def claim_sentence(
    phrase: Phrase, claim: Claim, *, share: bool = True, unit: str = "", **more: object
) -> str:
    """The sentence of a claim. `share`: its numbers are shares, told in percentage points."""
    text = phrase.column(claim)
    if not text:
        raise ValueError(f"the phrase has no words for a claim that is {claim.value}: {phrase}")
    return text.format(**{**_places(claim, share, unit), **more})


def _places(claim: Claim, share: bool, unit: str) -> dict[str, object]:
    """What every phrase may name."""
    values = [part.value for part in claim.parts]
    places: dict[str, object] = {
        "word": claim.word,
        "who": claim.of,
        "size": format_size(claim, share, unit),
        "games": f"{claim.games:,}",
        "all": len(claim.parts) or claim.family.size,
        "names": join_limited(list(claim.names), f"{len(claim.names)} of them")
        if claim.names
        else "none",
        "every_name": join_words(list(claim.names)) if claim.names else "none",
        **{truth.value: values.count(truth) for truth in Truth},
    }
    if claim.tolerance is not None:
        places["tolerance"] = (
            format_pp(claim.tolerance, words=True) if share else f"{claim.tolerance:.3g}"
        )
    if claim.bound is not None:
        places["bound"] = format_bound(claim, share)
    return places


def format_size(claim: Claim, share: bool = True, unit: str = "") -> str:
    """The estimate with its interval: +0.3 pp (0.2 – 0.4), digits enough for its value."""
    if share:
        return format_pp_interval(claim.found, lambda found: interval_position(found, claim))
    found = claim.found
    places = sign_decimals(found, stats.decimals(found.error, most=4))
    amount = f"{format_signed(found.estimate, places)}{f' {unit}' if unit else ''}"
    return f"{amount} ({format_range(found.low, found.high, places)})"


def interval_position(found: stats.Interval, claim: Claim) -> tuple[int, ...]:
    """Where an interval lies about zero and about the tolerance: printed digits must agree."""
    marks = [0.0] if claim.tolerance is None else [-claim.tolerance, 0.0, claim.tolerance]
    if claim.kind == "better":  # a loss is a loss, however large
        marks = [mark for mark in marks if mark >= 0]
    return tuple((found.low > mark) - (found.high < mark) for mark in marks)


def format_bound(claim: Claim, share: bool = True) -> str:
    """How far from zero nothing is: rounded up, so that it stays true."""
    assert claim.bound is not None
    scale = 100 if share else 1
    reach = scale * claim.bound
    places = stats.decimals(scale * claim.found.error, most=4)
    up = -(-reach * 10**places // 1) / 10**places
    return f"{stats.format_fixed(up, places)}{' pp' if share else ''}"


TONES: dict[Truth, Tone] = {Truth.SHOWN: "within", Truth.REFUTED: "outside", Truth.OPEN: "across"}


def claim_tone(claim: Claim | None) -> Tone:
    """The colour of a claim: of a verdict against a tolerance, or of a difference."""
    if claim is None or claim.barred:
        return ""
    if claim.kind in ("within", "holds"):
        return TONES[claim.value]
    return "strong" if claim.shown else ""


def claim_star(claim: Claim | None) -> str:
    """The mark of what is shown to differ."""
    return "*" if claim is not None and claim.shown else ""


# --- the phrases that questions share ------------------------------------------------------------

AT_EDGE = "AT THE EDGE"  # the verdict of an open claim whose narrow interval holds the tolerance
FAIR = Phrase(
    shown="FAIR{among} within {tolerance}: {standing}, {size}.",
    refuted="UNFAIR{among} by more than {tolerance}: the largest departure is {who}, {size}.",
    open="UNDECIDED{among} at {tolerance}: the largest departure is {who}, {size}; no {member} is "
    "further than {bound} from its fair share{advice}.",
    edge=AT_EDGE + "{among} of {tolerance}: the largest departure is {who}, {size}; no "
    "{member} is further than {bound} from its fair share.",
    barred="NO VERDICT: {part} of games hit a cap on their length, so who would have won them is "
    "not known.",
)

FAIR_TITLE = Phrase(
    shown="{game} is FAIR{among}",
    refuted="{game} is UNFAIR{among}",
    open="It is UNDECIDED whether {game} is fair{among}",
    edge="{game} is " + AT_EDGE + " of fair{among}: {who} {size}",
    barred="{game} has no verdict: too many games are unfinished",
)

POLICY = Phrase(  # several policies play: whether one wins more than an equal share
    shown="{who} at {seats} wins {wins} of games, {side} an equal share by {size}. A tournament "
    "would seat it everywhere.",
    refuted="{who} at {seats} wins its equal share within {tolerance}: {wins} of games, {size}.",
    open="{who} at {seats} wins {wins} of games; whether that is above or below an equal share is "
    "not known, {size}.",
    barred="What {who} at {seats} would win is not known, since more than 5 % of games hit a cap "
    "on their length.",
)
