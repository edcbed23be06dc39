"""Waiting for another process by what it has done: on a busy machine the clock says little."""

import os
import subprocess
import time
from pathlib import Path


def wait_for_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Until the process has used so many seconds of the processor from now on."""
    enough = _worked(process) + seconds
    while process.poll() is None and _worked(process) < enough:
        time.sleep(0.05)


def _worked(process: subprocess.Popen[str]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
