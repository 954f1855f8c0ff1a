"""The tools of a run inside its sandbox, asked with the official client, and by hand where that is not installed."""

from __future__ import annotations

import pytest

from mlebench.gateway.model.config import Budget, ModelSettings
from tests.gateway.provider import Provider
from tests.runs.conftest import ASK_MODEL, Harness
from tests.runs.test_sandboxes import run_in
from tests.runs.test_sandboxes import sandbox as sandbox
from tests.sandbox.conftest import bubblewrap_problem
from tests.sandboxes import HAND_IN

# With what every image has; the official client is in the sandbox where the harness's Python is.
PLAIN = """
import json, os, subprocess
from pathlib import Path
requests = [
    {"method": "initialize", "params": {"protocolVersion": "2025-06-18"}},
    {"method": "tools/list"},
    *({"method": "tools/call", "params": {"name": name}} for name in ("task", "validate", "time_left", "budget_left")),
]
lines = "".join(json.dumps({"jsonrpc": "2.0", "id": n, **each}) + "\\n" for n, each in enumerate(requests))
few = {"PATH": os.environ["PATH"]}  # clients pass no more on
done = subprocess.run(["mlebench", "mcp"], input=lines, capture_output=True, text=True, env=few)
seen = [json.loads(line)["result"] for line in done.stdout.splitlines()] or done.stderr
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""

OFFICIAL = """
import asyncio, json, os
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

async def ask(mode):
    async with Client(stdio_client(StdioServerParameters(command="mlebench", args=["mcp"])), mode=mode) as client:
        found = {"tools": [tool.name for tool in (await client.list_tools()).tools]}
        for name in found["tools"]:
            said = await client.call_tool(name, {})
            found[name] = [said.is_error, said.structured_content, said.content[0].text]
        said = await client.call_tool("validate", {"path": os.environ["DATA_DIR"] + "/train.csv"})
        found["wrong"] = [said.is_error, said.structured_content]
        said = await client.call_tool("validate", {"path": "/nowhere"})
        found["absent"] = [said.is_error, said.content[0].text]
    return found

seen = {mode: asyncio.run(ask(mode)) for mode in ("auto", "legacy")}
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""


def test_the_official_client_uses_the_tools_inside_a_sandbox(harness: Harness, provider: Provider) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    budget = ModelSettings(budget=Budget(tokens=100))
    code = ASK_MODEL + OFFICIAL
    _, record, seen = run_in(harness, "bubblewrap", code, needs="needs: {model: true}\n", model=budget)
    for found in seen.values():
        assert found["tools"] == ["task", "validate", "time_left", "budget_left"]
        assert "/home/submission/submission.csv" in found["task"][2]
        assert found["validate"][:2] == [False, {"valid": True, "message": found["validate"][2], "warnings": []}]
        assert 0 < found["time_left"][1]["left_seconds"] < found["time_left"][1]["limit_seconds"] == 600
        assert found["budget_left"][1]["tokens"] == {"limit": 100, "used": 18, "left": 82}
        assert found["wrong"][0] is False
        assert found["wrong"][1]["valid"] is False
        assert found["absent"] == [True, "/nowhere: there is no such file."]
    assert record.sealed is not None
    assert record.sealed.validator_calls == 4


def test_every_sandbox_has_the_command(harness: Harness, sandbox: str) -> None:
    _, _, seen = run_in(harness, sandbox, HAND_IN + PLAIN)
    hello, tools, *said = seen
    assert hello["protocolVersion"] == "2025-06-18"
    assert len(tools["tools"]) == 4
    assert [each["isError"] for each in said] == [False] * 4
    assert said[3]["content"][0]["text"] == "This run has no language model."
