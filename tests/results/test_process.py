"""How an agent worked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.results.process import code_facts, process_of
from mlebench.runs.record import RunRecord

CODE = '''
def documented():
    """Does nothing."""

def test_it():
    if 1:
        return 2
    return 3
'''


def test_code_is_miscounted(tmp_path: Path) -> None:
    pytest.importorskip("radon", reason="radon is not installed (extra 'process')")
    (tmp_path / "a.py").write_text(CODE + "import os\n")
    (tmp_path / "b.py").write_text("this is no Python")
    (tmp_path / "data.csv").write_text("x\n")
    found = code_facts(tmp_path)
    assert (found.files, found.lines, found.functions, found.tests, found.unreadable) == (2, 8, 2, 1, 1)
    assert found.documented_percent == 50
    assert found.worst_complexity == 2
    assert found.lint_findings is not None
    assert found.lint_findings >= 2  # an import that is not used, and what is no Python
    assert code_facts(tmp_path / "nothing").files == 0


@pytest.mark.attack
def test_code_of_an_agent_breaks_or_leads_the_look_at_it(tmp_path: Path) -> None:
    (tmp_path / "secret.py").symlink_to("/etc/passwd")
    (tmp_path / "deep.py").write_text("(" * 100_000)
    (tmp_path / "minus.py").write_text("x = " + "-" * 50_000 + "1")
    (tmp_path / "zero.py").write_bytes(b"a = 1\0")
    (tmp_path / "large.py").write_text("#" * (2 << 20))
    (tmp_path / "ruff.toml").write_text('extend = "/etc/passwd"\n')
    found = code_facts(tmp_path)
    assert found.files == 3
    assert found.unreadable == 3


def test_habits_are_misread(tmp_path: Path) -> None:
    record = RunRecord.model_validate(
        {
            "run_id": "r",
            "competition_id": "c",
            "agent": "a",
            "seed": 0,
            "created_at": "2026-01-01T00:00:00Z",
            "started_at": "2026-01-01T00:00:00Z",
            "sandbox": "process",
            "time_limit_seconds": 100,
            "step_limit": 1,
            "model": {"requests": 5, "refused": 1, "errors": 1},
        }
    )
    calls = [
        {"at": "2026-01-01T00:00:05+00:00", "valid": False},
        {"at": "2026-01-01T00:00:10+00:00", "valid": True},
        {"at": "2026-01-01T00:00:20+00:00", "valid": True},
    ]
    (tmp_path / "validations.jsonl").write_text("".join(json.dumps(c) + "\n" for c in calls) + '{"at": "cut')
    habits = process_of(tmp_path, record).habits
    assert (habits.validations, habits.valid, habits.first_valid_seconds, habits.first_valid_percent) == (3, 2, 10, 10)
    assert (habits.model_calls, habits.model_errors) == (5, 2)
