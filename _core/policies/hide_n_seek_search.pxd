"""Hide N Seek, for `expert`: a turn that can win, found by trying all plays."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, view_t

cdef int32_t winning_move(const view_t* view, const move_t* moves, int32_t n_moves,
                          int32_t* sure) noexcept nogil
