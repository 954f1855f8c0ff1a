"""The gateway as a whole: a sandbox without a network, a sandbox with one, and what the record says."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.gateway.access import Gateway, model_variables
from mlebench.gateway.checker import Checker as RealChecker
from mlebench.gateway.model import Budget, ModelSettings, ProxyConfig
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import unix_listener
from tests.conftest import Miniatures
from tests.gateway.conftest import Chain, Checker
from tests.gateway.provider import OPENAI_KEY, Provider

START = """
import subprocess, sys
forwarder = subprocess.Popen(["python3", "-I", "-S", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
assert forwarder.stdout.readline().startswith("ready")
"""
AGENT = """
import json, os, socket, urllib.request

def post(url, body, kind):
    headers = {"Content-Type": kind, "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
    return json.load(urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10))

form = b'--b\\r\\nContent-Disposition: form-data; name="file"; filename="s.csv"\\r\\n\\r\\nid\\n\\r\\n--b--\\r\\n'
chat = json.dumps({"model": "plain", "messages": []}).encode()
try:
    socket.create_connection(("127.0.0.1", int(os.environ["HOST_PORT"])), timeout=2)
    reached = True
except OSError:
    reached = False
print(json.dumps({
    "valid": post("http://localhost:5000/validate", form, "multipart/form-data; boundary=b")["valid"],
    "chat": post(os.environ["OPENAI_BASE_URL"] + "/chat/completions", chat, "application/json")["usage"],
    "reached": reached,
    "environment": dict(os.environ),
}))
"""


def test_a_sandbox_without_a_network_reaches_the_gateway_and_nothing_else(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    gateway = open_chain(hosts=("mirror.example",)).gateway
    variables = {**gateway.variables(), "HOST_PORT": provider[1].rpartition(":")[2], "PATH": "/usr/bin:/bin"}
    settings = [part for name, value in variables.items() for part in ("--setenv", name, value)]
    sandbox = ["bwrap", "--unshare-net", "--unshare-pid", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev"]
    sandbox += ["--proc", "/proc", "--tmpfs", "/run"]
    assert gateway.forwarder is not None
    doors = [f"{port}=/run/{port}.sock" for port in gateway.doors]
    sandbox += [part for port, path in gateway.doors.items() for part in ("--bind", str(path), f"/run/{port}.sock")]
    sandbox += ["--clearenv", *settings, "python3", "-c", START + AGENT, str(gateway.forwarder), *doors]
    started = time.monotonic()
    done = subprocess.run(sandbox, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - started < 20
    told = json.loads(done.stdout)
    assert told["valid"] is True
    assert told["chat"]["total_tokens"] == 18
    assert told["reached"] is False
    assert OPENAI_KEY not in done.stdout
    assert told["environment"]["HTTPS_PROXY"] == "http://localhost:5002"
    assert provider[0].seen[0]["headers"]["authorization"] == f"Bearer {OPENAI_KEY}"


def test_a_sandbox_with_the_machines_network_needs_its_own_key(
    host: GatewayHost, checker: Checker, provider: tuple[Provider, str], tmp_path: Path
) -> None:
    config = ProxyConfig.from_environment({"OPENAI_BASE_URL": provider[1] + "/v1", "OPENAI_API_KEY": OPENAI_KEY})
    with Gateway(host, checker, tmp_path, tmp_path, model=config, tcp=True) as gateway:
        variables = gateway.variables()
        assert set(variables) == {"OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_API_KEY"}
        assert httpx.get(f"{gateway.validator_url}/health").json() == {"status": "running"}
        url, body = variables["OPENAI_BASE_URL"] + "/chat/completions", {"model": "plain", "messages": []}
        own = {"Authorization": f"Bearer {variables['OPENAI_API_KEY']}"}
        assert httpx.post(url, json=body, headers=own).status_code == 200
        for other in ({}, {"Authorization": "Bearer placeholder"}, {"x-api-key": ""}):
            assert httpx.post(url, json=body, headers=other).status_code == 401
        assert gateway.doors == {}
    assert gateway.record().channels == ["validator", "model (openai)"]
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{gateway.validator_url}/health")


def test_sockets_are_closed_to_other_users_and_gone_afterwards(
    host: GatewayHost, checker: Checker, tmp_path: Path
) -> None:
    started = time.monotonic()
    gateway = Gateway(host, checker, tmp_path, tmp_path)
    (path,) = gateway.doors.values()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o666
    assert gateway.variables() == {}
    gateway.close()
    gateway.close()
    assert not path.exists()
    assert time.monotonic() - started < 1


def test_a_long_temporary_folder_does_not_matter_and_nothing_is_left_of_the_sockets(
    checker: Checker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with GatewayHost() as host, Gateway(host, checker, tmp_path, tmp_path) as gateway:
        (path,) = gateway.doors.values()
        assert path.exists()
    assert not path.parent.exists()
    assert list(long.iterdir()) == []
    with pytest.raises(MlebenchError, match="too long"):
        unix_listener(tmp_path / ("x" * 100))


def test_the_settings_come_from_the_harness_and_tell_no_secret(tmp_path: Path) -> None:
    environment = {"OPENAI_API_KEY": OPENAI_KEY, "ANTHROPIC_BASE_URL": "", "HOME": "/"}
    config = ProxyConfig.from_environment(environment, ModelSettings(budget=Budget(dollars=5)))
    assert config.providers == ["openai"]
    assert config.openai_base_url == "https://api.openai.com/v1"
    assert OPENAI_KEY not in repr(config) + config.model_dump_json() + str(config.model_dump())
    assert model_variables("http://localhost:5001", ["openai", "anthropic"]) == {
        "OPENAI_BASE_URL": "http://localhost:5001/v1",
        "OPENAI_API_BASE": "http://localhost:5001/v1",
        "OPENAI_API_KEY": "placeholder",
        "ANTHROPIC_BASE_URL": "http://localhost:5001",
        "ANTHROPIC_API_KEY": "placeholder",
    }


def test_the_real_checker_answers_through_the_gateway(
    host: GatewayHost, registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    competition = "spooky-author-identification"
    layout = miniatures.layout(competition)
    checker = RealChecker(miniatures.data_dir)
    try:
        with Gateway(host, checker, registry.folders[competition], tmp_path, tcp=True) as gateway:
            url = f"{gateway.validator_url}/validate"
            sample = layout.public / "sample_submission.csv"
            good: Any = httpx.post(url, files={"file": sample.open("rb")}, timeout=60).json()
            bad: Any = httpx.post(url, files={"file": b"id,EAP\n1,2\n"}, timeout=60).json()
    finally:
        checker.close()
    assert good["valid"] is True
    assert bad["valid"] is False
    assert set(good) == {"valid", "result", "warnings"}


def test_importing_the_gateway_does_not_import_a_client() -> None:
    code = "import sys, mlebench.gateway.access; sys.exit('httpx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
