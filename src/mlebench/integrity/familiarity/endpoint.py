"""Asking an OpenAI-compatible endpoint for the probabilities of a prompt's own tokens (completions with `echo`)."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from mlebench.errors import MlebenchError
from mlebench.gateway.model import ProxyConfig
from mlebench.gateway.model.upstream import Attempts, Call, Upstream, UpstreamError
from mlebench.redact import redact

_NOT_FOR_ALL = (401, 403, 404, 405)  # what is wrong with one request is wrong with all of them
_LONGEST = 300  # characters of a provider's complaint
_WHO_DOES = (
    "It must answer POST /completions with echo and logprobs, as vLLM and other servers of open models do; chat "
    "endpoints do not tell the probabilities of what they are asked."
)


class EndpointError(MlebenchError):
    """No document can be measured at this endpoint."""


class BadAnswer(Exception):
    """One text could not be measured; others may be."""


class Tokens(NamedTuple):
    """What a model made of a text: how many tokens have a probability, and the sums over them."""

    number: int
    probability: float
    log_probability: float


class Endpoint:
    """One model behind one address; used within one event loop."""

    def __init__(self, config: ProxyConfig, model: str) -> None:
        self.url, self.model = f"{config.openai_base_url.rstrip('/')}/completions", model
        self._upstream, self._secrets = Upstream(config), config.secrets()
        key = config.openai_api_key
        self._headers = {"content-type": "application/json"}
        if key is not None:
            self._headers["authorization"] = f"Bearer {key.get_secret_value()}"

    async def close(self) -> None:
        """Close the connections."""
        await self._upstream.close()

    async def tokens(self, text: str) -> Tokens:
        """The probabilities that the model gives to this text; tried again where that may help."""
        # One token more than the prompt: some servers refuse to make none. It does not count.
        asked = {"model": self.model, "prompt": text, "max_tokens": 1, "temperature": 0, "echo": True, "logprobs": 1}
        call = Call("POST", self.url, self._headers, {}, json.dumps(asked).encode())
        try:
            response = await self._upstream.open(call, Attempts())
            body = await response.aread()
        except UpstreamError as error:
            raise BadAnswer(f"{self.url}: {error}") from error
        if response.is_success:
            return read_tokens(body, text, self.url)
        complaint = redact(body.decode(errors="replace"), self._secrets)[:_LONGEST]
        message = f"{self.url} answered with {response.status_code}: {complaint}"
        if response.status_code in _NOT_FOR_ALL:
            raise EndpointError(message, hint=f"Set OPENAI_BASE_URL and OPENAI_API_KEY, and check --model. {_WHO_DOES}")
        raise BadAnswer(message)


def read_tokens(body: bytes, text: str, url: str) -> Tokens:
    """Find the prompt's tokens in an answer. The first has no probability: nothing stands before it."""
    try:
        answer = json.loads(body)
        choice = answer["choices"][0]
        echoed, found = choice["text"], choice.get("logprobs") or {}
        values = found.get("token_logprobs") or []
        of_prompt = values[: _prompt_tokens(answer.get("usage"), found.get("text_offset"), len(values), len(text))]
        known = [_checked(value) for value in of_prompt if value is not None]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        what = f"({type(error).__name__}: {error})"
        raise BadAnswer(f"{url} answered with something else than a completion {what}.") from error
    if not isinstance(echoed, str) or not echoed.startswith(text):
        raise EndpointError(f"{url} does not repeat the prompt, so nothing is known of its tokens.", hint=_WHO_DOES)
    if not known and len(of_prompt) != 1:
        raise EndpointError(f"{url} tells no probabilities of the prompt's tokens.", hint=_WHO_DOES)
    return Tokens(len(known), math.fsum(map(math.exp, known)), math.fsum(known))


def _prompt_tokens(usage: Any, offsets: Any, tokens: int, end: int) -> int:
    """How many of the tokens are the prompt's: as the usage says, else as far as their places are in it."""
    if isinstance(usage, dict) and tokens == usage.get("prompt_tokens", 0) + (usage.get("completion_tokens") or 0):
        return int(usage["prompt_tokens"])
    if not isinstance(offsets, list) or len(offsets) != tokens:
        return 0
    return sum(offset < end for offset in offsets)


def _checked(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value <= 1e-6:  # a NaN neither
        raise ValueError(f"the log probability {value!r}")
    return min(0.0, float(value))
