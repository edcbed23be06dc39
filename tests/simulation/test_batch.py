"""Columns of batches: memory is used again, but never while somebody still looks at it."""

import threading

import numpy as np

from analyzer._core.runner import Control
from analyzer.simulation.batch import BufferPool
from analyzer.simulation.chunk import ReadyCell
from support.playouts import cell


def test_a_room_is_used_again_once_nobody_looks_at_it():
    pool = BufferPool()
    first, second = pool.take(10), pool.take(10)
    assert not np.shares_memory(first, second)
    part = first.reshape(2, 5)[1, 2:]
    lies_at = part.base.ctypes.data
    del first
    assert not any(np.shares_memory(part, pool.take(10)) for _ in range(3))
    del part
    assert pool.take(10).ctypes.data == lies_at
    assert len(pool.take(11)) == 11


def test_rooms_do_not_grow_with_the_number_of_batches():
    pool = BufferPool()
    for n in (5, 7, 3, 7):
        assert len(pool.take(n)) == n
    assert len(pool.buffers) == 1


def test_a_thread_has_rooms_of_its_own():
    pool, found = BufferPool(), []
    mine = pool.take(10)
    worker = threading.Thread(target=lambda: found.append(pool.take(10)))
    worker.start()
    worker.join()
    assert not np.shares_memory(mine, found[0])


def test_a_column_stays_as_it_is_while_others_are_played():
    table = ReadyCell(cell("hike", 3, ("random",) * 3))
    score = table.play(0, 50, Control()).seat_column("score")
    kept = score.copy()
    later = table.play(50, 50, Control()).seat_column("score")
    assert np.array_equal(score, kept)
    assert not np.array_equal(later, kept)
