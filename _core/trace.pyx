"""Traces: the scores of a playout at every milestone, reduced to integers that add up.

The turn loop calls `sample` whenever a stage is over (in games that ask for it, also whenever the
turn has passed on), and once at the end. Such a moment is an *event*; events are numbered from 1.
A seat *leads* if it has more than every other seat; where two share the best score nobody leads.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, result_t

# Columns of Traces.games, one value a playout.
GAME_COLUMNS = (
    "events",           # how many there were
    "lead_changes",     # how often another seat led than the one that had led last
    "last_change",      # number of the event at which the last leader took the lead, 0 = no leader
    "half_led",         # 1 if a seat led at half time: at event events // 2, or 1 if that is 0
    "half_won840",      # the win of that seat in 840ths; 0 if nobody led
)
# Columns of Traces.seats, one value a playout and seat.
SEAT_COLUMNS = (
    "behind",           # events at which another seat had more
    "deficit",          # the most by which the best other seat was ahead, at any event; 0 if never
)


# The tables of chances are packed while playouts add to them, how often and how much in one word:
# else they would not leave room for the game in the processor's first cache.
cdef enum:
    WON_BITS = 32
    MOST_PACKED = 4096      # playouts: 4096 * KEPT * MAX_SEATS * WHOLE_WIN is below 2**32

cdef uint64_t ONE_MORE = <uint64_t>1 << WON_BITS


cdef void keep_every_second(trace_t* t) noexcept nogil:
    cdef int32_t i
    for i in range(KEPT // 2):
        memcpy(t.gap[i], t.gap[2 * i + 1], sizeof(t.gap[0]))
    t.n_kept = KEPT // 2
    t.stride *= 2               # a power of 2


cdef inline int32_t take_gaps(trace_t* t, const int32_t* score, int32_t* gap) noexcept nogil:
    """Own score minus the best other one, for every seat; returns who leads, or NO_SEAT."""
    cdef int32_t seat, lead, best = -2147483647, second = -2147483647, leader = NO_SEAT
    for seat in range(t.n_seats):       # without branches: nobody can guess who is ahead
        leader = seat if score[seat] > best else leader
        second = max(second, min(best, score[seat]))
        best = max(best, score[seat])
    for seat in range(t.n_seats):
        lead = score[seat] - (second if seat == leader else best)
        gap[seat] = lead
        t.behind[seat] += lead < 0
        t.deficit[seat] = max(t.deficit[seat], -lead)
    return leader if best > second else NO_SEAT


cdef inline void take_in(trace_t* t, const int32_t* score) noexcept nogil:
    """One more event. Changes and deficits are of all events; of more than KEPT of them every
    second one is kept for the tables, then every fourth, and so on."""
    cdef int32_t leader = take_gaps(t, score, t.gap[t.n_kept]), before = t.leader
    cdef int32_t another = (leader != NO_SEAT) & (leader != before)
    t.n_events += 1
    t.leader = leader if another else before
    t.lead_changes += another & (before != NO_SEAT)
    t.last_change = t.n_events if another else t.last_change
    if t.n_events & (t.stride - 1):
        return
    if t.n_kept == KEPT:
        keep_every_second(t)
        if t.n_events & (t.stride - 1):
            return
        memcpy(t.gap[t.n_kept], t.gap[KEPT], sizeof(t.gap[0]))
    t.n_kept += 1


cdef void take_in_all(trace_t* t) noexcept nogil:
    cdef int32_t i
    for i in range(t.n_waiting):
        take_in(t, t.waiting[i])
    t.n_waiting = 0


cdef int32_t* sample(void* trace) noexcept nogil:
    """Room for the scores of one more event. While a game is played they are only written down:
    to look at many at once is cheaper."""
    cdef trace_t* t = <trace_t*>trace
    if t.n_waiting == WAITING:
        take_in_all(t)
    t.n_waiting += 1
    return t.waiting[t.n_waiting - 1]


cdef int32_t leader_at_half_time(const trace_t* t) noexcept nogil:
    cdef int32_t at = t.n_events // 2 // t.stride, seat
    for seat in range(t.n_seats):
        if t.gap[max(at, 1) - 1][seat] > 0:
            return seat
    return NO_SEAT


cdef void unpack_table(int64_t* table, uint64_t* packed) noexcept nogil:
    cdef int32_t i
    for i in range(PARTS * GAPS):
        table[2 * i] += <int64_t>(packed[i] >> WON_BITS)
        table[2 * i + 1] += <int64_t>(packed[i] & ONE_MORE - 1)
    memset(packed, 0, PARTS * GAPS * sizeof(uint64_t))


cdef class Traces:
    """What became of the traces of n playouts.

    `games` (int32, a row for each of GAME_COLUMNS and a place a playout) and `seats` (int32, a row
    for each of SEAT_COLUMNS and `players` places a playout) are filled by `run_batch`.

    `by_event` and `by_part` (int64, [16][64][2]) are tables of chances to win, summed over seats
    and playouts: [..., 0] counts how often a seat was there, [..., 1] adds up what it won in the
    end, in 840ths. The second index is the gap, own score minus the best other one, in steps of
    `gap_step` points: place 32 + floor(gap / gap_step), kept within 0 and 63. The first index of
    `by_event` is (event - 1) // event_step, 15 at most: what people at the table can know. That of
    `by_part` is the sixteenth part of the playout: ceil(16 * event / events) - 1.
    """
    def __cinit__(self, int players, int64_t n, int gap_step=1, int event_step=1):
        import numpy            # here: it is heavy, and most who import the core need none
        if not 1 <= players <= MAX_SEATS:
            raise ValueError(f"players must be 1 to {MAX_SEATS}; got {players}")
        if n < 0 or gap_step < 1 or event_step < 1:
            raise ValueError("n must be 0 or more, the steps 1 or more")
        self.c.n_seats = players
        self.gap_step, self.event_step = gap_step, event_step
        self.games = self._games = numpy.zeros((len(GAME_COLUMNS), n), numpy.int32)
        self.seats = self._seats = numpy.zeros((len(SEAT_COLUMNS), n * players), numpy.int32)
        self._by_event = numpy.zeros((PARTS, GAPS, 2), numpy.int64)
        self._by_part = numpy.zeros((PARTS, GAPS, 2), numpy.int64)

    @property
    def players(self):
        return self.c.n_seats

    @property
    def by_event(self):
        self.unpack()
        return self._by_event.base

    @property
    def by_part(self):
        self.unpack()
        return self._by_part.base

    def of_scores(self, list events, list win840, int64_t row=0):
        """Trace one playout from its scores, event by event: to try the numbers out."""
        cdef result_t result
        cdef int32_t* score
        cdef int seat
        if not events or not 0 <= row < self.games.shape[1]:
            raise ValueError("a trace needs events, and a row of its own")
        memset(&result, 0, sizeof(result))
        self.begin()
        for scores in events:
            score = sample(&self.c)
            for seat in range(self.c.n_seats):
                score[seat] = scores[seat]
        for seat in range(self.c.n_seats):
            result.win[seat] = win840[seat]
        self.finish(&result, row)

    cdef void begin(self) noexcept nogil:
        cdef int32_t n_seats = self.c.n_seats
        memset(&self.c, 0, <size_t>(<char*>self.c.gap - <char*>&self.c))
        self.c.n_seats = n_seats
        self.c.n_waiting = 0
        self.c.stride = 1
        self.c.leader = NO_SEAT

    cdef void finish(self, const result_t* result, int64_t row) noexcept nogil:
        cdef trace_t* t = &self.c
        cdef int32_t seat, half
        take_in_all(t)
        half = leader_at_half_time(t)
        self._games[0, row] = t.n_events
        self._games[1, row] = t.lead_changes
        self._games[2, row] = t.last_change
        self._games[3, row] = half != NO_SEAT
        self._games[4, row] = result.win[half] if half != NO_SEAT else 0
        for seat in range(t.n_seats):
            self._seats[0, row * t.n_seats + seat] = t.behind[seat]
            self._seats[1, row * t.n_seats + seat] = t.deficit[seat]
        self.add_chances(result)

    cdef void add_chances(self, const result_t* result) noexcept nogil:
        cdef trace_t* t = &self.c
        cdef int32_t i, seat, event, gap, step = self.gap_step
        cdef uint64_t* early            # the rows of this event
        cdef uint64_t* late
        cdef uint64_t won
        for i in range(t.n_kept):
            event = (i + 1) * t.stride
            early = self._early[min((event - 1) // self.event_step, PARTS - 1)]
            late = self._late[(PARTS * event - 1) // t.n_events]
            for seat in range(t.n_seats):
                gap = max(t.gap[i][seat], -GAPS // 2 * step) + GAPS // 2 * step
                gap = min(gap // step if step > 1 else gap, GAPS - 1)
                won = ONE_MORE + <uint64_t>result.win[seat]
                early[gap] += won
                late[gap] += won
        self._packed = self._packed + 1     # += needs the GIL where overflow is checked
        if self._packed == MOST_PACKED:
            self.unpack()

    cdef void unpack(self) noexcept nogil:
        unpack_table(&self._by_event[0, 0, 0], &self._early[0][0])
        unpack_table(&self._by_part[0, 0, 0], &self._late[0][0])
        self._packed = 0
