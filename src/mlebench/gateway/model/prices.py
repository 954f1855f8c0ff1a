"""What tokens cost: by a file of the user's, else by the data set that the package `genai-prices` keeps."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, NonNegativeFloat, TypeAdapter

from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml
from mlebench.gateway.model.tokens import TokenCount

_MILLION = 1_000_000
PRICE_FORM = "my-model: {input: 1.0, cached: 0.1, output: 4.0}"
_VERSION = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


class Cost(Protocol):
    """What tells the cost of tokens."""

    def of(self, tokens: TokenCount) -> float:
        """Dollars for these tokens."""


class Price(BaseModel):
    """Dollars for a million tokens. Where the cache has no price of its own, it costs what input costs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: NonNegativeFloat
    output: NonNegativeFloat = 0.0
    cached: NonNegativeFloat | None = None
    cache_write: NonNegativeFloat | None = None
    cache_write_long: NonNegativeFloat | None = None

    def of(self, tokens: TokenCount) -> float:
        """Dollars for these tokens."""
        written = tokens.cache_write + tokens.cache_write_long
        short = self.input if self.cache_write is None else self.cache_write
        parts = (
            (max(0, tokens.prompt - tokens.cached - written), self.input),
            (tokens.cached, self.input if self.cached is None else self.cached),
            (tokens.cache_write, short),
            (tokens.cache_write_long, short if self.cache_write_long is None else self.cache_write_long),
            (tokens.completion, self.output),
        )
        return sum(number * price for number, price in parts) / _MILLION


class KeptPrice(NamedTuple):
    """The price that the data set has for a model; it may depend on the length of a prompt."""

    model: str
    seller: Mapping[str, Any]  # whose price it is: as the data set names him, or by his address

    def of(self, tokens: TokenCount) -> float:
        """Dollars for these tokens. Raises LookupError where there is no such model."""
        from genai_prices import Usage, calc_price

        # It insists that the parts are parts: a provider that tells nonsense is charged as if nothing were cached.
        cached, written, long = tokens.cached, tokens.cache_write + tokens.cache_write_long, tokens.cache_write_long
        if cached + written > tokens.prompt:
            cached = written = long = 0
        usage = Usage(
            input_tokens=tokens.prompt,
            cache_read_tokens=cached,
            cache_write_tokens=written,
            cache_write_1h_tokens=long,
            output_tokens=tokens.completion,
        )
        return float(calc_price(usage, self.model, **self.seller).total_price)


_TABLE = TypeAdapter(dict[str, Price])


class Prices:
    """A price for each model that is known: to the user's file, or as the model of one of the sellers.

    A seller is known to the data set by his address, or by the name that comes with it.
    """

    def __init__(self, table: Mapping[str, Price], sellers: Sequence[tuple[str, str]] = ()) -> None:
        self._table = dict(table)
        self._find = lru_cache(1000)(self._search)  # names come from agents, which can make up any number of them
        self._sellers: list[dict[str, Any]] = [{"provider_api_url": address} for _, address in sellers]
        self._sellers += [{"provider_id": name} for name, _ in sellers]

    @classmethod
    def load(cls, file: Path | None = None, sellers: Sequence[tuple[str, str]] = ()) -> Prices:
        """The user's table, and what these sellers (their names and addresses) are known to ask for."""
        return cls(_read(file) if file is not None else {}, sellers)

    def get(self, *models: str | None) -> Cost | None:
        """The price of the first of these names that has one; a dated version costs what its model costs."""
        for model in filter(None, models):
            for name in (model, _VERSION.sub("", model)):
                if name in self._table:
                    return self._table[name]
            if (kept := self._find(model)) is not None:
                return kept
        return None

    def _search(self, model: str) -> KeptPrice | None:
        for seller in self._sellers:
            price = KeptPrice(model, seller)
            try:
                price.of(TokenCount(prompt=1, completion=1))
            except (LookupError, ValueError):
                continue
            return price
        return None


def _read(file: Path) -> dict[str, Price]:
    return checked(
        lambda: parse_yaml(file.read_text(encoding="utf-8")) or {},
        _TABLE.validate_python,
        file,
        WrongUsage,
        hint=f"Dollars for a million tokens; each model needs a line such as:  {PRICE_FORM}",
    )
