"""What one run needs of a node, and how many runs a cluster holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mlebench.errors import MlebenchError
from mlebench.sandbox import Resources
from mlebench.sandbox.resources import GIB

# Ray's name of each resource of a node, and that of the option of a task.
_OPTIONS = {"CPU": "num_cpus", "GPU": "num_gpus", "memory": "memory"}


def needs_of(resources: Resources) -> dict[str, float]:
    """By Ray's names."""
    return {"CPU": resources.cpus, "GPU": resources.gpus, "memory": resources.memory_bytes}


def task_options(needs: Mapping[str, float]) -> dict[str, float]:
    """For `ray.remote`."""
    return {_OPTIONS[name]: amount for name, amount in needs.items()}


def runs_that_fit(nodes: Iterable[Mapping[str, Any]], needs: Mapping[str, float]) -> int:
    """How many runs fit into these nodes at a time, if they had nothing else to do."""
    return sum(
        min(int(node["Resources"].get(name, 0) // amount) for name, amount in needs.items() if amount)
        for node in nodes
        if node["Alive"]
    )


def check_fits(nodes: Iterable[Mapping[str, Any]], needs: Mapping[str, float]) -> None:
    """A run that no node can ever hold would wait for good."""
    nodes = list(nodes)
    if runs_that_fit(nodes, needs):
        return
    totals = [node["Resources"] for node in nodes if node["Alive"]]
    largest: Mapping[str, float] = max(
        totals, key=lambda total: [total.get(name, 0) for name in ("GPU", "CPU", "memory")], default={}
    )
    gpus, cpus, memory = int(largest.get("GPU", 0)), int(largest.get("CPU", 0)), largest.get("memory", 0) / GIB
    raise MlebenchError(
        f"No node of the cluster can hold a run with {_words(needs['CPU'], needs['GPU'], needs['memory'] / GIB)}: "
        f"the largest has {_words(cpus, gpus, memory)}.",
        hint="Ask for less with --resources FILE, where FILE holds for example:\n"
        f"cpus: {cpus}\nmemory_gb: {int(memory * 10) / 10:g}\ngpus: {gpus}",
    )


def _words(cpus: float, gpus: float, memory_gb: float) -> str:
    return f"{cpus:g} CPUs, {memory_gb:.1f} GB of memory and {gpus:g} GPUs"
