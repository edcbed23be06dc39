"""Small nets of whole numbers: how their tables are read."""
from array import array
from base64 import b85decode
from zlib import decompress


cdef int fill_table(bytes numbers, int16_t* out, int rows) except -1:
    cdef int i, n = rows * WIDTH
    signed = array("b", numbers)
    if len(signed) != n:
        raise ValueError(f"the table must have {n} numbers; got {len(signed)}")
    for i in range(n):
        out[i] = signed[i]
    for i in range(n - WIDTH, n):
        out[i] *= ONE
    return 0


cdef int read_table(str text, int16_t* out, int rows) except -1:
    return fill_table(decompress(b85decode(text)), out, rows)
