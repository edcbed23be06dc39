"""Compiles the game against the declarations that analyzer ships."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import analyzer

setup(
    ext_modules=cythonize(
        [Extension("analyzer_pig.core", ["analyzer_pig/core.pyx"])],
        include_path=[analyzer.get_include()],
        compiler_directives={"language_level": 3, "cdivision": True, "wraparound": False},
    )
)
