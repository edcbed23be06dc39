"""Horrible Mountain: how far seat 0 is ahead, kept up to date action by action. Header only.

A trace looks at the scores after every turn. Counting all points each time would take a fifth of
the time of a playout.
"""
from libc.stdint cimport int32_t

from analyzer._core.games.horrible_mountain.state cimport (
    N_PLAYERS, N_RANKS, NO_POINTS, MountainRules, MountainState, cube_points_of, hand_index,
    index_by_ranks, running_score_t,
)


cdef inline int32_t side_of(int32_t seat) noexcept nogil:
    return 1 - 2 * seat


cdef inline void hand_changed(const MountainRules* r, const MountainState* s, int32_t seat,
                              running_score_t* running_score) noexcept nogil:
    """HM-33, HM-34."""
    cdef int32_t index, points
    if s.size[seat] < N_RANKS:
        index = index_by_ranks(r, s.hand[seat])
    else:
        index = hand_index(r, s.hand[seat])
    points = r.hands.points[index]
    running_score.ahead += side_of(seat) * (points - running_score.hand[seat])
    running_score.hand[seat] = points


cdef inline int32_t worth_of(const MountainState* s, int32_t colour) noexcept nogil:
    """HM-37."""
    return s.worth[colour] - NO_POINTS


cdef inline int32_t owner_of(const MountainState* s, int32_t colour) noexcept nogil:
    """1: seat 0, -1: seat 1, 0: nobody."""
    return (s.control[0] >> colour & 1) - (s.control[1] >> colour & 1)


cdef inline void cubes_swapped(const MountainState* s, int32_t colour, int32_t other,
                               running_score_t* running_score) noexcept nogil:
    """Each is worth now what the other was."""
    running_score.ahead += (owner_of(s, colour) - owner_of(s, other)) * (
        worth_of(s, colour) - worth_of(s, other))


cdef inline void count_all(const MountainRules* r, const MountainState* s,
                           running_score_t* running_score) noexcept nogil:
    cdef int32_t seat
    running_score.ahead = 0
    for seat in range(N_PLAYERS):
        running_score.hand[seat] = 0
        hand_changed(r, s, seat, running_score)
        running_score.ahead += side_of(seat) * cube_points_of(s, s.control[seat])
