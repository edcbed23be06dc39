"""Traces: the scores of a playout at every milestone, reduced to integers that add up.

The turn loop takes down the scores whenever a stage is over (in games that ask for it, also
whenever the turn has passed on), and once at the end. Such a moment is an *event*; events are
numbered from 1. A seat *leads* if it has more than every other seat; where two share the best score
nobody leads.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport clz, popcount
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, new_entry, result_t, trace_buffer_t

# Columns of Traces.games, one value per playout.
GAME_COLUMNS = (
    "events",           # how many there were
    "lead_changes",     # how often another seat led than the one that had led last
    "last_change",      # number of the event at which the last leader took the lead, 0 = no leader
    "half_led",         # 1 if a seat led at half time: at event events // 2, or 1 if that is 0
    "half_won840",      # the win of that seat in 840ths; 0 if nobody led
)
# Columns of Traces.seats, one value per playout and seat.
SEAT_COLUMNS = (
    "behind",           # events at which another seat had more
    "deficit",          # the most by which the best other seat was ahead, at any event; 0 if never
)


# The table of chances is packed while playouts add to it, how often and how much in one word.
# Otherwise it would leave too little of the processor's first cache to the game.
cdef enum:
    WON_BITS = 32
    MOST_PACKED = 1 << 18   # playouts: each adds MAX_SEATS * WHOLE_WIN at most to a row
    LOWEST = -(1 << 30)     # below every score
    INVERSE_BITS = 56

# a macro: a variable would be read again after every write
cdef extern from *:
    """
    #define TRACE_ONE_MORE (UINT64_C(1) << 32)
    """
    uint64_t ONE_MORE "TRACE_ONE_MORE"      # in the upper half of a word: how often


# --- events -------------------------------------------------------------------------------------

cdef void read_event(trace_t* t, int32_t* entry, int32_t event) noexcept nogil:
    """Puts gaps in the place of scores: own score minus the best other one."""
    cdef int32_t seat, gap, best = LOWEST, second = LOWEST, leader = NO_SEAT, before = t.leader
    cdef bint another
    for seat in range(t.buffer.n_seats):    # without branches: nobody can guess who is ahead
        leader = seat if entry[seat] > best else leader
        second = max(second, min(best, entry[seat]))
        best = max(best, entry[seat])
    for seat in range(t.buffer.n_seats):
        gap = entry[seat] - (second if seat == leader else best)
        entry[seat] = gap
        t.behind[seat] += gap < 0
        t.deficit[seat] = max(t.deficit[seat], -gap)
    another = (best > second) & (leader != before)
    t.leader = leader if another else before
    t.lead_changes += another & (before != NO_SEAT)
    t.last_change = event if another else t.last_change


# With two seats one number is enough: how far seat 0 is ahead. Many events are read at once. A set
# of events is a word, in which the first event is the lowest bit.

cdef inline uint64_t spread(uint64_t leads, uint64_t nobody, bint before) noexcept nogil:
    """The events at which a seat was the last to lead: where it leads, and on from there up to the
    next event at which anybody does. The carry of the sum runs through all events without a
    leader."""
    cdef uint64_t begin = (leads << 1 | before) & nobody
    return leads | ((nobody + begin) ^ nobody) & nobody


cdef inline void follow_two(trace_t* t, uint64_t* leads, int32_t event) noexcept nogil:
    """`leads`: the events at which seat 0 leads, and those at which seat 1 does. The first one has
    the number `event`."""
    cdef uint64_t nobody = ~(leads[0] | leads[1]), another, first
    cdef bint before[2]
    cdef uint64_t last[2]       # events before which this seat was the last to lead
    cdef int32_t seat, top
    for seat in range(2):
        before[seat] = t.leader == seat
        last[seat] = spread(leads[seat], nobody, before[seat]) << 1 | before[seat]
        t.behind[1 - seat] += popcount(leads[seat])
    another = leads[0] & last[1] | leads[1] & last[0]
    first = ~(nobody | last[0] | last[1])
    t.lead_changes += popcount(another)
    if another | first:
        top = 63 - clz(another | first)
        t.last_change = event + top
        t.leader = <int32_t>(leads[1] >> top & 1)


cdef void read_two(trace_t* t, const int32_t* ahead, int32_t n) noexcept nogil:
    """`ahead`: how far seat 0 is ahead at n events, then zeros up to a multiple of LANES."""
    cdef uint64_t leads[2]
    cdef uint32_t more, less
    cdef int32_t i, lane, most = 0, least = 0
    for i in range(n):
        most = max(most, ahead[i])
        least = min(least, ahead[i])
    t.deficit[0] = max(t.deficit[0], -least)
    t.deficit[1] = max(t.deficit[1], most)
    for i in range((n + LANES - 1) // LANES):
        more = less = 0
        for lane in range(LANES):       # of bits that differ, the sum is the set
            more += t.bit[lane] & -<uint32_t>(ahead[LANES * i + lane] > 0)
            less += t.bit[lane] & -<uint32_t>(ahead[LANES * i + lane] < 0)
        leads[0], leads[1] = more, less
        follow_two(t, leads, t.n_events + LANES * i + 1)


cdef int32_t keep_some(int32_t* entry, int32_t width, int32_t first, int32_t n,
                       int32_t stride) noexcept nogil:
    """Of n entries those at first, first + stride, ...; returns how many."""
    cdef int32_t kept = 0
    while first < n:
        memcpy(entry + kept * width, entry + first * width, width * sizeof(int32_t))
        kept += 1
        first += stride
    return kept


cdef void read_buffer(trace_buffer_t* buffer) noexcept nogil:
    """Changes and deficits are of all events. Of more than KEPT every second one is kept for the
    table, then every fourth, and so on."""
    cdef trace_t* t = <trace_t*>buffer
    cdef int32_t* first = t.entries + t.n_kept * buffer.width
    cdef int32_t n = <int32_t>(buffer.next - first), before = t.n_events, i
    cdef int32_t stride = 1 << t.halvings
    if buffer.n_seats == 2:
        memset(buffer.next, 0, LANES * sizeof(int32_t))
        read_two(t, first, n)
    else:
        n //= buffer.width
        for i in range(n):
            read_event(t, first + i * buffer.width, before + i + 1)
    t.n_events += n
    if stride > 1:
        n = keep_some(first, buffer.width, stride - 1 - before % stride, n, stride)
    t.n_kept += n
    while t.n_kept > KEPT:
        t.n_kept = keep_some(t.entries, buffer.width, 1, t.n_kept, 2)
        t.halvings += 1
    buffer.next = t.entries + t.n_kept * buffer.width


# --- a playout ----------------------------------------------------------------------------------

cdef int32_t leader_at_half_time(const trace_t* t) noexcept nogil:
    cdef int32_t place = (max(t.n_events // 2, 1) >> t.halvings) - 1, seat
    for seat in range(t.buffer.width):
        if t.entries[place * t.buffer.width + seat] > 0:
            return seat
    return 1 if t.buffer.n_seats == 2 and t.entries[place] < 0 else NO_SEAT


cdef inline uint64_t inverse(int32_t n) noexcept nogil:
    """For `divided`."""
    return (<uint64_t>1 << INVERSE_BITS) // <uint64_t>n + 1


cdef inline int32_t divided(int32_t i, uint64_t inverse_of_n) noexcept nogil:
    """i // n, if that is below 256 and n below 2**24. A division would take as long as many
    multiplications."""
    return <int32_t>(<uint64_t>i * inverse_of_n >> INVERSE_BITS)


cdef inline int32_t place_of(const trace_t* t, int32_t gap) noexcept nogil:
    """In a row of the table."""
    cdef int32_t middle = GAPS // 2 * t.gap_step
    return divided(min(max(gap + middle, 0), 2 * middle - 1), t.by_gap_step)


cdef inline int32_t last_of(const trace_t* t, int32_t part) noexcept nogil:
    """How many of the events kept lie in the first `part` parts."""
    return part * t.n_events // PARTS >> t.halvings


cdef void add_two(const trace_t* t, uint64_t* row, const result_t* result) noexcept nogil:
    cdef uint64_t won = ONE_MORE + <uint64_t>result.win[0]
    cdef uint64_t other = ONE_MORE + <uint64_t>result.win[1]
    cdef int32_t part, last, before = 0, ahead
    for part in range(PARTS):
        last = last_of(t, part + 1)
        if last > before:
            ahead = t.entries[last - 1]
            if t.gap_step == 1 and -GAPS // 2 < ahead < GAPS // 2:      # as it is nearly always
                row[GAPS // 2 + ahead] += won
                row[GAPS // 2 - ahead] += other
            else:
                row[place_of(t, ahead)] += won
                row[place_of(t, -ahead)] += other
        before = last
        row += GAPS


cdef void add_many(const trace_t* t, uint64_t* row, const result_t* result) noexcept nogil:
    cdef int32_t part, last, before = 0, seat, n = t.buffer.n_seats
    cdef const int32_t* gap
    for part in range(PARTS):
        last = last_of(t, part + 1)
        if last > before:
            gap = t.entries + (last - 1) * n
            for seat in range(n):
                row[place_of(t, gap[seat])] += ONE_MORE + <uint64_t>result.win[seat]
        before = last
        row += GAPS


cdef class Traces:
    """What became of the traces of n playouts.

    `run_batch` fills `games` (int32, one row per name in GAME_COLUMNS and one place per playout)
    and `seats` (int32, one row per name in SEAT_COLUMNS and `players` places per playout).

    `by_part` (int64, [16][64][2]) is a table of chances to win, summed over seats and playouts:
    [..., 0] counts how often a seat was there, [..., 1] adds up what it won in the end, in 840ths.
    The first index is the sixteenth part of the playout, ceil(16 * event / events) - 1; of several
    events in a part the last one counts. The second index is the gap, own score minus the best
    other one, in steps of `gap_step` points: place 32 + floor(gap / gap_step), kept within 0 and
    63.
    """
    def __cinit__(self, int players, int64_t n, int gap_step=1):
        import numpy            # here: it is heavy, and most who import the core need none
        if not 1 <= players <= MAX_SEATS:
            raise ValueError(f"players must be 1 to {MAX_SEATS}; got {players}")
        if n < 0 or not 1 <= gap_step < 1 << 24:
            raise ValueError("n must be 0 or more, gap_step 1 or more and below 2**24")
        self.c.buffer.n_seats = players
        self.c.buffer.width = 1 if players == 2 else players
        self.c.buffer.end = self.c.entries + MOST_ENTRIES * self.c.buffer.width
        self.c.buffer.read = read_buffer
        self.c.gap_step = gap_step
        self.c.by_gap_step = inverse(gap_step)
        for lane in range(LANES):
            self.c.bit[lane] = <uint32_t>1 << lane
        self.games = self._games = numpy.zeros((len(GAME_COLUMNS), n), numpy.int32)
        self.seats = self._seats = numpy.zeros((len(SEAT_COLUMNS), n * players), numpy.int32)
        self._by_part = numpy.zeros((PARTS, GAPS, 2), numpy.int64)

    @property
    def players(self):
        return self.c.buffer.n_seats

    @property
    def gap_step(self):
        return self.c.gap_step

    @property
    def by_part(self):
        self.unpack()
        return self._by_part.base

    def of_scores(self, list events, list win840, int64_t row=0):
        """Trace one playout from its scores, event by event: to try the numbers out."""
        cdef result_t result
        cdef int32_t* entry
        cdef int seat
        if not events or not 0 <= row < self.games.shape[1]:
            raise ValueError("a trace needs events, and a row of its own")
        if any(len(scores) != self.players for scores in [*events, win840]):
            raise ValueError(f"scores and wins must be those of {self.players} seats")
        memset(&result, 0, sizeof(result))
        self.begin()
        for scores in events:
            entry = new_entry(&self.c.buffer, self.c.buffer.width)
            for seat in range(self.c.buffer.width):
                entry[seat] = scores[seat]
            if self.c.buffer.n_seats == 2:
                entry[0] -= <int32_t>scores[1]
        for seat in range(self.c.buffer.n_seats):
            result.win[seat] = win840[seat]
        self.finish(&result, row)

    cdef void begin(self) noexcept nogil:
        cdef trace_t* t = &self.c
        t.n_kept = t.halvings = t.n_events = t.lead_changes = t.last_change = 0
        t.leader = NO_SEAT
        memset(t.behind, 0, sizeof(t.behind))
        memset(t.deficit, 0, sizeof(t.deficit))
        t.buffer.next = t.entries

    cdef void finish(self, const result_t* result, int64_t row) noexcept nogil:
        cdef trace_t* t = &self.c
        cdef int32_t seat, half, n = t.buffer.n_seats
        read_buffer(&t.buffer)
        half = leader_at_half_time(t)
        self._games[0, row] = t.n_events
        self._games[1, row] = t.lead_changes
        self._games[2, row] = t.last_change
        self._games[3, row] = half != NO_SEAT
        self._games[4, row] = result.win[half] if half != NO_SEAT else 0
        for seat in range(n):
            self._seats[0, row * n + seat] = t.behind[seat]
            self._seats[1, row * n + seat] = t.deficit[seat]
        self.add_chances(result)

    cdef void add_chances(self, const result_t* result) noexcept nogil:
        if self.c.buffer.n_seats == 2:
            add_two(&self.c, &self._packed[0][0], result)
        else:
            add_many(&self.c, &self._packed[0][0], result)
        self._n_packed = self._n_packed + 1     # += needs the GIL where overflow is checked
        if self._n_packed == MOST_PACKED:
            self.unpack()

    cdef void unpack(self) noexcept nogil:
        cdef int32_t part, gap
        for part in range(PARTS):
            for gap in range(GAPS):
                self._by_part[part, gap, 0] += <int64_t>(self._packed[part][gap] >> WON_BITS)
                self._by_part[part, gap, 1] += <int64_t>(self._packed[part][gap] & ONE_MORE - 1)
        memset(self._packed, 0, sizeof(self._packed))
        self._n_packed = 0
