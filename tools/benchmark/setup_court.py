"""Compiles the court game that stands beside the game file, where the benchmark has put it."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import analyzer

setup(
    name="court_by_hand",
    ext_modules=cythonize(
        [Extension("court_by_hand", ["court_by_hand.pyx"], extra_compile_args=["-O3"])],
        include_path=[analyzer.get_include()],
        compiler_directives={"language_level": 3, "cdivision": True, "wraparound": False},
    ),
)
