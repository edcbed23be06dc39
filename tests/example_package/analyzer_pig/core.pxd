"""Pig: the state, so that policies in a .pyx file can read it."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport FIRST_GAME_PURPOSE, MAX_SEATS, head_t

cdef enum:
    ROLL = 0
    HOLD = 1
    PURPOSE_ROLLS = FIRST_GAME_PURPOSE      # occasion: the number of the turn
    ROLLS = 0
    BUSTS = 1
    HOLDS = 2
    N_SEAT_COUNTERS = 3
    MOST = 1_000_000                        # of points, rolls and turns


ctypedef struct PigRules:
    int32_t target
    int32_t sides
    int32_t may_pass
    int32_t max_turns


ctypedef struct PigState:
    head_t head
    int32_t points[MAX_SEATS]
    int32_t total                   # of the turn
    int32_t rolls                   # in the turn
    int32_t turns
    int32_t over                    # 1: won, 2: given up
    int32_t winner
    int32_t game_counters[1]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]
    int32_t end                     # gcc takes a last array for one of unknown length
