"""Models under other names: the client's name, the provider's name, and which of them counts where."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from mlebench.errors import WrongUsage
from mlebench.gateway.model.config import ModelSettings, ProxyConfig, checked_aliases
from tests.gateway.conftest import Chain
from tests.gateway.provider import Provider

WEB = httpx.Client(trust_env=False, timeout=30)
ASKED = {"messages": [{"role": "user", "content": "How?"}], "max_tokens": 10}
PAGES = {
    "/v1/chat/completions": {"model": "fast", **ASKED},
    "/v1/responses": {"model": "fast", "input": "How?"},
    "/v1/messages": {"model": "fast", **ASKED},
    "/v1beta/models/fast:generateContent": {"contents": [{"parts": [{"text": "How?"}]}]},
}


@pytest.mark.parametrize("page", PAGES)
def test_the_provider_is_asked_for_the_real_model_and_both_names_are_kept(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str], page: str
) -> None:
    chain = open_chain(aliases={"fast": "plain"}, budget={"dollars": 1})
    answer = WEB.post(chain.url("model") + page, json=PAGES[page])
    assert answer.status_code == 200, answer.text
    seen = provider[0].seen[0]
    assert seen["body"].get("model", "plain") == "plain"
    assert "fast" not in str(seen)
    entry = chain.journal("model")[0]
    assert (entry["model"], entry["asked_model"]) == ("plain", "fast")
    usage = chain.gateway.record().model
    assert usage is not None
    assert list(usage.models) == ["plain"]
    assert usage.cost_usd == pytest.approx((8 * 2 + 3 + 70) / 1e6)  # by the price of the real one


@pytest.mark.attack
def test_an_alias_opens_no_model_that_is_closed(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    chain = open_chain(aliases={"fast": "other"}, models=("plain",))
    answer = WEB.post(chain.url("model") + "/v1/chat/completions", json={"model": "fast", **ASKED})
    assert (answer.status_code, "'other' (for 'fast')" in answer.text) == (403, True)
    searching = open_chain(aliases={"fast": "gpt-4o-search-preview"})
    answer = WEB.post(searching.url("model") + "/v1/chat/completions", json={"model": "fast", **ASKED})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request_not_allowed")
    assert provider[0].seen == []


def test_an_alias_that_is_open_opens_its_model() -> None:
    config = ProxyConfig(models=("fast",), aliases={"fast": "plain"})
    assert config.allows("plain")
    assert not config.allows("fast")
    assert not config.allows("other")


@pytest.mark.parametrize(
    ("pairs", "problem"),
    [
        ([("fast", "")], "'' is not the name of a model"),
        ([("a b", "plain")], "'a b' is not the name"),
        ([("fast", "one"), ("fast", "two")], "cannot stand for one and for two"),
        ([("fast", "fast")], "'fast' is an alias itself"),
        ([("a", "b"), ("b", "a")], "'b' is an alias itself"),
        ([("a", "b"), ("b", "c")], "'b' is an alias itself"),
    ],
)
def test_wrong_aliases_are_refused(pairs: list[tuple[str, str]], problem: str) -> None:
    with pytest.raises(WrongUsage, match=problem):
        checked_aliases(pairs)


def test_aliases_are_part_of_a_group() -> None:
    aliases = checked_aliases([("fast", "plain"), ("fast", "plain")])
    stored = ModelSettings(aliases=aliases).model_dump_json()
    assert ModelSettings.model_validate_json(stored).aliases == {"fast": "plain"}
    assert ModelSettings.model_validate({}).aliases == {}
