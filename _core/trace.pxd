"""The course of a playout: who led when, and by how much."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from analyzer._core.contract cimport MAX_SEATS, result_t, trace_buffer_t

cdef enum:
    KEPT = 512              # events kept of one playout
    MOST_ENTRIES = 2 * KEPT  # with those that are not yet read
    LANES = 32              # events of two seats are read so many at a time

cpdef enum:
    PARTS = 16              # parts of a playout in the table of chances
    GAPS = 64               # gaps in it


ctypedef struct trace_t:    # one playout under way
    trace_buffer_t buffer   # events not yet read; first, since what reads them knows no more
    int32_t gap_step
    uint64_t by_gap_step    # its inverse: see `divided`
    uint32_t bit[LANES]     # 1 << lane
    int32_t n_kept
    int32_t halvings        # of the events read, every 2**halvings-th is kept
    int32_t n_events        # of which are all that follow
    int32_t leader          # who last led alone, NO_SEAT before anybody did
    int32_t lead_changes
    int32_t last_change     # number of the event at which that leader took the lead; 0 = never
    int32_t behind[MAX_SEATS]       # events at which another seat had more
    int32_t deficit[MAX_SEATS]      # the most by which one had
    # Of the events kept, own score minus the best other one; then the entries not yet read
    int32_t entries[MOST_ENTRIES * MAX_SEATS + LANES]


cdef class Traces:
    """What became of many traces: columns, one place per playout, and a table that adds up."""
    cdef trace_t c
    cdef readonly object games
    cdef readonly object seats
    cdef int32_t[:, ::1] _games
    cdef int32_t[:, ::1] _seats
    cdef int64_t[:, :, ::1] _by_part
    cdef uint64_t _packed[PARTS][GAPS]  # what is still to be added to it
    cdef int32_t _n_packed              # playouts in there

    cdef void begin(self) noexcept nogil
    cdef void finish(self, const result_t* result, int64_t row) noexcept nogil
    cdef void add_chances(self, const result_t* result) noexcept nogil
    cdef void unpack(self) noexcept nogil
