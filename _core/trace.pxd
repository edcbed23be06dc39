"""The course of a playout: who led when, and by how much."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from analyzer._core.contract cimport MAX_SEATS, result_t

cdef enum:
    KEPT = 64               # events kept of one playout
    WAITING = 64            # events that are looked at together
    PARTS = 16              # parts of a playout, or event numbers, in the tables of chances
    GAPS = 64               # gaps in them


ctypedef struct trace_t:    # one playout under way
    int32_t n_seats
    int32_t n_events        # samples taken
    int32_t stride          # of which every stride-th is kept
    int32_t n_kept
    int32_t leader          # who last led alone, NO_SEAT before anybody did
    int32_t lead_changes
    int32_t last_change     # number of the event at which `leader` took the lead; 0 = never
    int32_t behind[MAX_SEATS]       # events at which another seat had more
    int32_t deficit[MAX_SEATS]      # the most by which one had
    int32_t gap[KEPT + 1][MAX_SEATS]    # own score minus the best other one; one row is spare
    int32_t n_waiting       # events not yet looked at
    int32_t waiting[WAITING][MAX_SEATS]     # their scores


cdef class Traces:
    """What became of many traces: columns, a place a playout, and tables that add up."""
    cdef trace_t c
    cdef readonly int gap_step
    cdef readonly int event_step
    cdef readonly object games
    cdef readonly object seats
    cdef int32_t[:, ::1] _games
    cdef int32_t[:, ::1] _seats
    cdef int64_t[:, :, ::1] _by_event
    cdef int64_t[:, :, ::1] _by_part
    cdef uint64_t _early[PARTS][GAPS]   # what is still to be added to them, packed
    cdef uint64_t _late[PARTS][GAPS]
    cdef int32_t _packed                # playouts in there

    cdef void begin(self) noexcept nogil
    cdef void finish(self, const result_t* result, int64_t row) noexcept nogil
    cdef void add_chances(self, const result_t* result) noexcept nogil
    cdef void unpack(self) noexcept nogil


cdef int32_t* sample(void* trace) noexcept nogil
