"""The agent cannot end its keeper, nor make it speak for the harness."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.sandbox import SandboxSettings
from mlebench.sandbox.docker import DockerBackend
from mlebench.sandbox.docker.engine import connect
from mlebench.sandbox.inside.connection import HARNESS_GONE
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.wire import Log, Usage, Wire, is_end_from_inside, outcome_of, report_of
from tests.sandbox.conftest import IMAGE, SMALL, Lab
from tests.sandbox.test_wire import OuterProcess, frame

pytestmark = pytest.mark.attack

SIGNALS = """
import os, signal, time
for number in sorted(signal.valid_signals()):
    try:
        os.kill(1, number)
    except PermissionError:  # the keeper is another user
        pass
time.sleep(1)
print("still here", signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, signal.getsignal(signal.SIGHUP) == 0)
"""
CPU_LIMIT = """
import resource, time
try:
    resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))
    time.sleep(5)
except PermissionError:
    print("refused")
"""


def test_no_signal_ends_the_keeper_and_the_agents_own_are_as_usual(anywhere: Lab) -> None:
    ran = anywhere.run(SIGNALS)
    assert ran.output == "still here True True\n"
    assert ran.outcome.exit_code == 0


def test_the_kernel_is_not_made_to_end_the_keeper(anywhere: Lab) -> None:
    ran = anywhere.run(CPU_LIMIT)
    assert ran.output == "refused\n"
    assert ran.outcome.exit_code == 0


FORGER = """#!/usr/bin/python3.{minor}
import json, os, socket, struct, sys, time
if "keeper" not in " ".join(sys.argv):
    os.execv("/usr/bin/python3.{minor}", sys.argv)
wire = socket.socket(socket.AF_UNIX)
wire.connect(sys.argv[-1])
report = json.dumps({{"exit_code": 0, "signal": None, "cpu_seconds": 0.0, "peak_memory_bytes": 1}}).encode()
wire.sendall(b"S" + struct.pack(">I", 0) + b"R" + struct.pack(">I", len(report)) + report)
time.sleep(60)
"""


def test_an_images_python_does_not_speak_for_the_harness(docker_lab: Lab, tmp_path: Path) -> None:
    look = "import sys; print(sys.version_info[1])"
    folder = tmp_path / "forger"
    folder.mkdir()
    (folder / "python3").write_text(FORGER.format(minor=int(docker_lab.run(look).output)))
    (folder / "python3").chmod(0o755)
    lines = ["ARG BASE", "FROM $BASE", "COPY python3 /tmp/forger", "RUN rm /usr/bin/python3 /usr/bin/python"]
    lines += [
        "RUN cp /tmp/forger /usr/bin/python3; cp /tmp/forger /usr/bin/python",
        "ENV LD_PRELOAD=/no.so PYTHONHOME=/no",
    ]
    lines += ["RUN echo /no.so > /etc/ld.so.preload"]
    (folder / "Dockerfile").write_text("\n".join(lines))
    settings = SandboxSettings(resources=SMALL, build_network="none", build_arguments={"BASE": IMAGE})
    backend = DockerBackend(settings)
    name = backend.prepare(None, folder)
    try:
        command = ("sh", "-c", "echo $LD_PRELOAD $PYTHONHOME; exit 7")
        sandbox = replace(docker_lab.spec(""), image=name, command=command)
        handle = backend.start(sandbox)
        outcome = handle.wait(30)
        handle.close()
    finally:
        connect().client.images.remove(name, force=True)
    assert outcome is not None
    assert outcome.exit_code == 7
    assert outcome.cpu_seconds
    assert sandbox.output.read_text().splitlines()[-1] == "/no.so /no"  # the image's variables are for its agent


@pytest.mark.parametrize(
    "forged",
    [
        '{"exit_code": 0.5}',
        '{"exit_code": -5}',
        '{"exit_code": 1e400, "cpu_seconds": Infinity}',
        '{"exit_code": true}',
        f'{{"exit_code": 1{"0" * 400}}}',
        f'{{"exit_code": 1{"0" * 5000}}}',
        '{"exit_code": 0, "signal": 9}',
        "[" * 100_000,
    ],
)
def test_a_forged_exit_is_the_agents_failure_and_can_be_recorded(forged: str) -> None:
    outcome = outcome_of(report_of(forged.encode()), Usage())
    assert (outcome.exit_code, outcome.signal) == (None, 9)


@pytest.mark.parametrize("value", ["-1", "NaN", "Infinity", "1e300", "true", '"1"', "[]", f"1{'0' * 400}"])
@pytest.mark.parametrize("field", ["cpu_seconds", "peak_memory_bytes", "largest_process_bytes", "stragglers"])
def test_forged_figures_are_no_figures(field: str, value: str) -> None:
    report = report_of(f'{{"exit_code": 0, "{field}": {value}}}'.encode())
    assert report == {"exit_code": 0}
    assert outcome_of(report, Usage()).exit_code == 0


class EndedInside(OuterProcess):
    """A keeper that broke down."""

    def ended_inside(self) -> bool:
        return True


def test_a_keeper_that_is_ended_from_inside_is_the_agents_failure(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    handle = KeptSandbox(Wire(ours, Log(tmp_path / "log")), EndedInside(), enforced={})
    theirs.close()
    outcome = handle.wait(5)
    handle.close()
    assert outcome is not None
    assert (outcome.exit_code, outcome.signal) == (None, 9)


@pytest.mark.parametrize("status", [0, 1, 130, 139, 143])
def test_an_exit_or_a_signal_other_than_sigkill_came_from_inside(status: int) -> None:
    assert is_end_from_inside(status)


@pytest.mark.parametrize("status", [None, 137, -9, -15, HARNESS_GONE])
def test_a_sigkill_or_a_harness_that_hung_up_came_from_outside(status: int | None) -> None:
    assert not is_end_from_inside(status)


@pytest.mark.parametrize("nonsense", [b"O" + b"\xff" * 4 + b"x", frame(b"?", b"x"), b"\0" * 9])
def test_what_no_keeper_says_is_the_agents_failure(tmp_path: Path, nonsense: bytes) -> None:
    ours, theirs = socket.socketpair()
    handle = KeptSandbox(Wire(ours, Log(tmp_path / "log")), OuterProcess(), enforced={})
    theirs.sendall(nonsense)
    outcome = handle.wait(5)
    handle.close()
    theirs.close()
    assert outcome is not None
    assert (outcome.exit_code, outcome.signal) == (None, 9)
