"""A sandbox without a network reaches the gateway, and nothing but the gateway."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from mlebench.sandbox import SandboxError
from tests.sandbox.conftest import Lab, marked
from tests.sandboxes import until

ASK = """
import socket, time
def ask(word):
    with socket.create_connection(("127.0.0.1", 5000), timeout=5) as door:
        door.sendall(word + b"\\n")
        return door.makefile().readline().strip()
"""


def test_the_doors_are_open_before_the_agent_starts(lab: Lab, outside: Path) -> None:
    ran = lab.run(ASK + "print(ask(b'hello'))", doors={5000: outside, 5001: outside})
    assert ran.output == "you said hello\n"
    assert ran.outcome.stragglers == 0


def test_an_agent_that_ends_every_python_keeps_its_doors(lab: Lab, outside: Path) -> None:
    code = (
        ASK
        + """
import os, signal
for name in os.listdir("/proc"):
    if name.isdigit() and int(name) != os.getpid():
        line = open(f"/proc/{name}/cmdline").read()
        if "python" in line:
            try:
                os.kill(int(name), signal.SIGTERM)
            except PermissionError:
                pass
for _ in range(50):
    try:
        print(ask(b"again"))
        break
    except OSError:
        time.sleep(0.1)
"""
    )
    ran = lab.run(code, doors={5000: outside})
    assert "you said again\n" in ran.output


def test_an_agent_that_is_asked_to_end_can_still_validate(lab: Lab, outside: Path) -> None:
    code = (
        ASK
        + """
import signal, sys
def end(*_):
    print(ask(b"last"), flush=True)
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
print("ready", flush=True)
time.sleep(60)
"""
    )
    handle, sandbox = lab.open(code, doors={5000: outside})
    assert until(lambda: handle.wait(0.1) is None and sandbox.output.exists() and "ready" in sandbox.output.read_text())
    assert handle.terminate(10).exit_code == 0
    assert "you said last" in sandbox.output.read_text()


def test_other_sockets_of_the_same_folder_stay_outside(lab: Lab, outside: Path) -> None:
    ran = lab.run("import os; print(sorted(os.listdir('/run/mlebench')))", doors={5000: outside})
    assert set(eval(ran.output)) <= {"5000.sock", "bin", "forward.py", "inside", "keeper.sock", "python"}


def test_doors_need_a_forwarder(lab: Lab, outside: Path) -> None:
    sandbox = replace(lab.spec("", doors={5000: outside}), forwarder=None)
    with pytest.raises(SandboxError, match="no forwarder"):
        lab.make_backend().start(sandbox)
    assert marked(sandbox.run_id) == []


def test_a_gateway_that_is_gone_costs_the_connection_only(lab: Lab, outside: Path) -> None:
    gone = outside.with_name("gone.sock")
    gone.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as nobody:
        nobody.bind(str(gone))
    gone.chmod(0o666)
    code = """
    try:
        print("answer:", repr(ask(b"hello")))
    except OSError as error:
        print("refused:", error)
    """
    ran = lab.run(ASK + dedent(code), doors={5000: gone})
    gone.unlink()
    assert "answer: ''" in ran.output or "refused" in ran.output
    assert ran.outcome.exit_code == 0
