"""What users compile against a wheel: the policies of docs/policies.md, and the example package."""

import re
import shutil
from pathlib import Path

from wheels.environment import Environment


def compile_examples(environment: Environment, root: Path) -> str:
    """Compile and play them, and say how many."""
    page = (root / "docs" / "policies.md").read_text("utf-8")
    commands = re.findall(r"^`analyze ([^`\n]+)`\n\n```cython$", page, re.MULTILINE)
    for name, text in re.findall(r"```cython\n# (\w+\.pyx)(.*?)```", page, re.DOTALL):
        (environment.folder / name).write_text(f"# {name}{text}", "utf-8")
    for command in commands:
        environment.run("-P", "-m", "analyzer", *command.split(), "--quiet", compiler=True)
    package = environment.folder / "example"
    shutil.copytree(
        root / "tests" / "example_package", package, ignore=shutil.ignore_patterns("build", "*.c")
    )
    words = ("-m", "pip", "install", "--quiet", "--no-build-isolation", str(package))
    environment.run(*words, compiler=True)
    words = ("simulate", "pig", "-p", "2", "-n", "2000", "--quiet")
    environment.run("-P", "-m", "analyzer", *words)
    return f"{len(commands)} policies and the example package compile and play"
