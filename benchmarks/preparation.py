"""Preparation at everyday sizes: `python -m benchmarks.preparation [-c ID …] [--json FILE] [--yardstick SRC PYTHON]`.

For some competitions on synthetic raw trees: the CPU time of preparing one (all of `mlebench prepare` but the imports)
over that of the floor, which reads the same tables with Arrow, links the same files and unpacks the same archives, the
fastest of nine, in turns; and the peak memory beyond the imports.

How the published benchmark's time compares needs a yardstick, which is measured in the same turns: commit 60b063b of
this project, as its `src` folder in a work tree of its own and a Python with its requirements. How many times longer
the published code took than that commit was measured side by side (results/published-preparation.json).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import benchmarks.prepare_once
from benchmarks.__main__ import find_cases
from benchmarks.case import Case
from benchmarks.grading import RESULTS, add, geometric_mean

PUBLISHED: dict[str, dict[str, float]] = json.loads((RESULTS / "published-preparation.json").read_text())[
    "competitions"
]
REPEAT = 9  # fresh memory can cost three times as much from one run to the next
HEAD = f"{'competition':50} {'us/floor':>9} {'published/us':>12}   peak MB"


class Version(NamedTuple):
    """A commit of the project: its source folder and a Python that can run it."""

    source: str
    python: str


OURS = Version(str(Path(__file__).parents[1] / "src"), sys.executable)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-c", "--competition", nargs="*", choices=PUBLISHED, metavar="ID", default=list(PUBLISHED))
    parser.add_argument("--json", type=Path, metavar="FILE", help="add what was measured to this file")
    parser.add_argument("--raw-dir", type=Path, metavar="DIR", help="keep the raw trees here")
    parser.add_argument(
        "--yardstick", nargs=2, metavar=("SRC", "PYTHON"), help="commit 60b063b, measured beside this one"
    )
    options = parser.parse_args()
    yardstick = Version(*options.yardstick) if options.yardstick else None
    cases = {case.competition_id: case for case in find_cases().values()}
    found: dict[str, dict[str, float]] = {}
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        for competition_id in options.competition:
            raw = build(cases[competition_id], options.raw_dir or Path(folder))
            found[competition_id] = row = cost(cases[competition_id], raw, Path(folder), yardstick)
            print(line(competition_id, row), flush=True)
            if options.json:
                add(options.json, None, {competition_id: row})
            if options.raw_dir is None:
                shutil.rmtree(raw)
    gains = [row["published_over_us"] for row in found.values() if "published_over_us" in row]
    if gains:
        print(f"published over us, geometric mean: {geometric_mean(gains):.2f}, least: {min(gains):.2f}")


def build(case: Case, folder: Path) -> Path:
    """The raw tree, unless it is there."""
    raw = folder / case.competition_id
    if not raw.exists():
        new = folder / f".{case.competition_id}"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        case.build(new, PUBLISHED[case.competition_id]["scale"])
        new.rename(raw)
    return raw


def cost(case: Case, raw: Path, folder: Path, yardstick: Version | None) -> dict[str, float]:
    """Prepare it a few times, in turns with the floor and the yardstick."""
    data = folder / "data"
    prepared = data / case.competition_id / "prepared"
    ours, floors, theirs = [], [], []
    for _ in range(REPEAT):
        if yardstick:
            theirs.append(prepare(yardstick, case.competition_id, raw, data)["cpu_seconds"])
        shutil.rmtree(data, ignore_errors=True)
        ours.append(prepare(OURS, case.competition_id, raw, data))
        floors.append(case.floor_of_preparation(raw, prepared).cpu_seconds)
        shutil.rmtree(data)
    least = min(each["cpu_seconds"] for each in ours)
    row = {
        "over_floor": round(least / min(floors), 2),
        "cpu_seconds": round(least, 3),
        "peak_mb": round(min(each["peak_bytes"] for each in ours) / 1e6),
    }
    if theirs:
        ratio = PUBLISHED[case.competition_id]["published_over_60b063b"]
        row["published_over_us"] = round(ratio * min(theirs) / least, 2)
    return row


def prepare(version: Version, competition_id: str, raw: Path, data: Path) -> dict[str, float]:
    """In a process of its own."""
    command = [version.python, benchmarks.prepare_once.__file__, competition_id, str(raw), str(data)]
    environment = os.environ | {"PYTHONPATH": version.source}
    told = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    cost: dict[str, float] = json.loads(told)
    return cost


def line(competition_id: str, row: Mapping[str, Any]) -> str:
    gain = f"{row['published_over_us']:.2f}" if "published_over_us" in row else ""
    return f"{competition_id:50} {row['over_floor']:9.2f} {gain:>12}   {row['peak_mb']:7.0f}"


if __name__ == "__main__":
    main()
