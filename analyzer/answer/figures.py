"""What charts draw, as plain data: one shape per kind, filled by questions and read by the charts.

A key that may be left out is `NotRequired`. Beside every number stand the words of the answer, so a
chart rounds nothing.
"""

from typing import Literal, NotRequired, TypedDict

AxisValue = float | str | None  # a number, or a word


class Point(TypedDict):
    """An estimate with its interval."""

    value: float  # no mark is drawn where it is not finite (null in JSON)
    low: NotRequired[float | None]  # ends of the interval
    high: NotRequired[float | None]
    text: NotRequired[str]  # the estimate in words
    interval: NotRequired[str]  # the interval in words
    tone: NotRequired[str]  # "within", "across", "outside" (a verdict), "" or "muted"
    tip: NotRequired[str]  # more to say when the mark is pointed at
    note: NotRequired[str]  # words instead of the numbers: "no game changes"
    wide: NotRequired[list[float]]  # a thin second interval: what unpaired games would give
    outer: NotRequired[list[float]]  # a wider band, such as the middle 90 % of games
    fair: NotRequired[float | None]  # its own fair share, where tables differ in size


class Row(Point):
    """A named estimate."""

    label: str


class Line(TypedDict):
    """A line across a chart."""

    value: float
    text: str


class Fair(Line):
    """The fair line with its band."""

    tolerance: float  # half the width of what is called fair


class Seats(TypedDict):
    """Seats or roles: how often each wins, against the fair share and its band."""

    fair: float | None  # the fair share; None if roles cannot be compared
    fair_text: str  # its name: "fair 20 %"
    tolerance: float  # half the width of what is called fair, a share
    rows: list[Row]  # values are shares from 0 to 1


class TablePanel(TypedDict):
    """One size of table."""

    label: str  # "3 players"
    rows: list[Row]  # labels are short ("1"), values departures (0.003 is 0.3 points)


class Tables(TypedDict):
    """Seats at every size of table."""

    panels: list[TablePanel]
    tolerance: float  # half the width of what is called fair, a share
    fair_text: str  # "fair"


class Tournament(TypedDict):
    """Who plays better: a row for each policy or pairing."""

    fair: float | None  # the share of luck alone; None if every row has its own
    fair_text: str  # "luck alone 20 %"
    rows: list[Row]  # values are shares of games won


class Forest(TypedDict):
    """Differences, each against one line.

    A tone is a verdict, or "muted" for what is not significant after a correction for many rows.
    Without a tone, the colour says on which side of `zero` the interval lies.
    """

    unit: Literal["share", ""]  # a share has ticks in per cent or points
    zero: float  # where no difference is
    zero_text: str  # name of that line: "as printed 62.6 %", or ""
    rows: list[Row]  # in the order to draw
    bars: NotRequired[bool]  # from zero to the mark, as for cards
    amounts: NotRequired[bool]  # the rows are no differences: nothing is more or less
    fair: NotRequired[Fair | None]
    marks: NotRequired[list[Line]]  # further lines, dotted


class Length(TypedDict):
    """How long games last."""

    axis: str  # "hands in the game"
    bars: list[list[int]]  # [length, games], rising; gaps are lengths that never happened
    median: int  # the length that half of the games do not exceed
    low: int  # the middle 90 %: both ends belong to it
    high: int
    median_text: str  # "median 6"
    range_text: str  # "90 % of games: 3 – 9 hands"
    tail_text: str  # "4 games in 100 last longer than 9", or ""


class Series(TypedDict):
    """One line of a sweep."""

    label: str  # "mean hands"
    points: list[Point | None]  # one for each value; None where nothing was played


class SweepPanel(TypedDict):
    """One panel of a sweep."""

    title: str  # "How long? Hands a game"
    series: list[Series]
    outer_texts: list[str] | None  # "1 in 20 is shorter", "1 game in 20 is longer"
    fair: Fair | None
    # Differences in points, distances from fair in points, shares in per cent, numbers.
    unit: Literal["share", "away", "percent", ""]


class Sweep(TypedDict):
    """One rule over its values: panels under each other over one axis."""

    axis: str  # name of the rule: "target, points"
    values: list[AxisValue]  # in order
    printed: int | None  # place of the printed value in `values`
    printed_text: str  # "as printed"
    panels: list[SweepPanel]
    what_if: NotRequired[bool]  # a page offers a slider; by default where a value is printed


class Side(TypedDict):
    """One of the two rules of a grid."""

    label: str  # "cards dealt to each"
    values: list[str]
    printed: int | None  # place of the printed value


class GridCell(TypedDict):
    """A number, bold where its tone is "outside", grey where "across" or "muted"."""

    value: float  # no colour where it is not finite (null in JSON)
    text: str
    tone: str
    interval: NotRequired[str]
    printed: NotRequired[bool]  # whether this is the rule as printed; it gets a frame


class Grid(TypedDict):
    """Two rules over their values, or policies against policies: a number in every cell."""

    x: Side
    y: Side
    cells: list[list[GridCell | None]]  # rows from top to bottom
    centre: float  # the value without colour, usually 0
    reach: float | None  # gets the full colour above and below; None: the largest
    printed_text: str  # "as printed"


# A stretch of a game, from move to move; a class cannot have a field called `from`.
Band = TypedDict("Band", {"from": int, "to": int, "label": str})


class Swing(TypedDict):
    """A large change of a chance."""

    move: float
    chance: float
    text: str  # "+15"
    words: str  # "seat 3 plays The Sun"


class Step(TypedDict):
    """What a page tells while the reader moves along the game; not drawn."""

    move: int
    text: str
    chance_text: str


class Tale(TypedDict):
    """One game told: the chance of one seat to win, move by move."""

    points: list[list[float]]  # [move, chance from 0 to 1], in order
    bands: list[Band]
    fair: float | None  # the chance at a fair start
    swings: list[Swing]  # numbered in this order
    axis: str  # "cards played"
    steps: list[Step]


ChartData = Seats | Tables | Tournament | Forest | Length | Sweep | Grid | Tale


def amounts_forest(rows: list[Row]) -> Forest:
    """Shares as bars from zero, with nothing to compare them with."""
    return Forest(unit="share", zero=0.0, zero_text="", bars=True, amounts=True, rows=rows)
