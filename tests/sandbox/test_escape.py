"""An agent that tries to get out finds nothing: one sandbox per setting, looked at from many sides."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from mlebench.sandbox.bubblewrap.mounts import python_roots
from tests.sandbox.conftest import ORDINARY, Lab, elsewhere_as_ordinary_user, marked

MARK, SECRET = "hidden-on-the-host-5f1c", "sk-live-9d7e31"


class Found(dict[str, Any]):
    """What the spy wrote down. Each of its attempts that a test looks at is an attack that was tried."""

    def __init__(self, written: dict[str, Any], attack: Callable[[str], None]) -> None:
        super().__init__(written)
        self._attack, self._seen = attack, set[str]()

    def __getitem__(self, name: str) -> Any:
        tried = self.get("host paths tried", []) if name == "host paths" else [name]
        for each in set(tried) - self._seen:
            self._seen.add(each)
            self._attack(each)
        return super().__getitem__(name)


@pytest.fixture(scope="module")
def written(setting: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    if setting == ORDINARY:
        return dict(elsewhere_as_ordinary_user(_spied, "bubblewrap"))
    return _spied(tmp_path_factory.mktemp("spied"), setting)


@pytest.fixture
def found(written: dict[str, Any], attack: Callable[[str], None]) -> Found:
    return Found(written, attack)


def _spied(folder: Path, backend: str) -> dict[str, Any]:
    lab = Lab(backend, folder)
    (folder / f"{MARK}.txt").write_text(MARK)
    outsider = subprocess.Popen(["sleep", "600"])
    listeners = [_listener("127.0.0.1"), _listener("0.0.0.0")]
    abstract = socket.socket(socket.AF_UNIX)
    abstract_name = f"{MARK}-{os.getpid()}"  # other test processes run the same spy
    abstract.bind(f"\0{abstract_name}")
    abstract.listen()
    addresses = [["127.0.0.1", listeners[0].getsockname()[1]]]
    addresses += [[address, listeners[1].getsockname()[1]] for address in _addresses()]
    docker = os.environ.get("DOCKER_HOST", "unix:///nowhere").removeprefix("unix://")
    disk = Path("/").stat().st_dev
    order = {
        "mark": MARK,
        "secret backwards": SECRET[::-1],
        "paths": [str(folder), *_private_files(), "/etc/shadow", str(Path(__file__).parent), docker],
        "addresses": addresses,
        "abstract": abstract_name,
        "host process": outsider.pid,
        "disk": [os.major(disk), os.minor(disk)],
        "docker": docker,
    }
    sandbox = lab.spec(Path(__file__).with_name("spy.py").read_text(), SPY=json.dumps(order))
    (sandbox.data.parent / "private" / "answers.csv").write_text(MARK)
    other = lab.spec("")
    (other.folder / "submission" / "submission.csv").write_text(MARK)
    os.environ["PROVIDER_API_KEY"] = os.environ["DATABASE_URL"] = SECRET
    try:
        handle = lab.make_backend().start(sandbox)
        outcome = handle.wait(120)
        handle.close()
    finally:
        del os.environ["PROVIDER_API_KEY"], os.environ["DATABASE_URL"]
        for listener in (*listeners, abstract):
            listener.close()
    report = sandbox.folder / "logs" / "found.json"
    assert report.exists(), (outcome, sandbox.output.read_text())
    assert outsider.poll() is None, "the spy ended a process of the host"
    outsider.kill()
    outsider.wait()
    found: dict[str, Any] = json.loads(report.read_text())
    found["left"] = marked(sandbox.run_id)
    return found


def _listener(address: str) -> socket.socket:
    listener = socket.create_server((address, 0))
    threading.Thread(target=_accept, args=[listener], daemon=True).start()
    return listener


def _accept(listener: socket.socket) -> None:
    try:
        while True:
            listener.accept()[0].close()
    except OSError:
        return


def _addresses() -> list[str]:
    found = [each for interface in psutil.net_if_addrs().values() for each in interface]
    return [each.address for each in found if each.family == socket.AF_INET]


def _private_files() -> list[str]:
    """What lies in the user's home, except for a Python that the sandbox needs."""
    shown = {parent for root in python_roots() for parent in (root, *root.parents)}
    return [str(path) for path in Path.home().iterdir() if path not in shown]


def failed(found: Found, name: str) -> bool:
    return isinstance(found[name], dict) and "failed" in found[name]


def test_nothing_of_the_host_is_found_by_walking_through_the_sandbox(found: Found) -> None:
    assert found["marks by name or content"] == []


def test_no_path_leads_to_answers_other_runs_or_the_users_home(found: Found) -> None:
    assert found["host paths"] == {}


def test_no_environment_holds_the_users_keys(found: Found) -> None:
    assert found["environments"] == []


def test_only_the_sandboxes_own_processes_can_be_seen(found: Found) -> None:
    lines = found["processes"]
    assert 2 <= len(lines) <= 3
    assert "inside.keeper" in lines["1"]


def test_processes_of_the_host_cannot_be_killed(found: Found) -> None:
    assert failed(found, "kill host process")


def test_the_keeper_cannot_be_killed_stopped_or_read(found: Found) -> None:
    assert found["kill keeper"] == "alive"
    assert failed(found, "look into keeper")


def test_the_keepers_wire_cannot_be_taken_over(found: Found) -> None:
    assert failed(found, "keeper socket")


def test_no_network_can_be_reached(found: Found) -> None:
    tried = [name for name in found if name.startswith("network ") and name != "network interfaces"]
    assert len(tried) >= 5
    assert [name for name in tried if not failed(found, name)] == []
    assert found["network interfaces"] == ["lo"]


def test_the_hypervisor_cannot_be_reached(found: Found) -> None:
    assert failed(found, "hypervisor socket")


def test_the_data_cannot_be_changed(found: Found) -> None:
    for name in ("write data", "change data", "remount data", "link data"):
        assert failed(found, name), name


def test_the_kernel_is_out_of_reach(found: Found) -> None:
    for name in ("new namespace", "keyring", "kernel settings", "raw device"):
        assert failed(found, name), name


def test_the_system_cannot_be_written_to(found: Found) -> None:
    assert found["system"] == []


def test_the_agent_is_nobody(found: Found) -> None:
    identity = found["identity"]
    assert identity["user"] != 0
    assert identity["group"] != 0
    assert 0 not in identity["groups"]
    assert {int(identity[name], 16) for name in ("CapEff", "CapPrm", "CapAmb")} == {0}
    assert identity["NoNewPrivs"] == "1"
    assert identity["Seccomp"] == "2"
    assert failed(found, "become root")


def test_no_container_engine_can_be_reached(found: Found) -> None:
    assert found["docker socket"] == []


def test_shared_memory_is_limited(found: Found) -> None:
    assert found["shared memory"] <= 64 << 20


def test_graders_and_leaderboards_are_not_there(found: Found) -> None:
    assert found["mlebench"] is False


def test_nothing_is_left_of_the_sandbox(found: Found) -> None:
    assert found["left"] == []
