"""Build sdist and wheel, install them into empty environments, and use what was installed.

    python tools/check_release.py                                      # this Python
    python tools/check_release.py --python python3.12 --python python3.13
    python tools/check_release.py --extra all                          # with an optional part
    python tools/check_release.py --lowest --tests                     # the lowest versions that pyproject.toml allows

The wheel is built from the sdist. `--tests` also runs the tests that know most of other packages. Needs an index or a
folder of wheels for pip, as installing does; everything happens in a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
# Without compiling: most of what is installed is never imported here.
_INSTALL = ("-m", "pip", "install", "-qq", "--no-compile", "--disable-pip-version-check")
TASK = "starter-wine-cultivars"
# What knows most of other packages, and needs no optional one.
TESTS = (
    *("tests/test_api.py", "tests/catalog", "tests/grading", "tests/metrics", "tests/competitions/test_golden.py"),
    *("tests/data/archives", "tests/data/formats", "tests/data/tables", "tests/data/test_prepare.py"),
    *("tests/gateway/test_budget.py", "tests/gateway/test_hosts.py", "tests/gateway/test_openai.py"),
    *("tests/gateway/test_validation.py", "tests/cli/test_grade.py", "tests/cli/test_main.py"),
    *("tests/cli/test_settings.py", "tests/results/test_page.py", "tests/results/test_report.py"),
    *("tests/runs/test_execute.py", "tests/view"),
)


def lowest(extras: list[str]) -> list[str]:
    """The lowest versions that pyproject.toml allows, as pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    if "all" in extras:
        extras = re.search(r"\[(.+)\]", optional["all"][0])[1].split(",")  # type: ignore[index]
    wanted = [*project["dependencies"], *(line for extra in extras for line in optional[extra])]
    pins = {}
    for line in wanted:
        name, bound = re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*(?:>=([\w.]+))?", line).groups()  # type: ignore[union-attr]
        if bound:
            pins[name] = f"{name}=={bound}"
    return sorted(pins.values())


def build(folder: Path) -> tuple[Path, Path]:
    """Both distributions; the wheel is made from the sdist."""
    python = _environment(folder / "builder", sys.executable)
    _run(python, *_INSTALL, "build")
    _run(python, "-m", "build", "--outdir", folder / "dist", ROOT, quiet=True)
    [sdist], [wheel] = (folder / "dist").glob("*.tar.gz"), (folder / "dist").glob("*.whl")
    return sdist, wheel


def missing_files(sdist: Path, wheel: Path) -> list[str]:
    """Files of the package that one of them lacks; what git does not know is nobody's."""
    listed = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = listed.stdout.splitlines()
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    with zipfile.ZipFile(wheel) as archive:
        inside = {f"src/{name}" for name in archive.namelist()}
    return [f"sdist: {name}" for name in wanted if name not in there] + [
        f"wheel: {name}" for name in wanted if name not in inside
    ]


def use(python: Path, folder: Path) -> None:
    """The whole line on a starter competition, from an empty folder, with nothing but what is installed."""
    folder.mkdir()
    mlebench, data = python.with_name("mlebench"), folder / "data"
    sample = data / TASK / "prepared" / "public" / "sample_submission.csv"
    where = ("--data-dir", data)
    code = f"import mlebench; print(mlebench.grade({str(sample)!r}, {TASK!r}, data_dir={str(data)!r}).score)"
    for line in (
        (python, "-m", "pip", "check"),
        (mlebench, "--version"),
        (mlebench, "prepare", "-c", TASK, *where),
        (mlebench, "grade-sample", sample, TASK, *where),
        (mlebench, "prepare", "-c", "spooky-author-identification", "--miniature", *where),
        (mlebench, "run", "--agent", "dummy", "-c", TASK, "--sandbox", "process", *where),
        (mlebench, "runs", "submissions", "latest", "--output", folder / "lines.jsonl"),
        (mlebench, "grade", "--submission", folder / "lines.jsonl", "--output-dir", folder / "graded", *where),
        (mlebench, "report", "latest", "--output", folder / "report.html"),
        (python, "-c", code),
    ):
        _run(*line, cwd=folder, quiet=True)


def main() -> None:
    """Build, install, use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", help="a Python to test with; may be repeated")
    parser.add_argument("--extra", action="append", default=[], help="an optional part to install; may be repeated")
    parser.add_argument("--lowest", action="store_true", help="the lowest versions that pyproject.toml allows")
    parser.add_argument("--tests", action="store_true", help="run part of the tests too")
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        sdist, wheel = build(folder)
        if missing := missing_files(sdist, wheel):
            sys.exit("\n".join(["Not in the distributions:", *missing]))
        print(f"{sdist.name} {sdist.stat().st_size >> 10} KiB, {wheel.name} {wheel.stat().st_size >> 10} KiB")
        for number, python in enumerate(asked.python or [sys.executable]):
            here = _environment(folder / f"environment{number}", python)
            extras = f"[{','.join(asked.extra)}]" if asked.extra else ""
            pins = lowest(asked.extra) if asked.lowest else []
            _run(here, *_INSTALL, f"{wheel}{extras}", *pins)
            use(here, folder / f"use{number}")
            version = _run(here, "--version", quiet=True).strip()
            print(f"{version}: the wheel{extras} works" + (f" with {', '.join(pins)}" if pins else ""))
            if asked.tests:
                _run(here, *_INSTALL, "hypothesis", "pytest", "pytest-xdist")
                _run(here, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS, cwd=ROOT)


def _environment(folder: Path, python: str) -> Path:
    """An empty environment, and its Python."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    return folder / "bin" / "python"


def _run(*command: str | Path, cwd: Path | None = None, quiet: bool = False) -> str:
    """What it prints, where that is not shown; a failure ends the check and shows it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MLEBENCH_", "PYTHON"))}
    line = list(map(str, command))
    done = subprocess.run(
        line, cwd=cwd, env=kept, text=True, stdout=subprocess.PIPE if quiet else None, stderr=subprocess.STDOUT
    )
    if done.returncode:
        sys.exit(f"{done.stdout or ''}\nFailed with exit code {done.returncode}: {' '.join(line)}")
    return done.stdout or ""


if __name__ == "__main__":
    main()
