"""A language model at one of the providers that the gateway knows: the same addresses, keys and retries."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

from mlebench.errors import MlebenchError, WrongUsage
from mlebench.gateway.model.config import MODEL_NAME, ProxyConfig
from mlebench.gateway.model.dialect import Provider, Route, address, find_route, headers_up
from mlebench.gateway.model.upstream import Attempts, Call, Upstream, UpstreamError
from mlebench.redact import redact

_FAMILIES: dict[Provider, str] = {"anthropic": "claude", "gemini": "gemini"}
_MOST_TOKENS = 4096  # of an answer; Anthropic wants to be told
_LARGEST_ANSWER = 4 << 20
_PATHS: dict[Provider, str] = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/{}:generateContent",
}


class ModelFault(MlebenchError):
    """No usable answer came to one question."""


class UnusableModel(ModelFault):
    """None ever will: the key or the name of the model is wrong, or the account is empty."""


class Endpoint:
    """One model. Used within one event loop, and closed at its end."""

    def __init__(self, model: str, config: ProxyConfig) -> None:
        self.provider, self._model, self._config = provider_of(model, config), model, config
        self._upstream = Upstream(config)
        self._sampling: dict[str, float] = {"temperature": 0.0}

    async def __aenter__(self) -> Endpoint:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._upstream.close()

    async def ask(self, system: str, prompt: str) -> str:
        """The text of the answer."""
        status, content = await self._send(system, prompt)
        if status == 400 and b"temperature" in content and self._sampling:
            self._sampling = {}  # some models know none but their own
            status, content = await self._send(system, prompt)
        if status != 200:
            said = " ".join(redact(content.decode("utf-8", "replace"), self._config.secrets()).split())[:300]
            kind = (
                UnusableModel if status in (400, 401, 402, 403, 404) or b"insufficient_quota" in content else ModelFault
            )
            raise kind(f"The model '{self._model}' answered with status {status}: {said}")
        try:
            return _text_of(self.provider, json.loads(content))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ModelFault(f"The model '{self._model}' gave an answer of an unknown form.") from error

    async def _send(self, system: str, prompt: str) -> tuple[int, bytes]:
        route = find_route("POST", _PATHS[self.provider].format(self._model), {})
        assert route is not None
        call = Call(
            "POST",
            address(route, self._config, self._model),
            headers_up(route, {}, self._config),
            {},
            json.dumps(self._body(route, system, prompt)).encode(),
        )
        try:
            response = await self._upstream.open(call, Attempts())
            try:
                content = bytearray()
                async for piece in response.aiter_bytes():
                    content += piece
                    if len(content) > _LARGEST_ANSWER:
                        raise ModelFault(f"The model '{self._model}' gave an answer without end.")
                return response.status_code, bytes(content)
            finally:
                await response.aclose()
        except UpstreamError as error:
            raise ModelFault(f"The model '{self._model}': {error}") from error
        except httpx.HTTPError as error:
            raise ModelFault(f"The model '{self._model}': its answer broke off.") from error

    def _body(self, route: Route, system: str, prompt: str) -> dict[str, Any]:
        said = [{"role": "user", "content": prompt}]
        if route.provider == "anthropic":
            return {
                "model": self._model,
                "system": system,
                "messages": said,
                "max_tokens": _MOST_TOKENS,
                **self._sampling,
            }
        if route.provider == "gemini":
            contents = [{"role": "user", "parts": [{"text": prompt}]}]
            told = {"systemInstruction": {"parts": [{"text": system}]}, "contents": contents}
            return {**told, "generationConfig": self._sampling}
        return {"model": self._model, "messages": [{"role": "system", "content": system}, *said], **self._sampling}


def provider_of(model: str, config: ProxyConfig) -> Provider:
    """By the model's name where its provider is configured, else the first that is."""
    if not MODEL_NAME.fullmatch(model):
        raise WrongUsage(f"'{model}' is not the name of a model.")
    usable = config.providers
    if not usable:
        raise WrongUsage(
            "No language model is configured.",
            hint="Set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY; OPENAI_BASE_URL for a server of your own.",
        )
    suitable = [name for name, family in _FAMILIES.items() if re.search(family, model, re.IGNORECASE)]
    order: tuple[Provider, ...] = ("openai", "anthropic", "gemini")
    return next(name for name in [*suitable, *order] if name in usable)


def _text_of(provider: Provider, answer: Any) -> str:
    if provider == "openai":
        return str(answer["choices"][0]["message"].get("content") or "")
    if provider == "anthropic":
        return "".join(part.get("text") or "" for part in answer["content"])
    parts = (answer.get("candidates") or [{}])[0].get("content", {}).get("parts", [])
    return "".join(part.get("text") or "" for part in parts if not part.get("thought"))
