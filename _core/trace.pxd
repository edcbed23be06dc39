"""The course of a playout: who led when, and by how much."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from analyzer._core.contract cimport MAX_SEATS, NOTES, notes_t, result_t

cdef enum:
    KEPT = 64               # events kept of one playout
    PARTS = 16              # parts of a playout, or event numbers, in the tables of chances
    GAPS = 64               # gaps in them


ctypedef struct trace_t:    # one playout under way
    notes_t notes           # events not yet read; first, since what reads them knows no more
    int32_t n_seats
    int32_t gap[NOTES + 1][MAX_SEATS]   # of the notes just read: own score minus the best other one
    int32_t kept[KEPT][MAX_SEATS]       # the gaps of every stride-th event
    # from here on cleared for every playout
    int32_t n_kept
    int32_t stride          # a power of 2
    int32_t n_events        # of which are all that follow
    int32_t leader          # who last led alone, NO_SEAT before anybody did
    int32_t lead_changes
    int32_t last_change     # number of the event at which that leader took the lead; 0 = never
    int32_t behind[MAX_SEATS]       # events at which another seat had more
    int32_t deficit[MAX_SEATS]      # the most by which one had


cdef class Traces:
    """What became of many traces: columns, a place a playout, and tables that add up."""
    cdef trace_t c
    cdef readonly int gap_step
    cdef readonly int event_step
    cdef uint64_t _by_gap_step          # inverses: see `divided`
    cdef uint64_t _by_event_step
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
