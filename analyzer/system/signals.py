"""Ctrl-C, SIGTERM and SIGHUP: they mean the same, and none of them breaks what is being written.

A program that calls `catch` gets a KeyboardInterrupt for each of them, but never inside a block
with `whole()`: there the interrupt waits until the block is done. If nobody has called `catch`
(Python, a notebook), Ctrl-C is Python's own.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

HANDLED = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Interrupt(KeyboardInterrupt):
    """Somebody wants us to stop. Other code may raise its own KeyboardInterrupt."""


class _State:
    """Signals are handled only in the main thread, so nothing here needs a lock."""

    caught = False
    raised = False
    blocks = 0  # that must not be torn, and are under way
    waiting = False


def install_handlers() -> None:
    """Handle all of them in the same way; one that the caller ignores (nohup, a job behind `&`)
    stays ignored."""
    _State.caught = True
    for number in HANDLED:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _answer)


@contextmanager
def inherited_by_nobody() -> Iterator[None]:
    """Threads and processes that start in here never receive Ctrl-C. It may come late, not be lost;
    where a thread has no mask of its own (Windows), one that comes in here is lost."""
    if not hasattr(signal, "pthread_sigmask"):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        return
    masked = {number for number in HANDLED if number != signal.SIGTERM}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, masked)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def is_interrupt(error: BaseException) -> bool:
    """Did a signal raise this, or only a user's own code?"""
    return isinstance(error, Interrupt if _State.caught else KeyboardInterrupt)


def was_raised() -> bool:
    """Has a signal interrupted something? A library that was being imported may then fail with
    an error of its own, such as an ImportError, in place of the interrupt."""
    return _State.raised


def raise_lost_interrupt() -> None:
    """Python drops an interrupt that is raised in a destructor or a callback, and one that waited
    for a block which failed. Whoever would go on asks here whether that has happened."""
    if _State.raised or (_State.waiting and not _State.blocks):
        raise Interrupt


def ignore_signals() -> None:
    """The end: everything is said, and only the interpreter still has to exit."""
    for number in HANDLED:
        signal.signal(number, signal.SIG_IGN)


def _answer(_number: int, _frame: object) -> None:
    if _State.blocks:
        _State.waiting = True
    else:
        _State.raised = True
        raise Interrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """An interrupt waits until this block is done."""
    with _held():
        yield
    if _State.waiting and not _State.blocks:
        _State.waiting = False
        _State.raised = True
        raise Interrupt


@contextmanager
def discard_interrupts() -> Iterator[None]:
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
