"""What a large measurement needs: every competition, so many seeds, so many agents. Multiplication, no statistics."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mlebench.catalog import Registry
from mlebench.results.planning import Price
from mlebench.results.run import HEADLINE
from mlebench.results.seeds import Splits

_MONTHS = 12 / 365.25  # of a day


@dataclass(frozen=True)
class Rates:
    """What things cost and how fast they are; all of it is the user's to change."""

    node_dollars: float = 3.20  # an hour of a machine as the benchmark asks for, its GPU included
    storage_dollars: float = 0.023  # a GB in an object store for a month
    network_dollars: float = 0.0  # a GB from the store to a node; nothing within one region
    nodes: int = 100  # machines at a time
    runs_per_node: int = 1  # at a time
    run_mb: float = 10.0  # that stays of a run: submission, code, logs, journal
    store_gbit: float = 100.0  # a second, that the store gives to all nodes together
    data_gb: float | None = None  # of all 75 competitions, where the recorded sizes do not say it


@dataclass(frozen=True)
class Bill:
    """What one split needs. Null where the size of its data is not known."""

    split: str
    competitions: int
    runs: int
    node_hours: float
    gpu_hours: float | None
    days: float  # with all nodes at work, without waiting
    data_gb: float | None  # in the store, once
    runs_gb: float  # of all run folders
    pulled_gb: float | None  # by all nodes together: each pulls a competition's data at most once
    first_pull_minutes: float | None  # when all nodes begin at once
    node_dollars: float
    model_dollars: float | None
    storage_dollars: float | None  # while it lasts
    network_dollars: float | None
    dollars: float  # of what is known


def bills(registry: Registry, price: Price, rates: Rates, *, seeds: int, agents: int) -> list[Bill]:
    """For low, medium, high and all."""
    splits = Splits(registry).ids
    parts = {split: list(splits[split]) for split in HEADLINE}
    everything = [competition_id for ids in parts.values() for competition_id in ids]
    found = [_bill(name, ids, _known_gb(registry, ids), price, rates, seeds, agents) for name, ids in parts.items()]
    size = rates.data_gb if rates.data_gb is not None else _known_gb(registry, everything)
    return [*found, _bill("all", everything, size, price, rates, seeds, agents)]


def _known_gb(registry: Registry, ids: list[str]) -> float | None:
    sizes = [registry.get(competition_id).archive_gb for competition_id in ids]
    return None if None in sizes else math.fsum(size for size in sizes if size is not None)


def _bill(
    split: str, ids: list[str], data_gb: float | None, price: Price, rates: Rates, seeds: int, agents: int
) -> Bill:
    runs, hours = len(ids) * seeds * agents, price.hours if price.hours is not None else 24.0
    node_hours = runs * hours / rates.runs_per_node
    days = math.ceil(runs / (rates.nodes * rates.runs_per_node)) * hours / 24
    runs_gb = runs * rates.run_mb / 1000
    pulled = first = storage = network = None
    if data_gb is not None:
        mean = data_gb / len(ids)
        pulled = min(runs * mean, rates.nodes * data_gb)
        first = min(runs, rates.nodes * rates.runs_per_node) * mean * 8 / rates.store_gbit / 60
        storage = (data_gb + runs_gb) * days * _MONTHS * rates.storage_dollars
        network = pulled * rates.network_dollars
    node_dollars = node_hours * rates.node_dollars
    model = None if price.dollars is None else runs * price.dollars
    known = math.fsum(cost for cost in (node_dollars, model, storage, network) if cost is not None)
    gpu_hours = None if price.gpu_hours is None else runs * price.gpu_hours
    return Bill(
        *(split, len(ids), runs, node_hours, gpu_hours, days, data_gb, runs_gb, pulled, first),
        *(node_dollars, model, storage, network, known),
    )
