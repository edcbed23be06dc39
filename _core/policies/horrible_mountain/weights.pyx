"""What the net of Horrible Mountain's expert has learnt.

From 1,200,000 games, a quarter of them under other rules. In every game one move, drawn by lot, was
another than the player's own; from there on each move of both players was an example: what was
seen, and who won. Weights followed the gradient of the likelihood (Adagrad, a step for each batch).
`greedy` was the player at first, then the net itself. None of these games is among those by which
the expert is compared with others (another seed).

The weights stand beside this file, a signed byte each. `scripts/train horrible-mountain --games
1.2e6 --write` makes them again, in four minutes of one core.
"""
from analyzer._core.nn.network cimport WIDTH, read_weights
from analyzer._core.policies.horrible_mountain.feature_index cimport ALL_ROWS

cdef int16_t TABLE[(ALL_ROWS + END_ROWS) * WIDTH]


cdef int16_t* table_of_net() noexcept:
    return TABLE


read_weights(__file__, "wins.weights",
             "aa9f01b5a01e9ddc82c7b8e72cda5fa5e44deed826c781ccacb7b2225575fcf2",
             TABLE, ALL_ROWS + END_ROWS)
