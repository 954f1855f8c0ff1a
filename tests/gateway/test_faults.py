"""Faults of the gateway leave a trace on the host, and tell the sandbox nothing new."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mlebench.gateway.checker import Checker
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from tests.gateway.conftest import Chain, until
from tests.grading.conftest import Lab, lab  # noqa: F401  a fixture

WEB = httpx.Client(trust_env=False, timeout=30)
SENTENCE = "The submission could not be checked: the validator has a problem."


SEALED = "def check(submission, expected):\n    {}\n\n\ndef score(submission, answers):\n    return 0.5\n"
UNSEALED = "def grade(submission, answers):\n    {}\n"


@pytest.mark.parametrize("grader", [SEALED, UNSEALED], ids=["sealed", "unsealed"])
def test_the_validators_process_leaves_its_traceback(
    grader: str,
    lab: Lab,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
) -> None:
    (lab.folder / "grade.py").write_text(grader.format('return {}["no such key"]'))
    checker = Checker(lab.data_dir)
    try:
        answer = checker.check(lab.folder, lab.sample)
    finally:
        checker.close()
    assert (answer.valid, answer.message) == (None, SENTENCE)
    assert 'return {}["no such key"]' in caplog.text
    assert "my-task: checking" in caplog.text


def test_a_check_that_fails_is_traced_with_its_run_and_counted(
    open_chain: Callable[..., Chain], caplog: pytest.LogCaptureFixture
) -> None:
    chain = open_chain()
    answer = WEB.post(f"{chain.url('validator')}/validate", files={"file": ("s.csv", b"crash")})
    assert (answer.status_code, answer.json()) == (500, {"error": SENTENCE})
    assert "RuntimeError: secret place" in caplog.text
    assert f"{chain.logs.name}: a submission could not be checked" in caplog.text
    assert chain.gateway.record().validator_faults == 1


def test_a_fault_of_the_model_proxy_is_traced(
    open_chain: Callable[..., Chain], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlebench.gateway.model.ledger import Ledger

    chain = open_chain()
    monkeypatch.setattr(Ledger, "request", lambda self: {}["no such key"])
    answer = WEB.post(f"{chain.url('model')}/v1/chat/completions", json={"model": "plain", "messages": []})
    assert answer.status_code == 500
    assert "no such key" not in answer.text
    assert "KeyError: 'no such key'" in caplog.text
    assert f"{chain.logs.name}: a fault of the model proxy" in caplog.text


def test_faults_outside_of_any_handler_are_traced(host: GatewayHost, caplog: pytest.LogCaptureFixture) -> None:
    async def broken_app(scope: Any, receive: Any, send: Any) -> None:
        raise LookupError("in the application")

    async def broken_protocol(reader: Any, writer: Any) -> None:
        raise LookupError("in the protocol")

    async def forgotten() -> None:
        async def task() -> None:
            raise LookupError("in the background")

        asyncio.get_running_loop().create_task(task())
        await asyncio.sleep(0)

    def is_traced(place: str) -> bool:
        return until(lambda: f"LookupError: in the {place}" in caplog.text)

    cases = {"application": (host.serve, broken_app), "protocol": (host.serve_connections, broken_protocol)}
    for place, (serve, broken) in cases.items():
        listener = tcp_listener()
        endpoint = serve(broken, listener)  # type: ignore[operator]
        with socket.create_connection(listener.getsockname()) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert is_traced(place), place
        endpoint.close()
    host.call(forgotten())
    assert is_traced("background")


def test_a_peer_that_hangs_up_is_no_fault(
    open_chain: Callable[..., Chain], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    chain = open_chain()
    for name, head in (("validator", "POST /validate"), ("model", "POST /v1/chat/completions")):
        with socket.create_connection(("127.0.0.1", chain.ports[name])) as client:
            client.sendall(f"{head} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n--b".encode())
    until(lambda: bool(chain.journal("model")) and bool(chain.journal("validator")))
    assert caplog.records == []
