"""A small report, for tests of reports and of their tiles."""

from dataclasses import replace

from analyzer.questions.report.compose import Report


class SmallReport(Report):
    """A whole report from a hundred games per cell."""

    def question(self, name, seconds=None, n=100, **options):
        found = super().question(name, n=n, **options)
        return replace(found, asked=replace(found.asked, seconds=seconds))

    def headline_games(self):
        return 500
