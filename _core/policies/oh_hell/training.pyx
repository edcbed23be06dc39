"""What oh-hell's expert learns from: bids and cards, and what became of the bid."""
from libc.stdint cimport int32_t, uint16_t

from analyzer._core.contract cimport move_t, table_t, view_t
from analyzer._core.games.oh_hell.state cimport MOST_CARDS, MOVE_BID, PHASE_BID, OhHellState
from analyzer._core.nn.training cimport TrainingTask
from analyzer._core.policies.oh_hell.features cimport (
    BID_ROWS, PLAY_ROWS, all_places, bid_row, features_t, places_t, read_bid_features,
    read_features, read_trick_features, read_void_features, rows_of_loss, rows_of_win,
)
from analyzer._core.policies.oh_hell.tricks cimport would_win
from analyzer._core.policies.oh_hell.weights cimport END_ROWS, bid_table, play_table

cdef enum:                      # nets
    OF_BIDS
    OF_CARDS

cdef const places_t* PLACES = all_places()


cdef int32_t rows_of_bid(features_t* k, int32_t bid, uint16_t* rows) noexcept nogil:
    cdef int32_t i
    if bid > k.s.cards:         # OH-A2: may be legal, and is never made
        return 0
    read_bid_features(k)
    for i in range(k.n):
        rows[i] = <uint16_t>k.row[i]
    rows[k.n] = <uint16_t>bid_row(k, bid)
    return k.n + 1


cdef int32_t rows_of_card(features_t* k, int32_t card, uint16_t* rows) noexcept nogil:
    cdef int32_t own[3]
    cdef int32_t i, at = 0, n = 0, more
    read_trick_features(k, PLACES)
    read_void_features(k)
    for i in range(k.n):
        if k.card[i] == card:
            at = i
        else:
            rows[n] = <uint16_t>k.row[i]
            n += 1
    more = rows_of_win(k, at, own) if would_win(k.s, card) else rows_of_loss(k, own)
    for i in range(more):
        rows[n + i] = <uint16_t>own[i]
    return n + more


cdef int32_t see(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil:
    cdef features_t k
    cdef int32_t n, i
    read_features(view, True, PLACES, &k)
    if k.s.phase == PHASE_BID:
        net[0] = OF_BIDS
        n = rows_of_bid(&k, move - MOVE_BID, rows)
    else:
        net[0] = OF_CARDS
        n = rows_of_card(&k, move, rows)
    for i in range(k.n_common if n else 0):
        rows[n + i] = <uint16_t>k.common[i]
    return n + k.n_common if n else 0


cdef void tell(const table_t* table, const void* state, int32_t seat, float* told) noexcept nogil:
    """-1, 0, 1: fewer tricks than bid, as many, more; and the share of others that made theirs."""
    cdef const OhHellState* s = <const OhHellState*>state
    cdef int32_t off = s.last_tricks[seat] - s.last_bid[seat], other, made = 0, others = 0
    for other in range(table.n_seats):
        if other != seat and s.last_playing >> other & 1:
            made += s.last_tricks[other] == s.last_bid[other]
            others += 1
    told[0] = (off > 0) - (off < 0)
    told[1] = <float>made / others


cdef TrainingTask make_task():
    cdef TrainingTask task = TrainingTask()
    task.c.n_nets = 2
    task.c.tables[OF_BIDS], task.c.tables[OF_CARDS] = bid_table(), play_table()
    task.c.n_rows[OF_BIDS], task.c.n_rows[OF_CARDS] = BID_ROWS, PLAY_ROWS
    task.c.end_rows[OF_BIDS] = task.c.end_rows[OF_CARDS] = END_ROWS
    task.c.reach[OF_BIDS], task.c.reach[OF_CARDS] = 2, MOST_CARDS
    task.c.by_stage = 1
    task.c.see, task.c.tell = see, tell
    return task


TASK = make_task()
