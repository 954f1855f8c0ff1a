"""Many submissions at once: `mlebench grade` against reading and scoring them one after the other in one process."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd
import psutil

import mlebench
from benchmarks.grading import any_case
from benchmarks.measure import measure
from benchmarks.startup import used
from benchmarks.table import Row
from benchmarks.tile import tile
from mlebench.data.digests import md5
from mlebench.data.manifest import read_manifest
from mlebench.grading.grade import load_paired, score_submission
from mlebench.grading.read import read_submission

GOAL = 1.5
PR_SET_CHILD_SUBREAPER = 36  # whoever loses its parent becomes our child, so that its time is counted
ANSWER_ROWS = 10_000
COMPETITIONS = (
    "aerial-cactus-identification",
    "aptos2019-blindness-detection",
    "detecting-insults-in-social-commentary",
    "dogs-vs-cats-redux-kernels-edition",
    "jigsaw-toxic-comment-classification-challenge",
    "leaf-classification",
    "nomad2018-predict-transparent-conductors",
    "spooky-author-identification",
    "tabular-playground-series-may-2022",
    "us-patent-phrase-to-phrase-matching",
)
EACH = 100  # submissions of each competition
REPEAT = 2


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        work = Path(folder)
        submissions = {name: blown_up(name, work) for name in COMPETITIONS}
        lines = [
            json.dumps({"competition_id": name, "submission_path": str(path)})
            for name, path in submissions.items()
            for _ in range(EACH)
        ]
        (work / "submissions.jsonl").write_text("\n".join(lines))
        floors, ours = [], []
        for _ in range(REPEAT):
            floors.append(measure(score_all, submissions, work / "data").cpu_seconds)
            ours.append(whole_command(work))
    what = f"mlebench grade, {len(lines):,} submissions of {len(COMPETITIONS)} competitions"
    floor = "CPU time of reading and scoring them in one process"
    return [Row(what, floor, min(ours) / min(floors), GOAL, note=f"{min(ours):.0f} s")]


def blown_up(competition_id: str, work: Path) -> Path:
    """Prepare a miniature with as many answers as an everyday competition has, and give a submission for them."""
    layout = mlebench.prepare(competition_id, miniature=True, data_dir=work / "data")
    competition = mlebench.competition(competition_id)
    folder = work / "tiled" / competition_id
    case = any_case(competition, layout.prepared, folder / "cases")
    answers, submission = tile(layout.prepared / competition.answers, case, folder, ANSWER_ROWS)
    for name, source in ((competition.answers, answers), (competition.sample_submission, submission)):
        (layout.prepared / name).unlink()  # raw data may be linked there
        (layout.prepared / name).write_bytes(source.read_bytes())
    (layout.prepared / "expected.arrow").unlink()
    manifest = read_manifest(layout)
    digests = {name: md5(layout.prepared / name) for name in manifest.digests}
    manifest.model_copy(update={"digests": digests}).write(layout.prepared)
    return submission


def score_all(submissions: dict[str, Path], data_dir: Path) -> None:
    """Nothing but what the metrics need: answers once, and each submission."""
    for name, path in submissions.items():
        competition = mlebench.competition(name)
        expected, answers = load_paired(competition, data_dir)
        for _ in range(EACH):
            given = answers.copy(deep=False) if isinstance(answers, pd.DataFrame) else answers
            score_submission(competition, read_submission(path), expected, given)


def whole_command(work: Path) -> float:
    """CPU time of the command and of all its workers, whose parent ends on its own after the command."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    command = [Path(sys.executable).with_name("mlebench"), "grade", "--submission", work / "submissions.jsonl"]
    folders = ["--output-dir", work / "graded", "--data-dir", work / "data"]
    before, others = used(), psutil.Process().children()  # such as the tracker of multiprocessing, which stays
    subprocess.run([*command, *folders], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while orphans := [child for child in psutil.Process().children() if child not in others]:
        for orphan in orphans:
            os.waitpid(orphan.pid, 0)
    return used() - before


if __name__ == "__main__":
    print(*(row.line() for row in rows()), sep="")
