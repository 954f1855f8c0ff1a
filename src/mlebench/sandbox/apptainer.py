"""The `apptainer` sandbox: for clusters, where neither Docker nor user namespaces of one's own are allowed."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from mlebench import foreign
from mlebench.sandbox.carried_python import PLACE, CarriedPython, carried_python
from mlebench.sandbox.closed import ClosedBackend
from mlebench.sandbox.identity import is_root
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.leftovers import end_by_command_line
from mlebench.sandbox.protocol import RunningSandbox, SandboxError, SandboxPaths, SandboxSpec
from mlebench.sandbox.resources import Resources
from mlebench.sandbox.settings import SandboxSettings
from mlebench.sandbox.shown import graders_in, outermost
from mlebench.sandbox.wire import (
    INSIDE,
    RUN,
    KeeperListener,
    Log,
    Usage,
    Wire,
    entry,
    is_end_from_inside,
    keeper_limits,
    keeper_order,
    socket_path,
    watched_disk,
)

PROGRAMS = ("apptainer", "singularity")  # the second is the older name of the same program
_FETCHED = ("docker://", "oras://", "library://", "shub://", "https://")
_IMAGES = "Name one in agent.yaml: a file in the agent's folder (image: agent.sif), or docker://... to fetch it."
_NOT_ENFORCED = dict.fromkeys(("cpus", "processes", "shared memory", "inotify instances"), "not enforced")
_OPEN_SECONDS = 300.0  # an image may first have to be unpacked
_STARTED_SECONDS = 60.0
_END_SECONDS = 5.0


class ApptainerBackend(ClosedBackend):
    """The agent is the user who runs the harness, in a container that shows nothing else of that user.

    Memory and CPUs are the business of the cluster's scheduler, which gave them to the job.
    """

    name = "apptainer"

    def check(self) -> None:
        """The program is there, and the user is an ordinary one."""
        program()
        if is_root():
            raise SandboxError(
                "Under root, the agent would be root in its container, and root outside of it.",
                hint="Run as an ordinary user, or use --sandbox docker or --sandbox bubblewrap.",
            )

    def prepare(self, image: str | None, folder: Path) -> str:
        """Fetched by Apptainer itself, or a file of the agent's own folder.

        Anything else that Apptainer takes for an image, such as `/`, would show the agent the user's files.
        """
        if image is None:
            raise SandboxError("The agent has no image, and the apptainer sandbox needs one.", hint=_IMAGES)
        if image.startswith(_FETCHED):
            return image
        path = foreign.inside(folder, image)
        if not path.is_file():
            raise SandboxError(f"The image '{image}' is no file in the agent's folder.", hint=_IMAGES)
        return str(path)

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Start the container, and meet its keeper."""
        paths = self.paths(sandbox.folder)
        (sandbox.folder / "tmp").mkdir(exist_ok=True)
        resources = self.settings.resources.effective(sandbox.folder)
        limits = keeper_limits(
            {"CORE": 0, "FSIZE": resources.disk_bytes},
            memory=resources.memory_bytes,
            disk=resources.disk_bytes,
            files=resources.files(sandbox.folder),
            disk_folders=("/home", "/tmp"),
        )
        environment = {"HOME": "/home", "TMPDIR": "/tmp", "MLEBENCH_RUN_ID": sandbox.run_id}
        with ExitStack() as undo:
            log = undo.enter_context(closing(Log(sandbox.output)))
            python = carried_python(sandbox.forwarder)
            order = keeper_order(sandbox, paths, environment, limits, interpreter=python.command)
            with KeeperListener() as listener:
                line = arguments(sandbox, paths, self.settings, resources, listener.path, python)
                process = _start([program(), *line])
                outer = ApptainerProcess(process)
                for step in (outer.remove, outer.kill):
                    undo.callback(step)
                connection = listener.accept(_OPEN_SECONDS, lambda: process.poll() is not None)
            if connection is None:
                outer.kill()
                raise SandboxError(f"The sandbox could not be opened: {outer.complaint()}")
            undo.callback(connection.close)
            wire = Wire(connection, log)
            wire.order(order)
            enforced = {"memory": "total watched", **watched_disk(same_user=True), **_NOT_ENFORCED}
            handle = KeptSandbox(wire, outer, enforced=enforced, undo=undo.pop_all())
        handle.opened(_STARTED_SECONDS)
        return handle

    def recover(self, run_id: str) -> None:
        """A sandbox ends with its harness by itself; this is for the case that its keeper died too."""
        end_by_command_line(set(PROGRAMS), run_id)


class ApptainerProcess:
    """The process of Apptainer."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def sample(self) -> None:
        """The keeper measures from inside."""

    def usage(self) -> Usage:
        """The keeper measures from inside."""
        return Usage()

    def complaint(self) -> str:
        """What Apptainer printed."""
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):
            return self._process.stderr.read(4096).decode(errors="replace").strip()
        return ""

    def ended_inside(self) -> bool:
        """Apptainer ends as its keeper did."""
        return is_end_from_inside(self._process.poll())

    def kill(self) -> None:
        """Ends with the keeper, or by force."""
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def remove(self) -> None:
        """Nothing is left."""
        if self._process.stderr is not None:
            self._process.stderr.close()


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    try:
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        raise SandboxError(f"Apptainer could not be started: {error}") from error


def program() -> str:
    """Apptainer under either of its names."""
    for name in PROGRAMS:
        if found := shutil.which(name):
            return found
    raise SandboxError(
        "The apptainer sandbox needs the program 'apptainer', which is not installed.",
        hint="On a cluster it may be a module (module load apptainer); see https://apptainer.org",
    )


def arguments(
    sandbox: SandboxSpec,
    paths: SandboxPaths,
    settings: SandboxSettings,
    resources: Resources,
    wire: Path,
    python: CarriedPython,
) -> list[str]:
    """The command line after the program's name."""
    binds = [f"{sandbox.folder}:{paths.home}", f"{sandbox.folder / 'tmp'}:/tmp", f"{sandbox.data}:{paths.data}:ro"]
    for place in paths.read_only:
        if (sandbox.folder / place.name).exists():
            binds.append(f"{sandbox.folder / place.name}:{place}:ro")
    binds += [f"{INSIDE}:{RUN}/inside:ro", f"{wire}:{RUN}/keeper.sock"]
    binds += [f"{python.folder}:{PLACE}:ro", f"{python.nothing}:/etc/ld.so.preload:ro"]
    binds += [f"{socket}:{socket_path(port)}" for port, socket in sandbox.doors.items()]
    if sandbox.forwarder is not None:
        binds.append(f"{sandbox.forwarder}:{RUN}/forward.py:ro")
    shown = outermost(sandbox.shown)
    binds += [f"{path}:{path}:ro" for path in shown]
    if hidden := graders_in(shown):
        (sandbox.folder / "nothing").mkdir(exist_ok=True)
        binds += [f"{sandbox.folder / 'nothing'}:{path}:ro" for path in hidden]
    for bind in binds:
        if "," in bind or bind.count(":") > 2:
            raise SandboxError(f"{bind}: Apptainer cannot bind paths with commas or colons.")
    return [
        "exec",
        "--containall",  # own processes, IPC and environment; nothing of the host's folders
        "--no-home",
        "--no-privs",
        *(["--net", "--network", "none"] if settings.network == "none" else []),
        *(["--nv"] if resources.gpus else []),
        *[part for bind in binds for part in ("--bind", bind)],
        *("--pwd", str(paths.agent)),
        *("--env", f"MLEBENCH_RUN_ID={sandbox.run_id}"),
        # These go before what the image sets: its libraries must not be loaded into the keeper.
        *("--env", "LD_PRELOAD=", "--env", "LD_AUDIT="),
        str(sandbox.image),
        *(*python.command, "-c", entry(RUN), f"{RUN}/keeper.sock"),
    ]
