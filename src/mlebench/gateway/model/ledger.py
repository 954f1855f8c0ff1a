"""What a run has used of its models, and whether it may use more."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from mlebench.gateway.model.config import Budget
from mlebench.gateway.model.tokens import TokenCount

if TYPE_CHECKING:
    from mlebench.gateway.model.prices import Prices

_MOST_NAMES = 50  # of what an agent can make up


class ModelTotals(BaseModel):
    """The share of one model. `cost_usd` is null where it has no price."""

    model_config = ConfigDict(extra="ignore")

    requests: int = 0  # answered or tried
    prompt_tokens: int = 0  # read
    completion_tokens: int = 0  # written
    cost_usd: float | None = 0.0  # by the prices that were known


class ModelUsage(BaseModel):
    """Totals of one run, for its record."""

    model_config = ConfigDict(extra="ignore")

    requests: int = 0  # answered by a provider, or tried
    refused: int = 0  # by the proxy itself: the budget, the allowed models, the form
    errors: int = 0  # no useful answer came
    stripped_tools: dict[str, int] = {}  # tools that providers carry out, taken out of so many requests
    estimated: int = 0  # broke off before they told their usage; counted by the length of their texts

    prompt_tokens: int = 0  # read, those of the cache too
    completion_tokens: int = 0  # written
    cached_tokens: int = 0  # of those read, out of the provider's cache
    cache_write_tokens: int = 0  # of those read, written into it
    reasoning_tokens: int = 0  # of those written, not shown

    cost_usd: float | None = 0.0  # null where a used model has no price
    known_cost_usd: float = 0.0  # of the models that have a price
    unpriced_models: list[str] = []  # used, and without a price
    models: dict[str, ModelTotals] = {}  # by name
    budget_exhausted: bool = False  # whether it is used up


class Ledger:
    """Counts, from any thread. It goes on from what `earlier` attempts of the run have used."""

    def __init__(self, budget: Budget, prices: Prices, earlier: ModelUsage | None = None) -> None:
        self._budget, self._prices = budget, prices
        self._lock = threading.Lock()
        used = earlier or ModelUsage()
        self._requests, self._refused = used.requests, used.refused
        self._errors, self._estimated = used.errors, used.estimated
        self._tokens = TokenCount(
            prompt=used.prompt_tokens,
            completion=used.completion_tokens,
            cached=used.cached_tokens,
            cache_write=used.cache_write_tokens,
            reasoning=used.reasoning_tokens,
        )
        self._stripped = dict(used.stripped_tools)
        self._cost = used.known_cost_usd
        self._models = {name: totals.model_copy() for name, totals in used.models.items()}
        self._reserved: dict[int, tuple[int, float]] = {}  # tokens and dollars of the requests under way

    def exhausted(self) -> str | None:
        """Why the budget forbids one more request, or null."""
        with self._lock:
            return self._exhausted()

    def unpriced(self, model: str) -> str | None:
        """Why the budget forbids this model, or null."""
        if self._prices.get(model) is not None or self._budget.dollars is None:
            return None
        return (
            f"The model '{model}' has no known price, so this run's budget in dollars cannot be kept with it. "
            f"Give one with --prices FILE (dollars for a million tokens):  {model}: {{input: 1.0, output: 4.0}}"
        )

    def _exhausted(self) -> str | None:
        budget = self._budget
        if budget.tokens is not None and self._tokens.total >= budget.tokens:
            return f"This run's budget of {budget.tokens} tokens is used up."
        if budget.dollars is not None and self._cost >= budget.dollars:
            return f"This run's budget of {budget.dollars:g} dollars is used up."
        return None

    def reserve(self, number: int, model: str, most: TokenCount) -> bool:
        """Set aside what a request may take. False where it must wait: others may use up what is left.

        With nobody to wait for it may go, so that a budget can be used to its end, and be overshot by one answer.
        """
        price = self._prices.get(model)
        dollars = price.of(most) if price is not None else 0.0
        with self._lock:
            tokens = self._tokens.total + most.total + sum(each for each, _ in self._reserved.values())
            cost = self._cost + dollars + sum(each for _, each in self._reserved.values())
            fits = tokens <= (self._budget.tokens or tokens) and cost <= (self._budget.dollars or cost)
            if fits or not self._reserved:
                self._reserved[number] = (most.total, dollars)
                return True
            return False

    def release(self, number: int) -> None:
        """The request is counted, or was never sent."""
        with self._lock:
            self._reserved.pop(number, None)

    def request(self) -> None:
        """A request goes to the provider."""
        with self._lock:
            self._requests += 1

    def refuse(self) -> None:
        """A request does not."""
        with self._lock:
            self._refused += 1

    def strip(self, tools: Iterable[str]) -> None:
        """Tools were taken out of a request."""
        with self._lock:
            for name in set(tools):
                if name in self._stripped or len(self._stripped) < _MOST_NAMES:
                    self._stripped[name] = self._stripped.get(name, 0) + 1

    def error(self) -> None:
        """A request got no useful answer."""
        with self._lock:
            self._errors += 1

    def count(self, asked: str, answered: str | None, tokens: TokenCount, *, estimated: bool) -> float | None:
        """Add the tokens of an answer; returns its cost in dollars, null where that is not known."""
        price = self._prices.get(asked, answered)
        cost = None if price is None else price.of(tokens)
        with self._lock:
            self._tokens = self._tokens.plus(tokens)
            self._cost += cost or 0.0
            self._estimated += estimated
            totals = self._models.setdefault(asked, ModelTotals())
            totals.requests += 1
            totals.prompt_tokens += tokens.prompt
            totals.completion_tokens += tokens.completion
            totals.cost_usd = None if cost is None or totals.cost_usd is None else totals.cost_usd + cost
        return cost

    def usage(self) -> ModelUsage:
        """The totals as they are now."""
        with self._lock:
            unpriced = sorted(name for name, totals in self._models.items() if totals.cost_usd is None)
            return ModelUsage(
                requests=self._requests,
                refused=self._refused,
                errors=self._errors,
                stripped_tools=dict(self._stripped),
                estimated=self._estimated,
                prompt_tokens=self._tokens.prompt,
                completion_tokens=self._tokens.completion,
                cached_tokens=self._tokens.cached,
                cache_write_tokens=self._tokens.cache_write + self._tokens.cache_write_long,
                reasoning_tokens=self._tokens.reasoning,
                cost_usd=None if unpriced else self._cost,
                known_cost_usd=self._cost,
                unpriced_models=unpriced,
                models={name: totals.model_copy() for name, totals in self._models.items()},
                budget_exhausted=self._exhausted() is not None,
            )
