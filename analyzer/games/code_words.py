"""Words for the codes of a compiled game."""

from collections.abc import Mapping


def words_by_code(words: Mapping[int, str]) -> tuple[str, ...]:
    """Words in the order of the core's codes, which must be 0, 1, 2 and so on."""
    if sorted(words) != list(range(len(words))):
        raise ValueError(f"codes without a word, or words without a code: {dict(words)}")
    return tuple(words[code] for code in sorted(words))
