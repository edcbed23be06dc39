"""A studio in a process of its own, for tests in a browser, and the tables they open."""

import re
import signal
import subprocess
import sys

from analyzer import games
from support.paths import ROOT

PIG = "examples/pig.py"
OWN = [f"examples/{path.name}" for path in sorted((ROOT / "examples").glob("*.py"))]
HIKE = '#{"game":"hike","players":3,"rules":{"target":5}}'
ALL_GAMES = [
    *(f'#{{"game":"{name}"}}' for name in games.built_in_names()),
    *(f'#{{"game":"{path}"}}' for path in OWN if path != PIG),
]


class Server:
    """A studio in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "analyzer", "studio", *words, "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout
        self.output = self.process.stdout
        found = re.search(r"http\S+", self.output.readline())
        assert found
        self.address = found[0]
        self.origin = self.address.partition("/enter")[0]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.output.close()
        return self.process.wait(10)


def table_after(made: int) -> str:
    """The table after so many moves of the person, when no answer is on the way."""
    return f"#playing[data-made='{made}']:not([aria-busy=true])"
