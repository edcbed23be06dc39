"""Nothing installs us by name: on the package index, `analyzer` is a package of somebody else, and
our own name is nobody's yet."""

import tomllib

import pytest

import analyzer
from support.package_name import OUR_NAMES, find_requirements
from support.paths import ROOT

PASSED = {
    "build",
    "__pycache__",
    "tests/architecture/test_own_name.py",
    "tests/support/package_name.py",
}
HIDDEN = {".ci", ".github", ".gitignore"}  # of all that is hidden, these are ours
# made, not written
NO_TEXT = {".svg", ".html", ".woff2", ".ttf", ".png", ".so", ".c", ".pyc", ".weights"}


def texts():
    """Every file that somebody wrote, by its name in the checkout."""
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        names = {*name.parts, name.as_posix()}
        if PASSED & names or any(_is_made(part) for part in name.parts):
            continue
        if path.is_file() and path.suffix not in NO_TEXT:
            yield name.as_posix(), path.read_text("utf-8")


def _is_made(part):
    return part.endswith(".egg-info") or (part.startswith(".") and part not in HIDDEN)


def test_no_text_asks_an_index_for_us():
    found = {name: asked for name, text in texts() if (asked := find_requirements(text, name))}
    assert found == {}


def test_every_kind_of_text_is_read():
    names = {name for name, _ in texts()}
    wanted = {"pyproject.toml", "README.md", "CONTRIBUTING.md", "docs/cluster.md", "setup.py"}
    wanted |= {"tests/example_package/pyproject.toml", "scripts/_environment", ".ci/run"}
    wanted |= {
        "analyzer/simulation/executors/cluster.py",
        "docs/policies.md",
        "scripts/test",
        "MANIFEST.in",
    }
    assert wanted <= names


@pytest.mark.parametrize(
    "text",
    [
        "pip install analyzer",
        "pip install tabletop-analyzer",
        "pip install 'Tabletop_Analyzer[studio]'",
        "dependencies:\n  - tabletop-analyzer\n",
        "pip3 install -U --quiet analyzer",
        "pip install 'analyzer[cluster]'",
        "pip install numpy \\\n    analyzer",
        "python -m pip install analyzer==0.1.0",
        "python3.12 -m pip download Analyzer",
        "run `pip install analyzer` first",
        "needs Dask: pip install 'analyzer[cluster]' (in a checkout: pip install '.[cluster]').",
        "uv add analyzer",
        "uv pip install analyzer>=0.1",
        "uv tool install analyzer",
        "uv run --with analyzer analyze games",
        "uvx --from analyzer analyze games",
        "pipx install analyzer",
        "pipx run --spec analyzer analyze",
        "poetry add analyzer",
        "conda install -c conda-forge analyzer",
        'subprocess.run([sys.executable, "-m", "pip", "install", "analyzer"])',
        'run(\n    [\n        "pip",\n        "install",\n        "analyzer",\n    ]\n)',
        'install_requires=["numpy", "analyzer"],',
        "install_requires =\n    numpy\n    analyzer\n",
        '# /// script\n# dependencies = ["analyzer"]\n# ///',
        '# dependencies = [\n#   "numpy",\n#   "analyzer",\n# ]',
        "dependencies:\n  - numpy\n  - analyzer\n",
        'PipInstall(packages=["analyzer"])',
        'PipInstall(["dask", "analyzer"])',
        "EXTRA_PIP_PACKAGES: analyzer",
        'requires = ["setuptools", "analyzer"]',
    ],
)
def test_a_planted_text_is_noticed(text):
    assert find_requirements(text, "planted.md")


@pytest.mark.parametrize(
    "text",
    [
        '[build-system]\nrequires = ["setuptools>=77", "analyzer"]',
        '[project]\ndependencies = ["numpy", "analyzer>=0.1"]',
        "[project]\ndependencies = [\"Analyzer [cluster] ; python_version > '3'\"]",
        '[project.optional-dependencies]\ntest = ["analyzer[cluster]"]',
        '[dependency-groups]\ndev = ["analyzer"]',
        '[tool.uv]\ndev-dependencies = ["analyzer~=0.1"]',
        '[tool.poetry.dependencies]\nanalyzer = "^0.1"',
        '[tool.hatch.envs.x]\ndependencies = [\n  "analyzer",\n]',
    ],
)
def test_a_planted_requirement_is_noticed(text):
    assert find_requirements(text, "planted/pyproject.toml")


def test_a_planted_list_of_requirements_is_noticed():
    assert find_requirements("numpy\nanalyzer\n", "requirements-dev.txt")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pip install .", "a.md"),
        ("pip install -e '.[test]'    # or install into your own environment", "a.md"),
        ("pip install './FILE.whl[cluster]'", "a.md"),
        ("pip install ./tabletop_analyzer-0.2.0-cp312-abi3-linux_x86_64.whl", "a.md"),
        ("pip install ../analyzer", "a.md"),
        ("pip install analyzer-pig", "a.md"),
        ('[project]\nname = "analyzer"', "pyproject.toml"),
        ('[project]\ndependencies = ["analyzer-pig", "analyzer @ file:///x.whl"]', "a.toml"),
        ('[tool.poetry.dependencies]\nanalyzer = { path = "../analyzer" }', "a.toml"),
        ("from analyzer import games", "a.py"),
        ("analyzer is not built for this Python: run 'pip install -e .' in its checkout", "a.py"),
    ],
)
def test_a_path_is_no_name(text, name):
    assert find_requirements(text, name) == []


def test_our_names_are_those_that_are_looked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {project["name"], "analyzer"} == OUR_NAMES


def test_the_tests_install_what_the_cluster_needs():
    """The extra `test` repeats the extra `cluster`, because it cannot name it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert {*extras["cluster"]} <= {*extras["test"]}


def test_the_citation_names_this_version():
    assert f"\nversion: {analyzer.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
