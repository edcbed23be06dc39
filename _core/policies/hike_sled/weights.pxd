"""What the net of hike-sled's expert has learnt.

The table has a row for everything that prospects.pxd can see, and behind them:
"""
from libc.stdint cimport int16_t

cdef enum:
    ROW_BASE                    # what stands there before anything is seen
    ROW_WINS                    # weights of the logit of winning
    ROW_LEVEL                   # what is added to it, as its weights
    END_ROWS

cdef enum:
    LOGIT_WEIGHT = 24           # what stands for 1 in the weights of the logit

cdef int16_t* table_of_net() noexcept
