"""Horrible Mountain: the fields of a state.

A hand may be given as a number: that many cards that the seat to move does not know. While cubes
are placed, each seat controls each of its own colours once.
"""

from itertools import chain
from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games.fields import (
    ChoicesKind,
    Declaration,
    Field,
    NumberKind,
    Open,
    SeatKind,
    SeatsKind,
    SlotsKind,
    WordKind,
    view_field,
)
from analyzer.games.horrible_mountain.words import (
    ACTIONS,
    CARDS,
    COLOURS,
    ENDS,
    PHASES,
    ROLES,
    card_names,
)
from analyzer.games.position_reader import Reader, unnamed_cards
from analyzer.games.spec import Given, Raw

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.horrible_mountain import Rules

_PLACING = (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND)
_SPECIAL = (core.PHASE_TAKE, core.PHASE_ORDER)
_SLOTS = 5


def _unseen(_rules: "Rules", raw: Raw) -> list[str]:
    known = {*raw["own hands"], *raw["table"], *raw["open"], *raw["opponent"], raw["aside"]}
    return [card for code, card in enumerate(CARDS) if code not in known]


def _behind(rules: "Rules", raw: Raw, seat: int) -> Raw:
    """What the seat remembers; a hand that may not be looked at yet (HM-A8)."""
    under = raw["buried"] if seat == raw["evil_master"] else 0
    dark = raw["phase"] in _PLACING and not rules.see_first_card
    return {
        "under": under,
        "open": raw["discard"][under:],
        "opponent": raw["known"][1 - seat],
        "role": int(seat != raw["evil_master"]),
        "own hands": [] if dark else raw["hands"][seat],
    }


def _read_draw(reader: Reader, raw: "LazyRaw") -> list[int]:
    """Every card once."""
    lying = [card for card in (*raw["table"], raw["aside"]) if card >= 0]
    lying += [*raw["hands"][0], *raw["hands"][1], *raw["discard"]]
    deck = dict.fromkeys(CARDS, 1)
    rest = reader.count_cards(card_names(lying), deck)
    raw.luck.shuffle(rest)
    found = reader.choices("draw", CARDS, rest)
    for card in reader.count_cards(card_names([*lying, *found]), deck):
        raise reader.error(f"{card} is nowhere; leave out draw to put it there")
    return found


_CARDS, _COLOURS = ChoicesKind(CARDS), ChoicesKind(COLOURS)
_ASIDE = WordKind(("", *CARDS), range(-1, len(CARDS)))

DECLARED = Declaration(
    "horrible-mountain",
    (
        Field("hands", _CARDS, "What each seat holds", by_seat=True, view="hand", seen_by="owner"),
        Open("table", SlotsKind(CARDS, _SLOTS,
             "slot"), "The cards; \"\" where the replacement is due"),
        Open("cubes", SlotsKind(COLOURS, _SLOTS, "slot"), "The cubes; \"\" before one is placed"),
        Open("control", _COLOURS, "The Control Cubes of each seat", by_seat=True),
        Open("cube_pile", ChoicesKind(COLOURS, ordered=False),
             "Left out: the colours that nobody controls",
             default=lambda _, raw: [colour for colour in range(len(COLOURS))
                                     if colour not in chain(*raw["control"])]),
        Field("draw", _CARDS, "The top first; left out: all cards not named elsewhere, in random "
              "order by the seed", seen_by="count", parse=_read_draw),
        Field("discard", _CARDS, "The bottom first"),
        Field("evil_master", SeatKind(), "The seat that is"),
        Field("turn", SeatKind(), "The seat that decides; left out: the Evil Master", "seat",
              default=lambda _, raw: raw["evil_master"]),
        Open("deciding", WordKind(PHASES), "What it decides", "phase"),
        Field("during", WordKind(ACTIONS), "The action that a further decision belongs to",
              "action", default=lambda _, raw: (raw["phase"] in _SPECIAL)
              and ACTIONS.index("special")),
        Open("specials_used", SeatsKind(), "Who has used the special action", "used"),
        Open("run_outs", NumberKind(0, lambda rules, _: int(rules.run_outs)),
             "So far", "runs"),
        Open("turns", NumberKind(0, lambda rules, _: int(rules.max_turns)),
             "So far", "turn_no"),
        Field("aside", _ASIDE, "A card held aside in the adventurer's special"),
        Field("known", _CARDS, "What each hand is known to hold", by_seat=True),
        Field("special.taken", _ASIDE, "The card that the adventurer took unseen"),
        Field("special.suspects", _CARDS, "The cards it may be"),
        Field("special.buried", NumberKind(0, len(CARDS)),
              "Cards at the bottom of the Discard Pile "
              "whose order the Evil Master does not know"),
        Field("special.ordered", NumberKind(0, len(CARDS)), "Cards put on top so far"),
        Field("winner", SeatKind(nobody=True), "Who has won"),
        Field("end_reason", WordKind(ENDS), "Why the game is over"),
        view_field("role", "Evil Master or adventurer", lambda _, raw: ROLES[raw["role"]], "role"),
        view_field("discard", "Bottom to top, \"\" where it is not known",
                   lambda _, raw: [""] * raw["under"] + card_names(raw["open"]), "under", "open"),
        Open("opponent", _CARDS, "What the other player is known to hold", in_position=False),
        view_field("unseen", "In the Draw Pile, or unknown elsewhere", _unseen, "aside"),
    ),
    _behind,
    need=("hands", "table", "cubes", "control"),
    follows=lambda raw: {"dealt": [[], []], "slot": [*raw["table"], -1].index(-1) % _SLOTS},
)  # fmt: skip


def unplaced(rules: "Rules", words: Given) -> list[str]:  # noqa: ARG001
    """The cards that a position names nowhere."""
    places = ("hands", "table", "discard", "draw", "aside")
    return unnamed_cards(dict.fromkeys(CARDS, 1), words, *places)
