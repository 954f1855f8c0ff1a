"""The tasks: mlebench/starter, mlebench/lite and mlebench/all."""

from __future__ import annotations

from collections.abc import Callable

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.agent import Agent, react
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.tool import bash, python

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import read_manifest
from mlebench.errors import MlebenchError
from mlebench.inspect_tasks.data import make_ready
from mlebench.inspect_tasks.options import TaskOptions
from mlebench.inspect_tasks.sandbox import Places, is_isolated, opened, require_harmless, sandbox_for
from mlebench.inspect_tasks.score import grade
from mlebench.inspect_tasks.validate import validate_submission
from mlebench.runs.instructions import instructions_elsewhere


def _task(split: str) -> Callable[..., Task]:
    def make(**given: object) -> Task:
        try:
            return _of(split, TaskOptions.of(given), given)
        except MlebenchError as error:
            raise PrerequisiteError(f"Error: {error}") from error

    registered: Callable[..., Task] = task(name=split)(make)
    return registered


starter, lite, all_competitions = _task("starter"), _task("lite"), _task("all")


def _of(split: str, options: TaskOptions, given: dict[str, object]) -> Task:
    chosen = options.chosen(split)
    require_harmless(chosen, options)
    layouts = make_ready(chosen, options)
    samples = [_sample(c, layouts[c.id], options) for c in chosen]
    isolated = all(sample.metadata["isolated"] for sample in samples)
    return Task(
        dataset=MemoryDataset(samples, name=f"mlebench-{split}"),
        setup=opened(layouts, options.sandbox),
        solver=_agent(options, given),
        scorer=grade(**given),
        time_limit=options.time_limit,
        version=__version__,
        metadata={"benchmark": options.benchmark, "sandbox": options.sandbox, "isolated": isolated},
        tags=None if isolated else ["not isolated"],
    )


def _sample(competition: Competition, layout: DataLayout, options: TaskOptions) -> Sample:
    places, spec = Places(options.sandbox), sandbox_for(layout, options)
    told = instructions_elsewhere(
        competition.id,
        competition.description,
        data=places.data,
        submission=places.submission,
        time_limit=options.time_limit,
    )
    facts = {
        "competition": competition.id,
        "benchmark": competition.benchmark,
        "complexity": competition.complexity,
        "data": read_manifest(layout).stamp.model_dump(mode="json"),
        "sandbox": options.sandbox,
        "isolated": is_isolated(spec),
    }
    return Sample(id=competition.id, input=told, metadata=facts, sandbox=spec)


def _agent(options: TaskOptions, given: dict[str, object]) -> Agent:
    """The default, where the user names no --solver: a model with a shell, Python and the validator."""
    seconds = options.command_seconds
    return react(tools=[bash(timeout=seconds), python(timeout=seconds), validate_submission(**given)])
