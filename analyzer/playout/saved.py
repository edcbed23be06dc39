"""An exact state as bytes: a line with a checksum, then JSON.

The checksum finds damage, not forgery: whatever the numbers say goes through the same checks as any
other state, and is refused in one sentence or can be played.
"""

import json
from hashlib import sha256

from analyzer.errors import UserError
from analyzer.system.json_types import Json, JsonValue
from analyzer.system.values import short_repr

FORMAT = 1  # rises when a save of before would be misread
_MARK = b"analyzer state"


def pack(content: Json) -> bytes:
    """The bytes of a saved state."""
    body = json.dumps(_with_text_keys(content), sort_keys=True, separators=(",", ":")).encode()
    return b"%b %d %b\n" % (_MARK, FORMAT, sha256(body).hexdigest().encode()) + body


def unpack(data: object) -> Json:
    """What was packed; anything else is refused."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise UserError(f"A saved state must be bytes; got {short_repr(data)}.")
    line, _, body = bytes(data).partition(b"\n")
    mark, _, rest = line.rpartition(b" ")[0].rpartition(b" ")
    if mark != _MARK:
        raise UserError("These bytes are not a saved state of analyzer.")
    if rest != b"%d" % FORMAT:
        raise UserError(
            f"This saved state has format {short_repr(rest.decode('utf-8', 'replace'))}, and this "
            f"analyzer reads format {FORMAT}."
        )
    if line.rpartition(b" ")[2] != sha256(body).hexdigest().encode():
        raise UserError("This saved state is damaged: its checksum is another.")
    try:
        content = _with_number_keys(json.loads(body))
    except (ValueError, RecursionError, TypeError):
        content = None
    if not isinstance(content, dict):
        raise UserError("This saved state is not possible: it does not hold the parts of a state.")
    return content


# JSON has texts for keys only; a mapping by number is written as a list of pairs.
_PAIRS = "by number"


def _with_text_keys(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _with_text_keys(one) for key, one in value.items()}
        return {_PAIRS: [[key, _with_text_keys(one)] for key, one in value.items()]}
    if isinstance(value, list | tuple):
        return [_with_text_keys(one) for one in value]
    return list(value) if isinstance(value, bytes) else value


def _with_number_keys(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        if set(value) == {_PAIRS}:
            return {key: _with_number_keys(one) for key, one in value[_PAIRS]}
        return {key: _with_number_keys(one) for key, one in value.items()}
    return [_with_number_keys(one) for one in value] if isinstance(value, list) else value
