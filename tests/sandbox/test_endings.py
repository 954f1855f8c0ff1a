"""A sandbox ends with all its processes, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from tests.sandbox.conftest import Lab, marked
from tests.sandboxes import until

# Leaves its parent, its session and its terminal, and ignores every request to end.
DAEMONS = """
import os, signal, subprocess, sys, time
stubborn = "import signal, time\\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\\ntime.sleep(600)"
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp(sys.executable, [sys.executable, "-c", stubborn, os.environ["MARK"]])
        os._exit(0)
    os.wait()
time.sleep(1)
print("ready", flush=True)
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(600)
"""


def says(path: Path, word: str) -> bool:
    return path.exists() and word in path.read_text()


def test_daemons_end_with_the_agent(lab: Lab) -> None:
    mark = f"daemon-of-{os.getpid()}-{lab.backend}"
    ran = lab.run(DAEMONS, MARK=mark)
    assert ran.outcome.exit_code == 0
    assert ran.outcome.stragglers == 3
    assert marked(mark) == []


def test_daemons_end_with_the_time_limit(lab: Lab) -> None:
    mark = f"daemon-of-{os.getpid()}-{lab.backend}"
    handle, sandbox = lab.open(DAEMONS + "time.sleep(600)\n", MARK=mark)
    assert handle.wait(0.5) is None
    assert until(lambda: handle.wait(0.1) is None and says(sandbox.output, "ready"))
    assert len(marked(mark)) == 3
    handle.terminate(0.5)
    assert marked(mark) == []


def test_an_agent_that_ignores_the_request_is_ended_by_force(lab: Lab) -> None:
    handle, sandbox = lab.open(STUBBORN)
    assert until(lambda: handle.wait(0.1) is None and says(sandbox.output, "ready"))
    started = time.monotonic()
    outcome = handle.terminate(1)
    assert outcome.signal == signal.SIGKILL
    assert 0.9 < time.monotonic() - started < 9


def test_an_agent_that_is_asked_has_time_to_hand_in(lab: Lab) -> None:
    code = """
    import signal, sys, time
    def end(*_):
        open("/home/submission/submission.csv", "w").write("id\\n")
        sys.exit(3)
    signal.signal(signal.SIGTERM, end)
    print("ready", flush=True)
    time.sleep(600)
    """
    handle, sandbox = lab.open(code)
    assert until(lambda: handle.wait(0.1) is None and says(sandbox.output, "ready"))
    assert handle.terminate(10).exit_code == 3
    assert (sandbox.folder / "submission" / "submission.csv").read_text() == "id\n"


def test_closing_ends_an_agent_that_still_works(lab: Lab) -> None:
    mark = f"closed-{os.getpid()}-{lab.backend}"
    handle, sandbox = lab.open(DAEMONS + "time.sleep(600)\n", MARK=mark)
    assert until(lambda: handle.wait(0.1) is None and says(sandbox.output, "ready"))
    handle.close()
    assert until(lambda: marked(mark) == [], 5)


HARNESS = """
import sys
from pathlib import Path
from tests.sandbox.conftest import Lab
backend, folder, mark, code = sys.argv[1:]
handle, sandbox = Lab(backend, Path(folder)).open(code, MARK=mark)
while True:
    handle.wait(1)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_sandbox_ends_when_its_harness_dies(lab: Lab, tmp_path: Path, number: signal.Signals) -> None:
    mark = f"orphan-{os.getpid()}-{lab.backend}-{number.name}"
    code = DAEMONS + "time.sleep(600)\n"
    root = Path(__file__).parents[2]
    harness = subprocess.Popen(
        [sys.executable, "-c", dedent(HARNESS), lab.backend, str(tmp_path), mark, code], cwd=root, env=os.environ
    )
    try:
        output = tmp_path / "run-1" / "run.log"
        assert until(lambda: says(output, "ready"), 60)
        assert len(marked(mark)) >= 4  # three daemons and the harness, which carries the mark itself
        harness.send_signal(number)
        harness.wait(10)
        assert until(lambda: marked(mark) == [], 15)
    finally:
        harness.kill()
        lab.make_backend().recover(lab.run_id(1))


def test_what_a_dead_harness_left_is_found_and_removed(lab: Lab) -> None:
    mark = f"left-{os.getpid()}-{lab.backend}"
    handle, sandbox = lab.open(DAEMONS + "time.sleep(600)\n", MARK=mark)
    assert until(lambda: handle.wait(0.1) is None and says(sandbox.output, "ready"))
    lab.make_backend().recover(sandbox.run_id)
    assert marked(mark) == []
    handle.close()
