"""What a run's sandbox is made from: its folder, its environment, and what it shows of the machine."""

from __future__ import annotations

from contextlib import ExitStack
from socket import gethostname
from typing import TYPE_CHECKING

from mlebench import foreign
from mlebench.agents.arguments import argument_variables, variable
from mlebench.agents.tools import same_versions, shown_tools, tool_records
from mlebench.data.layout import DataLayout
from mlebench.errors import MlebenchError
from mlebench.files import write
from mlebench.gateway.access import Gateway
from mlebench.runs.linked_public import linked_public
from mlebench.runs.obfuscation import Disguise, disguised_public, naming_files
from mlebench.runs.record import RunRecord
from mlebench.runs.run_folder import INSTRUCTIONS, LOG, SANDBOX
from mlebench.runs.sandbox_folder import agent_variables, fill_sandbox_folder
from mlebench.runs.services import RunServices
from mlebench.sandbox import SandboxSpec

if TYPE_CHECKING:
    from mlebench.runs.execute import RunJob


def set_up(
    job: RunJob, record: RunRecord, place: RunServices, gateway: Gateway, disguise: Disguise | None, undo: ExitStack
) -> SandboxSpec:
    """Fill the sandbox's folder; the record hears of the tools, and of what a disguise could not hide.

    What is made for the time of the sandbox alone goes with `undo`.
    """
    agent, settings, backend = job.agent, job.settings, place.backend
    image, tools, entries = place.image(agent), place.tools(agent), place.entries(agent)
    if not same_versions(tool_records(tools), record.tools):
        raise MlebenchError(f"The tools of the agent '{agent.name}' on {gethostname()} have not the group's versions.")
    record.tools = tool_records(tools)
    named = agent.spec.shown(settings.arguments)
    if missing := [str(path) for path in named if not path.exists()]:
        raise MlebenchError(f"{gethostname()} has no {', '.join(missing)}, which an argument of the agent names.")
    competition = place.competition(job.competition_folder)
    folder, public = job.folder / SANDBOX, DataLayout.of(competition, job.data_dir).public
    known_as = record.competition_id
    if disguise is not None:
        known_as = disguise.alias
        public, record.not_hidden = disguised_public(public, disguise, job.data_dir, job.folder, undo)
        record.not_hidden += naming_files(agent.folder, entries, disguise)
        if not backend.capabilities.isolated:
            record.not_hidden.append(f"the sandbox '{backend.name}' isolates nothing: the agent could look around")
    elif job.description is not None:
        text = competition.in_this_version(job.description)
        public = linked_public(public, text, job.data_dir, job.folder, undo)
    paths = backend.paths(folder)
    told = fill_sandbox_folder(
        folder,
        agent.folder,
        entries,
        paths,
        competition_id=known_as,
        description=foreign.read_text(public, "description.md"),
        time_limit=record.time_limit_seconds,
        step_limit=record.step_limit,
        validator_url=gateway.validator_url,
    )
    write(job.folder / INSTRUCTIONS, told)  # what the agent was told stays with the run
    variables = agent_variables(
        paths,
        competition_id=known_as,
        seed=record.seed,
        time_limit=record.time_limit_seconds,
        step_limit=record.step_limit,
        sandbox=backend.name,
        guarantees=backend.capabilities.names(),
        validator_url=gateway.validator_url,
    )
    return SandboxSpec(
        run_id=record.run_id,
        folder=folder,
        data=public,
        command=agent.spec.start,
        environment={
            **agent.spec.environment,
            **gateway.variables(),
            **argument_variables(settings.arguments, settings.model_name),
            **{variable("TOOL", tool.name): str(tool.root) for tool in tools},
            **variables,
        },
        output=job.folder / LOG,
        image=image,
        doors=gateway.doors,
        shown=(*shown_tools(tools), *named),
        programs=(*(tool.programs for tool in tools), paths.home),
        forwarder=gateway.forwarder,
    )
