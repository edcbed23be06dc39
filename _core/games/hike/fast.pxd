"""Hike: one card after the other. The choice of a card is compiled into the loop. Header only."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.contract cimport NO_SEAT, move_t, seat_t, table_t, turns_t
from analyzer._core.games.hike.play cimport finish_turn, look_further
from analyzer._core.games.hike.special_moves cimport play_card
from analyzer._core.games.hike.state cimport (
    PHASE_DROUGHT, PHASE_PLAY, HikeRules, HikeState, lay, next_player, rules_of,
)


# One of the legal cards, as a move; `forced` counts those that are the only one.
ctypedef uint64_t (*choose_card_t)(uint64_t legal, seat_t* who, int32_t* forced) noexcept nogil


cdef inline int32_t apply_card(const table_t* table, HikeState* s, int32_t seat,
                               move_t move) noexcept nogil:
    """A move below MOVE_WIND. The seat to which the turn has passed on, if nothing else has
    happened; otherwise NO_SEAT."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t after
    if s.phase != PHASE_PLAY or s.triggers >> move & 1:
        play_card(table, s, seat, move)
        return NO_SEAT
    lay(s, seat, r.code[move], r.card[move], move, r.want[move])
    if s.size[seat] == 0 or s.play_no >= r.plain_turns:
        finish_turn(table, s, seat)
        return NO_SEAT
    after = next_player(r, s, seat)
    if after == NO_SEAT:
        look_further(table, s, seat)
    return after


cdef inline bint fast_path_by(choose_card_t choose_card, const table_t* table, HikeState* s,
                              seat_t* seats, turns_t* done) noexcept nogil:
    """Cards up to the end of the hand, or up to a turn with other moves."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t stage = s.head.stage, seat = s.head.seat, turns = 0, forced = 0
    cdef uint64_t legal = s.legal if s.phase <= PHASE_DROUGHT else 0
    while legal and legal & r.intricate == 0:
        turns += 1
        seat = apply_card(table, s, seat, <move_t>choose_card(legal, &seats[seat], &forced))
        if seat != NO_SEAT:
            legal = s.legal     # where the compiler still has it, and the seat
        elif s.phase <= PHASE_DROUGHT and s.head.stage == stage:
            legal, seat = s.legal, s.head.seat
        else:
            legal = 0
    done.turns += turns
    done.decisions += turns - forced
    return turns > 0
