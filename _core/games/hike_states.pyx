"""Hike: states as dicts of numbers."""
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport places_of, word_of
from analyzer._core.contract cimport refuse_unless, table_t
from analyzer._core.games.hike cimport (
    BIRD, BUG, FIRST_SPECIALTY, FIRST_SPECIALTY_CODE, MOVE_CARD, MOVE_WIND, N_CODES, N_SPECIALTIES,
    N_SUITS, PHASE_OVER, TREE, WIND, WORM, WORM_CAPTURED, WORM_UNPLAYED,
    WORM_WAITING, HikeRules, HikeState, birds_played, demand, held, note_copy, rules_of,
    show, specialty_bit,
)
from analyzer._core.rng cimport rng_pick_next


# --- words of cards -----------------------------------------------------------------------------

cdef int32_t codes_of(uint64_t hand, const uint16_t* copies, uint8_t* codes) noexcept nogil:
    """The cards of a hand word as codes, in order; `copies` is NULL when suits are all alike."""
    cdef int32_t suit, i, n = 0
    for suit in range(N_SUITS):
        if copies == NULL:
            memset(codes + n, suit * 10, <size_t>held(hand, suit))
            n += held(hand, suit)
            continue
        for i in range(10):
            if copies[suit] >> i & 1:
                codes[n] = <uint8_t>(suit * 10 + i)
                n += 1
    for i in range(N_SPECIALTIES):
        if hand & specialty_bit(i):
            codes[n] = <uint8_t>(FIRST_SPECIALTY_CODE + i)
            n += 1
    return n


cdef const uint16_t* copies_of(const HikeRules* r, const HikeState* s, int32_t seat) noexcept nogil:
    if r.rule.suits_scope:
        return &s.copies[seat][0]
    return NULL


cdef list hand_list(const HikeRules* r, const HikeState* s, int32_t seat):
    cdef uint8_t codes[N_CODES]
    cdef int32_t n = codes_of(s.hand[seat], copies_of(r, s, seat), codes)
    return [codes[i] for i in range(n)]


cdef list face_up(const HikeRules* r, int32_t suit, int32_t n, uint16_t copies):
    """Cards of one suit lying before a player."""
    if r.rule.suits_scope:
        return [suit * 10 + i for i in range(10) if copies >> i & 1]
    return [suit * 10] * n


cdef list stock_list(const HikeState* s):
    """The stock in order; what is not drawn yet is drawn here as it would be in play."""
    cdef HikeState copy = s[0]
    while copy.n_fixed < copy.n_deck:
        rng_pick_next(&copy.stock_rng, copy.deck, copy.n_fixed, copy.n_deck)
        copy.n_fixed += 1
    return [copy.deck[i] for i in range(copy.next_card, copy.n_deck)]


cdef list word_list(uint64_t cards):
    cdef uint8_t codes[N_CODES]
    cdef int32_t n = codes_of(cards, NULL, codes)
    return [codes[i] for i in range(n)]


cdef list known_list(const HikeRules* r, const HikeState* s, int32_t seat):
    cdef uint8_t codes[N_CODES]
    cdef const uint16_t* copies = NULL
    cdef int32_t n
    if r.rule.suits_scope:
        copies = &s.known_copies[seat][0]
    n = codes_of(s.known[seat], copies, codes)
    return [codes[i] for i in range(n)]


cdef dict describe_state(const table_t* table, const HikeState* s):
    cdef const HikeRules* r = rules_of(table)
    cdef int n = table.n_seats
    seats = range(n)
    return {
        "seat": s.head.seat, "phase": s.phase, "round_phase": s.round_phase,
        "hands": [hand_list(r, s, seat) for seat in seats],
        "active": places_of(s.active), "playing": places_of(s.playing),
        "out": [s.out[i] for i in seats], "out_order": [s.out_order[i] for i in seats],
        "planted_out": places_of(s.planted_out),
        "direction": s.direction, "exposed": s.exposed,
        "calls_for": [i for i in range(N_SUITS) if demand(s) >> (6 * <int>i + 5) & 1],
        "pile": [s.pile[i] for i in range(s.n_pile)],
        "stock": stock_list(s), "dealt": [s.deck[i] for i in range(s.next_card)],
        "had": [word_list(<uint64_t>s.dealt[i] << FIRST_SPECIALTY) for i in seats],
        "avalanche": s.avalanche, "lost": s.lost, "spring": s.spring,
        "worm": s.worm, "worm_by": s.worm_by, "worm_to": s.worm_to, "birds": birds_played(s),
        "bugs": [face_up(r, BUG, s.bugs[i], s.bug_copies[i]) for i in seats],
        "trees": [face_up(r, TREE, s.trees[i] - (s.wind_planter == i), s.tree_copies[i])
                  + [FIRST_SPECIALTY_CODE + WIND] * (s.wind_planter == i) for i in seats],
        "pending": places_of(s.pending), "round_by": s.round_by, "round_at": s.round_at,
        "play_no": s.play_no, "last_play": [s.last_play[i] for i in seats],
        "occasion": s.occasion, "dealer": s.dealer, "hand_no": s.hand_no, "tied": s.tied,
        "known": [known_list(r, s, i) for i in seats],
        "base": [word_list(s.base[i]) for i in seats],
        "bug_allow_all": s.bug_allow_all, "bug_allow": [s.bug_allow[i] for i in seats],
        "bug_had": [s.bug_had[i] for i in seats], "bird_allow": [s.bird_allow[i] for i in seats],
        "bird_had": [s.bird_had[i] for i in seats],
        "points": [s.points[i] for i in seats], "winner": s.winner, "end_reason": s.end_reason,
        "hand_leftovers": [s.hand_leftovers[i] for i in seats],
        "hand_points": [s.hand_points[i] for i in seats],
        "hand_out": [s.hand_out[i] for i in seats],
    }


@cython.boundscheck(True)     # of lists that others have made
cdef int put_cards(const HikeRules* r, HikeState* s, int32_t seat, list codes) except -1:
    cdef uint8_t code
    for code in codes:
        s.hand[seat] += r.unit[code]
        s.size[seat] += 1
        if r.rule.suits_scope:
            note_copy(s.copies[seat], code)
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int put_face_up(const HikeRules* r, HikeState* s, int32_t seat, list bugs,
                     list trees) except -1:
    cdef uint8_t code
    s.bugs[seat] = <uint8_t>len(bugs)
    s.trees[seat] = <uint8_t>len(trees)
    for code in bugs + trees:
        show(s, r.unit[code], 1)
    for code in bugs:
        s.bug_copies[seat] |= <uint16_t>(1 << (code % 10))
    for code in trees:
        if code == FIRST_SPECIALTY_CODE + WIND:
            s.wind_planter = <int8_t>seat
        else:
            s.tree_copies[seat] |= <uint16_t>(1 << (code % 10))
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    """Refuse what would lead outside the arrays; whether it makes sense is for others to say."""
    cdef int n = table.n_seats
    deck = raw["dealt"] + raw["stock"]
    decks = [*raw["hands"], *raw["bugs"], *raw["trees"], raw["pile"], deck]
    refuse_unless(all(0 <= code < N_CODES for cards in decks for code in cards), "a card")
    refuse_unless(sum(map(len, raw["hands"])) + len(raw["pile"]) <= N_CODES, "so many cards")
    refuse_unless(len(deck) <= N_CODES, "so large a stock")
    deduced = [*raw["known"], *raw["base"], *raw["had"]]
    refuse_unless(all(0 <= code < N_CODES for cards in deduced for code in cards), "what is known")
    for name in ("seat", "round_by", "round_at", "dealer"):
        refuse_unless(0 <= raw[name] < n, name)
    for name in ("active", "playing", "pending", "planted_out"):
        refuse_unless(all(0 <= seat < n for seat in raw[name]), name)
    refuse_unless(0 <= raw["phase"] <= PHASE_OVER and 0 <= raw["round_phase"] <= 1, "the phase")
    refuse_unless(raw["direction"] in (1, -1), "the direction")
    played = raw["worm"] != WORM_UNPLAYED
    refuse_unless(0 <= raw["worm_by"] < n if played else raw["worm_by"] == -1, "worm_by")
    refuse_unless(-1 + (raw["worm"] == WORM_CAPTURED) <= raw["worm_to"] < n, "worm_to")
    if raw["worm"] == WORM_WAITING:
        refuse_unless(FIRST_SPECIALTY_CODE + WORM in raw["pile"], "a Worm that is not in the pile")
    refuse_unless(is_move(raw["exposed"]), "the exposed card")
    return 0


cdef bint is_move(int exposed):
    """Is it the code of a card that lies exposed, or of none?"""
    if exposed < FIRST_SPECIALTY:
        return exposed == -1 or exposed >= 0 and exposed % 6 == 5
    return (exposed < FIRST_SPECIALTY + N_SPECIALTIES or MOVE_WIND <= exposed < MOVE_WIND + N_SUITS
            or MOVE_CARD <= exposed < MOVE_CARD + FIRST_SPECIALTY_CODE)


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, HikeState* s, dict raw) except -1:
    """The inverse of describe_state, but for `legal`, `want` and `triggers`."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t seat, i
    check_raw(table, raw)
    s.wind_planter = -1
    for seat in range(table.n_seats):
        put_cards(r, s, seat, raw["hands"][seat])
        put_face_up(r, s, seat, raw["bugs"][seat], raw["trees"][seat])
        s.out[seat] = raw["out"][seat]
        s.out_order[seat] = raw["out_order"][seat]
        s.n_out = max(s.n_out, s.out_order[seat])
        s.last_play[seat] = raw["last_play"][seat]
        s.points[seat] = raw["points"][seat]
        s.hand_leftovers[seat] = raw["hand_leftovers"][seat]
        s.hand_points[seat] = raw["hand_points"][seat]
        s.hand_out[seat] = raw["hand_out"][seat]
        s.bug_allow[seat], s.bug_had[seat] = raw["bug_allow"][seat], raw["bug_had"][seat]
        s.bird_allow[seat], s.bird_had[seat] = raw["bird_allow"][seat], raw["bird_had"][seat]
        for i in raw["known"][seat]:
            s.known[seat] += r.unit[i]
            if r.rule.suits_scope:
                note_copy(s.known_copies[seat], <uint8_t>i)
        for i in raw["base"][seat]:
            s.base[seat] += r.unit[i]
        for i in raw["had"][seat]:
            s.dealt[seat] |= <uint16_t>(r.unit[i] >> FIRST_SPECIALTY)
    s.head.seat = raw["seat"]
    s.phase, s.round_phase = raw["phase"], raw["round_phase"]
    s.active, s.playing = word_of(raw["active"]), word_of(raw["playing"])
    s.planted_out, s.pending = word_of(raw["planted_out"]), word_of(raw["pending"])
    s.direction, s.exposed = raw["direction"], raw["exposed"]
    s.avalanche, s.lost, s.spring = raw["avalanche"], raw["lost"], raw["spring"]
    s.worm, s.worm_by, s.worm_to = raw["worm"], raw["worm_by"], raw["worm_to"]
    for seat in range(table.n_seats):
        if (s.playing & ~s.active) >> seat & 1:
            show(s, s.hand[seat], s.size[seat])
    if s.worm == WORM_CAPTURED:
        show(s, specialty_bit(WORM), 1)
    s.bug_allow_all = raw["bug_allow_all"]
    s.round_by, s.round_at = raw["round_by"], raw["round_at"]
    s.play_no, s.occasion = raw["play_no"], raw["occasion"]
    s.dealer, s.hand_no, s.tied = raw["dealer"], raw["hand_no"], raw["tied"]
    s.winner, s.end_reason = raw["winner"], raw["end_reason"]
    s.head.stage = s.hand_no
    for i, code in enumerate(raw["pile"]):
        s.pile[i] = code
        s.laid += r.unit[s.pile[i]]
    s.n_pile = <int32_t>len(raw["pile"])
    s.more_birds = <int16_t>(raw["birds"] - held(s.laid, BIRD))
    for i, code in enumerate(raw["dealt"] + raw["stock"]):
        s.deck[i] = code
    s.next_card = <int16_t>len(raw["dealt"])
    s.n_deck = s.n_fixed = <int16_t>(len(raw["dealt"]) + len(raw["stock"]))
    return 0
