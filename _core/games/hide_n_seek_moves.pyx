"""Hide N Seek: the legal moves, in a fixed order."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hide_n_seek cimport (
    DISCARD, DONE, END_TURN, FIELD, LATE_ROLL_ONLY, LAY, NONE, PHASE_ARROW, PHASE_LAY, PHASE_LIMIT,
    PHASE_MENU, PHASE_OVER, PHASE_PAWN, PHASE_START_ARROW, PHASE_STEPS, PHASE_TIDY, PLAY, ROLL,
    TAKE_OFF, THROW, TIDY, SeekRules, SeekState, card_t, is_free, move_of, not_rolled, rules_of,
    won_now,
)
from analyzer._core.games.hide_n_seek_cards cimport lays_of
from analyzer._core.games.hide_n_seek_road cimport list_arrows, list_pawns, list_steps


cdef bint may_play(const SeekRules* r, const SeekState* s, int32_t card) noexcept nogil:
    """HN-A32."""
    return r.play_won_same_turn or not won_now(s, card)


cdef bint is_repeated(const SeekRules* r, const SeekState* s, int32_t seat, int32_t i,
                      bint to_play) noexcept nogil:
    """Has the hand an equal card before its i-th?"""
    cdef const card_t* card = &r.card[s.hand[seat][i]]
    cdef int32_t j
    if card.has_twin:
        for j in range(i):
            if r.card[s.hand[seat][j]].twin == card.twin and (
                    not to_play or may_play(r, s, s.hand[seat][j])):
                return True
    return False


cdef int32_t list_plays(const SeekRules* r, const SeekState* s, int32_t seat,
                        move_t* moves) noexcept nogil:
    """HN-27, HN-35 (no card is played for nothing: HN-A14)."""
    cdef int32_t i, k, n = 0, card, symbol
    for i in range(s.n_hand[seat]):
        card = s.hand[seat][i]
        if not may_play(r, s, card) or is_repeated(r, s, seat, i, True):
            continue
        for k in range(2):
            symbol = r.card[card].symbol[k]
            if (s.effects >> symbol & 1 or r.null_play) and (
                    k == 0 or symbol != r.card[card].symbol[0]):
                moves[n] = move_of(PLAY, card, symbol, 0)
                n += 1
    return n


cdef int32_t list_lays(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    cdef uint64_t lays = lays_of(r, s, seat) if s.n_rolled else 0
    cdef int32_t place, n = 0
    while lays:
        place = ctz(lays) & 7
        moves[n] = move_of(LAY, ctz(lays) >> 3, place, s.row[place])
        lays &= lays - 1
        n += 1
    return n


cdef int32_t list_discards(const SeekRules* r, const SeekState* s, int32_t seat,
                           move_t* moves) noexcept nogil:
    """HN-25."""
    cdef int32_t i, n = 0
    for i in range(s.n_hand[seat]):
        if not is_repeated(r, s, seat, i, False):
            moves[n] = move_of(DISCARD, s.hand[seat][i], 0, 0)
            n += 1
    return n


cdef int32_t list_tidy(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    """HN-17, HN-25."""
    cdef int32_t face, place, n = 0
    for face in range(r.faces):
        for place in range(r.row_size):
            if s.dice[seat][place][face]:
                moves[n] = move_of(TAKE_OFF, face, place, s.row[place])
                n += 1
    return n + list_discards(r, s, seat, moves + n)


cdef int32_t list_menu(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    """HN-9, HN-10: any order of rolls and plays; HN-A7, HN-A34."""
    cdef int32_t n = 0
    if s.actions:
        if is_free(r, s, seat):
            moves[0] = move_of(ROLL, 0, 0, 0)
            n = 1
        n += list_plays(r, s, seat, moves + n)
    if r.late_placing != LATE_ROLL_ONLY:
        n += list_lays(r, s, seat, moves + n)
    if s.on_cards[seat] or s.n_hand[seat]:
        moves[n] = move_of(TIDY, 0, 0, 0)
        n += 1
    if r.may_pass or s.actions == 0:
        moves[n] = move_of(END_TURN, 0, 0, 0)
        n += 1
    return n


cdef int32_t group_size(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil:
    """Dice that the question is about: a shown face, at the end those not rolled."""
    if group < r.faces:
        return s.rolled[group]
    return not_rolled(r, s, s.head.seat) - s.thrown


cdef int32_t next_group(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil:
    """The first group from `group` on that is not empty, or NONE."""
    while group <= r.faces:
        if group_size(r, s, group):
            return group
        group += 1
    return NONE


cdef int32_t list_throws(const SeekRules* r, const SeekState* s, move_t* moves) noexcept nogil:
    """HN-A8: at least one die is rolled in the end."""
    cdef int32_t k, n = 0
    cdef bint last = next_group(r, s, s.group + 1) == NONE
    for k in range(1 if last and s.thrown == 0 else 0, group_size(r, s, s.group) + 1):
        moves[n] = move_of(THROW, k, s.group if s.group < r.faces else FIELD, 0)
        n += 1
    return n


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const SeekRules* r = rules_of(table)
    cdef const SeekState* s = <const SeekState*>state
    cdef int32_t seat = s.head.seat, n
    if s.phase == PHASE_MENU:
        return list_menu(r, s, seat, moves)
    if s.phase == PHASE_LAY:
        n = list_lays(r, s, seat, moves)
        moves[n] = move_of(DONE, 0, 0, 0)
        return n + 1
    if s.phase == PHASE_TIDY:
        return list_tidy(r, s, seat, moves)
    if s.phase == PHASE_LIMIT:
        return list_discards(r, s, seat, moves)
    if s.phase == PHASE_STEPS:
        return list_steps(r, s, seat, s.symbol, moves)
    if s.phase == PHASE_PAWN:
        return list_pawns(r, s, table.n_seats, seat, s.symbol, moves)
    if s.phase == PHASE_ARROW or s.phase == PHASE_START_ARROW:
        return list_arrows(r, s, seat, moves)
    if s.phase == PHASE_OVER:
        return 0
    return list_throws(r, s, moves)
