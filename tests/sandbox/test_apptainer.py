"""The command line that Apptainer gets, and a real sandbox where it is installed."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.sandbox import Resources, SandboxError, SandboxPaths, SandboxSettings, SandboxSpec, apptainer
from mlebench.sandbox.apptainer import ApptainerBackend, arguments
from mlebench.sandbox.carried_python import CarriedPython
from tests.sandbox.conftest import FORWARDER, bubblewrap_problem

NO_GPU = Resources(gpus=0)
PYTHON = CarriedPython(Path("/tmp/carried"), ("/run/mlebench/python/lib/ld.so", "/run/mlebench/python/bin/python3"))
# Stands in for Apptainer with bubblewrap: the same binds and variables, and an image that has no program called python.
STAND_IN = """#!{python}
import os, sys
line, options, environment = sys.argv[2:], [], {{"PATH": "/bin"}}
for path in ("/lib", "/lib64"):
    options += ["--ro-bind-try", os.path.realpath(path), path]
options += ["--ro-bind", os.path.realpath("/bin/sh"), "/bin/sh", "--proc", "/proc", "--dev", "/dev"]
while line[0].startswith("--"):
    name = line.pop(0)
    if name == "--bind":
        source, target, *how = line.pop(0).split(":")
        options += ["--ro-bind" if how else "--bind", source, target]
    elif name == "--env":
        variable, _, value = line.pop(0).partition("=")
        options += ["--setenv", variable, value]
    elif name in ("--network", "--pwd"):
        line.pop(0)
assert line.pop(0) == "agent.sif"
os.execvpe("bwrap", ["bwrap", "--unshare-pid", "--as-pid-1", *options, "--", *line], environment | os.environ)
"""


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
        forwarder=FORWARDER,
    )


def line(sandbox: SandboxSpec, options: SandboxSettings | None = None, resources: Resources = NO_GPU) -> list[str]:
    home, wire = SandboxPaths.below("/home"), Path("/tmp/w/keeper.sock")
    return arguments(sandbox, home, options or SandboxSettings(), resources, wire, PYTHON)


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
        "/tmp/carried:/run/mlebench/python:ro",
        "/tmp/carried/nothing:/etc/ld.so.preload:ro",
        "/tmp/gate/validator.sock:/run/mlebench/5000.sock",
        f"{FORWARDER}:/run/mlebench/forward.py:ro",
    ]


def test_tools_are_shown_read_only_where_they_lie_and_graders_in_them_are_not(
    sandbox: SandboxSpec, tmp_path: Path
) -> None:
    graders = tmp_path / "interpreter" / "lib" / "python3.12" / "site-packages" / "mlebench"
    graders.mkdir(parents=True)
    shown = (tmp_path / "tool", tmp_path / "tool" / "inner", tmp_path / "interpreter", Path("/usr"))
    assert binds(line(replace(sandbox, shown=shown)))[-3:] == [
        f"{tmp_path}/interpreter:{tmp_path}/interpreter:ro",
        f"{tmp_path}/tool:{tmp_path}/tool:ro",
        f"{sandbox.folder}/nothing:{graders}:ro",
    ]


def test_the_image_is_followed_by_the_keeper_alone(sandbox: SandboxSpec) -> None:
    found = line(sandbox)
    after = found[found.index("agent.sif") + 1 :]
    assert after[: len(PYTHON.command)] == list(PYTHON.command)  # nothing of the image's runs as the harness
    assert after[-1] == "/run/mlebench/keeper.sock"
    assert not any("never on a command line" in part for part in found)


def test_the_image_loads_no_library_into_the_keeper(sandbox: SandboxSpec) -> None:
    found = line(sandbox)
    variables = {found[place + 1] for place, part in enumerate(found) if part == "--env"}
    assert {"LD_PRELOAD=", "LD_AUDIT="} <= variables


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


def test_a_sandbox_of_an_image_without_python_is_kept_and_has_its_doors(
    sandbox: SandboxSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outside: Path
) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    _fake(tmp_path, monkeypatch, STAND_IN.format(python=sys.executable))
    for name in ("agent", "data"):
        (sandbox.folder / name).mkdir()
    sandbox.data.mkdir()
    plain = replace(sandbox, command=("sh", "-c", "echo hello; exit 3"), doors={5000: outside})
    handle = ApptainerBackend(SandboxSettings(resources=NO_GPU)).start(plain)
    outcome = handle.wait(60)
    handle.close()
    assert outcome is not None
    assert outcome.exit_code == 3, plain.output.read_text()
    assert plain.output.read_text() == "hello\n"
    assert outcome.enforced["memory"] == "total watched"
    assert [name for name, how in outcome.enforced.items() if how == "not enforced"] == [
        *("cpus", "processes", "shared memory", "inotify instances")
    ]


def _fake(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    path = folder / "bin" / "apptainer"
    path.parent.mkdir()
    path.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{path.parent}:{os.environ['PATH']}")
