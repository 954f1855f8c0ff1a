"""What is special about sandboxes of a container engine."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import tarfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.errors import MissingExtra
from mlebench.sandbox import Resources, SandboxError, SandboxPaths, SandboxSettings, SandboxSpec
from mlebench.sandbox.carried_python import CarriedPython
from mlebench.sandbox.docker import DockerBackend, containers
from mlebench.sandbox.docker.containers import container_options, user_of
from mlebench.sandbox.docker.engine import Engine, connect, engine_of
from tests.sandbox.conftest import IMAGE, SMALL, Lab, marked
from tests.sandboxes import until

ENGINE = Engine(client=None, rootless=False, podman=False, disk_limits=False, runtimes=("runc",))
SLEEP = "print('ready', flush=True)\nimport time; time.sleep(600)"


@pytest.fixture
def sandbox(tmp_path: Path) -> SandboxSpec:
    return SandboxSpec("task_1", tmp_path, tmp_path / "data", ("python", "x.py"), {}, tmp_path / "log", image=IMAGE)


def asked(
    sandbox: SandboxSpec, options: SandboxSettings | None = None, at: Engine = ENGINE, **more: object
) -> dict[str, object]:
    wire, paths = sandbox.folder / "keeper.sock", SandboxPaths.below("/home")
    python = CarriedPython(Path("/tmp/python"), ("/run/mlebench/python/bin/python3",))
    options = options or SandboxSettings()
    found, _ = container_options(sandbox, paths, options, options.resources, at, wire, python, user="1:1", **more)  # type: ignore[arg-type]
    return found


def test_the_engine_is_asked_for_the_limits_of_the_resources_file(sandbox: SandboxSpec) -> None:
    chosen = Resources(cpus=2.5, memory_gb=4, shared_memory_gb=1, processes=99)
    found = asked(sandbox, SandboxSettings(resources=chosen))
    assert found["nano_cpus"] == 2_500_000_000
    assert found["mem_limit"] == found["memswap_limit"] == 4 << 30
    assert found["shm_size"] == 1 << 30
    assert found["pids_limit"] == 99


def test_a_container_has_no_network_no_capabilities_and_no_root(sandbox: SandboxSpec) -> None:
    found = asked(sandbox)
    assert found["network_mode"] == "none"
    assert found["cap_drop"] == ["ALL"]
    no_privileges, profile = found["security_opt"]  # type: ignore[misc]
    assert no_privileges == "no-new-privileges"
    assert json.loads(profile.removeprefix("seccomp="))["defaultAction"] == "SCMP_ACT_ERRNO"
    assert found["user"] == "1:1"
    assert "privileged" not in found
    assert "runtime" not in found


def test_what_is_asked_for_explicitly_is_given_and_said(sandbox: SandboxSpec) -> None:
    options = SandboxSettings(network="open", runtime="sysbox-runc", privileged=True)
    found = asked(sandbox, options, gpus=[1, 3])
    assert found["network_mode"] == "bridge"
    assert found["runtime"] == "sysbox-runc"
    assert found["privileged"] is True
    assert found["device_requests"][0]["DeviceIDs"] == ["1", "3"]  # type: ignore[index]
    assert DockerBackend(options).capabilities.names() == []
    assert user_of(ENGINE, options) == "0:0"


def test_a_disk_limit_is_asked_for_where_the_engine_can_keep_it(sandbox: SandboxSpec) -> None:
    able = replace(ENGINE, disk_limits=True)
    assert "storage_opt" not in asked(sandbox)
    assert asked(sandbox, at=able)["storage_opt"] == {"size": str(500 << 30)}


def test_rootless_engines_write_as_the_user(sandbox: SandboxSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "is_root", lambda: False)
    options, me = SandboxSettings(), f"{os.getuid()}:{os.getgid()}"
    podman = replace(ENGINE, rootless=True, podman=True)
    assert user_of(ENGINE, options) == me
    assert user_of(replace(ENGINE, rootless=True), options) == "0:0"
    assert user_of(podman, options) == me
    assert asked(sandbox, at=podman)["userns_mode"] == "keep-id"


def test_the_facts_of_an_engine_are_read() -> None:
    info = {
        "Driver": "overlay2",
        "DriverStatus": [["Backing Filesystem", "xfs"]],
        "SecurityOptions": ["name=seccomp,profile=default", "name=rootless"],
        "Runtimes": {"runc": {}, "nvidia": {}},
    }
    found = engine_of(None, info, {"Components": [{"Name": "Podman Engine"}]})
    assert found == Engine(None, rootless=True, podman=True, disk_limits=True, runtimes=("nvidia", "runc"))


def test_an_engine_that_is_not_there_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(SandboxError, match="does not answer"):
        DockerBackend().check()


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "docker", None)
    with pytest.raises(MissingExtra, match="mlebench\\[docker\\]"):
        connect()


def test_an_unknown_runtime_is_refused_before_anything_starts(docker_lab: Lab) -> None:
    with pytest.raises(SandboxError, match="no runtime 'sysbox-runc'"):
        docker_lab.make_backend(runtime="sysbox-runc").check()


def test_an_agent_without_an_image_is_told_where_to_name_one(docker_lab: Lab) -> None:
    with pytest.raises(SandboxError, match=r"agent\.yaml"):
        docker_lab.make_backend().start(replace(docker_lab.spec(""), image=None))


def test_an_image_that_cannot_be_had_is_no_fault_of_the_agent(docker_lab: Lab) -> None:
    with pytest.raises(SandboxError, match="no-such-image"):
        docker_lab.make_backend().start(replace(docker_lab.spec(""), image="localhost/no-such-image:1"))


def test_the_image_is_recorded(docker_lab: Lab) -> None:
    assert "sha256:" in str(docker_lab.run("").outcome.image_digest)


def test_an_image_needs_nothing_of_ours_and_no_python(docker_lab: Lab, outside: Path) -> None:
    client = connect().client
    buffer = io.BytesIO()
    busybox = Path(shutil.which("busybox") or "/bin/busybox").resolve()
    with tarfile.open(fileobj=buffer, mode="w") as tree:
        tree.add(busybox, "bin/sh")
    client.api.import_image_from_data(buffer.getvalue(), repository="mlebench-test", tag="bare")
    sandbox = replace(
        docker_lab.spec("", doors={5000: outside}), image="mlebench-test:bare", command=("sh", "-c", "echo hello")
    )
    handle = docker_lab.make_backend().start(sandbox)
    outcome = handle.wait(30)
    handle.close()
    assert outcome is not None
    assert (outcome.exit_code, sandbox.output.read_text()) == (0, "hello\n")


def test_an_agents_dockerfile_is_built_once(docker_lab: Lab, tmp_path: Path) -> None:
    folder = tmp_path / "Some-Agent"
    folder.mkdir()
    (folder / "Dockerfile").write_text("ARG BASE\nFROM $BASE\nRUN echo built > /built\n")
    options = SandboxSettings(resources=SMALL, build_network="none", build_arguments={"BASE": IMAGE})
    box = DockerBackend(options)
    name = box.prepare(None, folder)
    try:
        assert name.startswith("mlebench-agent-some-agent:")
        made = connect().client.images.get(name).attrs["Created"]
        assert box.prepare(None, folder) == name
        assert connect().client.images.get(name).attrs["Created"] == made
        sandbox = replace(docker_lab.spec("print(open('/built').read())"), image=name)
        handle = box.start(sandbox)
        assert handle.wait(30) is not None
        handle.close()
        assert sandbox.output.read_text().strip() == "built"
        (folder / "Dockerfile").write_text("ARG BASE\nFROM $BASE\nRUN false\n")
        with pytest.raises(SandboxError, match="could not be built"):
            box.prepare(None, folder)
    finally:
        connect().client.images.remove(name, force=True)


def test_a_container_that_somebody_else_kills_is_no_fault_of_the_agent(docker_lab: Lab) -> None:
    handle, sandbox = docker_lab.open(SLEEP)
    for container in connect().client.containers.list(filters={"label": f"mlebench.run={sandbox.run_id}"}):
        container.kill()
    with pytest.raises(SandboxError, match="ended from outside"):
        handle.wait(20)
    handle.close()
    assert connect().client.containers.list(all=True, filters={"label": f"mlebench.run={sandbox.run_id}"}) == []


class Relay:
    """Stands before the engine's socket and can be cut."""

    def __init__(self, path: Path, target: str) -> None:
        self._target, self._open = target, set[socket.socket]()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            while True:
                near = self._listener.accept()[0]
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._target)
                self._open |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=[source, sink], daemon=True).start()
        except OSError:
            return

    @staticmethod
    def _carry(source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(1 << 16):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def cut(self) -> None:
        for end in (self._listener, *self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
                end.close()


@pytest.fixture
def relay(docker_lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    real = os.environ["DOCKER_HOST"]
    path = Path(f"/tmp/mlebench-relay-{os.getpid()}.sock")
    path.unlink(missing_ok=True)
    found = Relay(path, real.removeprefix("unix://"))
    monkeypatch.setenv("DOCKER_HOST", f"unix://{path}")
    yield found
    found.cut()
    path.unlink()


def test_a_run_whose_engine_vanishes_goes_on_and_ends_in_time(
    docker_lab: Lab, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, sandbox = docker_lab.open(SLEEP)
    assert until(lambda: handle.wait(0.1) is None and sandbox.output.exists() and "ready" in sandbox.output.read_text())
    relay.cut()
    outcome = handle.terminate(2)
    assert outcome.signal == 15
    assert until(lambda: marked(sandbox.run_id) == [], 5)
    with pytest.raises(SandboxError):
        docker_lab.make_backend().start(docker_lab.spec(""))  # the next one hears what is wrong
    monkeypatch.undo()
    docker_lab.make_backend().recover(sandbox.run_id)
    assert connect().client.containers.list(all=True, filters={"label": f"mlebench.run={sandbox.run_id}"}) == []
