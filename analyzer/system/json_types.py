"""Plain data: what JSON can hold, without a type of its own."""

from typing import Any

# An object of JSON. Only its writer and its reader know its fields.
Json = dict[str, Any]
JsonValue = Any  # one value of such an object
