"""What a value of a rule can be, for the translation to C."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of value; `of` says which one, where there are several."""

    name: str
    of: int = -1  # the table of a card, the place of a pile
    length: int = 0  # of a row: numbers, 0 = as many as players; of a list: the most it can hold
    width: int = 0  # of a grid; of a pile: 1 if it is the viewer's

    @property
    def is_number(self) -> bool:
        return self.name in ("int", "card", "float")

    @property
    def is_whole(self) -> bool:
        return self.name in ("int", "card")

    @property
    def c(self) -> str:
        """Its type in C: a pile is the number of its owner, a row where it begins."""
        return {"float": "double", "list": "const int32_t *"}.get(self.name, "int32_t")


INT, FLOAT, NOTHING, SEATS = Kind("int"), Kind("float"), Kind("nothing"), Kind("seats")
VIEWER = Kind("int", 1)  # the seat that judges, and nothing else


def card(table: int) -> Kind:
    return Kind("card", table)


@dataclass(frozen=True)
class Value:
    """A value: its text in C, without side effects, and its kind."""

    c: str
    kind: Kind
    small: bool = False  # a written whole number, which may stand for a float


def joined(a: Kind | None, b: Kind) -> Kind | None:
    """The kind of what is sometimes a, sometimes b; None: there is none."""
    if a is None or a == b:
        return b
    if a.is_whole and b.is_whole:
        return INT
    if a.name == b.name == "pile" and a.of == b.of:
        return Kind("pile", a.of)
    if a.name == b.name == "list":
        of = a.of if a.of == b.of else -1
        return Kind("list", of, max(a.length, b.length))
    return None
