"""Starting bubblewrap: what is passed to it by open files, and who the agent is outside."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from mlebench.sandbox.bubblewrap.inotify import INSTANCES, InotifyLimit
from mlebench.sandbox.bubblewrap.mounts import seal
from mlebench.sandbox.bubblewrap.seccomp import system_call_filter
from mlebench.sandbox.cgroups import Group
from mlebench.sandbox.identity import AGENT_ID, HOST_ID_UNDER_ROOT, is_root
from mlebench.sandbox.inside.waiting import readable
from mlebench.sandbox.protocol import SandboxError
from mlebench.sandbox.wire import RUN, Usage, entry, is_end_from_inside

_INFO_SECONDS = 20.0
_END_SECONDS = 2.0
_NAMESPACES = ("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
_BEHAVIOUR = ("--die-with-parent", "--new-session", "--as-pid-1", "--clearenv", "--cap-drop", "ALL")
# Under root the keeper is root of the sandbox: it starts the agent as another user, must be able to end it, and
# to count what it hides in closed folders and in files that only its processes have open. The agent has none of these.
_KEEPER_CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_DAC_READ_SEARCH", "CAP_SYS_PTRACE")
# systemd needs the last two to find the user's manager. Nothing of it enters the sandbox.
_PASSED_ON = ("PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")


class BubblewrapProcess:
    """The process of bubblewrap and the sandbox's control group."""

    def __init__(self, process: subprocess.Popen[bytes], group: Group | None) -> None:
        self.process, self._group = process, group
        self.inotify: InotifyLimit | None = None

    def inotify_limit(self) -> dict[str, str]:
        """By what the number of inotify instances is limited."""
        limited = self.inotify is not None and self.inotify.is_set()
        return {"inotify instances": f"user namespace, at most {INSTANCES}" if limited else "not enforced"}

    def sample(self) -> None:
        """Ask the control group."""
        if self._group is not None:
            self._group.sample()

    def usage(self) -> Usage:
        """What the control group counted."""
        return self._group.usage() if self._group is not None else Usage()

    def complaint(self) -> str:
        """What bubblewrap and the keeper printed; the agent's output goes elsewhere."""
        assert self.process.stderr is not None
        with suppress(OSError, ValueError):
            return self.process.stderr.read(4096).decode(errors="replace")
        return ""

    def ended_inside(self) -> bool:
        """bubblewrap ends as its keeper did."""
        return is_end_from_inside(self.process.poll())

    def kill(self) -> None:
        """The sandbox ends with bubblewrap, and bubblewrap ends with the keeper or by force."""
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def remove(self) -> None:
        """Nothing is left but what it printed."""
        self.inotify_limit()  # waits for its helper, where nobody has yet
        if self.process.stderr is not None:
            self.process.stderr.close()


def start_bubblewrap(
    tree: Sequence[str], files: Mapping[str, str], run_id: str, group: Group | None, *, network: bool
) -> tuple[BubblewrapProcess, socket.socket]:
    """Start bubblewrap with a keeper that waits for its orders; returns the connection to it."""
    with ExitStack() as ours:
        kept: list[int] = []

        def pass_on(descriptor: int) -> str:
            ours.callback(os.close, descriptor)
            kept.append(descriptor)
            return str(descriptor)

        arguments = [*_NAMESPACES, *([] if network else ["--unshare-net"]), *_BEHAVIOUR, "--hostname", "sandbox", *tree]
        for name, content in files.items():
            arguments += ["--perms", "0644", "--file", pass_on(_memory_file(content.encode())), f"/etc/{name}"]
        arguments += seal()
        if (rules := system_call_filter()) is not None:
            arguments += ["--seccomp", pass_on(_memory_file(rules))]
        outside, inside = socket.socketpair()
        wire = pass_on(inside.detach())
        namespace = _Namespace(pass_on)
        arguments += namespace.arguments
        keeper = [sys.executable, "-I", "-S", "-c", entry(RUN), wire]
        # The run's name stands in the command line so that `recover` can find it.
        command = ["bwrap", "--setenv", "MLEBENCH_RUN_ID", run_id, *arguments, "--", *keeper]
        try:
            process = subprocess.Popen(
                command if group is None else group.wrap(command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
                pass_fds=kept,
                start_new_session=True,  # Ctrl-C in the terminal is the harness's to understand
            )
        except OSError as error:
            outside.close()
            namespace.close()
            raise SandboxError(f"bubblewrap could not be started: {error}") from error
    outer = BubblewrapProcess(process, group)
    try:
        outer.inotify = namespace.set_up(outer)
    except BaseException:
        outside.close()
        raise
    return outer, outside


class _Namespace:
    """The sandbox's users: under root, the agent is somebody without any rights outside.

    bubblewrap on its own would map the agent to the user that starts it. That is right for ordinary users.
    """

    def __init__(self, pass_on: Callable[[int], str]) -> None:
        self._info, info = os.pipe()
        go, self._go = os.pipe()
        self.arguments = ["--info-fd", pass_on(info)]
        waits = pass_on(go)
        if is_root():
            capabilities = [part for name in _KEEPER_CAPABILITIES for part in ("--cap-add", name)]
            self.arguments += ["--userns-block-fd", waits, *capabilities, "--uid", "0", "--gid", "0"]
        else:
            self.arguments += ["--uid", str(AGENT_ID), "--gid", str(AGENT_ID)]

    def set_up(self, outer: BubblewrapProcess) -> InotifyLimit:
        """Wait for the new user namespace, set what belongs to it, and let bubblewrap go on."""
        try:
            child = int(json.loads(self._read())["child-pid"])
            if is_root():
                for file in ("uid_map", "gid_map"):
                    Path(f"/proc/{child}/{file}").write_text(f"0 0 1\n{AGENT_ID} {HOST_ID_UNDER_ROOT} 1\n")
                os.write(self._go, b"x")
            return InotifyLimit(child)
        except (OSError, ValueError) as error:
            outer.process.kill()
            outer.process.wait()
            complaint = outer.complaint().strip() or str(error)
            outer.remove()
            raise SandboxError(f"The sandbox could not be opened: {complaint}") from error
        finally:
            self.close()

    def close(self) -> None:
        """Nothing more is to be said."""
        os.close(self._info)
        os.close(self._go)

    def _read(self) -> bytes:
        text = b""
        while b"}" not in text and readable(self._info, _INFO_SECONDS):
            piece = os.read(self._info, 4096)
            if not piece:
                break
            text += piece
        return text


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("mlebench")
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
