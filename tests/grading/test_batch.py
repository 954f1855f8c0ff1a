from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.data.expected import FILE
from mlebench.errors import MlebenchError
from mlebench.grading.batch import GIB, Limits, SubmissionLine, grade_lines, read_lines
from mlebench.grading.report import CompetitionReport
from tests.grading.conftest import Lab

# One file may crash, hang or eat memory: the name of its first column says which.
TROUBLE = """
import os, time
import numpy as np
from mlebench.grading import InvalidSubmission

def grade(submission, answers):
    what = submission.columns[0]
    if what == "hang":
        time.sleep(600)
    if what == "die":
        os._exit(3)
    if what == "memory":
        np.ones(64 * (1 << 30) // 8)
    if what == "bug":
        return {}["no such key"]
    if what == "nan":
        return float("nan")
    if what == "wrong":
        raise InvalidSubmission("Column 'id' is missing.")
    return 0.75
"""
EXPECTED = {
    "good": None,
    "hang": "time-limit",
    "die": "crash",
    "memory": "memory-limit",
    "bug": "internal",
    "nan": "invalid",
    "wrong": "invalid",
    "absent": "missing",
}


def grade_all(lab: Lab, names: list[str], **limits: float) -> dict[str, CompetitionReport]:
    lines = [SubmissionLine("my-task", lab.data_dir / f"{name}.csv") for name in names]
    report = grade_lines(lines, lab.registry, lab.data_dir, workers=2, limits=Limits(15, 3 * GIB))
    return {Path(r.submission_path).stem: r for r in report.competition_reports}


def test_trouble_costs_only_its_own_line(lab: Lab) -> None:
    (lab.folder / "grade.py").write_text(TROUBLE)
    names = [*EXPECTED, "good2"]
    for name in names:
        if name != "absent":
            (lab.data_dir / f"{name}.csv").write_text(f"{name},b\n1,2\n")
    reports = grade_all(lab, names)
    assert {name: reports[name].error_kind for name in EXPECTED} == EXPECTED
    assert reports["good"].score == reports["good2"].score == 0.75
    assert "Internal error of the grader" in (reports["bug"].error or "")
    assert not any(reports[name].valid_submission for name in EXPECTED if name != "good")
    assert not reports["absent"].submission_exists


# As libraries do on a machine of many cores: 4 GiB of address space for the heaps of threads, hardly any of it used.
RESERVING = """
import mmap
def grade(submission, answers):
    reserved = [mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(64)]
    used = bytearray(SIZE)
    import time; time.sleep(0.3)
    return 0.75
"""


@pytest.mark.parametrize(("size", "kind"), [("100 << 20", None), ("1500 << 20", "memory-limit")])
def test_memory_that_is_only_reserved_does_not_count(lab: Lab, size: str, kind: str | None) -> None:
    (lab.folder / "grade.py").write_text(RESERVING.replace("SIZE", size).replace("bytearray(", "b'x' * ("))
    line = SubmissionLine("my-task", lab.sample)
    report = grade_lines([line], lab.registry, lab.data_dir, workers=1, limits=Limits(60, GIB))
    assert [each.error_kind for each in report.competition_reports] == [kind]


def test_order_of_reports_is_that_of_the_lines(lab: Lab) -> None:
    paths = [lab.sample, lab.perfect] * 5
    lines = [SubmissionLine("my-task", path) for path in paths]
    report = grade_lines(lines, lab.registry, lab.data_dir, workers=2, miniature_medals=True)
    assert [r.submission_path for r in report.competition_reports] == [str(p) for p in paths]
    assert report.total_runs == 10
    assert report.total_gold_medals == 5


# Whoever reads it once more has to make it anew, and the next submission finds it.
TAKEN_AWAY = """
from pathlib import Path

def check(submission, expected):
    file = Path({file!r})
    was_there = file.exists()
    file.unlink(missing_ok=True)
    return was_there

def score(was_there, answers):
    return was_there
"""


def test_what_is_expected_is_read_again_for_each_submission(lab: Lab) -> None:
    (lab.folder / "grade.py").write_text(TAKEN_AWAY.format(file=str(lab.layout.prepared / FILE)))
    lines = [SubmissionLine("my-task", lab.sample)] * 4
    report = grade_lines(lines, lab.registry, lab.data_dir, workers=1)
    assert [each.score for each in report.competition_reports] == [1.0, 0.0, 0.0, 0.0]


def test_unknown_competitions_and_unprepared_data_are_reported(lab: Lab, tmp_path: Path) -> None:
    lines = [SubmissionLine("nope", lab.sample), SubmissionLine("my-task", lab.sample)]
    report = grade_lines(lines, lab.registry, tmp_path / "elsewhere", workers=1)
    assert [r.error_kind for r in report.competition_reports] == ["not-prepared"]
    assert "mlebench prepare -c my-task" in (report.competition_reports[0].error or "")
    assert "no competition 'nope'" in report.problems[0]


def test_bad_lines_are_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    good = json.dumps({"competition_id": "a", "submission_path": "b.csv", "logs_path": "x"})
    bad = ['{"competition_id": "a"}', "not json", "[1]", "", '{"competition_id": 1, "submission_path": "x"}']
    path.write_text("\n".join(["# comment", good, *bad]))
    lines, problems = read_lines(path)
    assert lines == [SubmissionLine("a", Path("b.csv"))]
    assert [problem.split(":")[0] for problem in problems] == ["line 3", "line 4", "line 5", "line 7"]


GOOD = b'{"competition_id": "a", "submission_path": "b.csv"}'


@pytest.mark.parametrize(
    "bad",
    [
        b"[" * 50_000,
        b'{"competition_id": "a", "submission_path": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"competition_id": "a", "submission_path": "\xff.csv"}',
        b'{"competition_id": "a", "submission_path": "\\ud800.csv"}',
        b'{"competition_id": "\\udfff", "submission_path": "b.csv"}',
        b'{"competition_id": "a", "submission_path": "\\u0000"}',
    ],
    ids=["brackets", "nested", "invalid byte", "surrogate", "surrogate in the id", "zero byte"],
)
def test_a_hostile_line_costs_itself_only(tmp_path: Path, bad: bytes) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"\n".join([GOOD, bad, GOOD + b"\r"]))
    lines, problems = read_lines(path)
    assert lines == [SubmissionLine("a", Path("b.csv"))] * 2
    assert [problem.split(":")[0] for problem in problems] == ["line 2"]
    problems[0].encode()  # can be told


def test_a_line_ends_where_json_lines_end(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(json.dumps({"competition_id": "a", "submission_path": "x\u2028y.csv"}, ensure_ascii=False))
    assert read_lines(path) == ([SubmissionLine("a", Path("x\u2028y.csv"))], [])


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n"])
def test_a_file_without_submissions_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(content)
    with pytest.raises(MlebenchError, match="holds no submission"):
        read_lines(path)
