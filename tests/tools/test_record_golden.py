"""Golden files can be made for a new competition, by any command, and made again without losing what v1 said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.catalog.create import create_competition
from tests.competitions import golden

TOOL = Path(__file__).resolve().parents[2] / "tools" / "record_golden.py"
CASES = """
from tests.competitions.cases import Cases, with_cell

def write_cases(cases: Cases) -> None:
    truth = cases.save("ok-perfect", cases.answers())
    cases.save("bad-text", with_cell(truth, 0, truth.columns[1], "text"))
    cases.save("bad-missing-row", truth.iloc[1:])
"""


def record(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """The arguments for a recorded competition of one's own."""
    root = tmp_path_factory.mktemp("own")
    create_competition("my-task", root / "competitions")
    (root / "cases").mkdir()
    (root / "cases" / "my-task.py").write_text(CASES, encoding="utf-8")
    folders = {f"--{name}-dir": root / name for name in ("competitions", "cases", "golden")}
    arguments = ["my-task", *(part for pair in folders.items() for part in pair)]
    done = record(*arguments)
    assert done.returncode == 0, done.stderr
    return arguments


def golden_file(own: list[object]) -> Path:
    return Path(str(own[-1])) / "my-task.json"


def test_a_built_in_record_seems_to_differ() -> None:
    done = record("aerial-cactus-identification", "--check")
    assert (done.returncode, done.stdout) == (0, "aerial-cactus-identification: nothing differs\n")


def test_a_record_of_ones_own_competition_lacks_something(own: list[object]) -> None:
    content = json.loads(golden_file(own).read_text(encoding="utf-8"))
    assert list(content) == ["competition_id", "grades", "private", "public", "raw_files", "seed"]
    answers = {grade["case"]: grade.get("score", "refused") for grade in content["grades"]}
    assert answers.pop("ok-perfect") == pytest.approx(1)
    assert answers.pop("ok-sample") != "refused"
    assert answers == {"bad-text": "refused", "bad-missing-row": "refused"}
    assert all({"bytes", "head", "lines", "md5"} == set(entry) for entry in content["private"].values())


def test_recording_again_loses_what_only_v1_knew(own: list[object]) -> None:
    path = golden_file(own)
    as_v1 = path.read_text(encoding="utf-8").replace('"declared"', '"crashed"')
    path.write_text(as_v1, encoding="utf-8")
    done = record(*own)
    assert (done.returncode, done.stdout) == (0, f"my-task: unchanged in {path}\n")
    assert path.read_text(encoding="utf-8") == as_v1


def test_a_difference_goes_unnoticed(own: list[object]) -> None:
    path = golden_file(own)
    before = path.read_text(encoding="utf-8")
    content = json.loads(before)
    content["private"]["test.csv"]["md5"] = "0" * 32
    content["grades"].append({"case": "ok-forgotten", "score": 0.5})
    path.write_text(json.dumps(content), encoding="utf-8")
    done = record(*own, "--check")
    assert done.returncode == 1
    assert "private: test.csv: recorded" in done.stdout
    assert 'grades: ok-forgotten: recorded {"score": 0.5}, found nothing' in done.stdout
    assert json.loads(path.read_text(encoding="utf-8")) == content, "--check must not write"
    path.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["my-tusk"], "There is no competition 'my-tusk'"),
        (["aerial-cactus-identification", "--cases-dir", "nowhere"], "aerial-cactus-identification.py is missing"),
        (["aerial-cactus-identification", "--command", "/no/such"], "/no/such cannot be run"),
        (["aerial-cactus-identification", "--command", "false"], "exit code 1 of false prepare -c aerial-cactus"),
        (["aerial-cactus-identification", "--command", "true"], "true prepared no"),
    ],
)
def test_what_is_missing_ends_in_a_traceback(arguments: list[str], told: str, tmp_path: Path) -> None:
    done = record(*arguments, "--golden-dir", tmp_path)
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_report_of_another_program_is_misread() -> None:
    """v1's reports have no word on why a submission is refused, and scores that are no numbers."""
    assert golden.graded("a", {"score": None}) == {"case": "a", "invalid": "refused"}
    assert golden.graded("a", json.loads('{"score": NaN}')) == {"case": "a", "score": "nan"}
    assert golden.graded("a", json.loads('{"score": -Infinity}')) == {"case": "a", "score": "-inf"}


def test_a_fault_of_the_grader_counts_as_refusal() -> None:
    fault = golden.graded("a", {"score": None, "error_kind": "internal", "error": "division by zero"})
    assert not golden.same_grade({"case": "a", "invalid": "crashed"}, fault)
