"""Hide N Seek: redealing what a seat cannot see."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek cimport (
    MOST_CARDS, MOST_HAND, SeekState, rules_of, won_now,
)
from analyzer._core.games.hide_n_seek_cards cimport take_in_hand
from analyzer._core.rng cimport rng_deal, rng_t


cdef void sort_cards(uint8_t* cards, int32_t n) noexcept nogil:
    """Rising, so that a redeal depends on which cards are hidden, not on where they lie."""
    cdef int32_t i, j
    cdef uint8_t card
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


cdef int32_t hidden_cards(const table_t* table, SeekState* s, int32_t seat,
                          uint8_t* pool) noexcept nogil:
    """The cards on top of the deck that nobody has seen. With hands = "hidden" nobody remembers
    another turn: then it is the whole deck, and the other hands except for what was won in this
    turn (HN-A33)."""
    cdef int32_t n = s.unseen, i, other
    if rules_of(table).hands:
        n = s.n_deck
    for i in range(n):
        pool[i] = s.deck[(s.top + i) % MOST_CARDS]
    if rules_of(table).hands:
        for other in range(table.n_seats):
            if other != seat:
                for i in range(s.n_hand[other]):
                    if not won_now(s, s.hand[other][i]):
                        pool[n] = s.hand[other][i]
                        n += 1
    return n


cdef void redeal_hands(const table_t* table, SeekState* s, int32_t seat,
                       const uint8_t* cards) noexcept nogil:
    cdef uint8_t old[MOST_HAND]
    cdef int32_t other, i, n
    for other in range(table.n_seats):
        if other == seat:
            continue
        n = s.n_hand[other]
        memcpy(old, s.hand[other], MOST_HAND)
        memset(s.hand[other], 0, MOST_HAND)
        s.n_hand[other] = 0
        for i in range(n):
            if won_now(s, old[i]):
                take_in_hand(s, other, old[i])
            else:
                take_in_hand(s, other, cards[0])
                cards += 1


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """Whose turn it is does not matter: the sizes of hands and deck stay, and what is being played
    was shown."""
    cdef SeekState* s = <SeekState*>state
    cdef uint8_t pool[MOST_CARDS]
    cdef int32_t n = hidden_cards(table, s, seat, pool), n_deck = s.unseen, i
    if rules_of(table).hands:
        n_deck = s.n_deck
    sort_cards(pool, n)
    rng_deal(rng, pool, n, n)
    for i in range(n_deck):
        s.deck[(s.top + i) % MOST_CARDS] = pool[i]
    if rules_of(table).hands:
        redeal_hands(table, s, seat, pool + n_deck)
    return True
