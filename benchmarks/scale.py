"""A large group without agents: what the harness itself costs for each run, and whether that grows with their number.

`python -m benchmarks.scale --runs 100000` plans a group, lets the driver carry out `--driven` of its runs in sandboxes
that are stubs, writes down the others as if it had, and resumes, reports on and indexes the whole. Each step is a
process of its own; CPU time is its own and the system's for it, memory is the peak beyond the imports. Of the driver,
memory is told as the growth from a group of a fifth: what every driver needs at first is no cost of a run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

TASKS = ("starter-breast-cancer", "starter-diabetes-progression", "starter-digit-images", "starter-wine-cultivars")
STUB = "stub"
MB = 1 << 20


class Step(NamedTuple):
    """What one step took."""

    name: str
    runs: int
    user_seconds: float
    system_seconds: float
    peak_bytes: int
    bytes_a_run: float

    @property
    def cpu_seconds(self) -> float:
        """In all."""
        return self.user_seconds + self.system_seconds


class Goal(NamedTuple):
    """What a step may take, for a group of 100,000."""

    cpu_seconds: float
    kilobytes_a_run: float | None = None


GOALS = {"plan": Goal(30), "drive": Goal(500, 5), "resume": Goal(60), "report": Goal(60), "index": Goal(60)}


class StubBackend:
    """A sandbox that opens nothing: its agent has ended as soon as it starts, with the sample submission handed in."""

    uses_engine: ClassVar[bool] = False
    name: ClassVar[str] = STUB
    own_loopback: ClassVar[bool] = True

    def __init__(self, settings: object) -> None:
        from mlebench.sandbox.protocol import Capabilities

        self.capabilities = Capabilities(isolated=True, read_only_data=True, no_network=True, gpu=False)

    def check(self) -> None:
        """Nothing can be missing."""

    def prepare(self, image: str | None, folder: Path) -> None:
        """No image."""

    def paths(self, folder: Path) -> Any:
        """The usual ones."""
        from mlebench.sandbox.protocol import SandboxPaths

        return SandboxPaths.below("/home")

    def start(self, sandbox: Any) -> StubSandbox:
        """Hand in."""
        shutil.copyfile(sandbox.data / "sample_submission.csv", sandbox.folder / "submission" / "submission.csv")
        sandbox.output.touch()
        return StubSandbox()

    def recover(self, run_id: str) -> None:
        """Nothing is left behind."""


class StubSandbox:
    """One of them."""

    def wait(self, timeout: float) -> Any:
        """At once."""
        from mlebench.sandbox.protocol import Outcome

        return Outcome(exit_code=0, signal=None, cpu_seconds=0.0, peak_memory_bytes=0)

    def terminate(self, grace: float) -> Any:
        """As `wait`."""
        return self.wait(0)

    def close(self) -> None:
        """Nothing was opened."""


class Place:
    """The group and what it is made with, below one folder."""

    def __init__(self, folder: Path) -> None:
        from mlebench.agents import load_agent
        from mlebench.catalog import Registry
        from mlebench.plugins import Plugin
        from mlebench.sandbox.registry import BACKENDS

        BACKENDS._built_in = {
            **BACKENDS._built_in,
            STUB: Plugin(__spec__.name if __spec__ else __name__, "StubBackend"),
        }
        self.folder, self.data, self.runs_dir = folder, folder / "data", folder / "runs"
        agent = folder / "agents" / "idle"
        agent.mkdir(parents=True, exist_ok=True)
        (agent / "agent.yaml").write_text('name: idle\ndescription: does nothing\nstart: ["true"]\n')
        self.agent, self.registry = load_agent(agent), Registry()

    def competitions(self) -> list[Any]:
        """Those of the group."""
        return [self.registry.get(name) for name in TASKS]

    def prepare(self) -> None:
        """Their data."""
        from mlebench.data.prepare import PrepareOptions, prepare
        from mlebench.data.sources.choice import SourceOptions, source_for

        asked = PrepareOptions()
        for competition in self.competitions():
            prepare(competition, self.data, source_for(competition, SourceOptions(), asked), asked)

    def options(self, runs: int) -> Any:
        """As many seeds as make so many runs."""
        from mlebench.runs.plan import RunOptions, RunSettings
        from mlebench.sandbox import Resources

        limits = RunSettings(resources=Resources(time_limit=60, cpus=1, memory_gb=0.25, gpus=0))
        return RunOptions(STUB, limits, workers=2, seeds=runs // len(TASKS))

    def group(self) -> Any:
        """The only one."""
        from mlebench.runs import RunGroup

        return RunGroup.find("latest", self.runs_dir)


def plan(place: Place, runs: int) -> None:
    from mlebench.runs.launch import create_group

    create_group(place.runs_dir, place.agent, place.competitions(), place.data, place.options(runs))


def drive(place: Place, runs: int) -> None:
    """All runs that are left."""
    from mlebench.runs.launch import run_group

    records = run_group(place.group(), place.agent, place.registry, place.data, place.options(runs))
    wrong = [record for record in records if record.state != "finished"]
    assert not wrong, (len(wrong), wrong[0].failure)


def report(place: Place, runs: int) -> None:
    from mlebench.results import load_results
    from mlebench.results.terminal import print_table

    results = load_results([place.group().folder], place.registry)
    assert len(results.runs) == runs
    print_table(results)


def index(place: Place, runs: int) -> None:
    from mlebench.view.index import Index

    view = Index(place.runs_dir)
    [name] = view.names()
    group = view.get(name)
    assert group is not None
    assert len(group.rows) == runs


STEPS: dict[str, Callable[[Place, int], None]] = {
    "plan": plan,
    "drive": drive,
    "resume": drive,  # which finds nothing to do
    "report": report,
    "index": index,
}
_IMPORTS = ("mlebench.runs.launch", "mlebench.runs.local", "mlebench.results.terminal", "mlebench.view.index")


def finish(place: Place, driven: Place) -> None:
    """Write all runs down as those of another group that was driven, graded alike: what is measured is reading them."""
    from mlebench.grading.grade import grade_submission
    from mlebench.runs.group import REPORT
    from mlebench.runs.listed import RUN_FILE

    like: dict[str, tuple[str, dict[str, Any], str]] = {}
    done = driven.group()
    for run in done.spec.runs[: len(TASKS)]:
        folder = done.folder_of(run)
        competition = driven.registry.get(run.competition_id)
        graded = grade_submission(competition, folder / "submission" / "submission.csv", driven.data)
        facts = json.loads((folder / RUN_FILE).read_text())
        assert facts["state"] == "finished", facts["failure"]
        like[run.competition_id] = (run.run_id, facts, graded.model_dump_json(indent=2))
    group = place.group()
    for run in group.spec.runs:
        name, facts, report_text = like[run.competition_id]
        text = json.dumps({**facts, "seed": run.seed}, indent=2).replace(name, run.run_id)
        (group.folder_of(run) / RUN_FILE).write_text(text)
        (group.folder_of(run) / REPORT).write_text(report_text)


def measured(name: str, folder: Path, runs: int) -> Step:
    """One step, in this process."""
    for module in _IMPORTS:
        importlib.import_module(module)
    place = Place(folder)
    _used()
    before = _used()
    STEPS[name](place, runs)
    user, system, peak = (after - earlier for after, earlier in zip(_used(), before, strict=True))
    return Step(name, runs, user, system, int(peak), peak / runs)


def _used() -> tuple[float, float, float]:
    """CPU seconds of this program and of the system for it, and the most memory that was used since the last call."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    memory = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    return mine.ru_utime, mine.ru_stime, int(memory["VmHWM"].split()[0]) * 1024.0


def step(name: str, folder: Path, runs: int) -> Step:
    """One step, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scale", "--step", name, "--folder", str(folder), "--runs", str(runs)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Step(*json.loads(done.stdout.splitlines()[-1]))


def apart(folder: Path) -> Path:
    """A new folder below this one that ext4 places away from the rest of the disk; other file systems need none.

    Without a journal, ext4 looks for each new file at all those nearby that were deleted in the last minutes: what ran
    on the machine before, an earlier benchmark above all, would be measured as the driver's. Its own still are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if change := shutil.which("chattr"):
        subprocess.run([change, "+T", folder], capture_output=True, check=False)
    return Path(tempfile.mkdtemp(dir=folder))  # the name decides on the place


def simulate(folder: Path, runs: int, driven: int) -> list[Step]:
    """All steps; the driver's with a group of `driven` runs, the others with one of `runs`."""
    few, some, large = apart(folder), apart(folder), folder / "planned"
    fifth = max(len(TASKS), driven // 5)
    assert driven > fifth, "too few runs to tell the growth of memory"
    for each in (few, some, large):
        Place(each).prepare()
    for each, count in ((few, fifth), (some, driven)):
        step("plan", each, count)
    planned, first, drive = step("plan", large, runs), step("drive", few, fifth), step("drive", some, driven)
    drive = drive._replace(bytes_a_run=(drive.peak_bytes - first.peak_bytes) / (driven - fifth))
    finish(Place(large), Place(some))
    return [planned, drive, *(step(name, large, runs) for name in ("resume", "report", "index"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--driven", type=int, help="of these, through the driver (default: at most 2,000)")
    parser.add_argument("--folder", type=Path, help="where to work, and leave what was made (default: a temporary one)")
    parser.add_argument("--step", choices=list(STEPS), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        print(json.dumps(measured(asked.step, asked.folder, asked.runs)))
        return
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="scale-"))
    try:
        steps = simulate(folder, asked.runs, asked.driven or min(asked.runs, 2000))
        group = Place(folder / "planned").group().folder
        entries = sum(len(names) + len(files) for _, names, files in os.walk(group))
        size = subprocess.run(["du", "-sk", group], check=True, capture_output=True, text=True).stdout.split()[0]
        print("| step | runs | CPU s | goal | ms a run | of the system | kB a run | goal |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        for each in steps:
            goal = GOALS[each.name]
            print(
                f"| {each.name} | {each.runs:,} | {each.cpu_seconds:.1f} | ≤ {goal.cpu_seconds * each.runs / 1e5:g} "
                f"| {1000 * each.cpu_seconds / each.runs:.2f} | {1000 * each.system_seconds / each.runs:.2f} "
                f"| {each.bytes_a_run / 1000:.1f} "
                f"| {'' if goal.kilobytes_a_run is None else f'≤ {goal.kilobytes_a_run:g}'} |"
            )
        print(f"\nThe planned group has {entries:,} files and folders and takes {int(size) / 1024:,.0f} MiB.")
        print(f"Load, in the mean of 15 minutes: {os.getloadavg()[2]:.0f}, of {os.cpu_count()} cores.")
    finally:
        if asked.folder is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
