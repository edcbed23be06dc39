"""Small nets of whole numbers: how their tables are read."""
from array import array
from hashlib import sha256
from pathlib import Path


class WeightsError(Exception):
    """The weights of a net are not those that belong to this version: one sentence for people."""


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


cdef int read_weights(str module, str name, str expected, int16_t* out, int rows) except -1:
    path = Path(module).with_name(name)
    try:
        numbers = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"The weights of a net in '{path}' cannot be read ({error.strerror}): "
                           f"install analyzer again.") from None
    found = sha256(numbers).hexdigest()
    if found != expected:
        raise WeightsError(f"The weights of a net in '{path}' must have the SHA-256 {expected}; "
                           f"got {found}: install analyzer again.")
    return fill_table(numbers, out, rows)
