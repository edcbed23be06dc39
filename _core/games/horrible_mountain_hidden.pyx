"""Horrible Mountain: states as dicts of numbers, and redealing what a seat cannot see."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport places_of, word_of
from analyzer._core.contract cimport refuse_unless, table_t
from analyzer._core.games.horrible_mountain cimport (
    COUNT_EVIL_MASTER, NONE, NO_POINTS, N_CARDS, N_COLOURS, N_PLAYERS, N_SLOTS, PHASE_LIMIT,
    PHASE_ORDER, PHASE_OVER, PHASE_PLACE_FIRST, PHASE_PLACE_SECOND, TAKE_TABLE, MountainRules,
    MountainState, bit, cube_points_of, hand_index, rules_of,
)
from analyzer._core.raw cimport (
    need_lists, need_numbers, need_once, need_sets, need_sets_by_seat,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_t


cdef int or_none(uint8_t value):
    return -1 if value == NONE else value


cdef uint8_t or_255(int value):
    return NONE if value < 0 else <uint8_t>value


cdef dict describe_state(const table_t* table, const MountainState* s):
    cdef const MountainRules* r = rules_of(table)
    cdef int at[N_PLAYERS]
    cdef int seat
    for seat in range(N_PLAYERS):
        at[seat] = hand_index(r, s.hand[seat])
    seats = range(N_PLAYERS)
    return {
        "seat": s.head.seat, "phase": s.phase, "evil_master": s.evil_master,
        "hands": [places_of(s.hand[i]) for i in seats],
        "table": [or_none(s.card[i]) for i in range(N_SLOTS)],
        "cubes": [or_none(s.cube[i]) for i in range(N_SLOTS)],
        "control": [places_of(s.control[i]) for i in seats],
        "cube_pile": places_of(s.cube_pile),
        "draw": [s.draw[s.n_draw - 1 - i] for i in range(s.n_draw)],
        "discard": [s.discard[i] for i in range(s.n_discard)],
        "used": places_of(s.used), "action": s.action, "slot": s.slot, "aside": or_none(s.aside),
        "known": [places_of(s.known[i]) for i in seats],
        "suspects": places_of(s.suspects), "taken": or_none(s.taken), "buried": s.buried,
        "ordered": s.ordered,
        "runs": s.runs, "turn_no": s.turn_no, "winner": s.winner, "end_reason": s.end_reason,
        # what follows from all that:
        "lines": [r.hands.line[at[i]] for i in seats],
        "hand_points": [r.hands.points[at[i]] for i in seats],
        "cube_points": [cube_points_of(s, s.control[i]) for i in seats],
    }


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    """Refuse what would lead outside the arrays; whether it makes sense is for others to say."""
    need_numbers(raw, ("seat", "evil_master"), 0, N_PLAYERS - 1)
    need_numbers(raw, ("phase",), 0, PHASE_OVER)
    need_numbers(raw, ("slot",), 0, N_SLOTS - 1)
    need_numbers(raw, ("aside", "taken"), -1, N_CARDS - 1)
    need_sets_by_seat(raw, ("hands", "known"), N_PLAYERS, N_CARDS)
    need_sets_by_seat(raw, ("control",), N_PLAYERS, N_COLOURS)
    need_sets(raw, ("draw", "discard", "suspects"), N_CARDS)
    need_sets(raw, ("cube_pile",), N_COLOURS)
    need_sets(raw, ("used",), N_PLAYERS)
    need_lists(raw, ("table",), N_SLOTS, -1, N_CARDS - 1)
    need_lists(raw, ("cubes",), N_SLOTS, -1, N_COLOURS - 1)
    need_numbers(raw, ("buried",), 0, len(raw["discard"]))
    to_order = len(raw["discard"]) - 2 if raw["phase"] == PHASE_ORDER else 0
    need_numbers(raw, ("ordered",), 0, max(0, to_order))
    refuse_unless(raw["taken"] < 0 or raw["suspects"], "a card taken that nobody suspects")
    return check_cards(table, raw) | check_cubes(raw)


cdef int check_cards(const table_t* table, dict raw) except -1:
    cdef int32_t limit = rules_of(table).rule.hand_limit
    over = raw["phase"] == PHASE_LIMIT
    lying = [card for card in (*raw["table"], raw["aside"]) if card >= 0]
    lying += [*raw["hands"][0], *raw["hands"][1], *raw["draw"], *raw["discard"]]
    refuse_unless(sorted(lying) == list(range(N_CARDS)), "a card in two places, or in none")
    for seat, (hand, known) in enumerate(zip(raw["hands"], raw["known"], strict=True)):
        refuse_unless(set(known) <= set(hand), "a card known that is not held")
        refuse_unless(len(hand) <= limit + (over and seat == raw["seat"]), "so large a hand")
    holes = [slot for slot in range(N_SLOTS) if raw["table"][slot] < 0]
    waits = over and raw["action"] == TAKE_TABLE
    refuse_unless(holes == ([raw["slot"]] if holes and waits else []), "a hole in the table")
    return 0


cdef int check_cubes(dict raw) except -1:
    owned = [*raw["control"][0], *raw["control"][1], *raw["cube_pile"]]
    refuse_unless(sorted(owned) == list(range(N_COLOURS)), "a cube of nobody, or of two")
    lying = [cube for cube in raw["cubes"] if cube >= 0]
    need_once("cubes", lying)
    bare = [slot for slot in range(N_SLOTS) if raw["cubes"][slot] < 0]
    if raw["phase"] == PHASE_PLACE_FIRST:
        refuse_unless(bare == [0, 1, 3, 4], "cubes before the first is placed")
    elif raw["phase"] == PHASE_PLACE_SECOND:
        refuse_unless(bare == [0, 4] or bare == [1, 3], "cubes before the second is placed")
    else:
        refuse_unless(not bare, "a cube in no place")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, MountainState* s, dict raw) except -1:
    """The inverse of describe_state, but for what follows from the rest."""
    cdef int32_t i
    check_raw(table, raw)
    for i in range(N_PLAYERS):
        s.hand[i] = word_of(raw["hands"][i])
        s.size[i] = <uint8_t>len(raw["hands"][i])
        s.control[i] = <uint8_t>word_of(raw["control"][i])
        s.known[i] = word_of(raw["known"][i])
    for i in range(N_COLOURS):
        s.place[i], s.worth[i] = NONE, NO_POINTS
    for i in range(N_SLOTS):
        s.card[i], s.cube[i] = or_255(raw["table"][i]), or_255(raw["cubes"][i])
        if s.cube[i] != NONE:
            s.place[s.cube[i]] = <uint8_t>i
        if s.card[i] != NONE:
            s.table |= bit(s.card[i])
        if s.cube[i] != NONE and s.card[i] != NONE:
            s.worth[s.cube[i]] = rules_of(table).worth[s.card[i]]
    s.n_draw, s.n_discard = <uint8_t>len(raw["draw"]), <uint8_t>len(raw["discard"])
    for i, card in enumerate(reversed(raw["draw"])):
        s.draw[i] = card
    for i, card in enumerate(raw["discard"]):
        s.discard[i] = card
    s.head.seat, s.phase, s.evil_master = raw["seat"], raw["phase"], raw["evil_master"]
    s.cube_pile, s.used = <uint8_t>word_of(raw["cube_pile"]), <uint8_t>word_of(raw["used"])
    s.action, s.slot, s.aside = raw["action"], raw["slot"], or_255(raw["aside"])
    s.suspects, s.taken = word_of(raw["suspects"]), or_255(raw["taken"])
    s.buried, s.ordered = raw["buried"], raw["ordered"]
    s.runs, s.turn_no = raw["runs"], raw["turn_no"]
    s.head.stage = s.runs
    s.winner, s.end_reason = raw["winner"], raw["end_reason"]
    s.seat_counters[COUNT_EVIL_MASTER][s.evil_master] = 1
    return 0


# --- what a seat cannot see ---------------------------------------------------------------------

cdef int32_t spread(uint32_t cards, uint8_t* out) noexcept nogil:
    """The cards in order; returns how many."""
    cdef int32_t card, n = 0
    for card in range(N_CARDS):
        if cards >> card & 1:
            out[n] = <uint8_t>card
            n += 1
    return n


cdef int32_t how_many(uint32_t cards) noexcept nogil:
    cdef int32_t n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


cdef uint32_t pile_of(const uint8_t* cards, int32_t n) noexcept nogil:
    """The cards of a pile, without their order."""
    cdef uint32_t pile = 0
    cdef int32_t i
    for i in range(n):
        pile |= bit(cards[i])
    return pile


cdef void retake(MountainState* s, rng_t* rng) noexcept nogil:
    """HM-44: for the Evil Master any of the suspects may be the card that the special took. The
    others are buried in the Discard Pile; or, if that was shuffled since, they are in the Draw Pile
    or may have been drawn from it, and redeal_hidden mixes them."""
    cdef uint8_t suspects[N_CARDS]
    cdef int32_t n = spread(s.suspects, suspects)
    cdef uint8_t card = suspects[rng_below(rng, <uint32_t>n)]
    cdef uint32_t pile
    if s.buried:
        pile = (pile_of(s.discard, s.buried) | bit(s.taken)) & ~bit(card)
        spread(pile, s.discard)
        s.hand[1 - s.evil_master] &= ~bit(s.taken)
        s.hand[1 - s.evil_master] |= bit(card)
    s.taken = card


cdef void bury_anew(MountainState* s, rng_t* rng) noexcept nogil:
    """HM-44: the order of the cards that the special left is not known to the Evil Master."""
    spread(pile_of(s.discard, s.buried), s.discard)
    rng_deal(rng, s.discard, s.buried, s.buried)


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """The Draw Pile, and what came from it to the other hand unseen, are dealt anew; what the other
    hand is known to hold stays, and so does all that is or was open (HM-A10, HM-A19)."""
    cdef MountainState* s = <MountainState*>state
    cdef uint8_t pool[N_CARDS]
    cdef int32_t other = 1 - seat, own = 0, n, theirs
    cdef uint32_t fixed = s.known[other], unseen = pile_of(s.draw, s.n_draw) | s.hand[other]
    cdef bint placing = s.phase == PHASE_PLACE_FIRST or s.phase == PHASE_PLACE_SECOND
    if seat == s.evil_master and s.taken != NONE:
        retake(s, rng)
        unseen = pile_of(s.draw, s.n_draw) | s.hand[other]
        fixed |= bit(s.taken)
    if seat == s.evil_master and s.buried:
        bury_anew(s, rng)
    theirs = s.size[other] - how_many(fixed)
    if placing and not rules_of(table).rule.see_first_card:      # HM-A8
        own = s.size[seat]
        unseen |= s.hand[seat]
    n = spread(unseen & ~fixed, pool)
    rng_deal(rng, pool, n, n)
    s.hand[other] = fixed | pile_of(&pool[s.n_draw], theirs)
    if own:
        s.hand[seat] = pile_of(&pool[s.n_draw + theirs], own)
    if not placing:
        s.dealt[other] = s.hand[other]      # as good a guess as any
    memcpy(s.draw, pool, s.n_draw)
    memset(&s.draw[s.n_draw], 0, <size_t>(N_CARDS - s.n_draw))      # what lay there is forgotten
    memset(&s.discard[s.n_discard], 0, <size_t>(N_CARDS - s.n_discard))
    return True
