"""The small parts of the model proxy: tokens, prices, events, journals."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from mlebench.errors import MlebenchError
from mlebench.gateway.journal import Journal, redact, shortened
from mlebench.gateway.model.config import Budget
from mlebench.gateway.model.dialect import Route, find_route
from mlebench.gateway.model.ledger import Ledger
from mlebench.gateway.model.prices import Price, Prices
from mlebench.gateway.model.streams import EventSplitter, StreamRecord, event_data
from mlebench.gateway.model.tokens import (
    UNSAID_TOKENS,
    TokenCount,
    anthropic_tokens,
    estimated_tokens,
    gemini_tokens,
    most_tokens,
    openai_tokens,
)
from mlebench.gateway.model.upstream import _retry_after


def test_tokens_of_all_dialects_mean_the_same() -> None:
    gemini = {"promptTokenCount": 100, "candidatesTokenCount": 15, "cachedContentTokenCount": 60}
    assert gemini_tokens({**gemini, "thoughtsTokenCount": 5}) == TokenCount(100, 20, 60, reasoning=5)
    openai = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 60}}
    assert openai_tokens(openai) == TokenCount(prompt=100, completion=20, cached=60)
    anthropic = {"input_tokens": 40, "cache_read_input_tokens": 60, "output_tokens": 20}
    assert anthropic_tokens(anthropic) == TokenCount(prompt=100, completion=20, cached=60)
    written = {"cache_creation_input_tokens": 50, "cache_creation": {"ephemeral_1h_input_tokens": 30}}
    assert anthropic_tokens({**anthropic, **written}) == TokenCount(150, 20, 60, 20, 30)


@pytest.mark.parametrize("usage", [{}, {"prompt_tokens": None}, {"prompt_tokens": "many", "input_tokens": -4}])
def test_strange_usage_counts_as_nothing(usage: dict[str, Any]) -> None:
    assert openai_tokens(usage) == anthropic_tokens(usage) == gemini_tokens(usage) == TokenCount()


def test_estimates_leave_out_pictures() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 10_000}}
    encoded = {"type": "image", "source": {"type": "base64", "data": "A" * 10_000}}
    asked = {"model": "m", "messages": [{"role": "user", "content": [picture, encoded, {"text": "x" * 400}]}]}
    assert 100 <= estimated_tokens(asked, 40).prompt < 120
    assert estimated_tokens(asked, 41).completion == 11


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ({}, UNSAID_TOKENS),
        ({"max_tokens": 100}, 100),
        ({"max_tokens": 100, "max_completion_tokens": 300}, 300),
        ({"max_output_tokens": 100, "n": 3}, 300),
        ({"max_tokens": 100, "prompt": ["a", "b"], "best_of": 2}, 400),
        ({"max_tokens": 10**400, "n": -1}, 262_144),
        ({"max_tokens": True, "n": "many"}, UNSAID_TOKENS),
        ({"max_tokens": 1, "n": 10**400}, 128),
        ({"generationConfig": {"maxOutputTokens": 100, "candidateCount": 2}}, 200),
        ({"generation_config": {"max_output_tokens": 100}, "generationConfig": []}, 100),
    ],
)
def test_what_a_request_may_take(asked: dict[str, Any], written: int) -> None:
    assert most_tokens({"model": "m", **asked}).completion == written
    assert most_tokens({"model": "m", **asked}, writes=False).completion == 0


def test_files_count_for_what_a_request_may_take() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 10_000}}
    encoded = {"type": "image", "source": {"type": "base64", "data": "A" * 10_000}}
    assert 4000 <= most_tokens({"messages": [{"role": "user", "content": [picture, encoded]}]}).prompt < 4100


def test_the_ledger_sets_aside_what_may_come() -> None:
    ledger = Ledger(Budget(tokens=100, dollars=1.0), Prices({"dear": Price(input=1, output=10_000)}))
    assert ledger.reserve(1, "m", TokenCount(10, 80))
    assert not ledger.reserve(2, "m", TokenCount(10, 10))
    ledger.release(1)
    assert ledger.reserve(2, "m", TokenCount(10, 500))  # alone: the budget can be used to its end
    assert not ledger.reserve(3, "m", TokenCount(1, 1))
    ledger.release(2)
    assert ledger.reserve(3, "dear", TokenCount(0, 60))
    assert not ledger.reserve(4, "dear", TokenCount(0, 60))
    assert ledger.reserve(5, "dear", TokenCount(0, 20))


OPENAI, LOCAL = ("openai", "https://api.openai.com/v1"), ("openai", "http://127.0.0.1:8000/v1")
ANTHROPIC, GEMINI = ("anthropic", "https://api.anthropic.com"), ("google", "https://generativelanguage.googleapis.com")
ROUTER = ("openai", "https://openrouter.ai/api/v1")


@pytest.mark.parametrize(
    ("seller", "model", "tokens", "dollars"),  # prices of old models, which do not change any more
    [
        (OPENAI, "gpt-4o", TokenCount(1000, 100, 500), 1250 + 625 + 1000),
        (OPENAI, "gpt-4o-2024-08-06", TokenCount(1000, 100), 2500 + 1000),
        (OPENAI, "gpt-4o-2024-05-13", TokenCount(1000, 100), 5000 + 1500),
        (LOCAL, "gpt-4o", TokenCount(1000, 100), 2500 + 1000),
        (OPENAI, "text-embedding-ada-002", TokenCount(1000), 100),
        (ANTHROPIC, "claude-3-opus-20240229", TokenCount(1000, 100, 500, 200), 4500 + 750 + 3750 + 7500),
        (ROUTER, "openai/gpt-4o", TokenCount(1000, 100), 2500 + 1000),
        (OPENAI, "gpt-4o", TokenCount(10, 0, cached=50), 25),  # nonsense of a provider
    ],
)
def test_kept_prices(seller: tuple[str, str], model: str, tokens: TokenCount, dollars: float) -> None:
    price = Prices.load(None, [seller]).get(model)
    assert price is not None
    assert price.of(tokens) == pytest.approx(dollars / 1e6)


def test_long_prompts_may_cost_more() -> None:
    price = Prices.load(None, [GEMINI]).get("gemini-2.5-pro")
    assert price is not None
    assert price.of(TokenCount(300_000)) > 1.5 * price.of(TokenCount(200_000))


@pytest.mark.parametrize("model", ["no-such-model", "llama3:8b", "my-gpt-4o", "claude-3-opus-20240229"])
def test_a_model_has_the_price_of_its_seller_or_none(model: str) -> None:
    assert Prices.load(None, [OPENAI]).get(model, None) is None
    assert Prices.load(None, []).get("gpt-4o") is None


def test_prices() -> None:
    assert Prices.load(None, [OPENAI]).get("alias", "gpt-4o") is not None
    price = Price(input=3, cached=0.3, cache_write=3.75, cache_write_long=6, output=15)
    assert price.of(TokenCount(1000, 100, 500, 200, 100)) == pytest.approx((600 + 150 + 750 + 600 + 1500) / 1e6)
    assert Price(input=2, output=8).of(TokenCount(100, 10, 50)) == pytest.approx((200 + 80) / 1e6)


def test_a_price_file_adds_and_replaces(tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text("my-model: {input: 1, output: 2}\ngpt-4o: {input: 9}\n")
    prices = Prices.load(file, [OPENAI])
    assert prices.get("my-model") == prices.get("my-model-2025-01-31") == Price(input=1, output=2)
    assert prices.get("gpt-4o") == Price(input=9)
    for text, problem in (
        ("my-model: 3", "my-model: must be a mapping"),
        ("[1, 2]", "mapping of fields"),
        ("a: {inputs: 3}", "a.inputs: unknown field"),
        ("a: {input: -1}", "a.input: must be at least 0"),
        ("{", "is not YAML"),
    ):
        file.write_text(text)
        with pytest.raises(MlebenchError, match=rf"prices.yaml: .*{problem}"):
            Prices.load(file)
    with pytest.raises(MlebenchError, match="No such file"):
        Prices.load(tmp_path / "nowhere.yaml")


def test_the_ledger_counts_from_many_threads_and_says_what_has_no_price() -> None:
    ledger = Ledger(Budget(tokens=10_000), Prices({"known": Price(input=1, output=1)}))

    def count() -> None:
        for _ in range(250):
            ledger.request()
            ledger.count("known", None, TokenCount(1, 1), estimated=False)

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    usage = ledger.usage()
    assert (usage.requests, usage.prompt_tokens, usage.cost_usd) == (2000, 2000, pytest.approx(0.004))
    assert ledger.count("new", None, TokenCount(6000, 0), estimated=True) is None
    usage = ledger.usage()
    assert (usage.cost_usd, usage.unpriced_models, usage.estimated) == (None, ["new"], 1)
    assert usage.known_cost_usd == pytest.approx(0.004)
    assert usage.budget_exhausted
    assert "10000 tokens" in (ledger.exhausted() or "")


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n"])
@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_events_are_cut_wherever_the_chunks_end(end: bytes, size: int) -> None:
    events = [b"event: a" + end[: len(end) // 2] + b'data: {"x": 1}' + end, b"data: [DONE]" + end, b": ping" + end]
    stream, splitter = b"".join(events) + b"data: half", EventSplitter()
    found = []
    for start in range(0, len(stream), size):
        found += splitter.feed(stream[start : start + size])
    assert found == events
    assert splitter.rest() == b"data: half"
    assert [event_data(event) for event in events] == [{"x": 1}, None, None]


@pytest.mark.parametrize("kind", ["chat", "completions", "responses", "messages", "generate"])
@pytest.mark.parametrize(
    "data",
    [{}, {"choices": "x"}, {"choices": [None, {"delta": 3}]}, {"type": 7, "delta": []}, {"usage": 4, "error": "x"},
     {"type": "message_start", "message": None}, {"type": "response.completed", "response": {"usage": []}},
     {"candidates": [{"content": {"parts": [7, {"text": 3}]}}], "usageMetadata": "x"}, {"candidates": {}}],
)  # fmt: skip
def test_strange_events_break_nothing(kind: Any, data: dict[str, Any]) -> None:
    record = StreamRecord(Route("anthropic" if kind == "messages" else "openai", kind, "/"), 100)
    record.see(data)
    assert record.tokens({"model": "m"}) == (TokenCount(), True)
    json.dumps(record.content())


def test_tool_calls_in_streams_are_kept_whole() -> None:
    record = StreamRecord(Route("openai", "chat", "/"), 12)
    for index, name, text in ((0, "run", '{"a"'), (1, "look", "{}"), (0, None, ": 1}"), (0, None, "too long")):
        call = {"index": index, "function": {"name": name, "arguments": text}}
        record.see({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
    content = record.content()
    assert [(part["name"], part["content"]) for part in content["parts"]] == [("run", '{"a": 1}to'), ("look", "{}")]
    assert content["cut_characters"] == 6


def test_pages() -> None:
    assert find_route("POST", "/v1/chat/completions", {}) == Route("openai", "chat", "/chat/completions")
    assert find_route("POST", "/chat/completions", {}) == Route("openai", "chat", "/chat/completions")
    assert find_route("POST", "/v1/messages", {}) == Route("anthropic", "messages", "/v1/messages")
    assert find_route("GET", "/v1/models/a/b:c", {}) == Route("openai", "models", "/models/a/b:c")
    asked = "/v1beta/models/gemini-2.5-pro:streamGenerateContent"
    assert find_route("POST", asked, {}) == Route("gemini", "generate", asked, "gemini-2.5-pro", True)
    assert find_route("GET", "/v1beta/models", {}) == Route("gemini", "models", "/v1beta/models")
    assert find_route("GET", asked, {}) == Route("gemini", "models", asked)
    for method, path in (("GET", "/v1/messages"), ("POST", "/v1/files"), ("GET", "/v1/models/../files")):
        assert find_route(method, path, {}) is None
    assert find_route("GET", "/v1/models/x?y", {}) is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({}, None), ({"retry-after": "2"}, 2.0), ({"retry-after-ms": "250", "retry-after": "2"}, 0.25),
     ({"retry-after": "soon"}, None), ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0)],
)  # fmt: skip
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert _retry_after(headers) == seconds


def test_journals_tell_no_secrets_and_never_fail(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "log.jsonl", secrets=["hunter2"], max_bytes=400)
    journal.write({"text": "hunter2 sk-abcdefghijklmnop1234 org-abcdefghij0123456789 sk-ab***yz sk-learn"})
    journal.write({"long": "x" * 500})
    journal.write({"short": "\ud800"})
    first, second = (json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines())
    assert first["text"] == "[redacted] [redacted] [redacted] [redacted] sk-learn"
    assert second["short"] == "?"
    assert journal.lost == 1
    nowhere = Journal(tmp_path / "nowhere" / "log.jsonl")
    nowhere.write({"a": 1})
    assert nowhere.lost == 1


def test_long_values_are_shortened() -> None:
    assert shortened({"a": 1}, 100) == {"a": 1}
    assert shortened({"a": "x" * 1000}, 10) == {"cut_from_characters": 1009, "beginning": '{"a": "xxx'}
    assert redact("Authorization: Bearer abcdefghijk") == "Authorization: [redacted]"
