"""Where the model proxy sends requests, with which keys, and within which limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    field_validator,
)

from mlebench.errors import WrongUsage

_MIB = 1 << 20
_ALIAS = "Write the name that clients ask for, and the provider's name of the model: --alias fast=gpt-5-mini"
_SHORTEST_SECRET = 8
MODEL_NAME = re.compile(r"[\w.:/+@\-]+", re.ASCII)
OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"
GEMINI_URL = "https://generativelanguage.googleapis.com"
# Setting -> variables of the harness' environment; the first that is set counts.
_VARIABLES = {
    "openai_base_url": ("OPENAI_BASE_URL",),
    "openai_api_key": ("OPENAI_API_KEY",),
    "anthropic_base_url": ("ANTHROPIC_BASE_URL",),
    "anthropic_api_key": ("ANTHROPIC_API_KEY",),
    "gemini_base_url": ("GOOGLE_GEMINI_BASE_URL",),
    "gemini_api_key": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}


# What becomes of tools that a provider would carry out: the request is refused, they are taken out, they are passed on.
HostedTools = Literal["refuse", "strip", "allow"]


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Budget(_Settings):
    """What one run may spend; null is no limit. The last answer may go over it: its length is not known before."""

    tokens: NonNegativeInt | None = None  # read and written together
    dollars: NonNegativeFloat | None = None  # by the prices of the models; one without a price is then refused


class ModelSettings(_Settings):
    """What agents may ask of a language model. Keys are not part of it: they stay in the environment."""

    model_config = ConfigDict(extra="ignore", frozen=True)  # groups of other versions have more, or less

    budget: Budget = Budget()  # of each run
    models: tuple[str, ...] = ()  # patterns such as "gpt-4o*"; none means every model
    aliases: dict[str, str] = {}  # name that a client asks for -> model that the provider is asked for
    hosted_tools: HostedTools = "refuse"  # that run at the provider, as a web search: a way around the sandbox
    prices: Path | None = None  # a file that comes before the prices that are kept for everybody

    @field_validator("hosted_tools", mode="before")
    @classmethod
    def _of_former_groups(cls, value: object) -> object:
        return ("refuse", "allow")[value] if isinstance(value, bool) else value


class ProxyConfig(ModelSettings):
    """The settings of the model proxy: those, and how to reach the provider. Keys never enter a sandbox or a record."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    openai_base_url: str = OPENAI_URL
    openai_api_key: SecretStr | None = None
    anthropic_base_url: str = ANTHROPIC_URL
    anthropic_api_key: SecretStr | None = None
    gemini_base_url: str = GEMINI_URL
    gemini_api_key: SecretStr | None = None

    connect_timeout: PositiveFloat = 15.0
    timeout: PositiveFloat = 600.0  # the longest silence of the provider
    retries: NonNegativeInt = 5
    backoff: PositiveFloat = 0.5  # seconds before the first retry; doubled each time
    max_backoff: PositiveFloat = 60.0  # a provider that asks for a longer pause is not waited for

    hang_up_seconds: PositiveFloat = 600.0  # an answer whose client hung up is read so long, to count it
    max_concurrent: PositiveInt = 32
    max_body_bytes: PositiveInt = 50 * _MIB
    log_body_chars: NonNegativeInt = _MIB
    log_bytes: NonNegativeInt = 2048 * _MIB  # of one run's journal

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], settings: ModelSettings | None = None) -> ProxyConfig:
        """Addresses and keys from the harness' own environment."""
        found = dict(settings) if settings is not None else {}
        for name, variables in _VARIABLES.items():
            for value in filter(None, (environment.get(each, "").strip() for each in reversed(variables))):
                found[name] = value
        return cls.model_validate(found)

    @property
    def providers(self) -> list[str]:
        """The providers that can be used: with a key, or at an address of one's own that may need none."""
        there = {
            "openai": self.openai_api_key is not None or self.openai_base_url != OPENAI_URL,
            "anthropic": self.anthropic_api_key is not None or self.anthropic_base_url != ANTHROPIC_URL,
            "gemini": self.gemini_api_key is not None or self.gemini_base_url != GEMINI_URL,
        }
        return [name for name, usable in there.items() if usable]

    @property
    def sellers(self) -> list[tuple[str, str]]:
        """The providers by the names that lists of prices use, with their addresses."""
        known = {
            "openai": ("openai", self.openai_base_url),
            "anthropic": ("anthropic", self.anthropic_base_url),
            "gemini": ("google", self.gemini_base_url),
        }
        return [known[name] for name in self.providers]

    def secrets(self) -> list[str]:
        """What must never be seen. A very short key (local servers take any word) would mutilate answers."""
        keys = (self.openai_api_key, self.anthropic_api_key, self.gemini_api_key)
        values = [key.get_secret_value() for key in keys if key is not None]
        return [value for value in values if len(value) >= _SHORTEST_SECRET]

    def allows(self, model: str) -> bool:
        """Whether the sandbox may use this model, by the provider's name. An alias that is open opens its model."""
        patterns = [self.aliases.get(pattern, pattern) for pattern in self.models]
        return not patterns or any(fnmatchcase(model, pattern) for pattern in patterns)


def checked_aliases(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Aliases as they were typed, or what is wrong with them."""
    aliases: dict[str, str] = {}
    for name, model in pairs:
        for each in (name, model):
            if not MODEL_NAME.fullmatch(each):
                raise WrongUsage(f"--alias {name}={model}: '{each}' is not the name of a model.", hint=_ALIAS)
        if aliases.setdefault(name, model) != model:
            raise WrongUsage(f"--alias {name}: it cannot stand for {aliases[name]} and for {model}.")
    for name, model in aliases.items():
        if model in aliases:
            raise WrongUsage(f"--alias {name}={model}: '{model}' is an alias itself.", hint=_ALIAS)
    return aliases
