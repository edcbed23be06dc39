"""Small nets of whole numbers: how their tables are read."""
from array import array
from base64 import b85decode
from zlib import decompress


cdef int read_table(str text, int16_t* out, int n) except -1:
    cdef int i
    numbers = array("b", decompress(b85decode(text)))
    if len(numbers) != n:
        raise ValueError(f"the table must have {n} numbers; got {len(numbers)}")
    for i in range(n):
        out[i] = numbers[i]
    return 0
