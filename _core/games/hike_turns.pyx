"""Hike: whose turn it is. The hand may end on the way, and with it the playout."""
from libc.stdint cimport int8_t, int32_t, uint32_t

from analyzer._core.contract cimport NO_SEAT, table_t
from analyzer._core.games.hike cimport (
    TALLY_PLAYS, END_TURN_CAP, PHASE_DROUGHT, PHASE_OVER, PHASE_PLAY, PHASE_TURN_PLANT, HikeRules,
    HikeState, drop_out, finish, may_plant, next_of, next_player, offer_cards, one_at_most,
    rules_of,
)
from analyzer._core.games.hike_hand cimport deal, end_hand


cdef inline bint begin_turn(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """False: `seat` can do nothing."""
    s.head.seat = seat
    if r.rule.spring_duration and s.spring and may_plant(r, s, seat):    # HK-A9
        s.round_phase = s.phase
        s.phase = PHASE_TURN_PLANT
        return True
    return offer_cards(s, seat)


cdef inline bint hand_is_over(const HikeRules* r, const HikeState* s) noexcept nogil:
    return s.active == 0 or (r.rule.solo_tail and one_at_most(s.active))     # HK-17, HK-A4


cdef void stop_at_cap(HikeState* s) noexcept nogil:
    s.game_counters[TALLY_PLAYS] += s.play_no
    s.end_reason = END_TURN_CAP
    s.phase = PHASE_OVER


cdef int32_t next_in_drought(const table_t* table, HikeState* s) noexcept nogil:
    """HK-23, HK-A6: who owes a Lake next; after the round, whoever plays on (HK-24)."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t direction = 1 if r.rule.drought_next else s.direction
    cdef uint32_t self_bit = <uint32_t>1 << s.round_by
    s.pending &= s.active
    if s.pending & self_bit and (r.rule.drought_order or s.pending == self_bit):
        s.pending &= ~self_bit
        return s.round_by
    if s.pending:
        s.round_at = <int8_t>next_of(r, s.pending & ~self_bit, s.round_at, direction)
        s.pending &= ~(<uint32_t>1 << s.round_at)
        return s.round_at
    s.phase = PHASE_PLAY
    return next_of(r, s.active, s.round_by, direction)


cdef void look_further(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """pass_on, with everything there is to look at."""
    cdef const HikeRules* r = rules_of(table)
    if s.play_no >= r.rule.max_turns:
        stop_at_cap(s)
        return
    if hand_is_over(r, s):
        end_hand(table, s)
        if s.phase == PHASE_OVER:
            return
        deal(table, s)
        seat = s.dealer
    if s.phase == PHASE_DROUGHT:
        seat = next_in_drought(table, s)
    else:
        seat = next_of(r, s.active, seat, s.direction)
    if not begin_turn(r, s, seat):
        give_up(table, s, seat)


cdef void pass_on(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-5, HK-6: find who decides next after `seat`; those who cannot play drop out on the way,
    and hands may end."""
    cdef const HikeRules* r = rules_of(table)
    if (s.phase == PHASE_DROUGHT or s.play_no >= r.plain_turns
            or next_player(r, s, seat) == NO_SEAT):
        look_further(table, s, seat)


cdef void give_up(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    drop_out(s, seat)
    pass_on(table, s, seat)


cdef void finish_turn(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """The card is played: it may have been the last."""
    if s.size[seat] == 0:
        finish(s, seat)
    pass_on(table, s, seat)


cdef void play_again(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """The turn does not pass on."""
    cdef const HikeRules* r = rules_of(table)
    if s.play_no >= r.rule.max_turns or hand_is_over(r, s):
        look_further(table, s, seat)
    elif not begin_turn(r, s, seat):
        give_up(table, s, seat)
