"""Compiles the game against the declarations that analyzer ships."""

from Cython.Build import cythonize
from setuptools import Extension, setup

try:
    import analyzer
except ModuleNotFoundError:  # pip builds in an environment of its own unless told otherwise
    raise SystemExit(
        "Install analyzer from its checkout or wheel file, then: pip install --no-build-isolation ."
    ) from None

setup(
    ext_modules=cythonize(
        [Extension("analyzer_pig.core", ["analyzer_pig/core.pyx"])],
        include_path=[analyzer.get_include()],
        compiler_directives={"language_level": 3, "cdivision": True, "wraparound": False},
    )
)
