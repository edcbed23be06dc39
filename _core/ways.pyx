"""Two ways to find the k-th legal card: in the word of the cards itself, with BMI2, or in tables.

All short cuts use the way that the processor is fast at, unless a test chooses another.
"""
from analyzer._core.bits cimport good_at_bits

in_the_word = good_at_bits()


def is_in_the_word():
    """Which way is taken."""
    return in_the_word


def find_in_the_word(bint yes):
    """Take one of the two ways, to compare them; False if the processor does not know it."""
    global in_the_word
    in_the_word = yes and good_at_bits()
    return in_the_word == yes
