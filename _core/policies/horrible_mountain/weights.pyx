"""What the net of Horrible Mountain's expert has learnt.

From 350,000 games, a quarter of them under other rules. In every game one move, drawn by lot, was
another than the player's own; from there on each move of both players was an example: what was
seen, and who won. Weights followed the gradient of the likelihood (Adagrad, a step for each
example). The expert of version 2 was the player at first, then the net itself. None of these games
is among those by which the expert is compared with others (another seed).

The weights stand beside this file, a signed byte each. They cannot be made again: the program that
made them was thrown away. `scripts/train horrible-mountain --write` makes new ones, from nothing:
with `greedy` as the first player, and a step for each batch. 300,000 games are three minutes, and
give a net that wins 63.4 +- 0.9 % against the expert of version 2; this one wins 64.2.
"""
from analyzer._core.nn.network cimport WIDTH, read_weights
from analyzer._core.policies.horrible_mountain.feature_index cimport ALL_ROWS

cdef int16_t TABLE[(ALL_ROWS + END_ROWS) * WIDTH]


cdef int16_t* table_of_net() noexcept:
    return TABLE


read_weights(__file__, "wins.weights",
             "4f4fe05712a3bf8cc22bdb947a98695650f44a79cf55802b1dcd18fa772593d6",
             TABLE, ALL_ROWS + END_ROWS)
