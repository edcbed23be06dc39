"""`scripts/docs`: the site in build/docs/html, from the documents, the games and the docstrings.

Sphinx reads a tree of its own below build/docs: the pages of docs/, those of the root, and pages
that are written here. Warnings are errors. Then every link of the site is followed. With --axe
the pages are tried in Chromium, by the extra `browser`.
"""

import shutil
import sys

from sphinx.cmd.build import build_main

from site_pages import access, fields_page, games_pages, links, python_pages
from site_pages.tree import ROOT, copy_documents

BUILD = ROOT / "build" / "docs"


def main() -> int:
    """Make the site; 1 if anything on it is wrong."""
    source, html = BUILD / "source", BUILD / "html"
    shutil.rmtree(BUILD, ignore_errors=True)
    copy_documents(source)
    games_pages.write(source / "games")
    python_pages.write(source / "python-api.md")
    fields_page.write(source / "fields.md")
    words = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(ROOT / "docs")]
    if build_main([*words, "-d", str(BUILD / "doctrees"), str(source), str(html)]):
        return 1
    access.mend(html)
    faults = list(access.faults(html)) if "--axe" in sys.argv else []
    shutil.copytree(ROOT / "reports", html / "reports")
    faults += links.broken(html)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"The site begins at {html / 'index.html'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
