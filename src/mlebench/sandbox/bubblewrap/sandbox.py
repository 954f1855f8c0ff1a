"""The back end itself: what it promises, and how a sandbox is opened."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from mlebench.sandbox import pool
from mlebench.sandbox.bubblewrap import mounts
from mlebench.sandbox.bubblewrap.launch import start_bubblewrap
from mlebench.sandbox.bubblewrap.seccomp import system_call_filter
from mlebench.sandbox.cgroups import Limits, end_leftovers, open_group
from mlebench.sandbox.closed import ClosedBackend
from mlebench.sandbox.environment import passed_on
from mlebench.sandbox.identity import AGENT_ID, HOST_ID_UNDER_ROOT, hand_over, is_root, require_readable_by_all
from mlebench.sandbox.inside.order import KeeperLimits
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.leftovers import end_by_command_line
from mlebench.sandbox.probe import INSTALL_BUBBLEWRAP, LINUX
from mlebench.sandbox.protocol import RunningSandbox, SandboxError, SandboxSpec
from mlebench.sandbox.resources import Resources
from mlebench.sandbox.wire import Log, Wire, keeper_limits, keeper_order, watched_disk
from mlebench.scratch import Scratch, remove_leftovers

_OPEN_SECONDS = 30.0
_REMEDY = (
    "It needs user namespaces. Where the system keeps them from ordinary users, its administrator can allow them: "
    "sysctl kernel.unprivileged_userns_clone=1 (Debian), kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), "
    "or user.max_user_namespaces above 0. Inside a container, use --sandbox docker with the machine's engine."
)
# A limit on processes that counts those of the sandbox alone; before, it counted all of the user's.
_PROCESSES_BY_NAMESPACE = (5, 14)
_PASSED_ON = re.compile(r"LANG|LANGUAGE|LC_\w+|TZ|CUDA_\w+|NVIDIA_\w+|\w+_NUM_THREADS")
_works = False


class BubblewrapBackend(ClosedBackend):
    """Own user, process, network, IPC, host name and control-group namespaces; a read-only system."""

    name = "bubblewrap"

    def check(self) -> None:
        """Open a room for a moment: whatever is missing shows at once."""
        global _works
        if _works:
            return
        if platform.system() != "Linux":
            raise SandboxError(f"The bubblewrap sandbox needs Linux, not {platform.system()}.", hint=LINUX)
        if system_call_filter() is None:
            raise SandboxError(
                f"The bubblewrap sandbox has no filter of system calls for {platform.machine()} machines.",
                hint="It is written for x86_64 and aarch64. Use --sandbox docker, whose engine brings its own.",
            )
        if shutil.which("bwrap") is None:
            raise SandboxError(
                "The bubblewrap sandbox needs the program 'bwrap', which is not installed.", hint=INSTALL_BUBBLEWRAP
            )
        remove_leftovers("check", first=lambda folder: self.recover(folder.name))
        with Scratch("check") as folder:
            for name in ("sandbox/agent", "data"):
                (folder / name).mkdir(parents=True)
            sandbox = SandboxSpec(folder.name, folder / "sandbox", folder / "data", ("true",), {}, folder / "log")
            try:
                handle = self.start(sandbox)
                outcome = handle.wait(_OPEN_SECONDS)
                handle.close()
            except SandboxError as error:
                raise SandboxError(
                    f"bubblewrap does not work here: {error.message}", hint=error.hint or _REMEDY
                ) from error
        if outcome is None or outcome.exit_code != 0:
            raise SandboxError("bubblewrap does not work here: an empty sandbox does not end.", hint=_REMEDY)
        _works = True

    def prepare(self, image: str | None, folder: Path) -> str | None:
        """A sandbox shows the programs of this machine: it needs no image."""
        return None

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Open the sandbox and start the agent in it. The thread that calls must live as long as the sandbox."""
        mounts.require_outside_system(sandbox)
        paths = self.paths(sandbox.folder)
        (sandbox.folder / "tmp").mkdir(mode=0o1777, exist_ok=True)
        (sandbox.folder / "tmp").chmod(0o1777)
        if is_root():
            require_readable_by_all(sandbox.data)
            hand_over([sandbox.folder], HOST_ID_UNDER_ROOT)
        resources = self.settings.resources.effective(sandbox.folder)
        network = self.settings.network == "open"
        with ExitStack() as undo:
            log = undo.enter_context(closing(Log(sandbox.output)))
            cpus = undo.enter_context(pool.cpus().lend(max(1, round(resources.cpus))))
            gpus = undo.enter_context(pool.gpus().lend(resources.gpus))
            group = open_group(sandbox.run_id, Limits(resources.memory_bytes, resources.processes, resources.cpus))
            if group is not None:
                undo.callback(group.remove)
            tree = mounts.arguments(
                sandbox, paths, shared_memory=resources.shared_memory_bytes, network=network, gpus=gpus
            )
            outer, connection = start_bubblewrap(
                tree, mounts.made_up_files(network), sandbox.run_id, group, network=network
            )
            for step in (outer.remove, outer.kill, connection.close):
                undo.callback(step)
            by_group = group.enforced(outer.process.pid) if group is not None else {}
            limits = _keeper_limits(resources, sandbox.folder, cpus, by_group)
            user = (AGENT_ID, AGENT_ID) if is_root() else None
            enforced = _described(limits, by_group) | outer.inotify_limit()  # in force before the agent starts
            wire = Wire(connection, log)
            wire.order(keeper_order(sandbox, paths, _environment(sandbox, gpus), limits, user))
            handle = KeptSandbox(wire, outer, enforced=enforced, undo=undo.pop_all())
        handle.opened(_OPEN_SECONDS)
        return handle

    def recover(self, run_id: str) -> None:
        """A sandbox ends with its harness by itself; this waits for it, and takes its control group away."""
        end_by_command_line({"bwrap"}, run_id)
        end_leftovers(run_id)


def _keeper_limits(
    resources: Resources, folder: Path, cpus: Sequence[int], by_group: Mapping[str, str]
) -> KeeperLimits:
    """What the control group does not see to, the keeper does: less exactly, but on every machine."""
    rlimits = {"CORE": 0, "FSIZE": resources.disk_bytes}
    if "memory" not in by_group:
        rlimits["DATA"] = resources.memory_bytes  # per process; the keeper watches the sum
    if "processes" not in by_group and _kernel() >= _PROCESSES_BY_NAMESPACE:
        rlimits["NPROC"] = resources.processes
    return keeper_limits(
        rlimits,
        cpus=list(cpus),
        memory=None if "memory" in by_group else resources.memory_bytes,
        disk=resources.disk_bytes,
        files=resources.files(folder),
        disk_folders=("/home", "/tmp"),
    )


def _described(limits: KeeperLimits, by_group: Mapping[str, str]) -> dict[str, str]:
    """By what each limit is in force, for the run's record."""
    described = {**watched_disk(same_user=not is_root()), "shared memory": "size of the file system"}
    described["memory"] = by_group.get("memory", "rlimit per process, total watched")
    described["cpus"] = f"affinity, {by_group['cpus']}" if "cpus" in by_group else "affinity"
    by_keeper = "rlimit; that it was hit is not told" if "NPROC" in limits["rlimits"] else "not enforced"
    described["processes"] = by_group.get("processes", by_keeper)
    return described


def _environment(sandbox: SandboxSpec, gpus: Sequence[int]) -> dict[str, str]:
    """Everything that the agent finds in its environment beside what the run itself sets."""
    kept = {name: value for name, value in passed_on(os.environ).items() if _PASSED_ON.fullmatch(name)}
    visible = {"CUDA_VISIBLE_DEVICES": ",".join(map(str, range(len(gpus))))} if gpus else {}
    environment = {"LANG": "C.UTF-8", **kept, **visible, "PWD": "/home/agent"}
    environment |= {"PATH": mounts.search_path(), "HOME": "/home", "TMPDIR": "/tmp", "USER": "agent"}
    environment |= {"LOGNAME": "agent", "SHELL": "/bin/sh", "MLEBENCH_RUN_ID": sandbox.run_id}
    if sys.prefix != sys.base_prefix:
        environment["VIRTUAL_ENV"] = sys.prefix
    return environment


def _kernel() -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", os.uname().release)[:2])
