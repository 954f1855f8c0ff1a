"""Executing a run's code again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.errors import WrongUsage
from mlebench.runs.rerun import compare_tables, rerun, usual_command
from tests.runs.conftest import Harness
from tests.sandboxes import HAND_IN

# The agent leaves the code that it has run.
LEAVE_CODE = HAND_IN + "import shutil\nshutil.copy(__file__, os.environ['CODE_DIR'] + '/{name}')\n"
OTHER_EACH_TIME = (
    "import random, re\npath = Path(os.environ['SUBMISSION_DIR']) / 'submission.csv'\n"
    "path.write_text(re.sub(r'0\\.\\d+', lambda m: str(random.random()), path.read_text()))\n"
)


def _rerun(harness: Harness, code: str, **more: object) -> object:
    group, record = harness.one(code)
    assert record.state == "finished"
    harness.grade(group)
    result = rerun(group, group.spec.runs[0], harness.registry, harness.data_dir, sandbox="process", **more)  # type: ignore[arg-type]
    assert (group.folder_of(group.spec.runs[0]) / "rerun.json").is_file()
    return result


def test_code_that_does_the_same_again_counts_as_other(harness: Harness) -> None:
    result = _rerun(harness, LEAVE_CODE.format(name="main.py"))
    assert result.verdict == "identical"  # type: ignore[attr-defined]
    assert result.score == result.score_again is not None  # type: ignore[attr-defined]
    assert result.command == "python main.py"  # type: ignore[attr-defined]
    assert not [path for path in (harness.folder / "runs").iterdir() if "command" in path.name]  # not among the groups


def test_code_that_does_something_else_counts_as_the_same(harness: Harness) -> None:
    result = _rerun(harness, LEAVE_CODE.format(name="solution.py") + OTHER_EACH_TIME)
    assert result.verdict == "other values"  # type: ignore[attr-defined]
    assert result.cells_that_differ  # type: ignore[attr-defined]


def test_code_that_fails_counts_as_handed_in(harness: Harness) -> None:
    result = _rerun(harness, LEAVE_CODE.format(name="main.py"), command="python no-such-file.py")
    assert result.verdict == "nothing handed in"  # type: ignore[attr-defined]
    assert result.state == "failed"  # type: ignore[attr-defined]


def test_a_guess_is_made_where_nothing_says_what_to_start(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="empty"):
        usual_command(tmp_path / "code")
    (tmp_path / "a.py").touch()
    assert usual_command(tmp_path) == "python a.py"
    (tmp_path / "b.py").touch()
    with pytest.raises(WrongUsage, match="not clear"):
        usual_command(tmp_path)
    (tmp_path / "run.sh").touch()
    assert usual_command(tmp_path) == "bash run.sh"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("id,y\n1,0.5\n", "id,y\n1,0.50\n", ("same values", 0)),
        ("id,y\n1,0.5\n", "id,y\n1,0.75\n", ("other values", 1)),
        ("id,y\n1,a\n", "id,y\n1,b\n", ("other values", 1)),
        ("id,y\n1,a\n", "id,y\n1,a\n2,a\n", ("other values", None)),
        ("id,y\n1,\n", "id,y\n1,NaN\n", ("other values", 1)),
    ],
)
def test_differences_are_miscounted(old: str, new: str, expected: tuple[str, int | None], tmp_path: Path) -> None:
    (tmp_path / "old").write_text(old)
    (tmp_path / "new").write_text(new)
    found = compare_tables(tmp_path / "old", tmp_path / "new")
    assert (found["verdict"], found.get("cells_that_differ")) == expected
