"""Hike: states as dicts of numbers."""
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, refuse_unless, table_t
from analyzer._core.fields cimport Fields, fields_of, need_once
from analyzer._core.rng cimport rng_pick_next

cdef enum:
    MOST = 1_000_000            # points: more than any game has
    MOST_PLAYS = 32_000         # as many as the rules allow, and hands


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


# --- fields ---------------------------------------------------------------------------------------

cdef HikeState example


cdef Fields declare_fields(const HikeState* s):
    cdef Fields f = fields_of(s)
    f.seat("seat", &s.head.seat, sizeof(s.head.seat))
    f.number("phase", &s.phase, sizeof(s.phase), 0, PHASE_OVER)
    f.number("round_phase", &s.round_phase, sizeof(s.round_phase), 0, PHASE_DROUGHT)
    f.seats("active", &s.active, sizeof(s.active))
    f.seats("playing", &s.playing, sizeof(s.playing))
    f.by_seat("out", &s.out, sizeof(s.out[0]), OUT_NOT, OUT_FINISHED)
    f.by_seat("out_order", &s.out_order, sizeof(s.out_order[0]), 0, MAX_SEATS)
    f.seats("planted_out", &s.planted_out, sizeof(s.planted_out))
    f.number("direction", &s.direction, sizeof(s.direction), -1, 1)
    f.number("exposed", &s.exposed, sizeof(s.exposed), -1, MOVE_CARD + N_CODES)
    f.number("avalanche", &s.avalanche, sizeof(s.avalanche), 0, 1)
    f.number("lost", &s.lost, sizeof(s.lost), 0, 1)
    f.number("spring", &s.spring, sizeof(s.spring), 0, 1)
    f.number("worm", &s.worm, sizeof(s.worm), WORM_UNPLAYED, WORM_CAPTURED)
    f.seat("worm_by", &s.worm_by, sizeof(s.worm_by), NO_SEAT)
    f.seat("worm_to", &s.worm_to, sizeof(s.worm_to), NO_SEAT)
    f.seats("pending", &s.pending, sizeof(s.pending))
    f.seat("round_by", &s.round_by, sizeof(s.round_by))
    f.seat("round_at", &s.round_at, sizeof(s.round_at))
    f.number("play_no", &s.play_no, sizeof(s.play_no), 0, MOST_PLAYS)
    f.by_seat("last_play", &s.last_play, sizeof(s.last_play[0]), 0, MOST_PLAYS)
    f.number("occasion", &s.occasion, sizeof(s.occasion), 0, 255)
    f.seat("dealer", &s.dealer, sizeof(s.dealer))
    f.number("hand_no", &s.hand_no, sizeof(s.hand_no), 0, MOST_PLAYS - 1)
    f.number("tied", &s.tied, sizeof(s.tied), 0, 1)
    f.number("bug_allow_all", &s.bug_allow_all, sizeof(s.bug_allow_all), 0, NO_BOUND)
    f.by_seat("bug_allow", &s.bug_allow, sizeof(s.bug_allow[0]), 0, NO_BOUND)
    f.by_seat("bug_had", &s.bug_had, sizeof(s.bug_had[0]), 0, NO_BOUND)
    f.by_seat("bird_allow", &s.bird_allow, sizeof(s.bird_allow[0]), 0, NO_BOUND)
    f.by_seat("bird_had", &s.bird_had, sizeof(s.bird_had[0]), 0, NO_BOUND)
    f.by_seat("points", &s.points, sizeof(s.points[0]), 0, MOST)
    f.seat("winner", &s.winner, sizeof(s.winner), NO_SEAT)
    f.number("end_reason", &s.end_reason, sizeof(s.end_reason), END_TARGET, END_HAND_CAP)
    f.by_seat("hand_leftovers", &s.hand_leftovers, sizeof(s.hand_leftovers[0]), 0, MOST)
    f.by_seat("hand_points", &s.hand_points, sizeof(s.hand_points[0]), 0, MOST)
    f.by_seat("hand_out", &s.hand_out, sizeof(s.hand_out[0]), OUT_NOT, OUT_FINISHED)
    return f


FIELDS = declare_fields(&example)


cdef dict describe_state(const table_t* table, const HikeState* s):
    """The fields, and cards out of their words."""
    cdef const HikeRules* r = rules_of(table)
    seats = range(<int>table.n_seats)
    cdef dict raw = (<Fields>FIELDS).describe(table.n_seats, s)
    raw["hands"] = [hand_list(r, s, i) for i in seats]
    raw["calls_for"] = [i for i in range(N_SUITS) if demand(s) >> (6 * <int>i + 5) & 1]
    raw["pile"] = [s.pile[i] for i in range(s.n_pile)]
    raw["stock"], raw["dealt"] = stock_list(s), [s.deck[i] for i in range(s.next_card)]
    raw["had"] = [word_list(<uint64_t>s.dealt[i] << FIRST_SPECIALTY) for i in seats]
    raw["birds"] = birds_played(s)
    raw["bugs"] = [face_up(r, BUG, s.bugs[i], s.bug_copies[i]) for i in seats]
    raw["trees"] = [face_up(r, TREE, s.trees[i] - (s.wind_planter == i), s.tree_copies[i])
                    + [FIRST_SPECIALTY_CODE + WIND] * (s.wind_planter == i) for i in seats]
    raw["known"] = [known_list(r, s, i) for i in seats]
    raw["base"] = [word_list(s.base[i]) for i in seats]
    return raw


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


cdef int kind_of(int code):
    """The suit of a card, or its own code."""
    return code // 10 if code < FIRST_SPECIALTY_CODE else code


@cython.boundscheck(True)     # of lists that others have made
cdef int need_within(str name, list cards, list holds) except -1:
    """No more of a kind than `holds` has."""
    kinds = [kind_of(code) for code in cards]
    for kind in kinds:
        if kinds.count(kind) > holds.count(kind):
            raise ValueError(f"{name} names more of a card than there are")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_known(const HikeRules* r, dict raw) except -1:
    """What seats know is part of the deck. Since an Earthquake it is remembered what each hand
    then was and what has come to it; the hand is a part of that."""
    deck = [kind_of(r.deck[i]) for i in range(r.n_cards)]
    for name in ("known", "had", "base"):
        for cards in raw[name]:
            need_within(f"deduced.{name}", cards, deck)
            if r.rule.suits_scope and name != "base":
                need_once(f"deduced.{name}", cards)
    if raw["occasion"] or any(raw["known"]):
        for seat in raw["active"]:
            base = [kind_of(code) for code in raw["base"][seat]]
            hand = [kind_of(code) for code in raw["hands"][seat]]
            if any([hand.count(kind) > base.count(kind) for kind in hand]):
                raise ValueError(
                    f"deduced.base of seat {seat + 1} must hold all cards of its hand")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_seats(const HikeRules* r, dict raw) except -1:
    """Who takes part, who is in, who decides: in the turn of nobody, any seat."""
    cdef int phase = raw["phase"], seat = raw["seat"], i
    if len(raw["playing"]) < 2:
        raise ValueError("a hand needs at least two seats that take part")
    for i, hand in enumerate(raw["hands"]):
        if i in raw["active"] and not hand and not r.rule.poop_empty:
            raise ValueError(f"seat {i + 1} is active without a card")
        if hand and (i not in raw["playing"] or raw["out"][i] == OUT_FINISHED):
            what = "finished" if i in raw["playing"] else "out"
            raise ValueError(f"seat {i + 1} is {what}, and still holds {len(hand)} of its cards")
    if phase in (PHASE_CAPTURE, PHASE_WORM_BIRD) and raw["worm"] != WORM_WAITING:
        what = "capture" if phase == PHASE_CAPTURE else "bird on the worm"
        raise ValueError(f"deciding is '{what}', but no Worm is waiting in the pile")
    if phase not in (PHASE_SPRING, PHASE_OVER) and raw["active"] and seat not in raw["active"]:
        raise ValueError(f"it is the turn of seat {seat + 1}, which is not active")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    """Refuse what would lead outside the arrays, and what cannot be by the rules. The fields have
    their ranges."""
    deck = raw["dealt"] + raw["stock"]
    decks = [*raw["hands"], *raw["bugs"], *raw["trees"], raw["pile"], deck]
    refuse_unless(all(0 <= code < N_CODES for cards in decks for code in cards), "a card")
    refuse_unless(sum(map(len, raw["hands"])) + len(raw["pile"]) <= N_CODES, "so many cards")
    refuse_unless(len(deck) <= N_CODES, "so large a stock")
    deduced = [*raw["known"], *raw["base"], *raw["had"]]
    refuse_unless(all(0 <= code < N_CODES for cards in deduced for code in cards), "what is known")
    check_known(rules_of(table), raw)
    refuse_unless(raw["direction"] != 0, "the direction")
    if (raw["worm"] == WORM_UNPLAYED) != (raw["worm_by"] == NO_SEAT):
        raise ValueError("a Worm that was played needs worm.by, the seat that played it")
    if (raw["worm"] == WORM_CAPTURED) != (raw["worm_to"] != NO_SEAT):
        raise ValueError("worm.to must name the captor of a captured Worm, and only that")
    check_seats(rules_of(table), raw)
    if raw["worm"] == WORM_WAITING:
        refuse_unless(FIRST_SPECIALTY_CODE + WORM in raw["pile"], "a Worm that is not in the pile")
    refuse_unless(is_move(raw["exposed"]), "the exposed card")
    return 0


def exposed_move(int code, bint by_card):
    """The code of the move that exposes a card, The Wind aside."""
    if code >= FIRST_SPECIALTY_CODE:
        return FIRST_SPECIALTY + code - FIRST_SPECIALTY_CODE
    return MOVE_CARD + code if by_card else suit_move(code // 10)


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
    (<Fields>FIELDS).restore(table.n_seats, s, raw)
    check_raw(table, raw)
    s.wind_planter = -1
    memset(&s.bird_allow[table.n_seats], NO_BOUND, MAX_SEATS - <size_t>table.n_seats)
    for seat in range(table.n_seats):
        put_cards(r, s, seat, raw["hands"][seat])
        put_face_up(r, s, seat, raw["bugs"][seat], raw["trees"][seat])
        s.n_out = max(s.n_out, s.out_order[seat])
        for i in raw["known"][seat]:
            s.known[seat] += r.unit[i]
            if r.rule.suits_scope:
                note_copy(s.known_copies[seat], <uint8_t>i)
        for i in raw["base"][seat]:
            s.base[seat] += r.unit[i]
        for i in raw["had"][seat]:
            s.dealt[seat] |= <uint16_t>(r.unit[i] >> FIRST_SPECIALTY)
    for seat in range(table.n_seats):
        if (s.playing & ~s.active) >> seat & 1:
            show(s, s.hand[seat], s.size[seat])
    if s.worm == WORM_CAPTURED:
        show(s, specialty_bit(WORM), 1)
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
