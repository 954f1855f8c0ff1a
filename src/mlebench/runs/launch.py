"""Making a group, and running what is left of it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mlebench import foreign
from mlebench.agents import Agent
from mlebench.agents.tools import require_built, same_versions, tool_records
from mlebench.catalog import Competition, CompetitionFacts, Registry
from mlebench.catalog.given import digest_of, read_descriptions, read_leaderboards
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import check_answers, check_same, read_manifest
from mlebench.errors import MlebenchError, NotPrepared
from mlebench.logs import group_log
from mlebench.runs import cancel
from mlebench.runs.agent_settings import check_shown, model_of, sandbox_for, settings_for
from mlebench.runs.execute import Listener, RunJob
from mlebench.runs.executors import executor_kind
from mlebench.runs.group import RunGroup
from mlebench.runs.last_words import LastWords
from mlebench.runs.local import LocalExecutor
from mlebench.runs.obfuscation import new_aliases
from mlebench.runs.plan import GroupSpec, PlannedRun, RunOptions, plan_runs
from mlebench.runs.record import STATES, RunRecord, now, versions_here
from mlebench.runs.run_folder import finish_clearing
from mlebench.sandbox import check_needs, open_backend, pool

_log = logging.getLogger(__name__)


def create_group(
    runs_dir: Path, agent: Agent, competitions: Sequence[Competition], data_dir: Path, options: RunOptions
) -> RunGroup:
    """Check everything that can be checked before the first run, then write the plan."""
    options = replace(options, settings=settings_for(agent, options.settings))
    agent, needs = agent.with_folder_of(options.settings.arguments), agent.spec.needs
    model_of(agent, options.settings)  # a missing key is said before minutes are spent on installing tools
    tools, executor = require_built(agent), executor_kind(options.executor)
    data = [DataLayout.of(c, data_dir).root for c in competitions]
    check_shown(agent, tools, options.settings.arguments, (data_dir, runs_dir), data)
    options = replace(options, sandbox=sandbox_for(agent, options))
    backend = open_backend(options.sandbox, options.settings)
    # Which GPUs other machines have is for their scheduler to say.
    check_needs(backend, agent.name, gpu=needs.gpu and executor.here, network=needs.network)
    check_prepared(competitions, data_dir)
    aliases = new_aliases(agent, competitions, options.settings, {"--runs-dir": runs_dir, "--data-dir": data_dir})
    executor.check(options)
    descriptions = read_descriptions(options.descriptions, [c.id for c in competitions]) if options.descriptions else {}
    leaderboards = read_leaderboards(options.leaderboards, competitions) if options.leaderboards else {}
    started = now()
    spec = GroupSpec(
        group_id=_free_name(runs_dir, f"{started:%Y-%m-%dT%H-%M-%S}-UTC", agent.name),
        created_at=started.isoformat(timespec="seconds"),
        agent=agent.name,
        kind=agent.spec.kind,
        agent_digest=agent.digest(),
        agent_spec=agent.spec.model_dump(mode="json", exclude_defaults=True),
        tools=tool_records(tools),
        sandbox=backend.name,
        guarantees=backend.capabilities.names(),
        settings=options.settings,
        executor=options.executor,
        step_limit=options.step_limit,
        seeds=options.seeds,
        benchmark_version=competitions[0].benchmark,
        versions=versions_here(),
        data={c.id: read_manifest(DataLayout.of(c, data_dir)).stamp for c in competitions},
        competition_digests={c.id: foreign.fingerprint(c.folder, foreign.entries(c.folder)) for c in competitions},
        competitions={
            c.id: CompetitionFacts.of(c.model_copy(update={"leaderboard": leaderboards.get(c.id, c.leaderboard)}))
            for c in competitions
        },
        descriptions={name: digest_of(content) for name, content in descriptions.items()},
        leaderboards=leaderboards,
        aliases=aliases,
        runs=plan_runs([c.id for c in competitions], options.seeds, aliases),
    )
    return RunGroup.create(runs_dir, spec, descriptions)


def run_group(
    group: RunGroup,
    agent: Agent,
    registry: Registry,
    data_dir: Path,
    options: RunOptions,
    on_change: Listener = lambda record: None,
) -> Sequence[RunRecord]:
    """Run what has not been run. Finished runs are never repeated."""
    agent = agent.with_folder_of(group.spec.settings.arguments)
    registry = registry.under(group.spec.benchmark_version)
    _check_unchanged(group, agent, registry, data_dir)
    with group.locked(), group_log(group.folder):
        jobs = _jobs_left(group, agent, registry, data_dir, options)
        records = LastWords(group)

        def listen(record: RunRecord) -> None:
            records.hear(record)
            on_change(record)

        executor = executor_kind(options.executor)
        if jobs or not executor.waits:
            _log.info(
                "%d runs of '%s' begin, executor '%s'. %s", len(jobs), agent.name, options.executor, versions_here()
            )
            executor.for_group(group, options, data_dir).run(jobs, listen)
    return records


def run_alone(
    group: RunGroup, run_id: str, agent: Agent, registry: Registry, data_dir: Path, options: RunOptions
) -> RunRecord:
    """One run of a group on this machine, while others may run others of it elsewhere. A finished run stays."""
    agent = agent.with_folder_of(group.spec.settings.arguments)
    registry = registry.under(group.spec.benchmark_version)
    _check_unchanged(group, agent, registry, data_dir)
    found = [run for run in group.spec.runs if run.run_id == run_id]
    if not found:
        raise MlebenchError(f"{group.group_id} has no run '{run_id}'.")
    with group.locked(shared=True), group.run_locked(found[0]), group_log(group.folder):
        record = group.record_to_run(found[0])
        if not record.done:
            cpus = max(1, round(group.spec.settings.resources.cpus))
            jobs = _jobs(group, found, agent, registry, data_dir, options)
            last_words = [record]
            with pool.own_cpus(cpus):
                LocalExecutor(group.spec.sandbox, group.spec.settings, data_dir).run(jobs, last_words.append)
            record = last_words[-1]
    return record


def _check_unchanged(group: RunGroup, agent: Agent, registry: Registry, data_dir: Path) -> None:
    if agent.digest() != group.spec.agent_digest:
        raise MlebenchError(
            f"The agent '{agent.name}' has changed since {group.group_id} was made.",
            hint="Results of two versions must not be mixed: start a new group.",
        )
    if not same_versions(tool_records(require_built(agent)), group.spec.tools):
        raise MlebenchError(
            f"The tools of the agent '{agent.name}' have changed since {group.group_id} was made.",
            hint="Results of two versions must not be mixed: start a new group.",
        )
    check_data(group, registry, data_dir)


def check_data(group: RunGroup, registry: Registry, data_dir: Path) -> None:
    """The data must still be what the group was made with; what is not there any more is no other data."""
    for competition_id, stamp in group.spec.data.items():
        layout = DataLayout.of(registry.get(competition_id), data_dir)
        if layout.is_prepared():
            hint = "Results on different data must not be mixed: name the former --data-dir, or start a new group."
            check_same(stamp, layout, group.group_id, hint=hint)


def _jobs_left(group: RunGroup, agent: Agent, registry: Registry, data_dir: Path, options: RunOptions) -> list[RunJob]:
    left = []
    for run in group.spec.runs:  # one record at a time: a group may have a hundred thousand
        record = group.record_to_run(run)
        if not record.done:
            left.append(run)
        elif record.state in STATES:
            finish_clearing(group.folder_of(run))
    for folder in (group.folder, *(group.folder_of(run) for run in left)):
        cancel.forget(folder)
    return _jobs(group, left, agent, registry, data_dir, options)


def _jobs(
    group: RunGroup,
    runs: Sequence[PlannedRun],
    agent: Agent,
    registry: Registry,
    data_dir: Path,
    options: RunOptions,
) -> list[RunJob]:
    ids = dict.fromkeys(run.competition_id for run in runs)
    check_prepared([registry.get(name) for name in ids], data_dir)
    descriptions = {name: group.description_of(name) for name in ids}
    model, versions = model_of(agent, group.spec.settings), versions_here()
    return [
        RunJob(
            folder=group.folder_of(run),
            agent=agent,
            competition_folder=registry.folders[run.competition_id],
            data_dir=data_dir,
            sandbox=group.spec.sandbox,
            settings=group.spec.settings,
            model=model,
            versions=versions,
            grace=options.grace,
            retries=options.retries,
            benchmark=registry.benchmark,
            description=descriptions[run.competition_id],
        )
        for run in runs
    ]


def check_prepared(competitions: Sequence[Competition], data_dir: Path) -> None:
    """Raise one error that names all competitions whose data is missing."""
    missing = [c.id for c in competitions if not DataLayout.of(c, data_dir).is_prepared()]
    if missing:
        chosen = " ".join(f"-c {competition_id}" for competition_id in missing)
        raise NotPrepared(
            f"Not prepared in {data_dir}: {', '.join(missing)}.",
            hint=f"Prepare with: mlebench prepare {chosen} --data-dir {data_dir}",
        )
    for competition in competitions:  # what could not be graded is not worth an agent's time
        check_answers(competition, DataLayout.of(competition, data_dir))


def _free_name(runs_dir: Path, stamp: str, agent: str) -> str:
    agent = agent.replace("/", "-")
    name, number = f"{stamp}_run-group_{agent}", 1
    while (runs_dir / name).exists():
        number += 1
        name = f"{stamp}_run-group_{agent}-{number}"  # sorts behind it
    return name
