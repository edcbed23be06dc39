"""What reducers share that add up values made of several columns, which an int32 may not hold."""

from typing import TYPE_CHECKING

import numpy as np

from analyzer._core.reductions import add_up

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int32 | np.int64]


def sum_columns(values: "Whole") -> "NDArray[np.object_]":
    """Of (columns, playouts, places): sums, squares and non-zero, as (columns, places, 3)."""
    columns, n, places = values.shape
    most = largest_absolute(values)
    if most < 2**31 and n * most * most < 2**63:
        flat = np.ascontiguousarray(values.reshape(columns, -1), np.int32)
        found: NDArray[np.object_] = add_up(flat, n, places).astype(object)
        return found
    exact = values.astype(object)
    parts = (exact, exact * exact, (values != 0).astype(object))
    return np.stack([part.sum(axis=1) for part in parts], axis=2)


def smallest_integer_type(most: int) -> "np.dtype[np.int32 | np.int64]":
    """The smallest integers that hold sums of at most so much: small ones are added up faster."""
    return np.dtype(np.int32) if most < 2**31 else np.dtype(np.int64)


def largest_absolute(values: "Whole") -> int:
    """The largest absolute value."""
    return max(abs(int(values.min())), abs(int(values.max()))) if values.size else 0
