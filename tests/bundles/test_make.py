"""What is in a bundle, and what must never be."""

from __future__ import annotations

import json
import socket
import zipfile
from pathlib import Path

import pytest

from mlebench.bundles import make_bundle
from mlebench.bundles.clean import Cleaner
from mlebench.errors import MlebenchError
from mlebench.runs import RunGroup
from tests.bundles.conftest import Results
from tests.gateway.provider import OPENAI_KEY
from tests.runs.conftest import Harness
from tests.sandboxes import HAND_IN


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_submissions_are_in_it_as_they_were_graded(results: Results) -> None:
    members = _members(results.bundle())
    for run in results.group.spec.runs:
        inside = members[f"{results.group.group_id}/{run.run_id}/submission/submission.csv"]
        assert inside == (results.group.folder_of(run) / "submission" / "submission.csv").read_bytes()


@pytest.mark.attack
@pytest.mark.parametrize("transcripts", [False, True])
def test_keys_folders_or_the_name_of_the_machine_leave_with_it(results: Results, transcripts: bool) -> None:
    record = results.group.folder_of(results.group.spec.runs[0]) / "run.json"
    told = json.loads(record.read_text())
    told["left_behind"] = [f"{results.group.folder}/x: {socket.gethostname()} {OPENAI_KEY} {Path.home()}/.ssh"]
    record.write_text(json.dumps(told))
    for name, content in _members(results.bundle(transcripts=transcripts)).items():
        for secret in (str(results.group.folder), OPENAI_KEY, f'"{socket.gethostname()}"', "harness_pid"):
            assert secret.encode() not in content, name


@pytest.mark.attack
def test_answers_leave_with_it(results: Results) -> None:
    names = list(_members(results.bundle(transcripts=True)))
    assert not [name for name in names if "private" in name or "answers" in name]


def test_what_models_were_asked_leaves_unasked(results: Results) -> None:
    """It quotes the data. Its digest stays, so that it can be shown later."""
    run = results.group.spec.runs[0].run_id
    path = f"{results.group.group_id}/{run}/model-calls.jsonl"
    calls = [json.loads(line) for line in _members(results.bundle())[path].splitlines()]
    assert calls[0]["usage"]["prompt"] > 0
    assert not {"request", "answer"} & set(calls[0])
    manifest = json.loads(_members(results.bundle())["manifest.json"])
    assert path in manifest["withheld"]
    assert f"{results.group.group_id}/{run}/run.log" in manifest["withheld"]
    whole = _members(results.bundle(transcripts=True))
    assert {"request", "answer"} <= set(json.loads(whole[path].splitlines()[0]))
    assert f"{results.group.group_id}/{run}/run.log" in whole


def test_a_bundle_unpacked_is_a_group_that_other_commands_read(results: Results, tmp_path: Path) -> None:
    with zipfile.ZipFile(results.bundle()) as archive:
        archive.extractall(tmp_path / "unpacked")
    group = RunGroup.open(tmp_path / "unpacked" / results.group.group_id)
    assert [record.state for record in group.records()] == ["finished"] * 2


def test_a_group_with_snapshots_gives_a_traceback(results: Results) -> None:
    folder = results.group.folder_of(results.group.spec.runs[0])
    report = json.loads((folder / "report.json").read_text())
    entry = {"seconds": 60.0, **report, "submission_path": str(folder / "snapshots" / "60.csv")}
    (folder / "snapshots.json").write_text(json.dumps([entry]))
    path = results.bundle()
    assert results.verify(path).level == "consistent"
    with zipfile.ZipFile(path) as bundle:
        (name,) = [name for name in bundle.namelist() if name.endswith("/snapshots.json")]
        assert json.loads(bundle.read(name))[0]["score"] == report["score"]
        assert str(results.folder).encode() not in bundle.read(name)


def test_a_group_that_is_not_finished_or_graded_goes_out(harness: Harness, tmp_path: Path) -> None:
    group = harness.group(HAND_IN)
    with pytest.raises(MlebenchError, match="is not finished"):
        make_bundle([group], tmp_path / "b.zip")
    harness.run(group)
    with pytest.raises(MlebenchError, match="is not graded"):
        make_bundle([group], tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()


@pytest.mark.attack
def test_a_submission_that_was_changed_after_its_run_goes_out(results: Results) -> None:
    path = results.group.folder_of(results.group.spec.runs[0]) / "submission" / "submission.csv"
    path.write_text(path.read_text() + "\n")
    with pytest.raises(MlebenchError, match="is not what was taken out"):
        results.bundle()
    assert not (results.folder / "results.zip").exists()


@pytest.mark.attack
def test_a_link_in_the_group_takes_a_file_of_the_host_with_it(results: Results) -> None:
    path = results.group.folder_of(results.group.spec.runs[0]) / "run.log"
    path.unlink()
    path.symlink_to("/etc/passwd")
    with pytest.raises(MlebenchError):
        results.bundle(transcripts=True)


def test_a_place_that_cannot_be_written_gives_a_traceback(results: Results) -> None:
    with pytest.raises(MlebenchError, match="cannot be written"):
        make_bundle([results.group], results.bundle() / "inside-a-file.zip")


def test_names_of_folders_are_replaced_where_one_lies_in_another(tmp_path: Path) -> None:
    cleaner = Cleaner({"RUNS": tmp_path / "runs"})
    assert cleaner.text(f"{tmp_path}/runs/group/x") == "RUNS/group/x"
    assert cleaner.value({"a": [f"{Path.home()}/b", 1, None]}) == {"a": ["~/b", 1, None]}
    settings = {"arguments": {"folder": "/srv/lab/agents/mine", "steps": 3}, "prices": "/srv/lab/prices.yaml"}
    assert cleaner.value(settings) == {"arguments": {"folder": "mine", "steps": 3}, "prices": "prices.yaml"}
