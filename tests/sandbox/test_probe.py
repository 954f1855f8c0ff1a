from __future__ import annotations

import pytest

from mlebench.sandbox.probe import platform_finding, probe_sandboxes, try_command


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


@pytest.mark.parametrize(
    ("system", "release", "machine", "state", "said"),
    [
        ("Linux", "6.8.0-45-generic", "x86_64", "ok", "everything"),
        ("Linux", "6.8.0-45-generic", "aarch64", "ok", "must be made for ARM"),
        ("Linux", "5.15.167.4-microsoft-standard-WSL2", "x86_64", "ok", "/mnt/c"),
        ("Linux", "5.15.167.4-microsoft-standard-WSL2", "aarch64", "ok", "must be made for ARM"),
        ("Linux", "4.4.0-19041-Microsoft", "x86_64", "missing", "no namespaces"),
        ("Linux", "6.8.0", "riscv64", "missing", "--sandbox docker"),
        ("Darwin", "23.5.0", "arm64", "missing", "preparing, grading and reports"),
        ("Windows", "11", "AMD64", "broken", "WSL 2"),
    ],
)
def test_each_platform_is_told_what_works(system: str, release: str, machine: str, state: str, said: str) -> None:
    finding = platform_finding(system, release, machine)
    assert finding.state == state
    assert said in f"{finding.detail} {finding.remedy}"


def test_a_program_that_hangs_is_given_up() -> None:
    works, line = try_command("sleep", "60", seconds=0.1)
    assert not works
    assert "timed out" in line
