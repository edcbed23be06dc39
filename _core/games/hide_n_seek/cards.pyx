"""Hide N Seek: dice, the row, the hands and the deck."""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport find_script, script_t, table_t
from analyzer._core.games.hide_n_seek.state cimport (
    COUNT_BARREN_ROLLS, COUNT_CARDS_WON, COUNT_DICE_LAID, COUNT_DICE_ROLLED, COUNT_DICE_SENT_HOME,
    COUNT_DICE_TAKEN_OFF, COUNT_ROLLS, MOST_CARDS, MOST_FACES, NONE, PURPOSE_DECK,
    PURPOSE_DICE, PURPOSE_SCRIPTED_ROLL, SeekRules, SeekState, bit, rules_of,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_stream, rng_t


# --- dice ---------------------------------------------------------------------------------------

cdef bint can_lay(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """Any rolled die anywhere?"""
    return s.n_rolled > 0 and lays_of(r, s, seat) != 0


cdef void throw_dice(const table_t* table, SeekState* s, int32_t seat, int32_t n) noexcept nogil:
    """HN-12, HN-22. The luck of a roll belongs to the seat's turn and to the roll in it, die by
    die: a card played before, or a die less, does not change it."""
    cdef const SeekRules* r = rules_of(table)
    cdef const script_t* script = find_script(
        table, &s.head, PURPOSE_SCRIPTED_ROLL, <uint32_t>s.all_rolls)
    cdef int32_t i, face
    cdef rng_t rng
    rng_stream(&rng, &s.head.luck, PURPOSE_DICE,
               <uint32_t>((s.turns_had[seat] - 1) * 64 + s.rolls * 8 + seat))
    memset(s.last_roll, 0, MOST_FACES)
    for i in range(n):
        face = <int32_t>rng_below(&rng, <uint32_t>r.faces)
        if script != NULL:
            face = script.values[i] - 1
        s.last_roll[face] += 1
        s.rolled[face] += 1
    s.n_rolled += <uint8_t>n
    s.rolls += 1
    s.all_rolls += 1
    s.laid_out = 0
    s.seat_counters[COUNT_ROLLS][seat] += 1
    s.seat_counters[COUNT_DICE_ROLLED][seat] += n
    s.seat_counters[COUNT_BARREN_ROLLS][seat] += not can_lay(r, s, seat)


cdef int32_t clear_place(SeekState* s, int32_t seat, int32_t place) noexcept nogil:
    """A seat's dice come back from a card, not rolled (HN-22); how many."""
    cdef int32_t n = dice_on(s, seat, place)
    if n:
        memset(s.dice[seat][place], 0, MOST_FACES)
        s.on_cards[seat] -= <uint8_t>n
    return n


cdef bint lay_die(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t seat, int32_t face,
                  int32_t place) noexcept nogil:
    """HN-13; HN-18, HN-19: True if that wins the card. Its place is then empty."""
    cdef int32_t card = s.row[place], other
    cdef bint won = dice_on(s, seat, place) + 1 == r.card[card].n_need
    s.dice[seat][place][face] += 1
    s.rolled[face] -= 1
    s.n_rolled -= 1
    s.on_cards[seat] += 1
    s.seat_counters[COUNT_DICE_LAID][seat] += 1
    if not won:
        return False
    for other in range(n_seats):
        if other == seat:
            clear_place(s, other, place)
        else:
            s.seat_counters[COUNT_DICE_SENT_HOME][other] += clear_place(s, other, place)
    s.row[place] = NONE
    take_in_hand(s, seat, card)
    s.won[card >> 6] |= <uint64_t>1 << (card & 63)
    s.seat_counters[COUNT_CARDS_WON][seat] += 1
    return True


cdef void take_off(SeekState* s, int32_t seat, int32_t face, int32_t place) noexcept nogil:
    """HN-17."""
    s.dice[seat][place][face] -= 1
    s.on_cards[seat] -= 1
    s.seat_counters[COUNT_DICE_TAKEN_OFF][seat] += 1


# --- cards --------------------------------------------------------------------------------------

cdef void take_in_hand(SeekState* s, int32_t seat, int32_t card) noexcept nogil:
    cdef int32_t i = s.n_hand[seat]
    while i > 0 and s.hand[seat][i - 1] > card:
        s.hand[seat][i] = s.hand[seat][i - 1]
        i -= 1
    s.hand[seat][i] = <uint8_t>card
    s.n_hand[seat] += 1


cdef void give_away(const SeekRules* r, SeekState* s, int32_t seat, int32_t card) noexcept nogil:
    """HN-26: out of the hand, under the deck; HN-A13: from there to a place that was empty."""
    cdef int32_t i = 0
    while s.hand[seat][i] != card:
        i += 1
    s.n_hand[seat] -= 1
    while i < s.n_hand[seat]:
        s.hand[seat][i] = s.hand[seat][i + 1]
        i += 1
    s.hand[seat][i] = 0
    s.won[card >> 6] &= ~(<uint64_t>1 << (card & 63))
    s.deck[(s.top + s.n_deck) % MOST_CARDS] = <uint8_t>card
    s.n_deck += 1
    refill(r, s)


cdef void refill(const SeekRules* r, SeekState* s) noexcept nogil:
    """HN-23, HN-A13: empty places get the top cards."""
    cdef int32_t place
    for place in range(r.row_size):
        if s.row[place] == NONE and s.n_deck:
            s.row[place] = <int8_t>s.deck[s.top]
            s.top = <uint8_t>((s.top + 1) % MOST_CARDS)
            s.n_deck -= 1
            s.unseen -= s.unseen > 0
            s.laid_out |= <uint8_t>bit(place)


cdef void shuffle_deck(const table_t* table, SeekState* s) noexcept nogil:
    """HN-5."""
    cdef const SeekRules* r = rules_of(table)
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_DECK, 0)
    cdef rng_t rng
    cdef int32_t i
    for i in range(r.n_cards):
        s.deck[i] = <uint8_t>i if script == NULL else script.values[i]
    if script == NULL:
        rng_stream(&rng, &s.head.luck, PURPOSE_DECK, 0)
        rng_deal(&rng, s.deck, r.n_cards - 1, r.n_cards)
    s.n_deck = s.unseen = <uint8_t>r.n_cards
    for i in range(r.row_size):
        s.row[i] = NONE
    refill(r, s)
    s.laid_out = 0
