"""Simple habits against the expert: `scripts/exploit`."""

import subprocess
import sys

import pytest

from analyzer import games
from analyzer.policies import spec
from support.paths import ROOT

sys.path.append(str(ROOT / "tools"))

from exploit.habits import deviations

CODE = """
import sys
sys.path.insert(0, {tools!r})
from exploit.install import install
from paired import gains
install()
nothing = gains("hike", "deviation:habit=0,low=0,high=0", "expert", 3, 40, 1)
assert not nothing.any(), "without a habit it is the policy that it follows"
never = gains("oh-hell", "deviation:habit=0,low=64,high=65", "expert", 4, 40, 1)
assert never.mean() < -0.15, "who always bids 0 loses"
"""


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_ten_or_more(game):
    found = deviations(game)
    assert len(found) >= 10
    assert len({spec.parse_policy(text) for text in found.values()}) == len(found)


@pytest.mark.full
def test_they_do_what_they_say():
    """In a process of its own: the policy is compiled, and stays known to the process."""
    code = CODE.format(tools=str(ROOT / "tools"))
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
