"""Traces: the scores of a playout at every milestone, reduced to integers that add up.

The turn loop takes down the scores whenever a stage is over (in games that ask for it, also
whenever the turn has passed on), and once at the end. Such a moment is an *event*; events are
numbered from 1. A seat *leads* if it has more than every other seat; where two share the best score
nobody leads.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_SEATS, NO_SEAT, new_scores, note, notes_t, result_t,
)

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
    LOWEST = -2147483647    # below every score
    INVERSE_BITS = 56

cdef uint64_t ONE_MORE = <uint64_t>1 << WON_BITS


# --- events -------------------------------------------------------------------------------------

cdef inline int32_t find_gaps(trace_t* t, const int32_t* score, int32_t* gap,
                              int32_t times) noexcept nogil:
    """Own score minus the best other one, for every seat, at so many events; returns who leads, or
    NO_SEAT."""
    cdef int32_t seat, lead, best = LOWEST, second = LOWEST, leader = NO_SEAT
    for seat in range(t.n_seats):       # without branches: nobody can guess who is ahead
        leader = seat if score[seat] > best else leader
        second = max(second, min(best, score[seat]))
        best = max(best, score[seat])
    for seat in range(t.n_seats):
        lead = score[seat] - (second if seat == leader else best)
        gap[seat] = lead
        t.behind[seat] += times & -<int32_t>(lead < 0)
        t.deficit[seat] = max(t.deficit[seat], -lead)
    return leader if best > second else NO_SEAT


cdef inline void follow_leader(trace_t* t, int32_t leader, int32_t event) noexcept nogil:
    cdef int32_t before = t.leader
    cdef int32_t another = (leader != NO_SEAT) & (leader != before)
    t.leader = leader if another else before
    t.lead_changes += another & (before != NO_SEAT)
    t.last_change = event if another else t.last_change


cdef void keep_every_second(trace_t* t) noexcept nogil:
    cdef int32_t i
    t.n_kept //= 2
    t.stride *= 2
    for i in range(t.n_kept):
        memcpy(t.kept[i], t.kept[2 * i + 1], sizeof(t.kept[0]))


cdef inline void keep(trace_t* t) noexcept nogil:
    """Changes and deficits are of all events; of more than KEPT of them every second one is kept
    for the tables, then every fourth, and so on."""
    cdef int32_t events = t.n_events + t.notes.n, event
    while events >= (KEPT + 1) * t.stride:
        keep_every_second(t)
    event = (t.n_kept + 1) * t.stride
    while event <= events:
        memcpy(t.kept[t.n_kept], t.gap[t.notes.place[event - t.n_events - 1]], sizeof(t.kept[0]))
        t.n_kept += 1
        event += t.stride


cdef void begin_notes(notes_t* notes) noexcept nogil:
    """The last scores are those before the next milestone."""
    memcpy(notes.score[0], notes.score[notes.n_scores - 1], sizeof(notes.score[0]))
    notes.n, notes.n_scores, notes.since[0] = 0, 1, 0


cdef void read_notes(notes_t* notes) noexcept nogil:
    """To look at many events at once is cheaper."""
    cdef trace_t* t = <trace_t*>notes
    cdef int32_t place, since, leader
    notes.since[notes.n_scores] = notes.n
    for place in range(notes.n_scores):
        since = notes.since[place]
        leader = find_gaps(t, notes.score[place], t.gap[place], notes.since[place + 1] - since)
        follow_leader(t, leader, t.n_events + since + 1)
    keep(t)
    t.n_events += notes.n
    begin_notes(notes)


# --- a playout ----------------------------------------------------------------------------------

cdef int32_t leader_at_half_time(const trace_t* t) noexcept nogil:
    cdef int32_t at = t.n_events // 2 // t.stride, seat
    for seat in range(t.n_seats):
        if t.kept[max(at, 1) - 1][seat] > 0:
            return seat
    return NO_SEAT


cdef inline uint64_t inverse(int32_t n) noexcept nogil:
    """For `divided`."""
    return (<uint64_t>1 << INVERSE_BITS) // <uint64_t>n + 1


cdef inline int32_t divided(int32_t i, uint64_t inverse_of_n) noexcept nogil:
    """i // n, if that is below 256 and n below 2**24; no playout has so many events. A division
    would take as long as many multiplications."""
    return <int32_t>(<uint64_t>i * inverse_of_n >> INVERSE_BITS)


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
        if n < 0 or not 1 <= gap_step < 1 << 24 or not 1 <= event_step < 1 << 24:
            raise ValueError("n must be 0 or more, the steps 1 or more and below 2**24")
        self.c.n_seats = players
        self.c.notes.read = read_notes
        self.gap_step, self.event_step = gap_step, event_step
        self._by_gap_step, self._by_event_step = inverse(gap_step), inverse(event_step)
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
            score = new_scores(&self.c.notes)
            for seat in range(self.c.n_seats):
                score[seat] = scores[seat]
            note(&self.c.notes, True)
        for seat in range(self.c.n_seats):
            result.win[seat] = win840[seat]
        self.finish(&result, row)

    cdef void begin(self) noexcept nogil:
        cdef trace_t* t = &self.c
        memset(&t.n_kept, 0, <size_t>(<char*>t + sizeof(trace_t) - <char*>&t.n_kept))
        t.stride = 1
        t.leader = NO_SEAT
        memset(t.notes.score[0], 0, sizeof(t.notes.score[0]))
        t.notes.n_scores = 1
        begin_notes(&t.notes)

    cdef void finish(self, const result_t* result, int64_t row) noexcept nogil:
        cdef trace_t* t = &self.c
        cdef int32_t seat, half
        read_notes(&t.notes)
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
        cdef const trace_t* t = &self.c
        cdef uint64_t by_events = inverse(t.n_events), won
        cdef int32_t i, seat, event, gap, step = self.gap_step, middle = GAPS // 2 * step
        cdef int32_t last_event = PARTS * self.event_step - 1
        cdef uint64_t* early            # the rows of this event
        cdef uint64_t* late
        for i in range(t.n_kept):
            event = (i + 1) * t.stride
            early = self._early[divided(min(event - 1, last_event), self._by_event_step)]
            late = self._late[divided(PARTS * event - 1, by_events)]
            for seat in range(t.n_seats):
                gap = min(max(t.kept[i][seat] + middle, 0), 2 * middle - 1)
                gap = divided(gap, self._by_gap_step) if step > 1 else gap
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
