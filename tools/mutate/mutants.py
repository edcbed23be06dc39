"""Where a source of Cython or Python can be broken, and how: what `scripts/mutate` tries.

A mutant changes one operator, constant, comparison, boolean or call. Sources are read as tokens and
statements, no more: well-kept tools that know a whole grammar do not know Cython's. What a compiler
refuses is no mutant, and the caller finds out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOKENS = re.compile(
    r"""
    (?P<string>[A-Za-z]{0,2}(?:\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}
                             |\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))
    |(?P<comment>\#[^\n]*)
    |(?P<number>0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<operator><<=|>>=|//=|\*\*|<<|>>|//|->|[-+*/%&|^=!<>:]=|[-+*/%&|^~<>=])
    |(?P<bracket>[][(){}])
    |(?P<newline>\n)
    |(?P<space>[ \t]+|\\\n)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

SWAPS = {
    "comparison": {
        "<": ("<=", ">="),
        "<=": ("<", ">"),
        ">": (">=", "<="),
        ">=": (">", "<"),
        "==": ("!=",),
        "!=": ("==",),
        "in": ("not in",),
        "is": ("is not",),
    },
    "operator": {
        "+": ("-",),
        "-": ("+",),
        "*": ("+",),
        "/": ("*",),
        "//": ("*",),
        "%": ("+",),
        "<<": (">>",),
        ">>": ("<<",),
        "&": ("|",),
        "|": ("&",),
        "^": ("|",),
        "**": ("*",),
        "+=": ("-=",),
        "-=": ("+=",),
        "*=": ("+=",),
        "/=": ("*=",),
        "//=": ("*=",),
        "<<=": (">>=",),
        ">>=": ("<<=",),
        "&=": ("|=",),
        "|=": ("&=",),
        "^=": ("|=",),
    },
    "boolean": {"and": ("or",), "or": ("and",), "True": ("False",), "False": ("True",)},
    "call": {"min": ("max",), "max": ("min",)},
}
ONE_SIDED = {"-": "operator", "~": "operator", "not": "boolean"}  # left out, with one operand
NO_OPERAND = {
    *("and", "or", "not", "in", "is", "if", "elif", "else", "while", "for", "return", "yield"),
    *("lambda", "print", "case", "del", "with", "from"),
}
# Statements that say what there is, not what to do; a message is for people.
DECLARES = {
    *("import", "from", "cimport", "include", "ctypedef", "def", "cpdef", "class", "global"),
    *("nonlocal", "raise", "assert", "pass", "try", "except", "finally", "else", "type", "async"),
}
# What the core calls its pointers: they change places with nothing.
POINTERS = {
    *("table", "state", "s", "r", "rng", "done", "seats", "moves", "view", "raw", "cards", "rules"),
    *("result", "params", "self", "scratch", "out", "self.table", "view.table", "view.state"),
}
NAMED = re.compile(r"=| for |\bif\b")  # arguments by name, comprehensions
OF_TYPES = re.compile(r"(ctypedef|cdef)\s+(packed\s+)?(struct|union|extern)\b")
ENUM = re.compile(r"(ctypedef|cdef|cpdef)\s+enum\b")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.text)

    def is_operand(self) -> bool:
        """Whether a sign after it stands between two operands."""
        if self.kind == "bracket":
            return self.text in ")]}"
        return self.kind in ("number", "string") or (
            self.kind == "name" and self.text not in NO_OPERAND
        )


@dataclass(frozen=True)
class Mutant:
    """A place in a source, and what stands there instead."""

    path: str
    line: int
    column: int
    at: int
    kind: str
    before: str
    after: str

    def apply(self, source: str) -> str:
        assert source[self.at : self.at + len(self.before)] == self.before
        return source[: self.at] + self.after + source[self.at + len(self.before) :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Change:
    at: int
    kind: str
    before: str
    after: str


def mutants_of_file(root: Path, path: Path) -> list[Mutant]:
    """Every mutant of one file, in the order of its text."""
    source = path.read_text("utf-8")
    found = []
    for change in changes(source):
        line = source.count("\n", 0, change.at) + 1
        column = change.at - source.rfind("\n", 0, change.at)
        name = str(path.relative_to(root))
        found.append(
            Mutant(name, line, column, change.at, change.kind, change.before, change.after)
        )
    return found


def changes(source: str) -> Iterator[Change]:
    """Every way to break one detail of a text."""
    skipped, enum = None, None  # the indent of a block of types; of an enum
    for statement in statements(source):
        indent = statement[0].at - source.rfind("\n", 0, statement[0].at) - 1
        skipped = skipped if skipped is not None and indent > skipped else None
        enum = enum if enum is not None and indent > enum else None
        head = source[statement[0].at : statement[0].at + 60]
        if skipped is not None:
            continue
        if OF_TYPES.match(head):
            skipped = indent
        elif ENUM.match(head):
            enum = indent
        elif body := value_tokens(statement, enum is not None):
            if body is statement:
                yield from leave_out_call(source, body)
            yield from break_values(source, body)


def statements(source: str) -> Iterator[list[Token]]:
    """The tokens of each logical line, without spaces and comments."""
    statement: list[Token] = []
    depth = 0
    for match in TOKENS.finditer(source):
        token = Token(match.lastgroup or "other", match.group(), match.start())
        if token.kind == "bracket":
            depth += 1 if token.text in "([{" else -1
        if token.kind == "newline" and depth == 0:
            if statement:
                yield statement
            statement = []
        elif token.kind not in ("newline", "space", "comment"):
            statement.append(token)
    if statement:
        yield statement


def value_tokens(statement: list[Token], in_enum: bool) -> list[Token]:
    """The part of a statement that does something: values, not names and types."""
    first = statement[0].text
    if first in DECLARES or first == "@" or (first == "cdef" and statement[-1].text == ":"):
        return []
    if first == "cdef" or in_enum or is_annotated(statement):
        return after_equals(statement)
    return statement


def is_annotated(statement: list[Token]) -> bool:
    return statement[0].text not in NO_OPERAND and any(
        token.text == ":" for token in at_top(statement[:-1])
    )


def after_equals(statement: list[Token]) -> list[Token]:
    for token in at_top(statement):
        if token.text == "=":
            return statement[statement.index(token) + 1 :]
    return []


def at_top(statement: list[Token]) -> Iterator[Token]:
    """The tokens outside of all brackets."""
    depth = 0
    for token in statement:
        if token.kind == "bracket":
            depth += 1 if token.text in "([{" else -1
        elif depth == 0:
            yield token


def break_values(source: str, body: list[Token]) -> Iterator[Change]:
    """Every change of the values of a statement."""
    yield from break_condition(source, body)
    yield from break_calls(source, body)
    in_for = body[0].text == "for"
    cast_until = -1
    for number, token in enumerate(body):
        before = body[number - 1] if number else None
        is_binary = before is not None and before.is_operand()
        in_for = in_for or token.text == "for"  # a comprehension has an `in` of its own
        if number <= cast_until:
            continue
        if token.text == "<" and not is_binary:
            cast_until = next(i for i in range(number, len(body)) if body[i].text == ">")
        elif token.kind == "number":
            yield from (
                Change(token.at, "constant", token.text, n) for n in neighbours_of(token.text)
            )
        elif token.text in ONE_SIDED and not is_binary:
            yield Change(token.at, ONE_SIDED[token.text], token.text, "")
        elif token.text in ("True", "False") and is_check(body, number):
            continue
        elif is_binary or token.text in ("True", "False", "min", "max"):
            yield from swap_token(token, in_for, body[number + 1 : number + 2])


def is_check(body: list[Token], number: int) -> bool:
    """`strict=True` of a zip only finds our own bugs."""
    return number > 1 and body[number - 1].text == "=" and body[number - 2].text == "strict"


def swap_token(token: Token, in_for: bool, following: list[Token]) -> Iterator[Change]:
    after = following[0].text if following else ""
    is_call = after == "("
    for kind, swaps in SWAPS.items():
        for other in swaps.get(token.text, ()):
            if kind == "call" and not is_call:
                continue
            if (token.text == "in" and in_for) or (token.text == "is" and after == "not"):
                continue
            yield Change(token.at, kind, token.text, other)


def neighbours_of(number: str) -> list[str]:
    """One more and one less; a broken number twice."""
    plain = number.replace("_", "")
    if "." in plain or ("e" in plain.lower() and not plain.lower().startswith("0x")):
        return [repr(float(plain) * 2 if float(plain) else 1.0)]
    value = int(plain, 0)
    return [str(value + 1)] + ([str(value - 1)] if value > 0 else [])


def break_condition(source: str, body: list[Token]) -> Iterator[Change]:
    """`if a:` as `if not (a):`, where nothing else in it decides."""
    decides = {*SWAPS["comparison"], *SWAPS["boolean"], "not"}
    asks = body[0].text in ("if", "elif", "while") and body[-1].text == ":" and len(body) > 2
    if asks and not any(token.text in decides for token in at_top(body)):
        before = source[body[1].at : body[-1].at]
        yield Change(body[1].at, "boolean", before, f"not ({before})")


def break_calls(source: str, body: list[Token]) -> Iterator[Change]:
    """The last two arguments of any call exchanged."""
    for opening, end in match_brackets(body).items():
        caller = body[opening - 1] if opening else None
        if body[opening].text == "(" and caller and caller.kind == "name" and caller.is_operand():
            yield from exchange_arguments(source, body[opening + 1 : end])


def leave_out_call(source: str, statement: list[Token]) -> Iterator[Change]:
    """A call that is made only for its effect, left out."""
    opening = next((i for i, token in enumerate(statement) if token.text == "("), 0)
    path = all(token.kind == "name" or token.text == "." for token in statement[:opening])
    is_call = path and statement[0].text not in NO_OPERAND
    if opening and is_call and match_brackets(statement).get(opening) == len(statement) - 1:
        yield Change(statement[0].at, "call", source[statement[0].at : statement[-1].end], "pass")


def match_brackets(body: list[Token]) -> dict[int, int]:
    """The place of each closing bracket by that of its opening one."""
    pairs, waiting = {}, []
    for number, token in enumerate(body):
        if token.kind == "bracket" and token.text in "([{":
            waiting.append(number)
        elif token.kind == "bracket" and waiting:
            pairs[waiting.pop()] = number
    return pairs


def exchange_arguments(source: str, inside: list[Token]) -> Iterator[Change]:
    commas = [token for token in at_top(inside) if token.text == ","]
    if not commas or inside[-1] is commas[-1]:
        return
    start = next(t for t in inside if len(commas) == 1 or t.at > commas[-2].at).at
    one, other = source[start : commas[-1].at], source[commas[-1].end : inside[-1].end]
    sorts = {argument.strip() in POINTERS or "&" in argument for argument in (one, other)}
    if sorts == {False} and one.strip() != other.strip() and not NAMED.search(one + other):
        yield Change(start, "call", one + "," + other, f"{other.strip()}, {one.strip()}")
