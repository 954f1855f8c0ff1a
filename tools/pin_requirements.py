"""Write requirements/core.txt, dev.txt and docs.txt from what is installed: names and versions, nothing else.

What is needed by older Pythons alone says so: it may not be there for newer ones.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
DEV = [
    "axe-playwright-python",
    "hypothesis",
    "import-linter",
    "mlcroissant",
    "mcp",
    "mypy",
    "pandas-stubs",
    "playwright",
    "pre-commit",
    "pytest",
    "pytest-xdist",
    "ruff",
    "statsmodels",
    "types-psutil",
    "types-pyyaml",
]
EXTRAS = ["docker", "figures", "gym", "integrity", "kaggle", "llm", "mlflow", "otel", "process", "ray", "wandb"]


def closure(names: list[str], extras: list[str]) -> dict[str, str]:
    """Names and versions of these packages and all that they need."""
    found: dict[str, str] = {}
    conditions: dict[str, set[str]] = {}
    waiting = [(canonicalize_name(name), extras, "") for name in names]
    while waiting:
        name, wanted, condition = waiting.pop()
        conditions.setdefault(name, set()).add(condition)
        if name in found:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # needed on another platform only
        found[name] = package.version
        for line in package.requires or []:
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ["", *wanted]):
                of_python = str(marker) if re.fullmatch(r'python_version < "[\d.]+"', str(marker)) else ""
                waiting.append((canonicalize_name(requirement.name), sorted(requirement.extras), of_python))
    alone = {name: text for name, texts in conditions.items() for text in texts if len(texts) == 1 and text}
    return {name: f"{version} ; {alone[name]}" if name in alone else version for name, version in found.items()}


def main() -> None:
    """Pin."""
    core = closure(["mlebench"], [])
    everything = closure(["mlebench", *DEV], EXTRAS)
    site = closure(["mlebench"], ["docs"])
    for pins in (core, everything, site):
        pins.pop("mlebench")
    _write("core.txt", core)
    _write("docs.txt", {name: version for name, version in site.items() if name not in core})
    _write("dev.txt", {name: version for name, version in everything.items() if name not in core})


def _write(name: str, pins: dict[str, str]) -> None:
    lines = [f"{package}=={version}\n" for package, version in sorted(pins.items())]
    (ROOT / "requirements" / name).write_text("".join(lines))


if __name__ == "__main__":
    main()
