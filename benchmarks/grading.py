"""Grading at everyday sizes: `python -m benchmarks.grading --rows 100000 [-c ID …] [--json FILE]`.

For every Kaggle competition, its miniature blown up: the CPU time of `mlebench.score_files` over that of the floor,
which reads both files with Arrow and does nothing else, the fastest of three, in turns; the peak memory of both beyond
the imports, each in a process of its own; and the same of the published benchmark, as it was measured at 100,000 rows
for 69 of them.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.csv as pacsv
import pyarrow.json as pajson
from tests.competitions.cases import write_cases

import mlebench
from benchmarks.measure import measure
from benchmarks.tile import tile
from mlebench.catalog import Competition, Registry
from mlebench.catalog.splits import split_ids

SIZES = (10_000, 100_000, 1_000_000)
PUBLISHED_ROWS = 100_000
RESULTS = Path(__file__).parent / "results"
REPEAT = 3
SLACK_MB = 16
KEEPS_ORDER = {"uw-madison-gi-tract-image-segmentation"}  # v1 pairs its rows by position
HEAD = f"{'competition':60} {'us/floor':>9} {'published/us':>12}   peak MB: us / floor / published"


def results(name: str) -> dict[str, dict[str, float]]:
    """What a file of results says of each competition; nothing where it was not measured."""
    path = RESULTS / f"{name}.json"
    found: dict[str, dict[str, float]] = json.loads(path.read_text())["competitions"] if path.exists() else {}
    return found


ALL = sorted(split_ids("all", Registry()) + split_ids("dev", Registry()))
PUBLISHED = results("published-grading")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-c", "--competition", nargs="*", choices=ALL, metavar="ID", default=ALL)
    parser.add_argument("--rows", type=int, default=PUBLISHED_ROWS, help="of the answers (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add what was measured to this file")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="keep the prepared miniatures here")
    options = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        for competition_id in options.competition:
            found[competition_id] = row = cost(competition_id, options.data_dir or Path(folder), options.rows)
            print(line(competition_id, row), flush=True)
            if options.json:
                add(options.json, options.rows, {competition_id: row})
    print(summary(found, options.rows))


def cost(competition_id: str, data_dir: Path, rows: int) -> dict[str, float]:
    """One competition, blown up in a folder of its own."""
    layout = mlebench.prepare(competition_id, miniature=True, data_dir=data_dir)
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        competition = mlebench.competition(competition_id)
        small = layout.prepared / competition.answers, any_case(competition, layout.prepared, Path(folder) / "cases")
        answers, submission = tile(*small, Path(folder), rows, shuffled=competition_id not in KEEPS_ORDER)
        # On the miniature first: what is imported when it is needed is imported then.
        alone = partial(measure, first=partial(in_turns, competition_id, *small), forked=True)
        ratio = alone(in_turns, competition_id, answers, submission).result
        ours = alone(grade, competition_id, answers, submission).peak_bytes
        floor = alone(read, answers, submission).peak_bytes
        size = answers.stat().st_size + submission.stat().st_size
    return {
        "over_floor": round(ratio, 2),
        "peak_mb": round(ours / 1e6),
        "floor_peak_mb": round(floor / 1e6),
        "file_mb": round(size / 1e6, 1),
    }


def any_case(competition: Competition, prepared: Path, folder: Path) -> Path:
    """A submission of the tests that is scored and looks like a real one: noisy answers, or else random ones."""
    cases = [path for path in write_cases(competition, prepared, folder) if path.stem.startswith("ok-")]
    ordinary = ("noisy", "random", "ok-")
    named = (path for word in ordinary for path in cases if word in path.stem)
    return next(path for path in named if not re.search("sample|perfect|blank|empty", path.stem))


def in_turns(competition_id: str, answers: Path, submission: Path) -> float:
    """CPU time of grading over the floor's."""
    calls: list[Callable[[], object]] = [
        partial(grade, competition_id, answers, submission),
        partial(read, answers, submission),
    ]
    best = [math.inf, math.inf]
    for _ in range(REPEAT):
        best = [min(least, cpu_seconds(call)) for least, call in zip(best, calls, strict=True)]
    return best[0] / best[1]


def cpu_seconds(call: Callable[[], object]) -> float:
    started = time.process_time()
    call()
    return time.process_time() - started


def grade(competition_id: str, answers: Path, submission: Path) -> float:
    return mlebench.score_files(competition_id, submission, answers).score


def read(*paths: Path) -> list[Any]:
    """The floor: both files as Arrow's tables."""
    return [pajson.read_json(path) if path.suffix == ".jsonl" else read_csv(path) for path in paths]


def read_csv(path: Path) -> Any:
    return pacsv.read_csv(
        path,
        read_options=pacsv.ReadOptions(block_size=64 << 20),
        parse_options=pacsv.ParseOptions(newlines_in_values=True),
    )


def line(competition_id: str, row: Mapping[str, float]) -> str:
    gain, memory = "", f"{row['peak_mb']:.0f} / {row['floor_peak_mb']:.0f}"
    if published := PUBLISHED.get(competition_id):
        gain = f"{published['over_floor'] / row['over_floor']:.2f}"
        memory += f" / {published['peak_mb']:.0f}"
    return f"{competition_id:60} {row['over_floor']:9.2f} {gain:>12}   {memory:>20}"


def summary(found: Mapping[str, Mapping[str, float]], rows: int) -> str:
    """Geometric means, and which competitions miss what they should reach where the published code was measured."""
    told = [f"{len(found)} competitions, geometric mean over the floor: {mean_over_floor(found):.2f}"]
    found = {name: row for name, row in found.items() if name in PUBLISHED}
    if len(found) > 0:
        told.append(f"{len(found)} of them were measured for the published code: {mean_over_floor(found):.2f}")
    if found and rows == PUBLISHED_ROWS:
        slower = [name for name, row in found.items() if row["over_floor"] > PUBLISHED[name]["over_floor"]]
        larger = [name for name, row in found.items() if row["peak_mb"] > other_peak(name, row) + SLACK_MB]
        told += [
            f"the published code's mean: {mean_over_floor({name: PUBLISHED[name] for name in found}):.2f}",
            f"slower than the published code: {', '.join(slower) or 'none'}",
            f"more than {SLACK_MB} MB above floor and published code: {', '.join(larger) or 'none'}",
        ]
    return "\n".join(told)


def other_peak(competition_id: str, row: Mapping[str, float]) -> float:
    """The larger of the floor's memory and the published code's."""
    return max(row["floor_peak_mb"], PUBLISHED[competition_id]["peak_mb"])


def mean_over_floor(found: Mapping[str, Mapping[str, float]]) -> float:
    return geometric_mean(row["over_floor"] for row in found.values())


def geometric_mean(values: Any) -> float:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def add(path: Path, rows: int | None, found: Mapping[str, Mapping[str, float]]) -> None:
    """Put figures into a file of results, in place of those of the same competitions; one line for each."""
    known = json.loads(path.read_text())["competitions"] if path.exists() else {}
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted({**known, **found}.items())]
    content = ",\n".join(lines)
    path.write_text(f'{{"rows": {json.dumps(rows)}, "competitions": {{\n{content}\n}}}}\n')


if __name__ == "__main__":
    main()
