"""The agent cannot end its keeper, nor make it speak for the harness."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.wire import Log, Wire
from tests.sandbox.conftest import Lab, as_ordinary_user
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
AS_ORDINARY_USER = """
import sys
from pathlib import Path
from tests.sandbox.conftest import Lab
ran = Lab("bubblewrap", Path(sys.argv[1])).run({code!r})
print(ran.output, ran.outcome.exit_code)
"""


def test_no_signal_ends_the_keeper_and_the_agents_own_are_as_usual(lab: Lab) -> None:
    ran = lab.run(SIGNALS)
    assert ran.output == "still here True True\n"
    assert ran.outcome.exit_code == 0


def test_the_kernel_is_not_made_to_end_the_keeper(lab: Lab) -> None:
    ran = lab.run(CPU_LIMIT)
    assert ran.output == "refused\n"
    assert ran.outcome.exit_code == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="this is the test for root; others test it all the time")
@pytest.mark.parametrize(("code", "said"), [(SIGNALS, "still here True True"), (CPU_LIMIT, "refused")])
def test_nor_where_keeper_and_agent_are_the_same_user(bubblewrap_lab: Lab, code: str, said: str) -> None:
    assert as_ordinary_user(AS_ORDINARY_USER.format(code=code)).split("\n") == [said, " 0", ""]


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
