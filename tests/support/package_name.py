"""Where a text asks a package index for us.

`analyzer` is a package of somebody else there, and our own name is not registered yet.

By path or wheel file we are installed, never by name. `asked_for` finds requirements and install
commands that name us; it would rather find too much.
"""

import re
import tomllib

OUR_NAMES = {"analyzer", "tabletop-analyzer"}  # a test compares them with pyproject.toml

# Words of one command: shell words, or the strings of a list in Python.
_BETWEEN = r"(?:[ \t'\"`,\[\](){}=]|\\\n[ \t]*|,\n[ \t]*)+"
_WORD = r"[^\s'\"`,\[\](){}=#;|&]+"
_VERBS = r"(?:install|add|wheel|download|inject|run|sync|lock|upgrade|update|require)"
_COMMAND = re.compile(
    rf"\b(?:pip\d*(?:\.\d+)?|pipx|uv|uvx|poetry|pdm|rye|hatch|pixi|conda|mamba|micromamba)\b"
    rf"(?:{_BETWEEN}{_WORD})*?{_BETWEEN}{_VERBS}\b(?P<rest>(?:{_BETWEEN}{_WORD})*)"
)
_UVX = re.compile(rf"\b(?:uvx|easy_install)(?P<rest>(?:{_BETWEEN}{_WORD})+)")
# analyzer[cluster], analyzer==0.1, analyzer>=0.1: a requirement wherever it stands.
_LIMITED = re.compile(
    r"(?<![\w./-])(?:tabletop[-_.])?analyzer\s*(?:\[\s*\w[\w.,\s-]*\]|(?:===?|[~!<>]=)\s*v?\d)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?:\b(?:\w+_requires?|requires?|(?:\w+[_-])?dependencies|dependency-groups"
    r"|EXTRA_(?:PIP|CONDA)_PACKAGES)\b['\"]?\s*[=:]|\b(?:Pip|Conda)Install\((?:\s*packages\s*=)?)\s*"
    r"(?P<rest>\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|[^\n\[({]*(?:\n(?:[ \t#]+\S|-)[^\n]*)*)"
)


def find_requirements(text: str, name: str = "") -> list[str]:
    """Every requirement on us and every install command with our name; `name` is the file's."""
    found = [match[0] for match in _LIMITED.finditer(text)]
    for pattern in (_COMMAND, _UVX):
        found += [m[0] for m in pattern.finditer(text) if _names_us(m["rest"])]
    if name.endswith(".toml"):
        found += _in_toml(tomllib.loads(text))
    else:
        found += [m[0] for m in _LISTED.finditer(text) if _lists_us(m["rest"])]
    if re.search(r"(require|constraint)[^/]*\.(txt|in)$", name):
        found += [line for line in text.splitlines() if _is_us(line)]
    return found


def _names_us(words: str) -> bool:
    return any(_is_us(word) for word in re.split(_BETWEEN, words))


def _lists_us(words: str) -> bool:
    """Is one item of a list, or one line of a block, our name?"""
    items = re.split(r"[,\n]|\[(?!\w+\])|(?<!\w)\]", words.strip("()[]{}"))
    return any(_is_us(item.strip(" \t#'\"`-")) for item in items)


def _is_ours(name: str) -> bool:
    return re.sub(r"[-_.]+", "-", name.lower()) in OUR_NAMES


def _is_us(requirement: str) -> bool:
    """Our name, perhaps with extras or versions; a path or an address after @ is none."""
    bare = re.match(r"\s*([A-Za-z0-9][\w.-]*)\s*(\[[^\]]*\])?\s*(.*)", requirement)
    return bool(bare and _is_ours(bare[1]) and not bare[3].startswith(("@", "/", ":")))


def _in_toml(found: object, listed: bool = False) -> list[str]:
    """Requirements in every table of a project file, whichever tool reads it."""
    if isinstance(found, str):
        return [found] if listed and _is_us(found) else []
    if isinstance(found, list):
        return [hit for item in found for hit in _in_toml(item, listed)]
    if not isinstance(found, dict):
        return []
    hits = []
    for key, value in found.items():
        if listed and _is_ours(key) and not _is_a_place(value):
            hits.append(key)
        within = listed or re.search(r"requires$|dependenc", key) is not None
        hits += _in_toml(value, within)
    return hits


def _is_a_place(value: object) -> bool:
    """{ path = "../analyzer" } or { url = ... } in a table; a list is an extra of that name."""
    return isinstance(value, list) or (isinstance(value, dict) and bool({"path", "url"} & {*value}))
