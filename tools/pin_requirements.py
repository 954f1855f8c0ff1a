"""Write requirements/core.txt, dev.txt and docs.txt from what is installed: names and versions, nothing else."""

from __future__ import annotations

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
    waiting = [(canonicalize_name(name), extras) for name in names]
    while waiting:
        name, wanted = waiting.pop()
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
                waiting.append((canonicalize_name(requirement.name), sorted(requirement.extras)))
    return found


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
