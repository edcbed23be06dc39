"""What the nets of oh-hell's expert have learnt.

A table has a row for everything that features.pxd can see, and behind them what all share:
"""
from libc.stdint cimport int16_t

from analyzer._core.nn.network cimport ONE

cdef enum:
    ROW_BASE                    # what stands there before anything is seen
    ROW_LESS                    # weights of the logit of fewer tricks than bid, not as many
    ROW_MORE                    # ... of more tricks
    ROW_OTHERS                  # ... of the share of others that make their bids
    ROW_LEVEL                   # what is added to the two logits, as their weights
    END_ROWS

cdef enum:
    LOGIT_WEIGHT = 24           # what stands for 1 in the weights of logits
    LOGIT_UNIT = ONE * LOGIT_WEIGHT     # ... in a logit
    LOGIT_STEPS = 3             # bits of a logit that are not looked at
    N_ODDS = 32 * LOGIT_UNIT >> LOGIT_STEPS     # from -16 to 16
    SHARE_WEIGHT = 160          # ... in the weights of the share
    SHARE_UNIT = ONE * SHARE_WEIGHT

cdef int16_t* bid_table() noexcept
cdef int16_t* play_table() noexcept
cdef const double* odds_table() noexcept        # exp(logit)
