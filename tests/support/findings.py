"""One test for many things, which names all that are wrong: pytest would cut a long list short."""

from collections.abc import Iterable


def expect_none(wrong: Iterable[object]) -> None:
    found = [str(one) for one in wrong]
    assert not found, "\n" + "\n".join(found)
