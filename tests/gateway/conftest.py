"""The whole chain for tests: a scripted provider, a gateway, and the real forwarder in front of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mlebench.gateway.access import HOST_CALLS, MODEL_CALLS, PORTS, VALIDATIONS, Gateway
from mlebench.gateway.checker import Answer
from mlebench.gateway.model import ProxyConfig
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from tests.gateway.provider import ANTHROPIC_KEY, GEMINI_KEY, OPENAI_KEY, Provider

PRICES = "plain: {input: 2, cached: 1, output: 10}\nbusy: {input: 2, output: 10}\n"


class Checker:
    """Instead of the real checker, which needs a prepared competition: what begins with "id" is valid."""

    def __init__(self) -> None:
        self.checked: list[bytes] = []
        self.sizes: list[int] = []
        self.running = self.most_running = 0
        self.seconds = 0.0

    def check(self, competition_folder: Path, submission: Path) -> Answer:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        time.sleep(self.seconds)
        self.sizes.append(submission.stat().st_size)
        with submission.open("rb") as file:
            self.checked.append(file.read(1000))
        self.running -= 1
        if self.checked[-1].startswith(b"crash"):
            raise RuntimeError(f"secret place {submission}")
        if self.checked[-1].startswith(b"unknown"):
            return Answer(None, "The submission could not be checked.")
        valid = self.checked[-1].startswith(b"id")
        return Answer(valid, "The submission is valid." if valid else "The submission is invalid. No column 'id'.")


def until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Wait for something that happens in another thread."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


class Chain:
    """A gateway, and a forwarder as in a sandbox; `url` is a door as the sandbox sees it."""

    def __init__(self, gateway: Gateway, logs: Path) -> None:
        self.gateway, self.logs = gateway, logs
        names = [name for port in gateway.doors for name, usual in PORTS.items() if usual == port]
        links = [f"0={path}" for path in gateway.doors.values()]
        script = gateway.forwarder
        self.forwarder = subprocess.Popen(
            [sys.executable, "-I", "-S", str(script), *links], stdout=subprocess.PIPE, text=True
        )
        assert self.forwarder.stdout is not None
        ready, *ports = self.forwarder.stdout.readline().split()
        assert ready == "ready"
        self.ports = dict(zip(names, map(int, ports)))

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.ports[name]}"

    def journal(self, name: str) -> list[dict[str, Any]]:
        path = self.logs / {"model": MODEL_CALLS, "validator": VALIDATIONS, "hosts": HOST_CALLS}[name]
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def close(self) -> None:
        self.forwarder.kill()
        self.forwarder.wait()
        assert self.forwarder.stdout is not None
        self.forwarder.stdout.close()
        self.gateway.close()


@pytest.fixture(scope="session")
def host() -> Iterator[GatewayHost]:
    with GatewayHost() as host:
        yield host


@pytest.fixture
def provider(host: GatewayHost) -> Iterator[tuple[Provider, str]]:
    """The provider and its address."""
    provider = Provider()
    listener = tcp_listener()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    endpoint = host.serve(provider.app, listener)
    yield provider, address
    endpoint.close()


@pytest.fixture
def checker() -> Checker:
    return Checker()


@pytest.fixture
def open_chain(
    host: GatewayHost, provider: tuple[Provider, str], checker: Checker, tmp_path: Path
) -> Iterator[Callable[..., Chain]]:
    """A function that opens a chain with the given settings of the model proxy."""
    chains: list[Chain] = []

    def open_it(hosts: tuple[str, ...] = (), **settings: Any) -> Chain:
        prices = tmp_path / "prices.yaml"
        prices.write_text(PRICES)
        environment = {
            "OPENAI_BASE_URL": f"{provider[1]}/v1",
            "OPENAI_API_KEY": OPENAI_KEY,
            "ANTHROPIC_BASE_URL": f"{provider[1]}/anthropic",
            "ANTHROPIC_API_KEY": ANTHROPIC_KEY,
            "GOOGLE_GEMINI_BASE_URL": f"{provider[1]}/gemini",
            "GEMINI_API_KEY": GEMINI_KEY,
        }
        settings = {"backoff": 0.02, "prices": prices, "retries": 2, **settings}
        config = ProxyConfig.model_validate({**dict(ProxyConfig.from_environment(environment)), **settings})
        logs = tmp_path / f"logs{len(chains)}"
        logs.mkdir()
        gateway = Gateway(host, checker, tmp_path, logs, model=config, hosts=hosts)
        chains.append(Chain(gateway, logs))
        return chains[-1]

    yield open_it
    for chain in chains:
        chain.close()


@pytest.fixture
def chain(open_chain: Callable[..., Chain]) -> Chain:
    return open_chain()
