"""Small nets of whole numbers: how their tables are read and written."""
from array import array
from base64 import b85decode, b85encode
from zlib import compress, decompress


cdef int read_table(str text, int16_t* out, int n) except -1:
    cdef int i
    numbers = array("b", decompress(b85decode(text)))
    if len(numbers) != n:
        raise ValueError(f"the table must have {n} numbers; got {len(numbers)}")
    for i in range(n):
        out[i] = numbers[i]
    return 0


def write_table(numbers):
    """The text of a table, for the program that fits it."""
    return b85encode(compress(array("b", numbers).tobytes(), 9)).decode()
