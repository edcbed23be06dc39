"""Ctrl-C and its kin: SIGTERM and SIGHUP mean the same, and none of them tears what is written.

A program that calls `catch` gets a KeyboardInterrupt for each of them, but never inside of a block
that says `whole()`: there it waits until the block is through. Where nobody has called `catch`
(Python, a notebook), Ctrl-C is Python's own.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ALIKE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupt(KeyboardInterrupt):
    """Somebody wants us to stop. Code of others may raise a KeyboardInterrupt of its own."""


class _State:
    """Signals are handled in the main thread alone, so nothing here needs a lock."""

    caught = False
    blocks = 0  # that must not be torn, and are under way
    waiting = False


def catch() -> None:
    """Answer all of them alike; one that the caller ignores (nohup, a job behind `&`) stays so."""
    _State.caught = True
    for number in ALIKE:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _answer)


def is_stop(error: BaseException) -> bool:
    """Did a signal raise this, or only a user's own code?"""
    return isinstance(error, Interrupt if _State.caught else KeyboardInterrupt)


def ignore() -> None:
    """The end: everything is said, and only the interpreter has to be left."""
    for number in ALIKE:
        signal.signal(number, signal.SIG_IGN)


def _answer(_number: int, _frame: object) -> None:
    if _State.blocks:
        _State.waiting = True
    else:
        raise Interrupt


@contextmanager
def whole() -> Iterator[None]:
    """An interrupt waits until this block is through."""
    with _held():
        yield
    if _State.waiting and not _State.blocks:
        _State.waiting = False
        raise Interrupt


@contextmanager
def ending() -> Iterator[None]:
    """A run is being ended already: another interrupt has nothing to add."""
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
