"""Horrible Mountain: how a game begins, and the order of the Draw Pile."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport find_script, head_t, script_t, table_t
from analyzer._core.games.horrible_mountain cimport (
    ADVENTURER_COLOURS, ALL_CARDS, COUNT_EVIL_MASTER, EVIL_COLOURS, N_CARDS, N_PLAYERS, N_SLOTS,
    NONE, NO_POINTS, PHASE_PLACE_FIRST, PURPOSE_LOOSE, PURPOSE_ROLES, PURPOSE_TABLE, WHITE,
    MountainState, bit, rank_mask, rules_of,
)
from analyzer._core.games.horrible_mountain_cards cimport gain, put_cube
from analyzer._core.rng cimport rng_below, rng_deal, rng_next, rng_stream, rng_t


cdef void order_by(const script_t* script, uint8_t* cards, int32_t n) noexcept nogil:
    """Bring cards into the order, top first, in which they are written down."""
    cdef uint32_t wanted = 0
    cdef int32_t i
    for i in range(n):
        wanted |= bit(cards[i])
    n = 0
    for i in range(script.length):
        if wanted >> script.values[i] & 1:
            cards[n] = script.values[i]
            n += 1


cdef void shuffle(const table_t* table, MountainState* s, uint32_t purpose,
                  uint32_t occasion) noexcept nogil:
    """The Draw Pile; chance says which card comes first, so that the last place is the first."""
    cdef rng_t rng
    cdef const script_t* script = find_script(table, &s.head, purpose, occasion)
    cdef uint8_t cards[N_CARDS]
    cdef int32_t i, n = s.n_draw
    if script != NULL:
        memcpy(cards, s.draw, <size_t>n)
        order_by(script, cards, n)
        for i in range(n):
            s.draw[i] = cards[n - 1 - i]
    else:
        rng_stream(&rng, &s.head.luck, purpose, occasion)
        rng_deal(&rng, s.draw, n - 1, n)


cdef inline void reveal(MountainState* s, int32_t card) noexcept nogil:
    """In the slot of its rank."""
    s.card[card >> 2] = <uint8_t>card
    s.table |= bit(card)


cdef void build_table(const table_t* table, MountainState* s) noexcept nogil:
    """HM-4: the first card of each rank to be revealed lies in the slot of its rank. HM-5: its suit
    is as likely to be any, and independent of the others."""
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_TABLE, 0)
    cdef rng_t rng
    cdef uint64_t word
    cdef int32_t i, card
    if script == NULL:
        rng_stream(&rng, &s.head.luck, PURPOSE_TABLE, 0)
        word = rng_next(&rng)
        for i in range(N_SLOTS):
            reveal(s, 4 * i + <int32_t>(word >> (2 * i) & 3))
        return
    for i in range(script.length):
        card = script.values[i]
        if s.table & rank_mask(card) == 0:
            reveal(s, card)


cdef void choose_roles(const table_t* table, MountainState* s) noexcept nogil:
    """HM-1, HM-A9; HM-6, HM-7: who has which colours."""
    cdef rng_t rng
    cdef int32_t slot
    if rules_of(table).rule.roles:
        rng_stream(&rng, &s.head.luck, PURPOSE_ROLES, 0)
        s.evil_master = <uint8_t>rng_below(&rng, N_PLAYERS)
    s.seat_counters[COUNT_EVIL_MASTER][s.evil_master] = 1
    s.control[s.evil_master] = EVIL_COLOURS
    s.control[1 - s.evil_master] = ADVENTURER_COLOURS
    s.cube_pile = 1 << WHITE
    for slot in range(N_SLOTS):
        s.cube[slot] = s.place[slot] = NONE
    memset(s.worth, NO_POINTS, sizeof(s.worth))


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef MountainState* s = <MountainState*>state
    cdef uint32_t loose
    memset(<char*>state + sizeof(head_t), 0, sizeof(MountainState) - sizeof(head_t))
    s.winner = -1
    s.aside = s.taken = NONE
    choose_roles(table, s)
    build_table(table, s)
    put_cube(rules_of(table), s, WHITE, 2)      # on the 4
    loose = ALL_CARDS & ~s.table
    while loose:
        s.draw[s.n_draw] = <uint8_t>ctz(loose)
        s.n_draw += 1
        loose &= loose - 1
    shuffle(table, s, PURPOSE_LOOSE, 0)
    s.n_draw -= 2               # HM-8
    gain(s, s.evil_master, s.draw[s.n_draw + 1])
    gain(s, 1 - s.evil_master, s.draw[s.n_draw])
    s.phase = PHASE_PLACE_FIRST
    s.head.seat = s.evil_master ^ (rules_of(table).rule.first_placer == 0)
