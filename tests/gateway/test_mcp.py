"""The server of a run's tools, and what it makes of whatever a client may send."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mlebench.gateway import mcp as server
from tests.data.stores.web import serving
from tests.gateway.conftest import Chain
from tests.gateway.test_openai import ASK, client_of


def test_the_budget_is_what_the_gateway_has_counted(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(budget={"tokens": 50, "dollars": 1})
    status = f"{chain.url('validator')}/status"
    assert httpx.get(status).json()["time"] is None
    chain.gateway.begin(60)
    with client_of(chain) as client:
        client.chat.completions.create(model="plain", messages=ASK)
    said = httpx.get(status).json()
    assert 0 < said["time"]["left_seconds"] <= 60
    assert said["budget"]["tokens"] == {"limit": 50, "used": 18, "left": 32}
    assert 0 < said["budget"]["dollars"]["left"] < 1
    assert httpx.post(status, json={"left": 1}).status_code == 404


def test_time_that_is_over_is_not_negative(chain: Chain) -> None:
    chain.gateway.begin(-5)
    assert httpx.get(f"{chain.url('validator')}/status").json()["time"]["left_seconds"] == 0


@pytest.fixture
def tools(chain: Chain, tmp_path: Path) -> server.Tools:
    return server.Tools(chain.url("validator"), tmp_path)


def call(tools: server.Tools, name: Any, arguments: Any = None) -> dict[str, Any]:
    parameters = {"name": name, **({} if arguments is None else {"arguments": arguments})}
    message = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": parameters}
    said = server.answer(tools, json.dumps(message).encode())
    assert said is not None
    assert said["id"] == 7
    return said


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"17", -32600),
        (b'{"method": 3, "id": 1}', -32600),
        (b'{"method": "resources/list", "id": 1}', -32601),
        (b'{"method": "tools/call", "id": 1, "params": [1]}', -32602),
    ],
)
def test_what_is_no_request_is_answered_and_not_the_end(tools: server.Tools, line: bytes, code: int) -> None:
    said = server.answer(tools, line)
    assert said is not None
    assert said["error"]["code"] == code


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("__init__", {"url": "http://elsewhere", "home": "/"}),
        ("_ask", {"method": "GET", "path": "/"}),
        (["task"], {}),
        ("task", {"path": "x"}),
        ("validate", {"path": 3}),
        ("validate", ["x"]),
    ],
)
def test_only_tools_with_their_arguments_are_called(tools: server.Tools, name: Any, arguments: Any) -> None:
    assert call(tools, name, arguments)["error"]["code"] == -32602


def test_notifications_are_not_answered(tools: server.Tools) -> None:
    assert server.answer(tools, b'{"jsonrpc": "2.0", "method": "notifications/initialized"}') is None


def test_a_large_submission_arrives_whole(tools: server.Tools, chain: Chain, tmp_path: Path) -> None:
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "submission.csv").write_bytes(b"id,x\n" + b"1,2\n" * (1 << 20))
    assert call(tools, "validate")["result"]["structuredContent"]["valid"] is True
    assert chain.journal("validator")[0]["bytes"] == 5 + 4 * (1 << 20)


@pytest.mark.parametrize("path", ["", "/", "/dev/zero", "a\0b", "pipe"])
def test_what_is_no_file_is_told(
    tools: server.Tools, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert call(tools, "validate", {"path": path})["result"]["isError"] is True


def test_faults_of_the_validator_are_told_without_a_place(tools: server.Tools, tmp_path: Path) -> None:
    file = tmp_path / "crash.csv"
    file.write_text("crash")
    said = call(tools, "validate", {"path": str(file)})["result"]
    assert said["isError"] is True
    assert "secret place" not in json.dumps(said)


def test_a_file_that_is_too_large_is_sent_to_its_end(tools: server.Tools, tmp_path: Path) -> None:
    file = tmp_path / "huge.csv"
    with file.open("wb") as holes:
        holes.truncate(1 << 40)
    said = call(tools, "validate", {"path": str(file)})["result"]
    assert said["isError"] is True
    assert said["content"][0]["text"] == "the file is larger than 2048 MiB"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://127.0.0.1:port", "http://[", ""])
def test_a_gateway_that_is_gone_is_told(tmp_path: Path, url: str) -> None:
    said = call(server.Tools(url, tmp_path), "time_left")["result"]
    assert said["isError"] is True
    assert said["content"][0]["text"].startswith("The gateway gives no answer")


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"time": {}, "budget": {}}'])
def test_another_server_ends_the_tools(tmp_path: Path, text: str) -> None:
    (tmp_path / "status").write_text(text)
    with serving(tmp_path) as other:
        for name in ("time_left", "budget_left"):
            assert call(server.Tools(other.url, tmp_path), name)["result"]["isError"] is True


def test_the_installed_command_serves_the_official_client(chain: Chain, tmp_path: Path) -> None:
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    chain.gateway.begin(60)
    (tmp_path / "instructions.txt").write_text("Do it.")
    program = str(Path(sys.executable).with_name("mlebench"))
    started = StdioServerParameters(
        command=program, args=["mcp", "--url", chain.url("validator"), "--home", str(tmp_path)]
    )

    async def ask() -> list[str]:
        async with Client(stdio_client(started)) as client:
            return [(await client.call_tool(name, {})).content[0].text for name in ("task", "time_left")]  # type: ignore[union-attr]

    task, left = asyncio.run(ask())
    assert task == "Do it."
    assert left.endswith("of 60 seconds are left.")
