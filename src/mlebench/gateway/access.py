"""All that one sandbox may talk to, put together: the validator, a model, listed hosts.

In a sandbox without a network, a forwarder (`forward.py`) carries a few ports of its loopback to Unix sockets
that are bound into the sandbox. A sandbox that shares the machine's network uses TCP directly.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from mlebench.gateway.hosts import AllowList, HostProxy
from mlebench.gateway.model import ModelUsage, ProxyConfig
from mlebench.gateway.server import Endpoint, GatewayHost
from mlebench.gateway.sockets import tcp_listener, unix_listener
from mlebench.gateway.validation import Checks, Validator

if TYPE_CHECKING:
    from mlebench.gateway.model.proxy import ModelProxy

PORTS = {"validator": 5000, "model": 5001, "hosts": 5002}
VALIDATIONS, MODEL_CALLS, HOST_CALLS = "validations.jsonl", "model-calls.jsonl", "host-calls.jsonl"
_PLACEHOLDER = "placeholder"  # clients do not start without a key; the real one is added outside
_FORWARDER = Path(__file__).with_name("forward.py")


class GatewayRecord(BaseModel):
    """What a sandbox could reach and what it made of that, for the run's record. It holds no secret."""

    model_config = ConfigDict(extra="ignore")

    channels: list[str]
    validator_calls: int
    validator_faults: int = 0  # of ours
    model: ModelUsage | None = None
    hosts: dict[str, Any] | None = None


class Gateway:
    """The gateway of one sandbox. Open it before the sandbox, close it after.

    Journals go to `logs`, a folder outside the sandbox. With `tcp`, ports of this machine are opened instead
    of Unix sockets; the model then asks for a key that only this sandbox knows. `earlier` is what former attempts
    at the run have used: budgets are a run's, not an attempt's. `hide` takes out of what the
    validator says of a submission what the agent must not hear.
    """

    def __init__(
        self,
        host: GatewayHost,
        checker: Checks,
        competition_folder: Path,
        logs: Path,
        *,
        model: ProxyConfig | None = None,
        hosts: Sequence[str] = (),
        tcp: bool = False,
        earlier: GatewayRecord | None = None,
        hide: Callable[[str, Path], str] | None = None,
    ) -> None:
        self._earlier = earlier = earlier or GatewayRecord(channels=[], validator_calls=0)
        self._key = f"{_PLACEHOLDER}-{secrets.token_hex(16)}" if tcp else _PLACEHOLDER
        self._deadline: tuple[float, float] | None = None  # of the agent: its seconds, and the clock when they are over
        self._validator = Validator(
            *(checker, competition_folder, logs / VALIDATIONS), uploads=host.uploads, hide=hide, status=self.status
        )
        key = self._key if tcp else None
        self._model = _model_proxy(model, logs / MODEL_CALLS, key, earlier.model) if model else None
        self._hosts = HostProxy(AllowList(hosts), logs / HOST_CALLS, earlier.hosts) if hosts else None
        self._host, self._tcp = host, tcp
        self._ports = dict(PORTS)
        self._endpoints: list[Endpoint] = []
        self._sockets: dict[str, Path] = {}
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Gateway:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        self._serve("validator", lambda listener: self._host.serve(self._validator.app, listener))
        if self._model is not None:
            proxy = self._model
            self._serve("model", lambda listener: self._host.serve(proxy, listener))
        if self._hosts is not None:
            door = self._hosts
            self._serve("hosts", lambda listener: self._host.serve_connections(door.serve, listener))

    def _serve(self, name: str, serve: Callable[[socket.socket], Endpoint]) -> None:
        if self._tcp:
            listener = tcp_listener()
            self._ports[name] = listener.getsockname()[1]
        else:
            self._sockets[name] = self._host.new_socket()
            listener = unix_listener(self._sockets[name])
        self._endpoints.append(serve(listener))

    def close(self) -> None:
        """Close every door. What was going on behind them is cancelled, counted and in the journals."""
        for endpoint in self._endpoints:
            endpoint.close()
        self._endpoints.clear()
        if self._model is not None:
            self._host.call(self._model.close())
        self._validator.close()
        for path in self._sockets.values():
            path.unlink(missing_ok=True)

    def begin(self, seconds: float) -> None:
        """The agent's time runs from now on."""
        self._deadline = (seconds, time.monotonic() + seconds)

    def status(self) -> dict[str, Any]:
        """What is left, as the agent may know it; null where there is no clock or no model."""
        left = None
        if self._deadline is not None:
            limit, end = self._deadline
            left = {"limit_seconds": limit, "left_seconds": round(max(0.0, end - time.monotonic()), 3)}
        return {"time": left, "budget": None if self._model is None else self._model.budget_left()}

    @property
    def validator_url(self) -> str:
        """The validator, as the sandbox sees it."""
        return self._url("validator")

    @property
    def doors(self) -> dict[int, Path]:
        """Port on the sandbox's loopback -> socket; none where ports of this machine are open instead."""
        return {self._ports[name]: path for name, path in self._sockets.items()}

    @property
    def forwarder(self) -> Path | None:
        """The script that opens the doors from inside the sandbox."""
        return None if self._tcp else _FORWARDER

    def _url(self, name: str) -> str:
        return f"http://{'127.0.0.1' if self._tcp else 'localhost'}:{self._ports[name]}"

    def variables(self) -> dict[str, str]:
        """Environment variables for the sandbox: how its libraries find the model and the listed hosts."""
        found: dict[str, str] = {}
        if self._model is not None:
            found |= model_variables(self._url("model"), self._model.config.providers, self._key)
        if self._hosts is not None:
            found |= proxy_variables(self._url("hosts"))
        return found

    def record(self) -> GatewayRecord:
        """What was open and what came of it; at any time, also after closing."""
        channels = ["validator"]
        if self._model is not None:
            tools = " with hosted tools" if self._model.config.hosted_tools == "allow" else ""
            channels.append(f"model ({', '.join(self._model.config.providers)}){tools}")
        if self._hosts is not None:
            channels.append(f"hosts ({', '.join(self._hosts.hosts.entries)})")
        return GatewayRecord(
            channels=channels,
            validator_calls=self._earlier.validator_calls + self._validator.calls,
            validator_faults=self._validator.faults,
            model=None if self._model is None else self._model.usage,
            hosts=None if self._hosts is None else self._hosts.summary(),
        )


def _model_proxy(config: ProxyConfig, log: Path, token: str | None, earlier: ModelUsage | None) -> ModelProxy:
    from mlebench.gateway.model.proxy import ModelProxy

    return ModelProxy(config, log, token=token, earlier=earlier)


def model_variables(url: str, providers: Sequence[str], key: str = _PLACEHOLDER) -> dict[str, str]:
    """What the clients of the configured providers read; `url` is the proxy as the sandbox sees it."""
    found: dict[str, str] = {}
    if "openai" in providers:
        found |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_BASE": f"{url}/v1", "OPENAI_API_KEY": key}
    if "anthropic" in providers:
        found |= {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": key}
    if "gemini" in providers:
        found |= {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": key}
    return found


def proxy_variables(url: str) -> dict[str, str]:
    """What HTTP clients and package managers read; the other doors of the gateway are reached without it."""
    names = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
    local = "localhost,127.0.0.1,::1"
    return {**dict.fromkeys(names, url), "NO_PROXY": local, "no_proxy": local}
