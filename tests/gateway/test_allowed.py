"""What may be asked of a provider: what real clients send passes, what searches or fetches does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mlebench.gateway.model.allowed import not_allowed
from mlebench.gateway.model.dialect import Kind
from tests.gateway.conftest import Chain
from tests.gateway.provider import Provider
from tests.gateway.real_requests import PICTURE, REAL, URL

WEB = httpx.Client(trust_env=False, timeout=30)
PAGES = {
    "chat": "/v1/chat/completions",
    "completions": "/v1/completions",
    "responses": "/v1/responses",
    "embeddings": "/v1/embeddings",
    "messages": "/v1/messages",
    "count": "/v1/messages/count_tokens",
    "generate": "/v1beta/models/plain:generateContent",
    "count_contents": "/v1beta/models/plain:countTokens",
}


def user(*parts: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": list(parts)}]}


def asks(*parts: Any) -> dict[str, Any]:
    return {"input": [{"role": "user", "content": list(parts)}]}


def tells(*parts: Any) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": list(parts)}]}


ATTACKS: list[tuple[Kind, dict[str, Any]]] = [
    ("chat", {"web_search_options": {}}),
    ("chat", {"web_search_options": None}),
    ("chat", {"search_parameters": {"mode": "on"}}),
    ("chat", {"enable_search": True}),
    ("chat", {"models": ["vendor/other"]}),
    ("chat", {"plugins": [{"id": "web"}]}),
    ("chat", {"provider": {"order": ["x"]}}),
    ("chat", {"service_tier": "priority"}),
    ("chat", {"extra_body": {"enable_search": True}}),
    ("chat", {"model": "vendor/model:online"}),
    ("chat", {"model": "vendor/model:ONLINE"}),
    ("chat", {"model": "vendor/model:Online:free"}),
    ("chat", {"model": "gpt-4o-search-preview"}),
    ("chat", {"model": "model@preset/web"}),
    ("chat", {"tools": [{"type": "web_search"}]}),
    ("chat", {"tools": ["web_search"]}),
    ("chat", {"tools": [{"type": "function", "function": {"name": "f"}, "web_search": {"enable": True}}]}),
    ("chat", {"tool_choice": {"type": "web_search_preview"}}),
    ("chat", user({"type": "image_url", "image_url": {"url": URL}})),
    ("chat", user({"type": "image_url", "image_url": URL})),
    ("chat", user({"type": "image_url", "image_url": {"url": PICTURE, "uri": URL}})),
    ("chat", user({"type": "video_url", "video_url": {"url": URL}})),
    ("chat", user({"type": "audio_url", "audio_url": {"url": URL}})),
    ("chat", user({"type": "input_audio", "input_audio": {"data": URL, "format": "wav"}})),
    ("chat", user({"type": "file", "file": {"file_data": URL, "filename": "a.pdf"}})),
    ("chat", user({"type": "file", "file": {"file_id": "file-1"}})),
    ("chat", user({"type": "text", "text": "a", "image_url": {"url": URL}})),
    ("chat", user({"type": "tool_use", "image_url": {"url": URL}})),
    ("chat", user({"image_url": {"url": URL}})),
    ("chat", {"messages": [{"role": "user", "content": {"type": "image_url", "image_url": {"url": URL}}}]}),
    ("chat", {"messages": [{"role": "user", "content": "a", "files": [URL]}]}),
    ("chat", {"messages": [{"role": "assistant", "audio": {"id": "audio-1"}}]}),
    ("chat", {"messages": [{"role": "user", "provider_specific_fields": {"plugins": [{"id": "web"}]}}]}),
    ("completions", {"prompt": {"id": "stored"}}),
    ("completions", {"prompt": [{"image": URL}]}),
    ("responses", {"background": True}),
    ("responses", {"prompt": {"id": "stored"}}),
    ("responses", {"conversation": "conv_1"}),
    ("responses", {"service_tier": "flex"}),
    ("responses", {"tools": [{"type": "code_interpreter", "container": {"type": "auto"}}]}),
    ("responses", {"tools": [{"type": "mcp", "server_url": URL}]}),
    ("responses", {"tools": [{"type": "namespace", "name": "n", "tools": [{"type": "web_search"}]}]}),
    ("responses", {"input": [{"type": "item_reference", "id": "msg_1"}]}),
    ("responses", {"input": [{"type": "mcp_call", "server_label": "x"}]}),
    ("responses", asks({"type": "input_image", "image_url": URL})),
    ("responses", asks({"type": "input_image", "file_id": "file-1"})),
    ("responses", asks({"type": "input_file", "file_url": URL})),
    ("responses", asks({"type": "input_file", "file_data": URL})),
    ("responses", {"input": [{"type": "function_call_output", "output": [{"type": "input_image", "image_url": URL}]}]}),
    (
        "responses",
        {"input": [{"type": "computer_call_output", "output": {"type": "computer_screenshot", "image_url": URL}}]},
    ),
    ("embeddings", {"input": [{"image": URL}]}),
    ("messages", {"mcp_servers": []}),
    ("messages", {"container": None}),
    ("messages", {"service_tier": "auto"}),
    ("messages", {"speed": "fast"}),
    ("messages", {"tools": [{"type": "web_fetch_20250910", "name": "web_fetch"}]}),
    ("messages", {"tools": [{"type": "bash_20250124", "name": "bash", "mcp_server_name": "x"}]}),
    ("messages", user({"type": "image", "source": {"type": "url", "url": URL}})),
    ("messages", user({"type": "image", "source": {"type": "base64", "data": "AA", "url": URL}})),
    ("messages", user({"type": "image", "source": {"type": "base64", "data": URL}})),
    ("messages", user({"type": "document", "source": {"type": "file", "file_id": "file_1"}})),
    (
        "messages",
        user({"type": "tool_use", "id": "a", "name": "b", "input": {}, "source": {"type": "url", "url": URL}}),
    ),
    ("messages", user({"type": "tool_result", "content": [{"type": "image", "source": {"type": "url", "url": URL}}]})),
    ("messages", user({"type": "container_upload", "file_id": "file_1"})),
    ("messages", {"system": [{"type": "image", "source": {"type": "url", "url": URL}}]}),
    ("count", user({"type": "image", "source": {"type": "url", "url": URL}})),
    ("generate", {"tools": [{"googleSearch": {}}]}),
    ("generate", {"tools": [{"google_search": {}}]}),
    ("generate", {"tools": [{"functionDeclarations": [{"name": "f"}], "urlContext": {}}]}),
    ("generate", {"tools": [{"codeExecution": {}}]}),
    ("generate", {"tools": [{"fileSearch": {"fileSearchStoreNames": ["fileSearchStores/x"]}}]}),
    ("generate", {"tools": {"googleSearch": {}}}),
    ("generate", {"tools": [{"mcpServers": [{"streamableHttpTransport": {"url": URL}}]}]}),
    ("generate", {"toolConfig": {"retrievalConfig": {}}}),
    ("generate", {"cachedContent": "cachedContents/of-another-run"}),
    ("generate", {"cached_content": "cachedContents/of-another-run"}),
    ("generate", {"serviceTier": "priority"}),
    ("generate", {"generationConfig": {"routingConfig": {}}}),
    ("generate", tells({"fileData": {"fileUri": URL, "mimeType": "image/png"}})),
    ("generate", tells({"file_data": {"file_uri": URL}})),
    ("generate", tells({"text": "a", "fileData": {"fileUri": URL}})),
    ("generate", tells({"inlineData": {"mimeType": "image/png", "data": URL}})),
    ("generate", tells({"inlineData": {"data": "AAAA", "fileUri": URL}})),
    ("generate", tells({"functionResponse": {"name": "f", "parts": [{"fileData": {"fileUri": URL}}]}})),
    ("generate", tells({"executableCode": {"language": "PYTHON", "code": "1"}})),
    ("generate", {"systemInstruction": {"parts": [{"fileData": {"fileUri": URL}}]}}),
    ("count_contents", tells({"fileData": {"fileUri": URL}})),
    ("count_contents", {"generateContentRequest": {"model": "models/other"}}),
]


@pytest.mark.attack
@pytest.mark.parametrize(("kind", "request_"), ATTACKS)
def test_what_works_outside_the_sandbox_is_refused(kind: Kind, request_: dict[str, Any]) -> None:
    assert not_allowed(kind, {"model": "m", **request_}) is not None


@pytest.mark.parametrize(("kind", "request_"), REAL)
def test_what_real_clients_send_passes_as_it_is(
    kind: Kind, request_: dict[str, Any], chain: Chain, provider: tuple[Provider, str]
) -> None:
    request_ = {"model": "plain", **request_}
    assert not_allowed(kind, request_) is None
    answer = WEB.post(chain.url("model") + PAGES[kind], json=request_)
    assert answer.status_code == 200, answer.text
    in_path = kind in ("generate", "count_contents")
    assert provider[0].seen[0]["body"] == {k: v for k, v in request_.items() if not (in_path and k == "model")}


@pytest.mark.parametrize(
    "model", ["llama3:8b", "ft:gpt-4o:org::id", "vendor/model-v1.5", "model@20250101", "my-research-1"]
)
def test_names_of_models_pass(model: str) -> None:
    assert not_allowed("chat", {"model": model, "messages": []}) is None


def test_a_refusal_names_the_place_and_reaches_no_provider(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain()
    url = chain.url("model") + PAGES["chat"]
    answer = WEB.post(url, json={"model": "plain", **user({"type": "image_url", "image_url": {"url": URL}})})
    assert answer.status_code == 400
    assert "'messages[0].content[0].image_url.url', a file or picture that is given by its address" in answer.text
    answer = WEB.post(url, json={"model": "plain", "messages": [], "web_search_options": {}})
    assert answer.json()["error"]["code"] == "request_not_allowed"
    assert "'web_search_options'" in answer.text
    assert provider[0].seen == []
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.refused) == (0, 2)
    opened = open_chain(hosted_tools="allow")
    answer = WEB.post(
        opened.url("model") + PAGES["chat"], json={"model": "plain", "messages": [], "web_search_options": {}}
    )
    assert answer.status_code == 200


@pytest.mark.attack
@pytest.mark.parametrize("stream", [False, True])
def test_only_answers_of_this_run_are_gone_on_from(open_chain: Callable[..., Chain], stream: bool) -> None:
    own, other = open_chain(), open_chain()
    first = {"model": "plain", "input": "How?", "stream": stream}
    assert WEB.post(own.url("model") + PAGES["responses"], json=first).status_code == 200
    second = {"model": "plain", "input": "And?", "previous_response_id": "resp_1"}
    assert WEB.post(own.url("model") + PAGES["responses"], json=second).status_code == 200
    answer = WEB.post(other.url("model") + PAGES["responses"], json=second)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "previous_response_not_found")


@pytest.mark.attack
def test_a_request_of_a_million_parts_is_not_even_read(chain: Chain) -> None:
    body = b'{"model": "plain", "messages": [' + b"[]," * 1_000_000 + b"[]]}"
    answer = WEB.post(chain.url("model") + PAGES["chat"], content=body)
    assert (answer.status_code, "parts" in answer.text) == (413, True)
