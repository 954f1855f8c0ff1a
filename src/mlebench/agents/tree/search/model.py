"""The language model: in which dialect it is spoken to, and how often it is asked before that is given up."""

import json
import random
import re
import time
import urllib.request
from collections.abc import Callable, Mapping
from email.message import Message
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError

# Where each dialect is spoken: the variables that the gateway sets.
_PLACES = {
    "openai-chat": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "openai-responses": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "anthropic": ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "gemini": ("GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"),
}
# By the model's name.
_FAMILIES = {"anthropic": "claude", "gemini": "gemini", "openai-responses": r"codex|^(o\d|gpt-\d.*)-pro\b"}
_WORTH_A_RETRY = (408, 409, 425, 429, 500, 502, 503, 504, 529)
_TRIES = 8  # behind each, the gateway tries several times
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the gateway is on this machine


class Finished(Exception):
    """Budget or time is used up: no fault, the best so far is the result."""


class ModelFault(Exception):
    """The model cannot be used."""


def choose_dialect(asked: str, model: str, environment: Mapping[str, str]) -> str:
    """The one that was asked for; with `auto` what suits the model's name, else the first that can be reached."""
    there = [name for name, (address, _) in _PLACES.items() if environment.get(address)]
    if not there or asked not in ("auto", *there):
        raise ModelFault(f"dialect '{asked}': this run can reach {', '.join(there) or 'no model at all'}")
    suitable = [name for name, family in _FAMILIES.items() if re.search(family, model, re.IGNORECASE)]
    return asked if asked != "auto" else next(name for name in [*suitable, *there] if name in there)


class Model:
    """The model that the environment names. `left` tells how many seconds there are."""

    def __init__(self, environment: Mapping[str, str], left: Callable[[], float], log: Callable[[str], None]) -> None:
        self.name, temperature = environment.get("MODEL", ""), environment["ARG_TEMPERATURE"]
        if not self.name:
            raise ModelFault("none was named: mlebench run --model NAME")
        if not re.fullmatch(r"(\d+(\.\d+)?)?", temperature):
            raise ModelFault(f"temperature: must be a number, not '{temperature}'")
        self.dialect = choose_dialect(environment["ARG_DIALECT"], self.name, environment)
        self._base, self._key = (environment.get(name, "").rstrip("/") for name in _PLACES[self.dialect])
        self._sampling = {"temperature": float(temperature)} if temperature else {}
        self._max_tokens = int(environment["ARG_MAX_TOKENS"])
        self._left, self._log = left, log

    def ask(self, prompt: str) -> str:
        """The model's answer."""
        for tried in range(_TRIES):
            pause = min(60.0, 2.0**tried) * random.uniform(0.75, 1.0)
            try:
                status, headers, text = self._send(prompt)
                if status == 200:
                    return text_of(self.dialect, json.loads(text))
                problem = f"{status}: {' '.join(text.split())[:500]}"
                if status == 429 and (headers.get("x-should-retry") == "false" or "insufficient_quota" in text):
                    raise Finished(f"the budget is spent ({problem})")
                if status not in _WORTH_A_RETRY:
                    raise ModelFault(problem)
                asked = headers.get("retry-after", "")
                pause = float(asked) if asked.isdigit() else pause
            except (OSError, HTTPException) as error:
                problem = f"no answer ({error})"
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                problem = f"an answer that cannot be read ({type(error).__name__}: {error})"
            if pause >= self._left():
                raise Finished(f"the time is over (last from the model: {problem})")
            self._log(f"the model: {problem}")
            time.sleep(pause)
        raise ModelFault(problem)

    def _send(self, prompt: str) -> tuple[int, Message, str]:
        try:
            response = _OPENER.open(self.request(prompt), timeout=max(0.1, self._left()))
        except HTTPError as error:  # an answer too
            response = error
        with response:
            return response.status, response.headers, response.read().decode("utf-8", "replace")

    def request(self, prompt: str) -> urllib.request.Request:
        """A question. All of it is one message of the user's: some models know no other role."""
        body: dict[str, Any] = {"model": self.name, **self._sampling}
        messages, headers = [{"role": "user", "content": prompt}], {"authorization": f"Bearer {self._key}"}
        if self.dialect == "openai-chat":
            path, body = "/chat/completions", {**body, "messages": messages}
        elif self.dialect == "openai-responses":
            path, body = "/responses", {**body, "input": messages, "store": False}
        elif self.dialect == "anthropic":
            path, body = "/v1/messages", {**body, "messages": messages, "max_tokens": self._max_tokens}
            headers = {"x-api-key": self._key, "anthropic-version": "2023-06-01"}
        else:
            path, headers = f"/v1beta/models/{self.name}:generateContent", {"x-goog-api-key": self._key}
            body = {"contents": [{"role": "user", "parts": [{"text": prompt}]}], "generationConfig": self._sampling}
        headers["content-type"] = "application/json"
        return urllib.request.Request(self._base + path, json.dumps(body).encode(), headers)


def text_of(dialect: str, answer: Any) -> str:
    """The text of an answer, without what the model only thought. Raises where the answer has another form."""
    parts: Any
    if dialect == "openai-chat":
        parts = answer["choices"][0]["message"].get("content") or ""
    elif dialect == "openai-responses":
        parts = [part for item in answer["output"] if item["type"] == "message" for part in item["content"]]
    elif dialect == "anthropic":
        parts = answer["content"]
    else:
        found = answer.get("candidates") or [{}]  # none where the question itself was refused
        parts = [part for part in found[0].get("content", {}).get("parts", []) if not part.get("thought")]
    text = parts if isinstance(parts, str) else "".join(part.get("text") or "" for part in parts)
    return text.encode("utf-8", "replace").decode()  # half a character cannot be written to a file
