"""How the tree agent speaks to models: four dialects, and patience with limits."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mlebench.agents.registry import BUILT_IN
from mlebench.gateway.model.allowed import not_allowed
from mlebench.gateway.model.dialect import find_route
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from tests.gateway.provider import answer

sys.path.insert(0, str(BUILT_IN / "tree"))

from search import model as tree_model
from search.model import Finished, Model, ModelFault, choose_dialect, text_of

KEY = "placeholder-0123456789abcdef"
OPENAI = {"OPENAI_BASE_URL": "http://h/v1", "OPENAI_API_KEY": KEY}
ANTHROPIC = {"ANTHROPIC_BASE_URL": "http://h", "ANTHROPIC_API_KEY": KEY}
GEMINI = {"GOOGLE_GEMINI_BASE_URL": "http://h", "GEMINI_API_KEY": KEY}
ALL = {**OPENAI, **ANTHROPIC, **GEMINI}
DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini"]


def settings(dialect: str = "auto", temperature: str = "", **more: str) -> dict[str, str]:
    arguments = {"ARG_DIALECT": dialect, "ARG_TEMPERATURE": temperature, "ARG_MAX_TOKENS": "999"}
    return {"MODEL": "scripted", **ALL, **arguments, **more}


def silent(text: str) -> None:
    """Nobody listens."""


@pytest.mark.parametrize(
    ("model", "there", "dialect"),
    [
        ("gpt-4o", ALL, "openai-chat"),
        ("claude-sonnet-4-5", ALL, "anthropic"),
        ("gemini-2.5-pro", ALL, "gemini"),
        ("gpt-5-codex", ALL, "openai-responses"),
        ("o1-pro", ALL, "openai-responses"),
        ("claude-sonnet-4-5", OPENAI, "openai-chat"),  # a router with OpenAI's dialect
        ("google/gemini-2.5-pro", OPENAI, "openai-chat"),
        ("anything", ANTHROPIC, "anthropic"),
        ("anything", GEMINI, "gemini"),
    ],
)
def test_the_dialect_suits_the_model_and_what_is_configured(model: str, there: dict[str, str], dialect: str) -> None:
    assert choose_dialect("auto", model, there) == dialect


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"MODEL": ""}, "--model NAME"),
        ({"ARG_DIALECT": "gemini", "GOOGLE_GEMINI_BASE_URL": ""}, "can reach openai-chat, openai-responses, anthropic"),
        ({"ARG_DIALECT": "klingon"}, "klingon"),
        ({"ARG_TEMPERATURE": "warm"}, "must be a number, not 'warm'"),
        (dict.fromkeys(ALL, ""), "no model at all"),
    ],
)
def test_wrong_settings_are_told(change: dict[str, str], said: str) -> None:
    with pytest.raises(ModelFault, match=said):
        Model(settings(**change), lambda: 60.0, silent)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("temperature", ["", "0.5"])
def test_questions_are_such_as_the_gateway_lets_through(dialect: str, temperature: str) -> None:
    request = Model(settings(dialect, temperature), lambda: 60.0, silent).request("How are you?")
    assert isinstance(request.data, bytes)
    body = json.loads(request.data)
    route = find_route("POST", request.selector, {})
    assert route is not None
    assert not_allowed(route.kind, {"model": "scripted", **body}) is None
    assert "How are you?" in json.dumps(body)
    assert ("temperature" in json.dumps(body)) is bool(temperature)
    assert any(KEY in value for value in request.headers.values())
    assert KEY not in json.dumps(body)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_text_of_an_answer_is_found(dialect: str) -> None:
    request = Model(settings(dialect), lambda: 60.0, silent).request("?")
    whole = answer(request.selector, {"model": "scripted"}, "Gradient boosting. \ud800")
    assert text_of(dialect, whole) == "Gradient boosting. ?"


def test_an_answer_that_a_filter_withheld_is_an_empty_text() -> None:
    assert text_of("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}) == ""
    assert text_of("openai-chat", {"choices": [{"message": {"content": None}}]}) == ""


@dataclass
class Server:
    """Answers with what stands on its list, one after the other; the last stays, and 0 is never answered."""

    answers: list[tuple[int, str, dict[str, str]]] = field(default_factory=list)
    asked: int = 0
    url: str = ""

    async def serve(self, request: Request) -> Response:
        self.asked += 1
        while self.answers[0][0] == 0 and not await request.is_disconnected():
            await asyncio.sleep(0.05)
        status, text, headers = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return Response(text, status, headers)


@pytest.fixture
def server() -> Iterator[Server]:
    server, listener = Server(), tcp_listener()
    server.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with GatewayHost() as host:
        app = Starlette(routes=[Route("/{path:path}", server.serve, methods=["POST"])])
        endpoint = host.serve(app, listener)
        yield server
        endpoint.close()


WHOLE = (200, json.dumps(answer("/chat/completions", {"model": "m"}, "Yes.")), {})
SOON = {"retry-after": "0"}


def model_at(server: Server, logged: list[str], left: float = 600.0) -> Model:
    return Model(settings("openai-chat", OPENAI_BASE_URL=f"{server.url}/v1"), lambda: left, logged.append)


def test_busy_providers_and_broken_answers_are_asked_again(server: Server) -> None:
    broken: list[tuple[int, str, dict[str, str]]] = [(429, "later", SOON), (503, "", SOON), (529, "{}", SOON)]
    server.answers = [*broken, WHOLE]
    logged: list[str] = []
    assert model_at(server, logged).ask("?") == "Yes."
    assert [line.split(":")[1].strip() for line in logged] == ["429", "503", "529"]
    assert KEY not in "".join(logged)


@pytest.mark.parametrize("text", ["{not json", "[]", "{}", '{"choices": []}'])
def test_what_cannot_be_read_is_asked_again(server: Server, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(tree_model.time, "sleep", pauses.append)
    server.answers = [(200, text, {}), WHOLE]
    assert model_at(server, []).ask("?") == "Yes."
    assert len(pauses) == 1


def test_it_gives_up_after_a_while_and_waits_longer_each_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(tree_model.time, "sleep", pauses.append)
    server.answers = [(500, "oh no", {})]
    with pytest.raises(ModelFault, match="500: oh no"):
        model_at(server, []).ask("?")
    assert server.asked == len(pauses) == 8
    assert pauses[0] <= 1 < pauses[2] <= 4
    assert pauses[-1] <= 60


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_is_not_asked_again(server: Server, status: int) -> None:
    server.answers = [(status, '{"error": {"message": "no such parameter"}}', {})]
    with pytest.raises(ModelFault, match="no such parameter"):
        model_at(server, []).ask("?")
    assert server.asked == 1


@pytest.mark.parametrize(
    ("text", "headers"),
    [("used up", {"x-should-retry": "false"}), ('{"error": {"code": "insufficient_quota"}}', {})],
)
def test_a_spent_budget_is_the_end_and_no_fault(server: Server, text: str, headers: dict[str, str]) -> None:
    server.answers = [(429, text, headers)]
    with pytest.raises(Finished, match="budget is spent"):
        model_at(server, []).ask("?")
    assert server.asked == 1


def test_a_provider_that_wants_a_longer_pause_than_there_is_time_is_the_end(server: Server) -> None:
    server.answers = [(429, "later", {"retry-after": "3600"})]
    with pytest.raises(Finished, match="time is over"):
        model_at(server, []).ask("?")


def test_a_model_that_never_answers_is_waited_for_as_long_as_there_is_time(server: Server) -> None:
    server.answers = [(0, "", {})]
    with pytest.raises(Finished, match="time is over"):
        model_at(server, [], left=0.5).ask("?")
    assert server.asked == 1


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_model.time, "sleep", lambda seconds: None)
    listener = tcp_listener()  # closed below: a port at which nobody listens
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    listener.close()
    logged: list[Any] = []
    with pytest.raises(ModelFault, match="no answer"):
        Model(settings("anthropic", ANTHROPIC_BASE_URL=address), lambda: 600.0, logged.append).ask("?")
    assert len(logged) == 8
