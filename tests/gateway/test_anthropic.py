"""The model proxy as the real Anthropic client sees it, through forwarder and socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.gateway.conftest import Chain, until
from tests.gateway.provider import ANTHROPIC_KEY, WORDS, Provider

anthropic = pytest.importorskip("anthropic", reason="the client library of Anthropic is not installed (extra 'llm')")
TEXT = "".join(WORDS)
ASK: Any = {"max_tokens": 100, "messages": [{"role": "user", "content": "How?"}]}


def client_of(chain: Chain, **settings: Any) -> Any:
    return anthropic.Anthropic(
        base_url=chain.url("model"), api_key="placeholder", **{"max_retries": 0, "timeout": 10, **settings}
    )


def test_messages_get_an_answer_and_the_provider_the_real_key(chain: Chain, provider: tuple[Provider, str]) -> None:
    with client_of(chain) as client:
        answer = client.messages.with_raw_response.create(model="plain", **ASK)
        assert client.messages.count_tokens(model="plain", messages=ASK["messages"]).input_tokens == 11
    assert answer.parse().content[0].text == TEXT
    seen = provider[0].seen[0]
    assert seen["path"] == "/anthropic/v1/messages"
    assert seen["headers"]["x-api-key"] == ANTHROPIC_KEY
    assert seen["headers"]["anthropic-version"]
    assert "authorization" not in seen["headers"]
    assert "placeholder" not in str(seen)
    assert "set-cookie" not in answer.headers
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.requests, usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens) == (2, 11, 7, 3)
    assert usage.cost_usd == pytest.approx((8 * 2 + 3 + 70) / 1e6)


def test_models_are_asked_of_anthropic_by_its_client(chain: Chain, provider: tuple[Provider, str]) -> None:
    with client_of(chain) as client:
        assert [model.id for model in client.models.list().data] == ["plain", "other"]
    assert provider[0].seen[0]["path"] == "/anthropic/v1/models"


def test_streams_are_counted(chain: Chain) -> None:
    with client_of(chain) as client, client.messages.stream(model="plain", **ASK) as stream:
        assert "".join(stream.text_stream) == TEXT
        assert stream.get_final_message().usage.output_tokens == 7
    usage = chain.gateway.record().model
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.estimated) == (11, 7, 3, 0)
    assert chain.journal("model")[0]["answer"]["parts"] == [{"kind": "text", "content": TEXT}]


@pytest.mark.parametrize(
    ("model", "error", "attempts"),
    [
        ("flaky-9", "RateLimitError", 3),
        ("fails", "InternalServerError", 3),
        ("bad", "BadRequestError", 1),
        ("unauthorized", "AuthenticationError", 1),
        ("malformed", "InternalServerError", 1),
    ],
)
def test_errors_are_what_users_of_the_client_expect(
    chain: Chain, provider: tuple[Provider, str], model: str, error: str, attempts: int
) -> None:
    with client_of(chain) as client, pytest.raises(getattr(anthropic, error)) as raised:
        client.messages.create(model=model, **ASK)
    assert provider[0].calls[model] == attempts
    assert ANTHROPIC_KEY not in raised.value.response.text
    assert "sk-ant" not in str(chain.journal("model"))


def test_a_stream_that_breaks_off_raises_and_counts_what_it_read(chain: Chain) -> None:
    with client_of(chain) as client, pytest.raises(anthropic.APIStatusError, match="broke off"):
        list(client.messages.create(model="cut", stream=True, **ASK))
    entry = chain.journal("model")[0]
    assert entry["estimated"]
    assert entry["usage"]["prompt"] == 11  # the stream began with it
    assert entry["usage"]["completion"] == 3  # of "Gradient "
    assert entry["usage"]["cached"] == 3


@pytest.mark.attack
def test_a_client_that_hangs_up_pays_the_most_for_an_answer_without_end(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain(hang_up_seconds=0.2)
    with client_of(chain) as client:
        stream = client.messages.create(model="endless", stream=True, **ASK)
        next(iter(stream))
        stream.close()
    assert until(lambda: provider[0].cancelled == 1)
    assert until(lambda: chain.journal("model") != [])
    entry = chain.journal("model")[0]
    assert entry["error"] == "the client hung up"
    assert (entry["usage"]["prompt"], entry["usage"]["completion"]) == (11, 100)


def test_the_budget_ends_the_talk(open_chain: Callable[..., Chain], provider: tuple[Provider, str]) -> None:
    chain = open_chain(budget={"tokens": 18})
    with client_of(chain, max_retries=5) as client:
        client.messages.create(model="plain", **ASK)
        with pytest.raises(anthropic.RateLimitError, match="budget of 18 tokens"):
            client.messages.create(model="plain", **ASK)
        assert client.messages.count_tokens(model="plain", messages=ASK["messages"]).input_tokens == 11
    assert provider[0].calls["plain"] == 2


def test_tools_that_run_at_the_provider_are_closed(chain: Chain) -> None:
    bash: Any = {"type": "bash_20250124", "name": "bash"}
    own: Any = {"name": "run", "input_schema": {"type": "object", "properties": {}}}
    search: Any = {"type": "web_search_20250305", "name": "web_search"}
    page: Any = {"type": "document", "source": {"type": "url", "url": "https://example.org/answers.pdf"}}
    with client_of(chain) as client:
        client.messages.create(model="plain", tools=[bash, own], **ASK)
        with pytest.raises(anthropic.BadRequestError, match="web_search"):
            client.messages.create(model="plain", tools=[own, search], **ASK)
        with pytest.raises(anthropic.BadRequestError, match="of the type 'url'"):
            client.messages.create(model="plain", max_tokens=9, messages=[{"role": "user", "content": [page]}])


def test_a_provider_without_a_key_is_not_offered(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(anthropic_api_key=None, anthropic_base_url="https://api.anthropic.com")
    assert "ANTHROPIC_API_KEY" not in chain.gateway.variables()
    with client_of(chain) as client, pytest.raises(anthropic.NotFoundError, match="no access to anthropic"):
        client.messages.create(model="plain", **ASK)
