"""Runs the tests of the command line with the oldest and the newest typer that we allow.

    python -P tools/typer_versions.py

Each version is installed into a folder of its own, which goes before the usual packages.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = tuple(f"tests/cli/test_{name}.py" for name in ("completion", "errors", "help", "typer"))


def allowed() -> tuple[str, str]:
    """The two ends of the range in pyproject.toml, as pip takes them."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    found = re.search(r'"typer>=([\d.]+),<([\d.]+)"', text)
    if found is None:
        raise SystemExit("pyproject.toml gives no range of typer.")
    return f"typer=={found[1]}.0", f"typer<{found[2]}"


def main() -> int:
    failed = 0
    for wanted in allowed():
        with tempfile.TemporaryDirectory() as folder:
            install = ("pip", "install", "--quiet", "--target", folder, wanted)
            subprocess.run([sys.executable, "-P", "-m", *install], check=True)
            print(wanted, flush=True)
            done = subprocess.run(
                [sys.executable, "-P", "-m", "pytest", "-q", *TESTS],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": folder},
            )
            failed += done.returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
