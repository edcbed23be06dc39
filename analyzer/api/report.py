"""Everything about one game on a page, from Python."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api.asking import Count, Number, Policy
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.options import options_of
from analyzer.request.request import Request

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.render.page import Page
    from analyzer.simulation.run import Outcome


class ReportPage:
    """A report as a page; a notebook shows it, and `write` keeps it in a folder.

    Parameters
    ----------
    page
        The page as plain data.
    """

    def __init__(self, page: "Page") -> None:
        self.page = page

    @property
    def title(self) -> str:
        """What the report says first, in one line."""
        return self.page.title

    def to_html(self) -> str:
        """Give the page.

        Returns
        -------
        str
            A page that needs no other file.
        """
        from analyzer.render import page_html

        return page_html.render_page(self.page)

    def to_json(self) -> str:
        """Give the JSON behind the page.

        Returns
        -------
        str
            One object with all answers of the report.
        """
        from analyzer.render import page

        return page.to_json_text(self.page)

    def write(self, folder: str | Path | None = None, *, force: bool = False) -> Path:
        """Write the page, the same in Markdown, and the JSON behind both.

        Parameters
        ----------
        folder : str or Path
            Where the files go; without it, where the command puts them.
        force : bool
            Replace a report that is already there.

        Returns
        -------
        Path
            The page, which opens with a double click.

        Raises
        ------
        UserError
            If the folder cannot be used, or holds a report.
        """
        from analyzer.render.page_files import ReportFiles

        place = options_of("report")["out"].default if folder is None else folder
        return ReportFiles(str(place), self.page.name, force, "folder").write(self.page)

    def __repr__(self) -> str:
        return f"{self.page.title}.\n{self.page.lead}"

    def _repr_html_(self) -> str:
        from html import escape

        whole = escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{whole}" style="width:100%;height:40em;border:0"></iframe>'


def report(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    quick: bool = False,
    tolerance: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> ReportPage:
    """Tell everything that is known about a game on one page; it takes about a minute.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games of the first section; the others have their share.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    seconds : float or str
        Play for about this time instead of a number of games.
    quick : bool
        Fewer games: a quarter of a minute instead of a minute.
    tolerance : float or str
        How many percentage points a seat may be away from its fair share and still be called
        fair.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    ReportPage
        The page; `write` keeps it in a folder.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    from analyzer.questions.report.compose import build_page, build_sections, play_rounds
    from analyzer.request.build import build_report
    from analyzer.simulation.executors.cluster import open_cluster
    from analyzer.system import invocation

    options = {
        "players": players,
        "n": n,
        "policy": policy,
        "rules": rules,
        "seed": seed,
        "seconds": seconds,
        "quick": quick,
        "tolerance": tolerance,
    }
    given = {name: value for name, value in options.items() if value is not None}
    made = build_report(Request("report", game, given))
    takes = options_of("report")
    how = {
        name: takes[name].read(value)
        for name, value in (("threads", threads), ("cluster", cluster))
        if value is not None
    }
    refuse_combinations("report", how)
    workers, place = how.get("threads"), how.get("cluster")

    with open_cluster(place if isinstance(place, str) else None, "cluster") as executor:

        def run(_title: str, question: "Question") -> "Outcome":
            number = workers if isinstance(workers, int) else None
            return play_rounds(question, threads=number, executor=executor)

        with invocation.called_as(invocation.NAME):
            return ReportPage(build_page(made, list(build_sections(made, run))))
