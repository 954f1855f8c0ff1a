"""A run's budget holds, however its agent asks: many at once, or without waiting for the answers."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from mlebench.gateway.model import ModelUsage
from tests.gateway.conftest import Chain, until
from tests.gateway.provider import Provider

WEB = httpx.Client(trust_env=False, timeout=60)
ASK = [{"role": "user", "content": "How?"}]


def usage_of(chain: Chain) -> ModelUsage:
    usage = chain.gateway.record().model
    assert usage is not None
    return usage


def ask_and_hang_up(chain: Chain, asked: dict[str, Any], once: Callable[[], bool]) -> None:
    body = json.dumps(asked).encode()
    with socket.create_connection(("127.0.0.1", chain.ports["model"])) as client:
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        client.sendall(head.encode() + body)
        if asked.get("stream"):
            assert client.recv(1000).startswith(b"HTTP/1.1 200")
        assert until(once)


@pytest.mark.attack
@pytest.mark.parametrize(("model", "stream"), [("drip", True), ("busy", False)])
def test_an_answer_whose_client_hangs_up_is_counted_to_its_end(
    chain: Chain, provider: tuple[Provider, str], model: str, stream: bool
) -> None:
    asked = {"model": model, "messages": ASK, "stream": stream}
    ask_and_hang_up(chain, asked, lambda: provider[0].calls[model] == 1)
    assert until(lambda: chain.journal("model") != [], 30)
    usage = usage_of(chain)
    assert (usage.prompt_tokens, usage.completion_tokens, usage.estimated) == (11, 7, 0)


def test_nobody_tries_again_for_a_client_that_hung_up(chain: Chain, provider: tuple[Provider, str]) -> None:
    chain_model = "flaky-9"
    ask_and_hang_up(chain, {"model": chain_model, "messages": ASK}, lambda: provider[0].calls[chain_model] >= 1)
    assert until(lambda: chain.journal("model") != [], 30)
    assert usage_of(chain).prompt_tokens == 0


@pytest.mark.attack
@pytest.mark.parametrize("budget", [{"tokens": 5000}, {"dollars": 0.05}])
def test_many_at_once_overshoot_by_one_answer(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str], budget: dict[str, float], tmp_path: Any
) -> None:
    prices = tmp_path / "own-prices.yaml"
    prices.write_text("full: {input: 0, output: 10}\n")
    chain = open_chain(budget=budget, prices=prices)
    asked = {"model": "full", "messages": ASK, "max_tokens": 800}
    with ThreadPoolExecutor(40) as pool:
        ask = lambda _: WEB.post(chain.url("model") + "/v1/chat/completions", json=asked).status_code  # noqa: E731
        statuses = list(pool.map(ask, range(40)))
    assert set(statuses) == {200, 429}
    # 5000 tokens, or as many for 5 cents; and one answer of 811 in which the budget ends.
    assert 5000 <= usage_of(chain).prompt_tokens + usage_of(chain).completion_tokens <= 5811 + 77
    assert provider[0].most_running > 1  # what fits beside each other is not held back


def test_requests_that_wait_for_the_budget_go_when_there_is_some(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(budget={"tokens": 10_000})
    asked = {"model": "busy", "messages": ASK}  # without a limit: each might take all that is left
    with ThreadPoolExecutor(8) as pool:
        ask = lambda _: WEB.post(chain.url("model") + "/v1/chat/completions", json=asked).status_code  # noqa: E731
        assert set(pool.map(ask, range(8))) == {200}
    assert usage_of(chain).completion_tokens == 8 * 7
