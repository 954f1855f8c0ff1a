"""Token counts, read from the `usage` of an answer in whichever form the provider gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_CHARACTERS_PER_TOKEN = 4  # for estimates only
_TOKENS_PER_FILE = 2000  # a picture, or a page
UNSAID_TOKENS = 32_768  # what an answer may take whose request sets no limit
_LONGEST_ANSWER = 262_144  # more than any model writes
_MOST_ANSWERS = 128
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")
_COUNTS = ("n", "best_of", "candidateCount", "candidate_count")


class TokenCount(NamedTuple):
    """Tokens of one or many answers. Cached and written ones are part of `prompt`."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0  # read from the provider's cache
    cache_write: int = 0  # written to it
    cache_write_long: int = 0  # ... to be kept for an hour
    reasoning: int = 0  # part of `completion`

    @property
    def total(self) -> int:
        """All that count towards a budget."""
        return self.prompt + self.completion

    def plus(self, other: TokenCount) -> TokenCount:
        """The sum."""
        return TokenCount(*(a + b for a, b in zip(self, other)))


def openai_tokens(usage: Mapping[str, Any]) -> TokenCount:
    """From chat completions, completions and embeddings (`prompt_tokens`) or responses (`input_tokens`)."""
    read = _details(usage, "prompt_tokens_details", "input_tokens_details")
    written = _details(usage, "completion_tokens_details", "output_tokens_details")
    return TokenCount(
        prompt=_number(usage, "prompt_tokens", "input_tokens"),
        completion=_number(usage, "completion_tokens", "output_tokens"),
        cached=_number(read, "cached_tokens"),
        reasoning=_number(written, "reasoning_tokens"),
    )


def anthropic_tokens(usage: Mapping[str, Any]) -> TokenCount:
    """From messages, where the cache's tokens stand beside `input_tokens`."""
    cached = _number(usage, "cache_read_input_tokens")
    written = _number(usage, "cache_creation_input_tokens")
    long = min(written, _number(_details(usage, "cache_creation"), "ephemeral_1h_input_tokens"))
    return TokenCount(
        prompt=_number(usage, "input_tokens") + cached + written,
        completion=_number(usage, "output_tokens"),
        cached=cached,
        cache_write=written - long,
        cache_write_long=long,
    )


def gemini_tokens(usage: Mapping[str, Any]) -> TokenCount:
    """From `usageMetadata`, where thoughts stand beside what is shown."""
    thoughts = _number(usage, "thoughtsTokenCount")
    return TokenCount(
        prompt=_number(usage, "promptTokenCount") + _number(usage, "toolUsePromptTokenCount"),
        completion=_number(usage, "candidatesTokenCount") + thoughts,
        cached=_number(usage, "cachedContentTokenCount"),
        reasoning=thoughts,
    )


def estimated_tokens(request: Mapping[str, Any], answered_characters: int) -> TokenCount:
    """For an answer that broke off before it told its usage: better than counting nothing."""
    asked = sum(_characters(value) for key, value in request.items() if key != "model")
    return TokenCount(
        prompt=-(-asked // _CHARACTERS_PER_TOKEN),
        completion=-(-answered_characters // _CHARACTERS_PER_TOKEN),
    )


def most_tokens(request: Mapping[str, Any], *, writes: bool = True) -> TokenCount:
    """What a request may take: set aside before it is sent, and charged where its answer is never told."""
    places = (request, _details(request, "generationConfig"), _details(request, "generation_config"))
    said = [number for place in places for name in _LIMITS if (number := _whole(place.get(name))) is not None]
    longest = min(max(said, default=UNSAID_TOKENS), _LONGEST_ANSWER)
    prompts = request.get("prompt")
    answers = max(1, *(_whole(place.get(name)) or 1 for place in places for name in _COUNTS))
    answers *= len(prompts) if isinstance(prompts, list) and prompts and not isinstance(prompts[0], int) else 1
    prompt = estimated_tokens(request, 0).prompt + _TOKENS_PER_FILE * _files(dict(request))
    return TokenCount(prompt=prompt, completion=longest * min(answers, _MOST_ANSWERS) if writes else 0)


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _files(value: Any) -> int:
    if isinstance(value, dict):
        return sum(1 if key in ("data", "file_data") else _files(inner) for key, inner in value.items())
    if isinstance(value, list):
        return sum(_files(inner) for inner in value)
    return int(isinstance(value, str) and value.startswith("data:"))


def _characters(value: Any) -> int:
    """Length of all texts in a value; pictures and other encoded data are not text."""
    if isinstance(value, str):
        return 0 if value.startswith("data:") else len(value)
    if isinstance(value, dict):
        return sum(_characters(inner) for key, inner in value.items() if key != "data")
    if isinstance(value, list):
        return sum(_characters(inner) for inner in value)
    return 0


def _number(usage: Mapping[str, Any], *names: str) -> int:
    for name in names:
        value = usage.get(name)
        if isinstance(value, int | float) and value > 0:
            return int(value)
    return 0


def _details(usage: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    return next((usage[name] for name in names if isinstance(usage.get(name), dict)), {})
