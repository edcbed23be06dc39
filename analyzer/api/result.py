"""What a question returns in Python: an answer with frames, charts and pages."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer, Finding
from analyzer.errors import UserError
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from analyzer.api.rows import Rows
    from analyzer.system.json_types import Json


class Result:
    """An answer with frames and charts; a notebook shows it as a page.

    The functions of `analyzer` make it; its `repr` is the answer in a sentence or two.

    Parameters
    ----------
    answer
        The answer as plain data.
    rows
        The games behind it, if they were kept.
    """

    def __init__(self, answer: Answer, rows: "Rows | None" = None) -> None:
        self.answer = answer
        self._rows = rows

    @property
    def title(self) -> str:
        """What came out, in one line."""
        return self.answer.title

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The numbers that answer the question, each with its interval and its claim."""
        return self.answer.findings

    @property
    def data(self) -> "Json":
        """The JSON object's own fields, as `analyze fields` lists them."""
        return dict(self.answer.data)

    @property
    def notes(self) -> tuple[str, ...]:
        """Tables that it rests on and that nobody printed, in sentences."""
        return self.answer.notes

    def frame(self, table: str) -> "pl.DataFrame":
        """Give a table of the answer.

        Parameters
        ----------
        table
            The name of the table; a wrong name is told with those there are.

        Returns
        -------
        polars.DataFrame
            A row per row of the table; an interval is two columns, `x_low` and `x_high`.

        Raises
        ------
        UserError
            If the answer has no such table.
        """
        import polars as pl

        found = {block.name: block for block in self.answer.tables()}
        if not isinstance(table, str) or table not in found:
            known = ", ".join(found) or "none"
            raise UserError(f"This answer has no table {short_repr(table)}. Known: {known}.")
        return pl.DataFrame(found[table].records(), infer_schema_length=None)

    @property
    def seats(self) -> "pl.DataFrame":
        """One row per seat with its intervals; with `rows=True`, one row per game and seat."""
        return self._rows.seats() if self._rows else self._records("seats")

    @property
    def games(self) -> "pl.DataFrame":
        """One row per number of the game with its interval; with `rows=True`, one row per game."""
        import polars as pl

        if self._rows:
            return self._rows.games()
        counters = self.answer.data.get("counters")
        if not isinstance(counters, Mapping):
            raise self._no_frame("games")
        return pl.DataFrame([{"measure": name, **found} for name, found in counters.items()])

    @property
    def cells(self) -> "pl.DataFrame":
        """One row per cell (sweep), arm (compare) or match (tournament); else the first table."""
        for name in ("cells", "differences", "matches", "seats"):
            if isinstance(self.answer.data.get(name), list):
                return self._records(name)
        tables = self.answer.tables()
        if not tables:
            raise self._no_frame("cells")
        return self.frame(tables[0].name)

    def _records(self, name: str) -> "pl.DataFrame":
        import polars as pl

        if not isinstance(self.answer.data.get(name), list):
            raise self._no_frame(name)
        rows = [dict(_flat(row)) for row in self.answer.data[name]]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _no_frame(self, name: str) -> UserError:
        known = ", ".join(f"frame({block.name!r})" for block in self.answer.tables())
        return UserError(
            f"This answer has no frame {name!r}. Known: {known}."
            if known
            else f"This answer has no frame {name!r}, and no table at all."
        )

    def figure(self, name: str | None = None, theme: str = "light") -> "Figure":
        """Draw a chart of the answer.

        As the last line of a cell of a notebook, it shows the picture.

        Parameters
        ----------
        name
            Which chart; without it, the first one.
        theme
            "light" or "dark".

        Returns
        -------
        matplotlib.figure.Figure
            The chart, which can be changed and saved as any other.

        Raises
        ------
        UserError
            If the answer has no such chart, or there is no such theme.
        """
        from analyzer.render import charts

        found = {figure.name: figure for figure in self.answer.figures()}
        if not found:
            raise UserError("This answer has no figure.")
        chosen = next(iter(found)) if name is None else name
        if not isinstance(chosen, str) or chosen not in found:
            known = ", ".join(found)
            raise UserError(f"This answer has no figure {short_repr(name)}. Known: {known}.")
        if not isinstance(theme, str) or theme not in ("light", "dark"):
            raise UserError(f"theme must be light or dark; got {short_repr(theme)}.")
        return charts.draw(found[chosen], theme)

    def to_json(self) -> str:
        """Give the answer as the JSON object that `--json` prints.

        Returns
        -------
        str
            The object; `analyze fields` explains what it holds.
        """
        from analyzer.render import json_text

        return json_text.to_json_text(self.answer)

    def to_markdown(self) -> str:
        """Give the answer as Markdown for a document.

        Returns
        -------
        str
            Sentences and tables, without the charts.
        """
        from analyzer.render import markdown

        return markdown.render_answer(self.answer)

    def to_html(self) -> str:
        """Give the answer as a page that needs no other file.

        Returns
        -------
        str
            The page, with its charts.
        """
        from analyzer.render import html

        return html.render_page(self.answer)

    def _repr_html_(self) -> str:
        from analyzer.render import html

        return html.render_fragment(self.answer)

    def __repr__(self) -> str:
        said = [block.text for block in self.answer.paragraphs("answer")]
        return "\n".join(said or [self.answer.title])


def _flat(row: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    """Intervals and mappings become columns of their own: score, score_low, score_high."""
    found: list[tuple[str, object]] = []
    for name, value in row.items():
        if isinstance(value, Mapping) and set(value) == {"estimate", "low", "high"}:
            key = f"{prefix}{name}"
            found += [(key, value["estimate"])]
            found += [(f"{key}_low", value["low"]), (f"{key}_high", value["high"])]
        elif isinstance(value, Mapping):
            found += _flat(value, "" if name in ("counters", "values", "measures") else f"{name}_")
        elif not isinstance(value, list):
            found.append((f"{prefix}{name}", value))
    return found
