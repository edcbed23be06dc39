"""Chances to complete one card, or two at once, with the rolls left: exact, computed once."""
from libc.stdint cimport int32_t, uint16_t

cdef enum:
    MOST_MISSING = 6            # dice that a card asks for, as far as the tables go
    MOST_FREE = 8
    MOST_ROLLS = 6              # of this turn and the next
    ROLLS_NOW = 3
    N_LACKS = MOST_MISSING * (MOST_MISSING + 1) // 2    # pairs (asks for, missing)
    FIRST_FACES = 2             # dice with two faces are the smallest
    N_DICE = 5                  # ... and with six the largest
    SURE = 65535

# The chance that a card is completed, in 65535ths: by faces of a die, card, other card that is
# waited for too, free dice, rolls.
cdef uint16_t chance_of_two[N_DICE][N_LACKS][N_LACKS][MOST_FREE + 1][MOST_ROLLS + 1]
# ... alone: by faces, missing dice, free dice, rolls
cdef uint16_t chance_of_one[N_DICE][MOST_MISSING + 1][MOST_FREE + 1][MOST_ROLLS + 1]


cdef inline int32_t hope(const uint16_t* by_rolls, int32_t rolls, int32_t later) noexcept nogil:
    """What a card is hoped to be worth, in 65535ths of its value: completed in this turn, or, less
    so, `later` 16ths, in the next."""
    return by_rolls[rolls] + ((by_rolls[rolls + ROLLS_NOW] - by_rolls[rolls]) * later >> 4)


cdef inline int32_t lack_of(int32_t asks, int32_t missing) noexcept nogil:
    """The number of a pair."""
    return asks * (asks - 1) // 2 + missing - 1
