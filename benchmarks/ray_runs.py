"""1,000 runs that do nothing, over a Ray cluster of two nodes on this machine: what the driver does for each.

The driver must not be the bottleneck, so its share of the time is measured: the rest belongs to the sandboxes.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from benchmarks.table import Row

TASK, RUNS = "spooky-author-identification", 1000
NODE = {"num_cpus": 2, "memory": 2 << 30, "object_store_memory": 100 << 20}


def rows() -> list[Row]:
    import ray
    from ray.cluster_utils import Cluster

    # A short path, because sockets have little room.
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))
    os.environ |= {"RAY_TMPDIR": str(folder), "RAY_USAGE_STATS_ENABLED": "0", "XDG_CACHE_HOME": str(folder / "cache")}
    cluster = Cluster(True, head_node_args={**NODE, "include_dashboard": False})
    try:
        cluster.add_node(**NODE)
        ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
        return [_measured(folder)]
    finally:
        ray.shutdown()
        cluster.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def _measured(folder: Path) -> Row:
    from mlebench.agents import load_agent
    from mlebench.catalog import Registry
    from mlebench.data.prepare import PrepareOptions, prepare
    from mlebench.data.sources.acquire import Miniature
    from mlebench.runs.launch import create_group, run_group
    from mlebench.runs.plan import RunOptions, RunSettings
    from mlebench.sandbox import Resources

    idle = folder / "agents" / "idle"
    idle.mkdir(parents=True)
    (idle / "agent.yaml").write_text('name: idle\ndescription: does nothing\nstart: ["true"]\n')
    agent, registry = load_agent(idle), Registry()
    prepare(registry.get(TASK), folder / "data", Miniature(), PrepareOptions())
    sandboxes = RunSettings(resources=Resources(time_limit=60, cpus=1, memory_gb=0.25, gpus=0))
    asked = RunOptions("process", sandboxes, executor="ray", seeds=RUNS)
    group = create_group(folder / "runs", agent, [registry.get(TASK)], folder / "data", asked)
    started, used = time.perf_counter(), time.process_time()
    records = run_group(group, agent, registry, folder / "data", asked)
    seconds, cpu = time.perf_counter() - started, time.process_time() - used
    ended = sum(record.state == "finished" for record in records)
    note = (
        f"{ended} of {RUNS} runs finished in {seconds:.0f} s; {1000 * cpu / RUNS:.1f} ms of the driver's CPU for each"
    )
    return Row(f"{RUNS} runs on two Ray nodes", "wall time; the driver's CPU time", cpu / seconds, goal=0.25, note=note)
