"""What tokens cost. The package has a table; a file of the user's adds to it or replaces entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, NonNegativeFloat, TypeAdapter

from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml
from mlebench.gateway.model.tokens import TokenCount

_MILLION = 1_000_000
_VERSION = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


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


_TABLE = TypeAdapter(dict[str, Price])


class Prices:
    """A price for each model that is known."""

    def __init__(self, table: Mapping[str, Price]) -> None:
        self._table = dict(table)

    @classmethod
    def load(cls, file: Path | None = None) -> Prices:
        """The package's table, and the user's on top."""
        table = dict(_package_table())
        if file is not None:
            table |= _read(lambda: file.read_text(encoding="utf-8"), file)
        return cls(table)

    def get(self, *models: str | None) -> Price | None:
        """The price of the first of these names that has one; a dated version costs what its model costs."""
        for model in models:
            for name in (model, _VERSION.sub("", model)) if model else ():
                if name in self._table:
                    return self._table[name]
        return None


@cache
def _package_table() -> Mapping[str, Price]:
    return _read(lambda: (files(__package__) / "prices.yaml").read_text(encoding="utf-8"), "prices.yaml")


def _read(text: Callable[[], str], where: Path | str) -> dict[str, Price]:
    return checked(
        lambda: parse_yaml(text()) or {},
        _TABLE.validate_python,
        where,
        WrongUsage,
        hint="Each model needs a line such as:  my-model: {input: 1.0, cached: 0.1, output: 4.0}",
    )
