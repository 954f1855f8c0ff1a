"""The model proxy as the real OpenAI client sees it, through forwarder and socket."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from mlebench.gateway.model.tokens import UNSAID_TOKENS
from tests.gateway.conftest import Chain, until
from tests.gateway.provider import OPENAI_KEY, WORDS, Provider

openai = pytest.importorskip("openai", reason="the client library of OpenAI is not installed (extra 'llm')")
WEB = httpx.Client(verify=False, trust_env=False)
TEXT = "".join(WORDS)
ASK: Any = [{"role": "user", "content": "How?"}]


def client_of(chain: Chain, **settings: Any) -> Any:
    return openai.OpenAI(
        base_url=chain.url("model") + "/v1", api_key="placeholder", **{"max_retries": 0, "timeout": 10, **settings}
    )


def test_chat_gets_an_answer_and_the_provider_the_real_key(chain: Chain, provider: tuple[Provider, str]) -> None:
    with client_of(chain) as client:
        answer = client.chat.completions.with_raw_response.create(model="plain", messages=ASK)
    assert answer.parse().choices[0].message.content == TEXT
    seen = provider[0].seen[0]
    assert seen["headers"]["authorization"] == f"Bearer {OPENAI_KEY}"
    assert "placeholder" not in str(seen)
    assert "x-stainless-os" not in seen["headers"]
    assert not {"set-cookie", "openai-organization", "server"} & set(answer.headers)


def test_all_pages_are_counted(chain: Chain) -> None:
    with client_of(chain) as client:
        assert client.chat.completions.create(model="plain", messages=ASK).usage.total_tokens == 18
        assert client.completions.create(model="plain", prompt="How?").choices[0].text == TEXT
        assert client.responses.create(model="plain", input="How?").output_text == TEXT
        assert client.embeddings.create(model="plain", input="How?", encoding_format="float").data[0].embedding
        assert [model.id for model in client.models.list()] == ["plain", "other"]
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.errors, usage.estimated) == (5, 0, 0)
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens) == (44, 21, 9)
    # 35 tokens at 2, 9 from the cache at 1, 21 written at 10 dollars for a million.
    assert usage.cost_usd == pytest.approx((35 * 2 + 9 * 1 + 21 * 10) / 1e6)
    assert usage.models["plain"].requests == 4


@pytest.mark.parametrize("page", ["chat", "completions", "responses"])
def test_streams_are_counted(chain: Chain, page: str) -> None:
    with client_of(chain) as client:
        if page == "chat":
            chunks = client.chat.completions.create(model="plain", messages=ASK, stream=True)
            # No chunk without choices: this client did not ask for the usage.
            text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
        elif page == "completions":
            chunks = client.completions.create(model="plain", prompt="How?", stream=True)
            text = "".join(chunk.choices[0].text for chunk in chunks)
        else:
            chunks = client.responses.create(model="plain", input="How?", stream=True)
            text = "".join(chunk.delta for chunk in chunks if chunk.type == "response.output_text.delta")
    assert text == TEXT
    # The client leaves at the provider's mark of the end; the proxy books the call a moment later.
    until(lambda: bool(chain.journal("model")))
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.estimated) == (11, 7, 3, 0)
    entry = chain.journal("model")[0]
    assert entry["stream"]
    assert entry["answer"]["parts"][0]["content"] == TEXT
    assert entry["cost_usd"] == pytest.approx((8 * 2 + 3 + 70) / 1e6)


def test_a_client_that_asks_for_the_usage_gets_it(chain: Chain) -> None:
    options = {"include_usage": True}
    with client_of(chain) as client:
        stream = client.chat.completions.create(model="plain", messages=ASK, stream=True, stream_options=options)
        chunks = list(stream)
    assert chunks[-1].choices == []
    assert chunks[-1].usage.total_tokens == 18


def test_a_stream_is_not_held_back(chain: Chain) -> None:
    with client_of(chain) as client:
        started = time.monotonic()
        stream = client.chat.completions.create(model="drip", messages=ASK, stream=True)
        next(iter(stream))
        first = time.monotonic() - started
        list(stream)
        whole = time.monotonic() - started
    assert first < whole / 2


def test_a_refusal_is_tried_again(chain: Chain, provider: tuple[Provider, str]) -> None:
    with client_of(chain) as client:
        assert client.chat.completions.create(model="flaky-2", messages=ASK).choices[0].message.content == TEXT
    assert provider[0].calls["flaky-2"] == 3
    assert chain.journal("model")[0]["attempts"] == [429, 429, 200]


@pytest.mark.parametrize(
    ("model", "error", "attempts"),
    [
        ("flaky-9", "RateLimitError", 3),
        ("patience", "RateLimitError", 1),  # asks for an hour: that is the agent's decision
        ("quota", "RateLimitError", 1),  # no waiting helps
        ("fails", "InternalServerError", 3),
        ("bad", "BadRequestError", 1),
        ("unauthorized", "AuthenticationError", 1),
        ("malformed", "InternalServerError", 1),
    ],
)
def test_errors_are_what_users_of_the_client_expect(
    chain: Chain, provider: tuple[Provider, str], model: str, error: str, attempts: int
) -> None:
    with client_of(chain) as client, pytest.raises(getattr(openai, error)) as raised:
        client.chat.completions.create(model=model, messages=ASK)
    assert provider[0].calls[model] == attempts
    assert OPENAI_KEY not in raised.value.response.text
    assert "org-abcdef" not in raised.value.response.text
    assert raised.value.response.json()["error"]["message"]
    usage = chain.gateway.record().model
    assert usage is not None
    assert usage.errors == 1


def test_nobody_listens_at_the_provider(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(openai_base_url="http://127.0.0.1:9/v1")
    with client_of(chain) as client, pytest.raises(openai.InternalServerError, match="cannot be reached"):
        client.chat.completions.create(model="plain", messages=ASK)
    assert chain.journal("model")[0]["attempts"] == [0, 0, 0]
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.errors, usage.prompt_tokens) == (1, 0)


def test_a_silent_provider_is_given_up(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(timeout=0.3)
    with client_of(chain) as client, pytest.raises(openai.InternalServerError, match=r"0\.3 s") as raised:
        client.chat.completions.create(model="slow", messages=ASK)
    assert raised.value.status_code == 504
    assert provider[0].calls["slow"] == 1
    assert until(lambda: provider[0].cancelled == 1)


def test_a_stream_that_breaks_off_raises_and_is_estimated(chain: Chain) -> None:
    words: list[str] = []
    with client_of(chain) as client:
        stream = client.chat.completions.create(model="cut", messages=ASK, stream=True)
        with pytest.raises(openai.APIError, match="broke off"):
            words.extend(chunk.choices[0].delta.content for chunk in stream)
    assert "".join(words) == TEXT
    entry = chain.journal("model")[0]
    assert entry["estimated"]
    assert entry["usage"]["completion"] == 5  # 20 characters
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.estimated, usage.errors, usage.cost_usd, usage.unpriced_models) == (1, 1, None, ["cut"])


def test_a_provider_that_never_tells_its_usage_is_estimated(chain: Chain) -> None:
    with client_of(chain) as client:
        list(client.chat.completions.create(model="silent", messages=ASK, stream=True))
    assert chain.journal("model")[0]["estimated"]


@pytest.mark.attack
@pytest.mark.parametrize("model", ["endless", "slow"])
def test_a_client_that_hangs_up_pays_the_most_for_an_answer_without_end(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str], model: str
) -> None:
    chain = open_chain(hang_up_seconds=0.2)
    if model == "endless":
        with client_of(chain) as client:
            stream = client.chat.completions.create(model=model, messages=ASK, stream=True, max_tokens=150_000)
            next(iter(stream))
            stream.close()
    else:
        with client_of(chain, timeout=0.3) as client, pytest.raises(openai.APITimeoutError):
            client.chat.completions.create(model=model, messages=ASK)
    assert until(lambda: provider[0].cancelled == 1)
    assert until(lambda: chain.journal("model") != [])
    entry = chain.journal("model")[0]
    assert entry["error"] == "the client hung up"
    assert entry["estimated"]
    assert entry["usage"]["prompt"] > 0
    assert entry["usage"]["completion"] == (150_000 if model == "endless" else UNSAID_TOKENS)


def test_the_budget_ends_the_talk_at_once(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(budget={"tokens": 30})
    with client_of(chain, max_retries=5) as client:
        client.chat.completions.create(model="plain", messages=ASK)
        client.chat.completions.create(model="plain", messages=ASK)
        started = time.monotonic()
        with pytest.raises(openai.RateLimitError, match="budget of 30 tokens is used up") as raised:
            client.chat.completions.create(model="plain", messages=ASK)
    assert time.monotonic() - started < 1  # the client was told not to try again
    assert raised.value.code == "budget_exhausted"
    assert provider[0].calls["plain"] == 2
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.refused, usage.budget_exhausted) == (2, 1, True)


def test_a_budget_in_dollars_needs_prices(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(budget={"dollars": 0.0001})
    with client_of(chain) as client:
        with pytest.raises(openai.PermissionDeniedError, match=r"no known price.*--prices FILE.*echo: \{input"):
            client.chat.completions.create(model="echo", messages=ASK)
        client.chat.completions.create(model="plain", messages=ASK)
        client.chat.completions.create(model="plain", messages=ASK)
        with pytest.raises(openai.RateLimitError, match="dollars is used up"):
            client.chat.completions.create(model="plain", messages=ASK)


def test_only_listed_models_are_open(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(models=("pla*",))
    with client_of(chain) as client:
        assert [model.id for model in client.models.list()] == ["plain"]
        client.chat.completions.create(model="plain", messages=ASK)
        with pytest.raises(openai.PermissionDeniedError, match="not open"):
            client.chat.completions.create(model="echo", messages=ASK)
    assert provider[0].calls["echo"] == 0


def test_tools_that_run_at_the_provider_are_closed(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain()
    with client_of(chain) as client:
        function: Any = {"type": "function", "name": "run", "parameters": {"type": "object", "properties": {}}}
        assert client.responses.create(model="plain", input="How?", tools=[function]).output_text == TEXT
        with pytest.raises(openai.BadRequestError, match="web_search"):
            client.responses.create(model="plain", input="How?", tools=[{"type": "web_search"}])
        picture: Any = [{"type": "image_url", "image_url": {"url": "https://example.org/answers.png"}}]
        with pytest.raises(openai.BadRequestError, match="address"):
            client.chat.completions.create(model="plain", messages=[{"role": "user", "content": picture}])
        with pytest.raises(openai.BadRequestError, match="background"):
            client.responses.create(model="plain", input="How?", background=True)
    with client_of(open_chain(hosted_tools="allow")) as client:
        client.responses.create(model="plain", input="How?", tools=[{"type": "web_search"}])


def test_many_at_once(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(max_concurrent=8)
    with client_of(chain, timeout=30) as client, ThreadPoolExecutor(24) as pool:
        ask = lambda _: client.chat.completions.create(model="busy", messages=ASK).choices[0].message.content  # noqa: E731
        assert set(pool.map(ask, range(48))) == {TEXT}
    assert provider[0].most_running <= 8
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.prompt_tokens, usage.completion_tokens) == (48, 48 * 11, 48 * 7)


def test_the_async_client_streams_in_parallel(chain: Chain) -> None:
    import asyncio

    async def ask() -> str:
        settings: Any = {"base_url": chain.url("model") + "/v1", "api_key": "placeholder"}
        async with openai.AsyncOpenAI(**settings) as client:

            async def one() -> str:
                stream = await client.chat.completions.create(model="plain", messages=ASK, stream=True)
                return "".join([chunk.choices[0].delta.content async for chunk in stream])

            answers = await asyncio.gather(*(one() for _ in range(10)))
        return "".join(set(answers))

    assert asyncio.run(ask()) == TEXT


def test_the_sandbox_never_sees_the_key(chain: Chain) -> None:
    with client_of(chain) as client:
        answer = client.chat.completions.create(model="echo", messages=ASK)
    assert "[redacted]" in answer.choices[0].message.content
    assert OPENAI_KEY not in answer.model_dump_json()
    assert OPENAI_KEY not in str(chain.gateway.variables())
    assert OPENAI_KEY not in chain.gateway.record().model_dump_json()
    assert OPENAI_KEY not in str(chain.journal("model"))


def test_large_requests_are_refused_while_they_arrive(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain()
    large: Any = [{"role": "user", "content": "x" * (51 << 20)}]
    with client_of(chain, timeout=30) as client:
        with pytest.raises(openai.APIStatusError, match="larger than") as raised:
            client.chat.completions.create(model="plain", messages=large)
        assert raised.value.status_code == 413
        fits: Any = [{"role": "user", "content": "x" * (5 << 20)}]
        assert client.chat.completions.create(model="plain", messages=fits).choices[0].message.content == TEXT
    entry = chain.journal("model")[-1]
    assert entry["request"]["cut_from_characters"] > 5 << 20
    assert len(str(entry)) < 2 << 20


def test_the_provider_gets_what_was_checked(chain: Chain, provider: tuple[Provider, str]) -> None:
    url = chain.url("model") + "/v1/chat/completions"
    twice = b'{"model": "echo", "tools": [{"type": "web_search"}], "model": "plain", "tools": []}'
    assert WEB.post(url, content=twice).status_code == 200
    assert provider[0].seen[0]["body"] == {"model": "plain", "tools": []}
    deep = b'{"model": "plain", "messages": ' + b"[" * 500 + b"]" * 500 + b"}"
    for wrong in (b"{", b"[]", b"{}", b'{"model": 3}', deep, b"[" * 100_000):
        answer = WEB.post(url, content=wrong)
        assert answer.status_code == 400
        assert answer.json()["error"]["type"] == "invalid_request_error"
    assert WEB.post(chain.url("model") + "/v1/files", content=b"{}").status_code == 404
    assert len(provider[0].seen) == 1


def test_closing_the_gateway_ends_what_is_under_way(chain: Chain, provider: tuple[Provider, str]) -> None:
    errors = []

    def ask() -> None:
        with client_of(chain) as client:
            try:
                client.chat.completions.create(model="slow", messages=ASK)
            except openai.APIConnectionError as error:
                errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    assert until(lambda: provider[0].calls["slow"] == 1)
    chain.gateway.close()
    thread.join(5)
    assert len(errors) == 1
    assert until(lambda: provider[0].cancelled == 1)
    assert chain.journal("model")[0]["estimated"]
