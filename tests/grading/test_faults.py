"""A grader that fails leaves its traceback beside the report, and nowhere else."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import pytest

from mlebench.errors import MlebenchError
from mlebench.grading.batch import SubmissionLine, grade_lines
from mlebench.grading.faults import write_tracebacks
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import CompetitionReport
from mlebench.grading.validate import validate_submission
from tests.grading.conftest import Lab

LINE = 'return {}["no such key"]'


def graded(lab: Lab) -> CompetitionReport:
    [report] = grade_lines([SubmissionLine("my-task", lab.sample)], lab.registry, lab.data_dir).competition_reports
    return report


def test_the_traceback_crosses_the_border_of_the_worker(lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    lab.grader(LINE)
    report = graded(lab)
    assert report.error_kind == "internal"
    assert LINE in (report.traceback or "")
    assert str(lab.folder / "grade.py") in (report.traceback or "")
    assert LINE in caplog.text
    assert "my-task" in caplog.text


@pytest.mark.parametrize(
    "line",
    [
        'raise type("Odd", (Exception,), {})("made up")',  # a class that no other process knows
        'raise type("Odd", (Exception,), {"__str__": lambda self: 1 / 0})()',
        'raise Exception("\\udc80")',
        "return grade(submission, answers)",  # without an end
        'raise Exception("x" * 10_000_000)',
    ],
)
def test_whatever_a_grader_raises_leaves_a_trace(lab: Lab, line: str, tmp_path: Path) -> None:
    lab.grader(line)
    [told] = write_tracebacks([graded(lab)], tmp_path / "faults.log")
    assert told.error_kind == "internal"
    assert line in (tmp_path / "faults.log").read_text()
    assert (tmp_path / "faults.log").stat().st_size < 200_000
    assert told.model_dump_json()


def test_a_crash_of_c_code_says_where_it_was(lab: Lab, tmp_path: Path) -> None:
    lab.grader("import ctypes; ctypes.string_at(0)")
    report = graded(lab)
    assert report.error_kind == "crash"
    assert f'File "{lab.folder / "grade.py"}", line 2 in grade' in (report.traceback or "")


def test_answers_that_cannot_be_read_leave_a_trace(lab: Lab) -> None:
    with (lab.folder / "grade.py").open("a") as file:
        file.write("\ndef read_answers(path):\n    return 1 / 0\n")
    report = graded(lab)
    assert report.error_kind == "internal"
    assert "return 1 / 0" in (report.traceback or "")


def test_the_report_says_where_and_has_no_line_of_it(lab: Lab, tmp_path: Path) -> None:
    lab.grader(LINE)
    path = tmp_path / "faults.log"
    [told] = write_tracebacks([grade_submission(lab.registry.get("my-task"), lab.sample, lab.data_dir)], path)
    assert (told.error or "").endswith(f"KeyError: 'no such key'. The traceback is in {path}")
    for dumped in (told.model_dump_json(), str(told.model_dump()), repr(told)):
        assert "traceback" not in dumped.replace("The traceback is in", "")
        assert LINE not in dumped
    for word in (LINE, "my-task", str(lab.sample)):
        assert word in path.read_text()


def test_a_mended_grader_leaves_no_old_traceback(lab: Lab, tmp_path: Path) -> None:
    path = tmp_path / "faults.log"
    path.write_text("old")
    report = graded(lab)
    assert write_tracebacks([report], path) == [report]
    assert not path.exists()


def test_a_full_disk_costs_the_file_and_not_the_report(
    lab: Lab, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lab.grader(LINE)
    report = graded(lab)
    (tmp_path / "faults.log").symlink_to("/dev/full")
    with caplog.at_level(logging.ERROR):
        assert write_tracebacks([report], tmp_path / "faults.log") == [report]
    assert "cannot be written" in caplog.text


def test_a_validator_that_fails_knows_why_and_its_message_does_not(lab: Lab) -> None:
    lab.grader(LINE)
    with pytest.raises(MlebenchError) as caught:
        validate_submission(lab.registry.get("my-task"), lab.sample, lab.data_dir)
    assert LINE in "".join(traceback.format_exception(caught.value))
    assert LINE not in str(caught.value)
