"""The command line that Apptainer gets, and a real sandbox where it is installed."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.sandbox import Resources, SandboxError, SandboxPaths, SandboxSettings, SandboxSpec, apptainer
from mlebench.sandbox.apptainer import ApptainerBackend, arguments

NO_GPU = Resources(gpus=0)


@pytest.fixture
def sandbox(tmp_path: Path) -> SandboxSpec:
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox" / "instructions.txt").write_text("do")
    return SandboxSpec(
        run_id="task_0a1b2c3d",
        folder=tmp_path / "sandbox",
        data=tmp_path / "public",
        command=("python", "start.py"),
        environment={"API_KEY": "never on a command line"},
        output=tmp_path / "run.log",
        image="agent.sif",
        doors={5000: Path("/tmp/gate/validator.sock")},
        forwarder=Path("/opt/forward.py"),
    )


def line(sandbox: SandboxSpec, options: SandboxSettings | None = None, resources: Resources = NO_GPU) -> list[str]:
    return arguments(
        sandbox, SandboxPaths.below("/home"), options or SandboxSettings(), resources, Path("/tmp/w/keeper.sock")
    )


def binds(found: list[str]) -> list[str]:
    return [found[place + 1] for place, part in enumerate(found) if part == "--bind"]


def test_the_sandbox_shows_nothing_of_the_host(sandbox: SandboxSpec) -> None:
    found = line(sandbox)
    assert found[0] == "exec"
    assert {"--containall", "--no-home", "--no-privs"} <= set(found)
    assert found[found.index("--network") - 1 : found.index("--network") + 2] == ["--net", "--network", "none"]
    assert found[found.index("--pwd") + 1] == "/home/agent"
    assert binds(found) == [
        f"{sandbox.folder}:/home",
        f"{sandbox.folder}/tmp:/tmp",
        f"{sandbox.data}:/home/data:ro",
        f"{sandbox.folder}/instructions.txt:/home/instructions.txt:ro",
        f"{apptainer.INSIDE}:/run/mlebench/inside:ro",
        "/tmp/w/keeper.sock:/run/mlebench/keeper.sock",
        "/tmp/gate/validator.sock:/run/mlebench/5000.sock",
        "/opt/forward.py:/run/mlebench/forward.py:ro",
    ]


def test_tools_are_shown_read_only_where_they_lie_and_graders_in_them_are_not(
    sandbox: SandboxSpec, tmp_path: Path
) -> None:
    graders = tmp_path / "interpreter" / "lib" / "python3.12" / "site-packages" / "mlebench"
    graders.mkdir(parents=True)
    shown = (tmp_path / "tool", tmp_path / "tool" / "inner", tmp_path / "interpreter", Path("/usr"))
    assert binds(line(replace(sandbox, shown=shown)))[8:] == [
        f"{tmp_path}/interpreter:{tmp_path}/interpreter:ro",
        f"{tmp_path}/tool:{tmp_path}/tool:ro",
        f"{sandbox.folder}/nothing:{graders}:ro",
    ]


def test_the_image_is_followed_by_the_keeper_alone(sandbox: SandboxSpec) -> None:
    found = line(sandbox)
    after = found[found.index("agent.sif") + 1 :]
    assert after[0] == "python3"
    assert after[-1] == "/run/mlebench/keeper.sock"
    assert not any("never on a command line" in part for part in found)


def test_gpus_and_the_network_are_given_only_where_asked_for(sandbox: SandboxSpec) -> None:
    assert "--nv" not in line(sandbox)
    assert "--nv" in line(sandbox, resources=Resources(gpus=1))
    assert "--net" not in line(sandbox, SandboxSettings(network="open"))


def test_paths_that_apptainer_would_misread_are_refused(sandbox: SandboxSpec) -> None:
    with pytest.raises(SandboxError, match="commas or colons"):
        line(replace(sandbox, data=Path("/data/a,b")))


def test_an_image_is_needed(tmp_path: Path) -> None:
    (tmp_path / "agent.sif").touch()
    assert ApptainerBackend().prepare("agent.sif", tmp_path) == str(tmp_path / "agent.sif")
    with pytest.raises(SandboxError, match="has no image"):
        ApptainerBackend().prepare(None, tmp_path)


def test_a_machine_without_it_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxError, match=r"apptainer\.org"):
        ApptainerBackend().check()


def test_root_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fake(tmp_path, monkeypatch, "true")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SandboxError, match="ordinary user"):
        ApptainerBackend().check()


def test_a_failing_start_is_told_in_its_own_words(
    sandbox: SandboxSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake(tmp_path, monkeypatch, "echo 'FATAL: could not open image' >&2; exit 255")
    with pytest.raises(SandboxError, match="could not open image"):
        ApptainerBackend().start(sandbox)


def test_a_started_sandbox_is_kept(sandbox: SandboxSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in that starts the keeper without a container around it: the rest is as it would be."""
    keeper = "sys.path.insert(0, sys.argv[1]); from inside.keeper import main; sys.argv[1:] = sys.argv[2:]; main()"
    script = f"""
    for part in "$@"; do case "$part" in
        *:/run/mlebench/keeper.sock) wire="${{part%%:*}}";;
    esac; done
    exec python3 -I -S -c 'import sys; {keeper}' {apptainer.INSIDE.parent} "$wire"
    """
    _fake(tmp_path, monkeypatch, script)
    (sandbox.folder / "agent").mkdir()
    plain = replace(sandbox, command=("sh", "-c", "echo hello; exit 3"), doors={}, forwarder=None)
    box = ApptainerBackend(SandboxSettings(resources=NO_GPU))
    monkeypatch.setattr(box, "paths", SandboxPaths.below)
    handle = box.start(plain)
    outcome = handle.wait(30)
    handle.close()
    assert outcome is not None
    assert outcome.exit_code == 3
    assert plain.output.read_text() == "hello\n"


def _fake(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    path = folder / "bin" / "apptainer"
    path.parent.mkdir()
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{path.parent}:{os.environ['PATH']}")
