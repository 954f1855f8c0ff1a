"""What a run has used of its models, and whether it may use more."""

from __future__ import annotations

import threading

from pydantic import BaseModel, ConfigDict

from mlebench.gateway.model.config import Budget
from mlebench.gateway.model.prices import Prices
from mlebench.gateway.model.tokens import TokenCount


class ModelTotals(BaseModel):
    """The share of one model. `cost_usd` is null where it has no price."""

    model_config = ConfigDict(extra="ignore")

    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0


class ModelUsage(BaseModel):
    """Totals of one run, for its record."""

    model_config = ConfigDict(extra="ignore")

    requests: int = 0  # answered by a provider, or tried
    refused: int = 0  # by the proxy itself: the budget, the allowed models, the form
    errors: int = 0  # no useful answer came
    estimated: int = 0  # broke off before they told their usage; counted by the length of their texts

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0

    cost_usd: float | None = 0.0  # null where a used model has no price
    known_cost_usd: float = 0.0
    unpriced_models: list[str] = []
    models: dict[str, ModelTotals] = {}
    budget_exhausted: bool = False


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
        self._cost = used.known_cost_usd
        self._models = {name: totals.model_copy() for name, totals in used.models.items()}

    def exhausted(self) -> str | None:
        """Why the budget forbids one more request, or null."""
        with self._lock:
            return self._exhausted()

    def unpriced(self, model: str) -> str | None:
        """Why the budget forbids this model, or null."""
        if self._budget.dollars is None or self._prices.get(model) is not None:
            return None
        return f"The model '{model}' has no known price, so this run's budget in dollars cannot be kept with it."

    def _exhausted(self) -> str | None:
        budget = self._budget
        if budget.tokens is not None and self._tokens.total >= budget.tokens:
            return f"This run's budget of {budget.tokens} tokens is used up."
        if budget.dollars is not None and self._cost >= budget.dollars:
            return f"This run's budget of {budget.dollars:g} dollars is used up."
        return None

    def request(self) -> None:
        """A request goes to the provider."""
        with self._lock:
            self._requests += 1

    def refuse(self) -> None:
        """A request does not."""
        with self._lock:
            self._refused += 1

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
