from __future__ import annotations

import pytest

from mlebench.sandbox.probe import probe_sandboxes, try_command


def test_every_sandbox_has_a_state_and_what_is_missing_a_remedy() -> None:
    found = probe_sandboxes()
    assert [f.name for f in found] == ["process", "bubblewrap", "docker", "podman", "apptainer"]
    for finding in found:
        assert finding.state in ("ok", "missing", "broken")
        assert finding.detail
        assert finding.remedy or finding.state == "ok"


def test_without_programs_only_the_process_sandbox_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [f.name for f in probe_sandboxes() if f.state == "ok"] == ["process"]


def test_a_program_that_hangs_is_given_up() -> None:
    works, line = try_command("sleep", "60", seconds=0.1)
    assert not works
    assert "timed out" in line
