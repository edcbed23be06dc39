"""The weights of hide-n-seek's expert can be fitted anew: `scripts/train hide-n-seek`."""

import sys

import numpy as np

from analyzer._core.policies.hide_n_seek.weights import WEIGHTS
from support.paths import ROOT

sys.path.append(str(ROOT / "tools"))

import fit


def test_the_search_finds_the_top_of_a_hill():
    """Whatever the scales of the axes, and from far away."""
    top = np.array([3.0, -2.0, 0.5, 4.0])
    search = fit.Generations(4, 1)
    for _ in range(150):
        search.tell([-float(((x - top) ** 2 * [1, 10, 100, 1]).sum()) for x in search.ask()])
    assert np.abs(search.mean - top).max() < 1e-3


def test_a_generation_moves_the_weights(monkeypatch):
    """The same seed finds the same weights, within what each may be."""
    monkeypatch.setattr(fit, "N_GAMES", 2)
    found = [fit.fit(1, 5, lambda _: None) for _ in range(2)]
    assert found[0] == found[1] != {name: begin for name, (_, begin, _) in fit.BEGIN.items()}
    for name, value in found[0].items():
        assert WEIGHTS[name][1] <= value <= WEIGHTS[name][2]


def test_weights_are_written_as_defaults(tmp_path, monkeypatch):
    file = tmp_path / "weights.pyx"
    file.write_text((ROOT / fit.SOURCE).read_text("utf-8"), "utf-8")
    monkeypatch.setattr(fit, "SOURCE", file)
    fit.write({"hole": 5, "eager": -7})
    text = file.read_text("utf-8")
    assert '"hole": (5, 0, 200' in text
    assert '"eager": (-7, -100, 100' in text
