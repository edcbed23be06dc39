"""What an expert learns from: moves in games, what was seen of each, and what became of it.

A game that has a net fills a `training_task_t` (see training.pyx beside its policies); the rest is
the same for all games. `scripts/train` learns from it.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t

from analyzer._core.contract cimport move_t, table_t, view_t

cdef enum:
    MOST_NETS = 2
    MOST_ROWS = 48              # of one example
    MOST_TOLD = 2               # numbers that tell what became of a move


ctypedef struct training_task_t:
    int32_t n_nets
    int16_t* tables[MOST_NETS]  # as the expert reads them
    int32_t n_rows[MOST_NETS]   # of things seen,
    int32_t end_rows[MOST_NETS]     # ... and behind them; the last one is a level (network.pxd)
    int32_t reach[MOST_NETS]    # how far from the player's own a move drawn by lot may be
    int32_t by_stage            # 1: the end of a stage (a hand) tells, 0: that of the playout
    # What is seen if a move is made, as rows of a table; returns how many, 0: it asks no net
    int32_t (*see)(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil
    # What became of it: up to MOST_TOLD numbers
    void (*tell)(const table_t* table, const void* state, int32_t seat, float* told) noexcept nogil


cdef class TrainingTask:
    cdef training_task_t c
