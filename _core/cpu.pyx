"""Two ways to find the k-th legal card: in the word of the cards itself, with BMI2, or in tables.

All fast paths use the way that the processor is fast at, unless a test chooses another.
"""
from analyzer._core.bits cimport good_at_bits

use_bmi2 = good_at_bits()


def uses_bmi2():
    """Do the fast paths use BMI2?"""
    return use_bmi2


def set_use_bmi2(bint yes):
    """Take one of the two ways, to compare them; False if the processor has no BMI2."""
    global use_bmi2
    use_bmi2 = yes and good_at_bits()
    return use_bmi2 == yes
