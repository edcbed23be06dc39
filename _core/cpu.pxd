"""Whether the fast paths of games find the k-th legal card with BMI2, or in tables."""

cdef bint use_bmi2
