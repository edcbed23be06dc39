"""Two ways to the k-th legal card: in the word of the cards itself, with BMI2, or in tables."""

cdef bint in_the_word           # the way that the short cuts of games take
