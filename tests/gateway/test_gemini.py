"""The model proxy as the real Gemini client sees it, through forwarder and socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mlebench.gateway.model import ProxyConfig
from tests.gateway.conftest import Chain, until
from tests.gateway.provider import GEMINI_KEY, WORDS, Provider

genai = pytest.importorskip("google.genai", reason="the client library of Gemini is not installed (extra 'llm')")
errors = pytest.importorskip("google.genai.errors")
TEXT = "".join(WORDS)
WEB = httpx.Client(trust_env=False, timeout=30)


def client_of(chain: Chain, version: str | None = None) -> Any:
    options = {"base_url": chain.url("model"), "timeout": 60_000, "retry_options": {"attempts": 1}}
    options |= {"api_version": version} if version else {}
    return genai.Client(api_key="placeholder", vertexai=False, http_options=options)


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_contents_get_an_answer_and_the_provider_the_real_key(
    chain: Chain, provider: tuple[Provider, str], version: str
) -> None:
    with client_of(chain, version) as client:
        answer = client.models.generate_content(model="plain", contents="How?", config={"max_output_tokens": 100})
        assert answer.text == TEXT
        assert client.models.count_tokens(model="plain", contents="How?").total_tokens == 11
    seen = provider[0].seen[0]
    assert seen["path"] == f"/gemini/{version}/models/plain:generateContent"
    assert seen["headers"]["x-goog-api-key"] == GEMINI_KEY
    assert seen["body"]["generationConfig"] == {"maxOutputTokens": 100}
    assert "placeholder" not in str(provider[0].seen)
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.prompt_tokens, usage.completion_tokens) == (2, 11, 7)
    assert (usage.cached_tokens, usage.reasoning_tokens, usage.estimated) == (3, 2, 0)
    assert usage.cost_usd == pytest.approx((8 * 2 + 3 + 70) / 1e6)
    entry = chain.journal("model")[0]
    assert (entry["provider"], entry["model"], entry["stream"]) == ("gemini", "plain", False)


def test_streams_are_counted_and_kept(chain: Chain) -> None:
    with client_of(chain) as client:
        chunks = list(client.models.generate_content_stream(model="plain", contents="How?"))
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    assert "".join(part.text for part in parts if part.text and not part.thought) == TEXT
    assert parts[-1].function_call.args == {"code": "1"}
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.estimated) == (11, 7, 3, 0)
    entry = chain.journal("model")[0]
    assert entry["stream"]
    assert entry["answer"]["modelVersion"] == "plain"
    assert entry["answer"]["parts"] == [
        {"kind": "reasoning", "content": "Hm."},
        {"kind": "text", "content": TEXT},
        {"kind": "tool_call", "name": "run", "id": "f1", "content": '{"code": "1"}'},
    ]


def test_models_are_listed_as_far_as_they_are_open(open_chain: Callable[..., Chain]) -> None:
    with client_of(open_chain()) as client:
        assert [each.name for each in client.models.list()] == ["models/plain", "models/other"]
    with client_of(open_chain(models=("pl*",))) as client:
        assert [each.name for each in client.models.list()] == ["models/plain"]


@pytest.mark.parametrize(
    ("model", "code", "status", "attempts"),
    [
        ("flaky-9", 429, None, 3),
        ("fails", 500, "INTERNAL", 3),
        ("bad", 400, None, 1),
        ("unauthorized", 401, "UNAUTHENTICATED", 1),
        ("malformed", 502, "INTERNAL", 1),
    ],
)
def test_errors_are_what_users_of_the_client_expect(
    chain: Chain, provider: tuple[Provider, str], model: str, code: int, status: str | None, attempts: int
) -> None:
    with client_of(chain) as client, pytest.raises(errors.APIError) as raised:
        client.models.generate_content(model=model, contents="How?")
    assert (raised.value.code, raised.value.status) == (code, status)
    assert provider[0].calls[model] == attempts
    assert GEMINI_KEY not in str(raised.value)
    assert GEMINI_KEY not in str(chain.journal("model"))


def test_a_stream_that_breaks_off_raises_and_counts_what_it_read(chain: Chain) -> None:
    with client_of(chain) as client, pytest.raises(errors.ServerError, match="broke off"):
        list(client.models.generate_content_stream(model="cut", contents="How?"))
    entry = chain.journal("model")[0]
    assert entry["estimated"]
    assert (entry["usage"]["prompt"], entry["usage"]["cached"]) == (11, 3)
    assert entry["usage"]["completion"] == 5  # of "Hm.Gradient boost"


@pytest.mark.attack
def test_a_client_that_hangs_up_pays_the_most_for_an_answer_without_end(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain(hang_up_seconds=0.2)
    body = {"contents": [{"parts": [{"text": "How?"}]}], "generationConfig": {"maxOutputTokens": 100}}
    url = chain.url("model") + "/v1beta/models/endless:streamGenerateContent?alt=sse"
    with WEB.stream("POST", url, json=body) as stream:
        next(stream.iter_lines())
    assert until(lambda: chain.journal("model") != [], 60)
    entry = chain.journal("model")[0]
    assert entry["error"] == "the client hung up"
    assert (entry["usage"]["prompt"], entry["usage"]["completion"]) == (11, 100)


def test_the_budget_ends_the_talk_without_retries(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain(budget={"tokens": 18})
    with client_of(chain) as client:
        client.models.generate_content(model="plain", contents="How?")
        with pytest.raises(errors.ClientError, match="budget of 18 tokens") as raised:
            client.models.generate_content(model="plain", contents="How?")
        assert client.models.count_tokens(model="plain", contents="How?").total_tokens == 11
    assert (raised.value.code, raised.value.status) == (429, "RESOURCE_EXHAUSTED")
    delays = [each["retryDelay"] for each in raised.value.details["error"]["details"] if "retryDelay" in each]
    assert delays == ["86400s"]  # for which Gemini CLI does not wait
    assert provider[0].calls["plain"] == 2


def test_tools_that_run_at_the_provider_are_closed(chain: Chain, provider: tuple[Provider, str]) -> None:
    types = genai.types

    def run(code: str) -> str:
        """Run code."""
        return code

    own = types.GenerateContentConfig(tools=[run], automatic_function_calling={"disable": True})
    search = types.GenerateContentConfig(tools=[types.Tool(google_search=types.GoogleSearch())])
    page = types.Part.from_uri(file_uri="https://example.org/answers.pdf", mime_type="application/pdf")
    with client_of(chain) as client:
        assert client.models.generate_content(model="plain", contents="How?", config=own).text == TEXT
        with pytest.raises(errors.ClientError, match="googleSearch"):
            client.models.generate_content(model="plain", contents="How?", config=search)
        with pytest.raises(errors.ClientError, match="fileData"):
            client.models.generate_content(model="plain", contents=[page])
    assert len(provider[0].seen) == 1


@pytest.mark.attack
@pytest.mark.parametrize(
    "path",
    [
        "/v1beta/files",
        "/v1beta/cachedContents",
        "/v1beta/models/plain:batchGenerateContent",
        "/v1beta/models/../files:generateContent",
        "/v1beta/models/plain/x:generateContent",
        "/v1beta/tunedModels/plain:generateContent",
        "/upload/v1beta/files",
    ],
)
def test_other_pages_are_closed(chain: Chain, provider: tuple[Provider, str], path: str) -> None:
    answer = WEB.post(chain.url("model") + path, json={}, headers={"x-goog-api-key": "placeholder"})
    assert (answer.status_code, answer.json()["error"]["status"]) == (404, "NOT_FOUND")
    assert provider[0].seen == []


def test_a_stream_that_is_not_of_events_is_refused(chain: Chain) -> None:
    answer = WEB.post(chain.url("model") + "/v1beta/models/plain:streamGenerateContent", json={"contents": []})
    assert (answer.status_code, "?alt=sse" in answer.text) == (400, True)


def test_the_model_of_the_path_counts_not_one_in_the_body(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain(models=("plain",))
    url = chain.url("model") + "/v1beta/models/"
    body = {"contents": [{"parts": [{"text": "How?"}]}]}
    assert WEB.post(url + "other:generateContent", json={**body, "model": "plain"}).status_code == 403
    assert WEB.post(url + "plain:generateContent", json={**body, "model": "models/other"}).status_code == 200
    assert provider[0].seen[0]["body"] == body


def test_variables_and_keys_of_the_harness(open_chain: Callable[..., Chain]) -> None:
    variables = open_chain().gateway.variables()
    assert variables["GOOGLE_GEMINI_BASE_URL"] == "http://localhost:5001"
    assert variables["GEMINI_API_KEY"] == "placeholder"
    closed = open_chain(gemini_api_key=None, gemini_base_url="https://generativelanguage.googleapis.com")
    assert "GEMINI_API_KEY" not in closed.gateway.variables()
    with client_of(closed) as client, pytest.raises(errors.ClientError, match="no access to gemini"):
        client.models.generate_content(model="plain", contents="How?")
    for names, key in ((("GOOGLE_API_KEY",), "second"), (("GEMINI_API_KEY", "GOOGLE_API_KEY"), "first")):
        config = ProxyConfig.from_environment(dict(zip(names, ("first", "second")[-len(names) :])))
        assert config.providers == ["gemini"]
        assert config.gemini_api_key is not None
        assert config.gemini_api_key.get_secret_value() == key


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_a_look_whether_anybody_is_there_is_no_call_of_a_model(
    chain: Chain, provider: tuple[Provider, str], method: str
) -> None:
    answer = WEB.request(method, chain.url("model") + "/")
    assert answer.status_code == 200
    assert answer.text == ("" if method == "HEAD" else '{"status":"running"}')
    assert (chain.journal("model"), provider[0].seen) == ([], [])
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.refused) == (0, 0)
