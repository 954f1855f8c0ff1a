from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.errors import MlebenchError
from mlebench.runs.listed import METADATA, RUN_FILE, _of_the_models, read_listed
from tests.cli.test_light import ARRAYS, imported_by
from tests.runs.conftest import Harness


def test_a_list_says_something_else_than_the_records(harness: Harness) -> None:
    group = harness.group("pass", seeds=3)
    record = group.record(group.spec.runs[1])
    record.state = "timed_out"
    record.save(group.folder_of(group.spec.runs[1]))
    found = read_listed(group.folder)
    assert found == _of_the_models(group.folder)
    assert found.states == {"planned": 2, "timed_out": 1}
    modules = imported_by("runs", "list", "--runs-dir", str(group.folder.parent), folder=harness.folder)
    assert not modules & (ARRAYS | {"pydantic", "rich"})


def test_a_lost_record_costs_its_run_only(harness: Harness) -> None:
    group = harness.group("pass", seeds=2)
    (group.folder_of(group.spec.runs[0]) / RUN_FILE).unlink()
    (group.folder_of(group.spec.runs[1]) / RUN_FILE).write_text("{")
    assert read_listed(group.folder).states == {"planned": 1, "unreadable": 1}


def test_a_record_of_another_run_does_not_count(harness: Harness) -> None:
    group = harness.group("pass")
    path = group.folder_of(group.spec.runs[0]) / RUN_FILE
    path.write_text(json.dumps({**json.loads(path.read_text()), "run_id": "other", "state": "finished"}))
    assert read_listed(group.folder).states == {"unreadable": 1}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"runs": 1}', '{"group_id": 1, "agent": 2, "runs": []}'])
def test_a_damaged_plan_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / METADATA).write_text(content)
    with pytest.raises(MlebenchError, match=r"metadata\.json: cannot be read"):
        read_listed(tmp_path)


def test_a_plan_leads_out_of_its_group(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / RUN_FILE).write_text('{"run_id": "../secret", "state": "finished"}')
    group = tmp_path / "group"
    group.mkdir()
    plan = {"group_id": "group", "agent": "a", "runs": [{"run_id": "../secret"}]}
    (group / METADATA).write_text(json.dumps(plan))
    with pytest.raises(MlebenchError):
        read_listed(group)
