"""run.json: who only looks changes nothing, and what is not understood is not run again."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.results import load_results
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.runs.conftest import Harness
from tests.sandboxes import HAND_IN


def _stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network disk that does not answer for run.json."""
    real = foreign._open

    def opener(path: Path | str, flags: int, parent: int | None) -> int:
        if Path(path).name == "run.json":
            raise OSError(errno.ESTALE, "Stale file handle", str(path))
        return real(path, flags, parent)

    monkeypatch.setattr(foreign, "_open", opener)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


def test_a_disk_that_does_not_answer_makes_no_run_planned_again(
    harness: Harness,
    monkeypatch: pytest.MonkeyPatch,
    cli: Cli,  # noqa: F811
) -> None:
    group, _ = harness.one(HAND_IN)
    harness.grade(group)
    before = _files(group.folder)
    with monkeypatch.context() as patch:
        _stale(patch)
        record = group.record(group.spec.runs[0])
        assert (record.state, record.done) == ("unreadable", False)
        shown = cli("runs", "show", group.folder)
        assert "unreadable" in shown.out
        assert "Stale" in shown.out.replace("\n", " ")
        assert cli("runs", "list", "--runs-dir", group.folder.parent).code == 0
        load_results([group.folder])
        with pytest.raises(MlebenchError, match="Stale file handle"):
            harness.run(group)
        after = _files(group.folder)
    log = str(group.folder / "harness.log")  # which says why
    assert {**after, log: b""} == {**before, log: b""}
    assert harness.run(group)[0].attempt == 1


@pytest.mark.parametrize("change", [{"state": "paused"}, {"failure": {"kind": "solar", "message": "m"}}, {"seed": "x"}])
def test_what_a_later_version_wrote_is_shown_and_not_run_again(
    harness: Harness,
    change: dict[str, object],
    cli: Cli,  # noqa: F811
) -> None:
    group, record = harness.one(HAND_IN)
    path = group.folder / record.run_id / "run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change, "moon": "full"}))
    before = path.read_bytes()
    shown = cli("runs", "show", group.folder)
    words = {"state": "paused", "failure": "solar", "seed": "unreadable"}
    assert words[next(iter(change))] in shown.out
    assert "moon" in shown.out or "seed" in change
    assert cli("runs", "list", "--runs-dir", group.folder.parent).code == 0
    if "seed" in change:
        with pytest.raises(MlebenchError, match="seed"):
            harness.run(group)
    else:
        assert harness.run(group)[0].attempt == 1
    assert path.read_bytes() == before
    assert [path.name for path in path.parent.glob("run.json*")] == ["run.json"]


def test_readers_leave_a_broken_record_alone_and_resuming_keeps_it(harness: Harness) -> None:
    group, record = harness.one(HAND_IN)
    folder = group.folder / record.run_id
    for number, name in enumerate(["run.json.damaged", "run.json.damaged-2"]):
        (folder / "run.json").write_text(f"half {number}")
        assert group.records()[0].state == "unreadable"
        assert (folder / "run.json").read_text() == f"half {number}"
        assert harness.run(group)[0].state == "finished"
        assert (folder / name).read_text() == f"half {number}"
