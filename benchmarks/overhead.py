"""What the harness itself costs: runs of an agent that does nothing."""

from __future__ import annotations

import os
import resource
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.table import Row
from mlebench.agents import Agent, load_agent
from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.choice import SourceOptions, source_for
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions
from mlebench.runs.services import RunServices

TASK = "spooky-author-identification"
IMAGE = "MLEBENCH_BENCH_IMAGE"


class Clock:
    """How long sandboxes were open, over all threads: from the order to open one until it is gone."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """All services that are opened meanwhile."""
        opened = RunServices.__init__

        def init(place: RunServices, *arguments: Any) -> None:
            opened(place, *arguments)
            start = place.backend.start
            place.backend.start = lambda sandbox: _Watched(start, sandbox, self)  # type: ignore[method-assign, assignment, return-value]

        RunServices.__init__ = init  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            RunServices.__init__ = opened  # type: ignore[method-assign]

    def add(self, seconds: float) -> None:
        """A sandbox has closed."""
        with self._lock:
            self.seconds += seconds


class _Watched:
    def __init__(self, start: Any, sandbox: Any, clock: Clock) -> None:
        self._began, self._clock = time.monotonic(), clock
        self._handle = start(sandbox)
        self.wait, self.terminate = self._handle.wait, self._handle.terminate

    def close(self) -> None:
        self._handle.close()
        self._clock.add(time.monotonic() - self._began)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        registry, data = Registry.default(), folder / "data"
        competition, asked = registry.get(TASK), PrepareOptions()
        prepare(competition, data, source_for(competition, SourceOptions(miniature=True), asked), asked)
        return [*_bubblewrap(folder, registry, data), *_docker(folder, registry, data)]


def _bubblewrap(folder: Path, registry: Registry, data: Path) -> list[Row]:
    one = _measure(folder, registry, data, "bubblewrap", runs=20, workers=1)
    many = _measure(folder, registry, data, "bubblewrap", runs=200, workers=2)
    return [
        Row("a run that does nothing, bubblewrap", "0.3 s", one["each"] / 0.3, goal=1.0, note=f"{one['each']:.3f} s"),
        Row(
            "200 such runs, 2 workers: time in which a worker has no sandbox open",
            "time of the group",
            many["outside"],
            goal=0.05,
            note=f"{many['each']:.3f} s per run and worker. The harness works while sandboxes are open: "
            f"its CPU time is {many['user']:.1%} of the workers' time, and {many['system']:.1%} in the system",
        ),
    ]


def _docker(folder: Path, registry: Registry, data: Path) -> list[Row]:
    image = os.environ.get(IMAGE)
    if not image:
        print(f"docker: not measured; name an image with python3 in {IMAGE}")
        return []
    import docker

    client = docker.from_env()
    began = time.monotonic()
    for _ in range(10):
        client.containers.run(image, ["true"], network_mode="none", remove=True)
    engine = (time.monotonic() - began) / 10
    each = _measure(folder, registry, data, "docker", runs=10, workers=1, image=image)["each"]
    note = f"{each:.2f} s, of which the engine's own start of a container {engine:.2f} s"
    what = "a run that does nothing, docker, beyond the engine's own start"
    return [Row(what, "2 s", (each - engine) / 2.0, goal=1.0, note=note)]


def _measure(
    folder: Path, registry: Registry, data: Path, sandbox: str, *, runs: int, workers: int, image: str | None = None
) -> dict[str, float]:
    agent, clock = _agent(folder, image), Clock()
    asked = RunOptions(sandbox, workers=workers, seeds=runs)
    group = create_group(folder / "runs", agent, [registry.get(TASK)], data, asked)
    before, began = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    with clock.watching():
        records = run_group(group, agent, registry, data, asked)
    after, wall = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() - began
    assert all(record.state == "finished" for record in records), [record.failure for record in records][:1]
    return {
        "each": wall * workers / runs,
        "outside": 1 - clock.seconds / (wall * workers),
        "user": (after.ru_utime - before.ru_utime) / (wall * workers),
        "system": (after.ru_stime - before.ru_stime) / (wall * workers),
    }


def _agent(folder: Path, image: str | None) -> Agent:
    name = "noop-docker" if image else "noop"
    path = folder / name
    path.mkdir(exist_ok=True)
    extra = f"image: {image}\n" if image else ""
    (path / "agent.yaml").write_text(f'name: {name}\ndescription: nothing\nstart: ["true"]\n{extra}')
    return load_agent(path)
