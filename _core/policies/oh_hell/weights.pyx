"""What the nets of oh-hell's expert have learnt.

From 300,000 games of 3 to 7 players, some of them with open bids or a trump suit not known to the
bidders. In every hand one bid or card, drawn by lot, was another than the player's own; from there
on each move of each seat was an example: what was seen, what became of the bid, and how many others
made theirs. Weights followed the gradient of the likelihood (Adagrad, a step for each example). The
expert of version 2 was the player at first, then the net itself. None of these games is among those
by which the expert is compared with others (another seed).

The weights stand beside this file, a signed byte each. They cannot be made again: the program that
made them was thrown away. `scripts/train oh-hell --write` makes new ones, from nothing: with
`greedy` as the first player, and a step for each batch.
"""
from decimal import Context, Decimal

from analyzer._core.nn.network cimport WIDTH, read_weights
from analyzer._core.policies.oh_hell.features cimport BID_ROWS, PLAY_ROWS

cdef int16_t BIDS[(BID_ROWS + END_ROWS) * WIDTH]
cdef int16_t PLAYS[(PLAY_ROWS + END_ROWS) * WIDTH]
cdef double ODDS[N_ODDS]

cdef int16_t* bid_table() noexcept:
    return BIDS


cdef int16_t* play_table() noexcept:
    return PLAYS


cdef const double* odds_table() noexcept:
    return ODDS


cdef int fill_odds() except -1:
    """Decimals of 40 digits are the same everywhere, and so are numbers made of them, rounded to
    those that four bytes hold."""
    cdef int i
    exact = Context(prec=40)
    step = exact.exp(exact.divide(1 << LOGIT_STEPS, LOGIT_UNIT))
    odds = exact.exp(Decimal(-16))
    for i in range(N_ODDS):
        ODDS[i] = <float>float(odds)
        odds = exact.multiply(odds, step)
    return 0


fill_odds()
read_weights(__file__, "bids.weights",
             "da82ee297e26ec1b6e02d022ad1b2bb4675ddf33ffcd16959bab68032167fde0",
             BIDS, BID_ROWS + END_ROWS)
read_weights(__file__, "plays.weights",
             "26c661df7562b804b54eec9c5078882e36b92167c6bf2b6c2a3e7917424ea258",
             PLAYS, PLAY_ROWS + END_ROWS)
