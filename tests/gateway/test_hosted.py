"""Tools that run at the provider: told from those of the client, refused, taken out or passed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mlebench.gateway.model import ModelSettings
from mlebench.gateway.model.allowed import not_allowed
from mlebench.gateway.model.dialect import Kind
from mlebench.gateway.model.hosted import without_hosted_tools
from tests.gateway.conftest import Chain
from tests.gateway.provider import Provider
from tests.gateway.real_requests import REAL, SCHEMA, URL

WEB = httpx.Client(trust_env=False, timeout=30)
RUN = {"type": "function", "name": "run", "parameters": SCHEMA}
CHAT_RUN = {"type": "function", "function": {"name": "run"}}
OWN = {"name": "run", "input_schema": SCHEMA}
DECLARED = {"functionDeclarations": [{"name": "run"}]}
BASH = {"type": "bash_20250124", "name": "bash"}
SEARCH = {"type": "web_search"}


CASES: list[tuple[Kind, dict[str, Any], dict[str, Any], list[str]]] = [
    ("responses", {"tools": [RUN, SEARCH]}, {"tools": [RUN]}, ["web_search"]),
    (
        "responses",
        {"tools": [{"type": "namespace", "name": "n", "tools": [RUN, SEARCH]}, {"type": "local_shell"}]},
        {"tools": [{"type": "namespace", "name": "n", "tools": [RUN]}, {"type": "local_shell"}]},
        ["web_search"],
    ),
    ("responses", {"tools": [{"type": "namespace", "name": "n", "tools": [SEARCH]}]}, {}, ["web_search"]),
    (
        "responses",
        {"tools": [RUN, {"type": "mcp", "server_url": URL}, {"type": "custom", "name": "c"}], "tool_choice": "auto"},
        {"tools": [RUN, {"type": "custom", "name": "c"}], "tool_choice": "auto"},
        ["mcp"],
    ),
    (
        "responses",
        {"tools": [SEARCH], "tool_choice": "required", "parallel_tool_calls": False, "stream": True},
        {"stream": True},
        ["web_search"],
    ),
    ("responses", {"tools": [RUN, SEARCH], "tool_choice": {"type": "web_search"}}, {"tools": [RUN]}, ["web_search"]),
    ("chat", {"tools": [CHAT_RUN], "web_search_options": {}}, {"tools": [CHAT_RUN]}, ["web_search_options"]),
    ("chat", {"plugins": [{"id": "web"}], "enable_search": True}, {}, ["plugins", "enable_search"]),
    (
        "messages",
        {"tools": [OWN, BASH, {"type": "web_fetch_20250910", "name": "web_fetch"}], "mcp_servers": [{"url": URL}]},
        {"tools": [OWN, BASH]},
        ["mcp_servers", "web_fetch_20250910"],
    ),
    (
        "generate",
        {"tools": [{**DECLARED, "urlContext": {}}, {"googleSearch": {}}, {"code_execution": {}}]},
        {"tools": [DECLARED]},
        ["urlContext", "googleSearch", "code_execution"],
    ),
    (
        "generate",
        {"tools": [{"googleSearch": {}}], "toolConfig": {"retrievalConfig": {}}, "contents": []},
        {"contents": []},
        ["googleSearch"],
    ),
]


@pytest.mark.parametrize(("kind", "asked", "left", "taken"), CASES)
def test_only_what_runs_at_the_provider_is_taken_out(
    kind: Kind, asked: dict[str, Any], left: dict[str, Any], taken: list[str]
) -> None:
    assert not_allowed(kind, {"model": "m", **asked}) is not None
    assert without_hosted_tools(kind, asked) == (left, taken)
    assert not_allowed(kind, {"model": "m", **left}) is None


@pytest.mark.parametrize(("kind", "request_"), REAL)
def test_what_clients_carry_out_stays(kind: Kind, request_: dict[str, Any]) -> None:
    assert without_hosted_tools(kind, request_) == (request_, [])


@pytest.mark.attack
@pytest.mark.parametrize(
    ("kind", "request_"),
    [
        ("chat", {"tools": ["web_search"]}),
        ("chat", {"tools": {"type": "web_search"}}),
        ("chat", {"tools": [{**CHAT_RUN, "web_search": {"enable": True}}]}),
        ("chat", {"tools": [{"type": ["web_search"]}, {}]}),
        ("chat", {"service_tier": "priority"}),
        ("responses", {"tools": [RUN], "tool_choice": {"type": "web_search_preview"}}),
        ("responses", {"tools": [{"type": "namespace", "name": "n", "tools": {"type": "web_search"}}]}),
        ("messages", {"tools": [{**BASH, "mcp_server_name": "x"}]}),
        ("generate", {"contents": [{"parts": [{"fileData": {"fileUri": URL}}]}]}),
    ],
)
def test_what_is_no_tool_is_refused_all_the_same(kind: Kind, request_: dict[str, Any]) -> None:
    left, _ = without_hosted_tools(kind, {"model": "m", **request_})
    assert not_allowed(kind, left) is not None


def test_what_was_taken_out_is_recorded(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(hosted_tools="strip")
    asked = {"model": "plain", "input": "How?", "tools": [RUN, SEARCH, SEARCH]}
    for _ in range(2):
        answer = WEB.post(chain.url("model") + "/v1/responses", json=asked)
        assert answer.status_code == 200, answer.text
    assert provider[0].seen[0]["body"] == {**asked, "tools": [RUN]}
    entry = chain.journal("model")[0]
    assert entry["stripped_tools"] == ["web_search", "web_search"]
    assert entry["request"] == asked
    record = chain.gateway.record()
    assert record.model is not None
    assert record.model.stripped_tools == {"web_search": 2}
    assert "hosted tools" not in str(record.channels)


@pytest.mark.attack
def test_names_that_an_agent_makes_up_do_not_swell_the_record(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(hosted_tools="strip")
    asked = {"model": "plain", "input": "How?", "tools": [{"type": f"{n}" + "x" * 1000} for n in range(200)]}
    assert WEB.post(chain.url("model") + "/v1/responses", json=asked).status_code == 200
    usage = chain.gateway.record().model
    assert usage is not None
    assert len(usage.stripped_tools) == 50
    assert max(map(len, usage.stripped_tools)) == 100


@pytest.mark.parametrize(("stored", "now"), [(True, "allow"), (False, "refuse"), ("strip", "strip")])
def test_groups_that_had_a_flag_are_still_read(stored: object, now: str) -> None:
    assert ModelSettings.model_validate({"hosted_tools": stored}).hosted_tools == now
