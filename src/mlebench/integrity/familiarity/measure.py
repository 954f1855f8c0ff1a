"""Measuring documents: several at a time, piece by piece, with what was measured before."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlebench.gateway.model import ProxyConfig
from mlebench.integrity.familiarity.cache import Cache, default_cache_dir
from mlebench.integrity.familiarity.documents import Document
from mlebench.integrity.familiarity.endpoint import BadAnswer, Endpoint, Tokens

PIECE = 6_000  # characters that are sent at a time: about 1500 tokens, which every context holds


@dataclass(frozen=True)
class Familiarity:
    """What a model makes of one document. Null figures where it could not be measured, for the reason in `problem`."""

    document: str
    competition_id: str | None
    tokens: int
    mean_probability: float | None  # of the document's tokens, from 0 to 1
    perplexity: float | None  # the exponential of the mean negative log probability
    problem: str | None = None


def measure_familiarity(
    documents: Sequence[Document],
    model: str,
    config: ProxyConfig,
    *,
    cache_dir: Path | None = None,
    workers: int = 4,
    on_document: Callable[[Familiarity], None] = lambda found: None,
) -> list[Familiarity]:
    """The mean probability that a model gives to the tokens of each document, in their order.

    Each piece that is measured is kept at once, so that a call that was cut off goes on where it was. Raises
    EndpointError where the endpoint does not tell the probabilities of prompts.
    """
    return asyncio.run(_measure_all(documents, model, config, cache_dir or default_cache_dir(), workers, on_document))


def pieces(text: str, size: int = PIECE) -> list[str]:
    """A long text in parts that end between words where there are any. Together they are the text.

    >>> pieces("one two three", 8)
    ['one two ', 'three']
    """
    found, start = [], 0
    while start < len(text):
        end = start + size
        if end < len(text):
            space = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = space + 1 if space > start else end
        found.append(text[start:end])
        start = end
    return [piece for piece in found if piece.strip()]


async def _measure_all(
    documents: Sequence[Document],
    model: str,
    config: ProxyConfig,
    cache_dir: Path,
    workers: int,
    on_document: Callable[[Familiarity], None],
) -> list[Familiarity]:
    endpoint, turns = Endpoint(config, model), asyncio.Semaphore(workers)
    cache = Cache(cache_dir, endpoint.url, model)

    async def one(document: Document) -> Familiarity:
        async with turns:
            found = await _measured(document, endpoint, cache)
        on_document(found)
        return found

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(document)) for document in documents]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    finally:
        await endpoint.close()
    return [task.result() for task in tasks]


async def _measured(document: Document, endpoint: Endpoint, cache: Cache) -> Familiarity:
    if document.problem is not None:
        return Familiarity(document.name, document.competition_id, 0, None, None, document.problem)
    parts: list[Tokens] = []
    try:
        for piece in pieces(document.text):
            found = cache.find(piece)
            if found is None:
                found = await endpoint.tokens(piece)
                cache.keep(piece, found)
            parts.append(found)
    except BadAnswer as error:
        return Familiarity(document.name, document.competition_id, 0, None, None, str(error))
    count = sum(part.number for part in parts)
    if not count:
        return Familiarity(document.name, document.competition_id, 0, None, None, "is too short to be measured")
    probability = math.fsum(part.probability for part in parts) / count
    perplexity = math.exp(min(700.0, -math.fsum(part.log_probability for part in parts) / count))
    return Familiarity(document.name, document.competition_id, count, probability, perplexity)
