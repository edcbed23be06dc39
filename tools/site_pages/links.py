"""Links of a site that lead nowhere."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.names.add(value or "")
            elif name in ("href", "src"):
                self.links.add(value or "")


def broken(site: Path) -> Iterator[str]:
    """A line for each link to a page, a file or a place on a page that is not there."""
    pages = {path.resolve(): _read(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            name = unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(site.resolve())}: {link} leads nowhere"
            elif name and target in pages and name not in pages[target].names:
                yield f"{path.relative_to(site.resolve())}: no place is called {link}"


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    return page
