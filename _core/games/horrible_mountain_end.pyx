"""Horrible Mountain: who wins, and why."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.games.horrible_mountain cimport (
    COUNT_CARDS, COUNT_CUBES, COUNT_CUBE_POINTS, COUNT_DEALT, TALLY_DECIDED, COUNT_HAND_POINTS,
    COUNT_HAND, COUNT_POINTS_DEALT, DECIDED_CUBES, DECIDED_HAND, DECIDED_NOBODY, DECIDED_POINTS,
    END_STALLED, PHASE_OVER, MountainRules, MountainState, cube_points_of, hand_index,
)


cdef int32_t compare_hands(const MountainRules* r, const MountainState* s) noexcept nogil:
    """HM-39: above 0 if seat 0 has the better hand. The points are equal or do not matter yet."""
    cdef int32_t a = hand_index(r, s.hand[0]), b = hand_index(r, s.hand[1])
    cdef uint32_t mine = r.hands.groups[a], theirs = r.hands.groups[b]
    cdef int32_t shift = 24
    if r.hands.points[a] != r.hands.points[b]:
        return r.hands.points[a] - r.hands.points[b]
    if r.hands.line[a] != r.hands.line[b]:
        return r.hands.line[b] - r.hands.line[a]
    if r.rule.tiebreak_hand or mine == theirs:       # HM-A3
        return 0
    while mine >> shift == theirs >> shift:
        shift -= 6
    if r.rule.tiebreak_short and (mine >> shift & 63 == 0 or theirs >> shift & 63 == 0):     # HM-A4
        return 0
    return 1 if mine > theirs else -1


cdef void count_dealt(MountainState* s, int32_t seat, int32_t points) noexcept nogil:
    """The deal is the experiment that tells what a rank in the first hand is worth."""
    cdef uint32_t cards = s.dealt[seat]
    cdef int32_t rank
    while cards:
        rank = ctz(cards) >> 2
        cards &= cards - 1
        s.seat_counters[COUNT_DEALT + rank][seat] += 1
        s.seat_counters[COUNT_POINTS_DEALT + rank][seat] += points


cdef int32_t count_up(const MountainRules* r, MountainState* s, int32_t seat) noexcept nogil:
    """HM-33, HM-37: the points of a seat, and what is counted of them."""
    cdef int32_t index = hand_index(r, s.hand[seat])
    cdef int32_t hand = r.hands.points[index], cubes = cube_points_of(s, s.control[seat])
    cdef uint32_t control = s.control[seat]
    s.seat_counters[COUNT_HAND_POINTS][seat] = hand
    s.seat_counters[COUNT_CUBE_POINTS][seat] = cubes
    s.seat_counters[COUNT_CARDS][seat] = s.size[seat]
    s.seat_counters[COUNT_HAND + r.hands.line[index]][seat] = 1
    while control:
        s.seat_counters[COUNT_CUBES][seat] += 1
        control &= control - 1
    count_dealt(s, seat, hand + cubes)
    return hand + cubes


cdef void end_game(const MountainRules* r, MountainState* s, int32_t reason) noexcept nogil:
    cdef int32_t ahead = count_up(r, s, 0) - count_up(r, s, 1)      # HM-38
    cdef int32_t decided = DECIDED_POINTS
    s.phase = PHASE_OVER
    s.end_reason = reason
    if reason == END_STALLED:
        return
    if ahead == 0:
        decided = DECIDED_HAND
        ahead = compare_hands(r, s)
    if ahead == 0:              # HM-40
        decided = DECIDED_CUBES
        ahead = s.seat_counters[COUNT_CUBES][0] - s.seat_counters[COUNT_CUBES][1]
    if ahead == 0:              # HM-41
        decided = DECIDED_NOBODY
    else:
        s.winner = 0 if ahead > 0 else 1
    s.game_counters[TALLY_DECIDED + decided] = 1
