"""Words for the codes of a compiled game."""

from collections.abc import Mapping
from types import ModuleType


def words_by_code(words: Mapping[int, str]) -> tuple[str, ...]:
    """Words in the order of the core's codes, which must be 0, 1, 2 and so on."""
    if sorted(words) != list(range(len(words))):
        raise ValueError(f"codes without a word, or words without a code: {dict(words)}")
    return tuple(words[code] for code in sorted(words))


def words_of(
    core: ModuleType, prefix: str, others: Mapping[str, str | None] | None = None
) -> tuple[str, ...]:
    """The core's own names of its codes as words, PHASE_GO_ON as "go on"; `others` are called
    otherwise, or are none of them."""
    names = [name.removeprefix(prefix) for name in dir(core) if name.startswith(prefix)]
    words = {name: name.lower().replace("_", " ") for name in names} | dict(others or {})
    said = {name: word for name, word in words.items() if word is not None}
    return words_by_code({getattr(core, prefix + name): word for name, word in said.items()})
