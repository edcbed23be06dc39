"""Ctrl-C, SIGTERM and SIGHUP: they mean the same, and none of them breaks what is being written.

A program that calls `catch` gets a KeyboardInterrupt for each of them, but never inside a block
with `whole()`: there the interrupt waits until the block is done. If nobody has called `catch`
(Python, a notebook), Ctrl-C is Python's own.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ALIKE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupt(KeyboardInterrupt):
    """Somebody wants us to stop. Other code may raise its own KeyboardInterrupt."""


class _State:
    """Signals are handled only in the main thread, so nothing here needs a lock."""

    caught = False
    blocks = 0  # that must not be torn, and are under way
    waiting = False


def catch() -> None:
    """Handle all of them in the same way; one that the caller ignores (nohup, a job behind `&`)
    stays ignored."""
    _State.caught = True
    for number in ALIKE:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _answer)


def is_stop(error: BaseException) -> bool:
    """Did a signal raise this, or only a user's own code?"""
    return isinstance(error, Interrupt if _State.caught else KeyboardInterrupt)


def ignore() -> None:
    """The end: everything is said, and only the interpreter still has to exit."""
    for number in ALIKE:
        signal.signal(number, signal.SIG_IGN)


def _answer(_number: int, _frame: object) -> None:
    if _State.blocks:
        _State.waiting = True
    else:
        raise Interrupt


@contextmanager
def whole() -> Iterator[None]:
    """An interrupt waits until this block is done."""
    with _held():
        yield
    if _State.waiting and not _State.blocks:
        _State.waiting = False
        raise Interrupt


@contextmanager
def ending() -> Iterator[None]:
    """A run is already being ended, so another interrupt changes nothing."""
    with _held():
        yield
    _State.waiting = False


@contextmanager
def _held() -> Iterator[None]:
    _State.blocks += 1
    try:
        yield
    finally:
        _State.blocks -= 1
