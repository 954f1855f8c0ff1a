"""The processes that a keeper starts: the forwarder of the gateway, and the agent."""

# ruff: noqa: PTH123

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import subprocess

from .waiting import readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .order import Order

_PR_SET_DUMPABLE = 4
_READY_SECONDS = 20.0


def start_agent(order: Order, output: int) -> int:
    """Start the agent as its user and within its limits; returns its process number."""
    libc = ctypes.CDLL(None)

    def become_agent() -> None:
        _heed_signals()
        libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)  # else its own files below /proc would be closed to it
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("500")  # where memory ends, the agent goes first, not its keeper
        for name, value in order["limits"]["rlimits"].items():
            number = getattr(resource, f"RLIMIT_{name}")
            highest = resource.getrlimit(number)[1]
            value = value if highest == resource.RLIM_INFINITY else min(value, highest)
            resource.setrlimit(number, (value, value))
        _drop_root(order)

    environment = {**os.environ, **order["environment"]}
    environment["PATH"] = os.pathsep.join([*order["programs"], environment.get("PATH", os.defpath)])
    child = subprocess.Popen(
        order["command"],
        cwd=order["folder"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        preexec_fn=become_agent,
    )
    child.returncode = 0  # the keeper reaps it together with the orphans, not this object
    return child.pid


def start_forwarder(order: Order, output: int, first: bool) -> int:
    """Start the forwarder of the sandbox's doors; returns its process number. Its complaints go to the agent's output.

    At the first start the doors are open afterwards. Later nobody waits: the agent may have ended the
    forwarder, and may do it again.
    """

    def become_forwarder() -> None:
        _heed_signals()
        _drop_root(order)

    links = [f"{port}={path}" for port, path in order["doors"].items()]
    process = subprocess.Popen(
        [*order["interpreter"], order["forwarder"], *links],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if first else subprocess.DEVNULL,
        stderr=output,
        start_new_session=True,
        preexec_fn=become_forwarder,
    )
    process.returncode = 0
    if process.stdout is not None:
        with process.stdout as lines:
            if not readable(lines, _READY_SECONDS) or not lines.readline().startswith(b"ready"):
                raise OSError("the doors of the gateway could not be opened")
    return process.pid


def _heed_signals() -> None:
    """Undo what the keeper set: a signal that is ignored stays so in the programs that are started."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)


def _drop_root(order: Order) -> None:
    if order["user"]:
        user, group = order["user"]
        os.setgroups([])
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
