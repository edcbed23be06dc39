"""Plain data: what JSON can hold, without a type of its own."""

from typing import Any

# An object of JSON. Whoever writes it and whoever reads it know its fields; nobody between does.
Json = dict[str, Any]
