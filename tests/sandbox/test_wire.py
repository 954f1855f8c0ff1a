"""The wire to a keeper: whatever comes over it, the harness stays whole."""

from __future__ import annotations

import ast
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from mlebench.sandbox import SandboxError
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.wire import INSIDE, KeeperListener, Log, Usage, Wire, outcome_of, report_of


class OuterProcess:
    """Around nothing."""

    def __init__(self, usage: Usage | None = None) -> None:
        self.found, self.done = usage or Usage(), list[str]()

    def sample(self) -> None:
        self.done.append("sample")

    def usage(self) -> Usage:
        return self.found

    def complaint(self) -> str:
        return "somebody pulled the plug"

    def ended_inside(self) -> bool:
        return False

    def kill(self) -> None:
        self.done.append("kill")

    def remove(self) -> None:
        self.done.append("remove")


@pytest.fixture
def ends(tmp_path: Path) -> Iterator[tuple[Wire, socket.socket]]:
    ours, theirs = socket.socketpair()
    wire = Wire(ours, Log(tmp_path / "log"))
    yield wire, theirs
    wire.close()
    theirs.close()


def frame(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack(">I", len(content)) + content


def test_frames_may_come_in_pieces(ends: tuple[Wire, socket.socket], tmp_path: Path) -> None:
    wire, keeper = ends
    whole = frame(b"O", b"printed") + frame(b"S", b"")
    keeper.sendall(whole[:3])
    assert wire.receive(0) is None
    keeper.sendall(whole[3:])
    assert wire.receive(1) == ("S", b"")
    assert (tmp_path / "log").read_text() == "printed"


@pytest.mark.parametrize("nonsense", [b"O" + b"\xff" * 4 + b"x", frame(b"?", b"x"), b"\0" * 9])
def test_nonsense_is_a_lost_wire(ends: tuple[Wire, socket.socket], nonsense: bytes) -> None:
    wire, keeper = ends
    keeper.sendall(nonsense)
    assert wire.receive(1) is None
    assert wire.lost


@pytest.mark.parametrize("report", [b"", b"[]", b"{", b'"x"', b'{"exit_code": "0", "exceeded": ["x"]}', b"\xff"])
def test_a_report_without_sense_is_an_agent_that_was_killed(report: bytes) -> None:
    outcome = outcome_of(report_of(report), Usage())
    assert (outcome.exit_code, outcome.signal, outcome.exceeded) == (None, 9, None)


def test_the_outside_is_believed_first() -> None:
    report = {"exit_code": 0, "cpu_seconds": 1.0, "peak_memory_bytes": 9000, "largest_process_bytes": 50}
    outcome = outcome_of(report, Usage(cpu_seconds=7.5, peak_memory_bytes=100, out_of_memory=True))
    assert (outcome.cpu_seconds, outcome.peak_memory_bytes, outcome.exceeded) == (7.5, 100, "memory")


def test_a_keeper_that_vanishes_is_a_fault_of_the_machine(ends: tuple[Wire, socket.socket]) -> None:
    wire, keeper = ends
    outer = OuterProcess()
    handle = KeptSandbox(wire, outer, enforced={})
    keeper.close()
    with pytest.raises(SandboxError, match="somebody pulled the plug"):
        handle.wait(5)
    handle.close()
    assert outer.done[-1] == "remove"


def test_a_keeper_that_vanishes_for_want_of_memory_is_the_agents_fault(ends: tuple[Wire, socket.socket]) -> None:
    wire, keeper = ends
    handle = KeptSandbox(wire, OuterProcess(Usage(out_of_memory=True)), enforced={})
    keeper.close()
    outcome = handle.wait(5)
    assert outcome is not None
    assert (outcome.signal, outcome.exceeded) == (9, "memory")


def test_a_keeper_that_does_not_answer_is_ended_by_force(
    ends: tuple[Wire, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mlebench.sandbox.kept._FORCE_SECONDS", 0.1)
    wire, keeper = ends
    outer, given = OuterProcess(), list[str]()
    undo = ExitStack()
    undo.callback(given.append, "back")
    handle = KeptSandbox(wire, outer, enforced={}, undo=undo)
    outcome = handle.terminate(0.1)
    assert keeper.recv(100) == b"terminate 0.1\n"
    assert outcome.signal == 9
    assert outer.done.count("remove") == 1
    assert given == ["back"]
    handle.close()
    assert given == ["back"]


def test_a_sandbox_that_does_not_open_is_taken_away(ends: tuple[Wire, socket.socket]) -> None:
    wire, keeper = ends
    outer = OuterProcess()
    keeper.sendall(frame(b"E", b"python: not there"))
    with pytest.raises(SandboxError, match="python: not there"):
        KeptSandbox(wire, outer, enforced={}).opened(1)
    assert outer.done[-1] == "remove"


def test_only_the_first_caller_is_heard(tmp_path: Path) -> None:
    with KeeperListener() as listener, socket.socket(socket.AF_UNIX) as keeper:
        keeper.connect(str(listener.path))
        connection = listener.accept(1, lambda: False)
        assert connection is not None
        connection.close()
        path = listener.path
    assert not path.exists()


def test_a_sandbox_that_ends_before_it_calls_is_noticed() -> None:
    with KeeperListener() as listener:
        assert listener.accept(30, lambda: True) is None


def test_what_runs_inside_runs_on_old_pythons() -> None:
    for path in INSIDE.glob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 8))


def test_an_outcome_can_be_written_down() -> None:
    from dataclasses import asdict

    assert json.loads(json.dumps(asdict(outcome_of({"exit_code": 0}, Usage()))))["exit_code"] == 0
