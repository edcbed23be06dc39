"""What the net of hike-sled's expert has learnt.

From 240,000 games of 2 to 6 players, an eighth of them with loose cards. In most games a move or
two of Preparations, drawn by lot, were others than the player's own; from the last of them on each
end of a turn was an example: what was seen, and who won. Weights followed the gradient of the
likelihood (Adagrad, a step for each batch). `greedy` was the player at first, then the net itself.
None of these games is among those by which the expert is compared with others (another seed).

The weights stand beside this file, a signed byte each. `scripts/train hike-sled --games 2.4e5
--write` makes them again (seed 20001), in two minutes of one core. They come out otherwise now,
since the player that learnt looked at all swaps, used mentors, and waited for equipment; the two
win +9.9 and +9.7 ± 1.0 points on the same deals.
"""
from analyzer._core.nn.network cimport WIDTH, read_weights
from analyzer._core.policies.hike_sled.prospects cimport ALL_ROWS

cdef int16_t TABLE[(ALL_ROWS + END_ROWS) * WIDTH]


cdef int16_t* table_of_net() noexcept:
    return TABLE


read_weights(__file__, "wins.weights",
             "64c66ad7cd0434070bc2aefc6f04727a04001650f453bf60a1066766b3a06e66",
             TABLE, ALL_ROWS + END_ROWS)
