"""Closed sandboxes of every back end that can be tried on this machine."""

from __future__ import annotations

import os
import pickle
import shutil
import socketserver
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import psutil
import pytest

import mlebench
from mlebench.sandbox import (
    Outcome,
    Resources,
    RunningSandbox,
    SandboxBackend,
    SandboxError,
    SandboxSettings,
    SandboxSpec,
)
from mlebench.sandbox.bubblewrap import BubblewrapBackend

IMAGE = "mlebench-test:python"
ORDINARY = "bubblewrap as an ordinary user"
ORDINARY_ID = 4242  # of a user without any rights
FORWARDER = Path(mlebench.__file__).parent / "gateway" / "forward.py"
SMALL = Resources(cpus=2, memory_gb=1, shared_memory_gb=0.0625, processes=128, disk_gb=1, gpus=0)


def docker_problem() -> str | None:
    """What is missing for the tests with Docker."""
    if not os.environ.get("DOCKER_HOST"):
        return 'no DOCKER_HOST: export DOCKER_HOST="$(tests/sandbox/start_docker.sh DIR)"'
    try:
        from mlebench.sandbox.docker.engine import connect

        connect().client.images.get(IMAGE)
    except Exception as error:
        return f"the engine at DOCKER_HOST or its image {IMAGE}: {error}"
    return None


def bubblewrap_problem() -> str | None:
    """What is missing for the tests with bubblewrap."""
    try:
        BubblewrapBackend().check()
    except SandboxError as error:
        return str(error)
    return None


@dataclass
class Lab:
    """Opens sandboxes of one back end in a folder of the test's own."""

    backend: str
    folder: Path
    opened: int = 0

    def make_backend(self, resources: Resources = SMALL, **options: Any) -> SandboxBackend:
        chosen = SandboxSettings(resources=resources, **options)
        if self.backend == "bubblewrap":
            return BubblewrapBackend(chosen)
        from mlebench.sandbox.docker import DockerBackend

        return DockerBackend(chosen)

    def run_id(self, number: int) -> str:
        """One of its own among the tests that run at the same time, and the same in a process of its own."""
        return f"{self.folder.name}-{zlib.crc32(str(self.folder).encode()):08x}-{number}"

    def spec(self, code: str, doors: Mapping[int, Path] | None = None, **environment: str) -> SandboxSpec:
        self.opened += 1
        base = self.folder / f"run-{self.opened}"
        for name in ("sandbox/submission", "sandbox/logs", "sandbox/code", "sandbox/agent", "public", "private"):
            (base / name).mkdir(parents=True)
        (base / "public" / "train.csv").write_text("id,x\n1,2\n")
        (base / "private" / "answers.csv").write_text("id,y\n1,3\n")
        (base / "sandbox" / "agent" / "start.py").write_text(dedent(code))
        return SandboxSpec(
            run_id=self.run_id(self.opened),
            folder=base / "sandbox",
            data=base / "public",
            command=("python", "start.py"),
            environment=environment,
            output=base / "run.log",
            image=IMAGE if self.backend == "docker" else None,
            doors=doors or {},
            forwarder=FORWARDER if doors else None,
        )

    def open(self, code: str, resources: Resources = SMALL, **more: Any) -> tuple[RunningSandbox, SandboxSpec]:
        sandbox = self.spec(code, **more)
        return self.make_backend(resources).start(sandbox), sandbox

    def run(self, code: str, resources: Resources = SMALL, *, seconds: float = 90, **more: Any) -> Ran:
        if self.backend == ORDINARY:
            ran: Ran = elsewhere_as_ordinary_user(_run_here, code, resources, seconds=seconds, **more)
            return ran
        handle, sandbox = self.open(code, resources, **more)
        try:
            outcome = handle.wait(seconds)
            if outcome is None:
                outcome = handle.terminate(1)
        finally:
            handle.close()
        return Ran(outcome, sandbox, sandbox.output.read_text(errors="replace"))


@dataclass
class Ran:
    """A run that has ended."""

    outcome: Outcome
    sandbox: SandboxSpec
    output: str


def _run_here(folder: Path, code: str, resources: Resources, **more: Any) -> Ran:
    return Lab("bubblewrap", folder).run(code, resources, **more)


def problem_of(setting: str) -> str | None:
    """What is missing for attacks in one of the settings."""
    if setting == ORDINARY and os.geteuid() != 0:
        return "only root can become another user; here bubblewrap is an ordinary user's anyway"
    return docker_problem() if setting == "docker" else bubblewrap_problem()


@pytest.fixture(params=["bubblewrap", ORDINARY, "docker"], scope="module")
def setting(request: pytest.FixtureRequest) -> str:
    """In which attacks are tried."""
    if problem := problem_of(request.param):
        pytest.skip(f"{request.param}: {problem}")
    return str(request.param)


@pytest.fixture
def anywhere(setting: str, tmp_path: Path) -> Iterator[Lab]:
    """Runs agents in each of the settings."""
    tmp_path.chmod(0o755)
    yield Lab(setting, tmp_path)
    shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.fixture(params=["bubblewrap", "docker"], scope="module")
def backend(request: pytest.FixtureRequest) -> str:
    if problem := problem_of(request.param):
        pytest.skip(f"{request.param}: {problem}")
    return str(request.param)


@pytest.fixture
def lab(backend: str, tmp_path: Path) -> Iterator[Lab]:
    tmp_path.chmod(0o755)
    yield Lab(backend, tmp_path)
    shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.fixture
def docker_lab(tmp_path: Path) -> Lab:
    if problem := docker_problem():
        pytest.skip(problem)
    return Lab("docker", tmp_path)


@pytest.fixture
def bubblewrap_lab(tmp_path: Path) -> Lab:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    return Lab("bubblewrap", tmp_path)


_CALL = """
import pickle, sys
from pathlib import Path
function, arguments, more = pickle.loads(bytes.fromhex(sys.argv[2]))
print(pickle.dumps(function(Path(sys.argv[1]), *arguments, **more)).hex())
"""


def elsewhere_as_ordinary_user(function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """What a function returns that somebody else calls; its first argument is a folder of that user's own."""
    return pickle.loads(bytes.fromhex(as_ordinary_user(_CALL, pickle.dumps((function, arguments, more)).hex())))


def as_ordinary_user(code: str, *arguments: str) -> str:
    """What a program prints that root starts as somebody else; its first argument is a folder of its own."""
    python = sys.executable if _reachable(Path(sys.executable).resolve()) else "/usr/bin/python3"
    root = Path(__file__).parents[2]
    packages = [path for path in sys.path if path.endswith("site-packages")]
    who = ["setpriv", f"--reuid={ORDINARY_ID}", f"--regid={ORDINARY_ID}", "--clear-groups"]
    folder = Path(tempfile.mkdtemp(prefix="mlebench-ordinary-", dir="/tmp"))
    folder.chmod(0o755)
    os.chown(folder, ORDINARY_ID, ORDINARY_ID)
    try:
        done = subprocess.run(
            [*who, python, "-c", dedent(code), str(folder), *arguments],
            cwd=root,
            env={
                "PATH": "/usr/bin:/bin",
                "HOME": str(folder),
                "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root), *packages]),
            },
            capture_output=True,
            text=True,
        )
    finally:
        shutil.rmtree(folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _reachable(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in path.parents)


class _Answering(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


class _Answer(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        line = self.rfile.readline()
        self.wfile.write(b"you said " + line)


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Unix socket of the host behind which somebody answers."""
    path = tmp_path_factory.getbasetemp() / "door.sock"
    path.unlink(missing_ok=True)
    with _Answering(str(path), _Answer) as server:
        path.chmod(0o666)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield path
        server.shutdown()
    path.unlink(missing_ok=True)


def marked(mark: str) -> list[int]:
    """Living processes of the whole machine whose command line carries a mark."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        if process.info["status"] != psutil.STATUS_ZOMBIE and any(
            mark in part for part in process.info["cmdline"] or []
        ):
            found.append(process.pid)
    return found


def small(**changes: Any) -> Resources:
    """The usual small sandbox with some limits changed."""
    return SMALL.model_copy(update=changes)
