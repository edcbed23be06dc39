"""The source of the site: pages where they lie in the checkout, gathered in one folder."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AT_THE_ROOT = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s:]+)\)")


def copy_documents(source: Path) -> None:
    """docs/ as it is, and the pages of the root beside it, with links that hold there."""
    shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("conf.py", "__pycache__"))
    for name in AT_THE_ROOT:
        shutil.copy2(ROOT / name, source / name.lower())
    for page in source.rglob("*.md"):
        depth = len(page.relative_to(source).parts) - 1
        text = _LINK.sub(lambda found, up="../" * depth: _moved(found, up), page.read_text("utf-8"))
        page.write_text(text, "utf-8")


def _moved(found: re.Match[str], up: str) -> str:
    """A link into the checkout, as one into the site; Sphinx does not read reports."""
    text, place = found.groups()
    bare = place.replace("../", "").removeprefix("docs/")
    if bare.startswith("reports/"):
        return f'<a href="{up}{bare}">{text}</a>'
    if bare in AT_THE_ROOT:
        return f"[{text}]({up}{bare.lower()})"
    return f"[{text}]({place.removeprefix('docs/')})"
