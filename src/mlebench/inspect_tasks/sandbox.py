"""What a sample's sandbox holds: the public files, and never anything of private/."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence

from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import (
    ComposeConfig,
    ComposeService,
    ComposeVolumeMount,
    OutputLimitExceededError,
    SandboxEnvironmentSpec,
    sandbox,
)

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.sources.choice import own_source
from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml
from mlebench.inspect_tasks.options import TaskOptions

COMPETITION = "mlebench:competition"  # in the store of a sample: its id
_SERVICE = "default"  # Inspect's name for the container that an agent works in


class Places:
    """Paths as an agent sees them. In the sandbox `local` they are below a folder that Inspect makes for the sample."""

    def __init__(self, kind: str) -> None:
        root = "/home/" if kind == "docker" else ""
        self.data, self.folder = f"{root}data", f"{root}submission"
        self.submission = f"{self.folder}/submission.csv"


def require_harmless(competitions: Sequence[Competition], options: TaskOptions) -> None:
    """The host itself is a sandbox for data that hides nothing worth having."""
    kept = [c.id for c in competitions if not (options.miniature or own_source(c).small)]
    if options.sandbox == "local" and kept:
        raise WrongUsage(
            f"The sandbox 'local' is this machine itself, where the answers of {', '.join(kept)} lie.",
            hint="It is for starters and miniatures only. Leave out -T sandbox=local, or add -T miniature=true.",
        )


def sandbox_for(layout: DataLayout, options: TaskOptions) -> SandboxEnvironmentSpec:
    """The sandbox of one sample."""
    if options.sandbox == "docker":
        return SandboxEnvironmentSpec("docker", _compose(layout, options))
    return SandboxEnvironmentSpec("local")


def is_isolated(spec: SandboxEnvironmentSpec) -> bool:
    """Whether every container is without a network. What else a user's own compose file opens is not looked at."""
    config = spec.config
    return isinstance(config, ComposeConfig) and all(s.network_mode == "none" for s in config.services.values())


def _compose(layout: DataLayout, options: TaskOptions) -> ComposeConfig:
    config, public = _base(options), str(layout.public.resolve()).replace("$", "$$")  # no variable of Compose
    service = config.services[_SERVICE]
    data = ComposeVolumeMount(type="bind", source=public, target=Places("docker").data, read_only=True)
    changed = service.model_copy(update={"volumes": [*(service.volumes or []), data]})
    return config.model_copy(update={"services": {**config.services, _SERVICE: changed}})


def _base(options: TaskOptions) -> ComposeConfig:
    if options.compose is None:
        service = ComposeService(
            image=options.image,
            command=["tail", "-f", "/dev/null"],
            init=True,
            network_mode="none",
            working_dir="/home",
        )
        return ComposeConfig(services={_SERVICE: service.model_copy(update={"stop_grace_period": "1s"})})
    path = options.compose
    config: ComposeConfig = checked(
        lambda: parse_yaml(path.read_text(encoding="utf-8")), ComposeConfig.model_validate, path, WrongUsage
    )
    if _SERVICE not in config.services:
        raise WrongUsage(f"{path}: has no service '{_SERVICE}', which is the one that agents work in.")
    return config


def opened(layouts: Mapping[str, DataLayout], kind: str) -> Solver:
    """The step before an agent begins: its folders are there, and so is the data."""
    places = Places(kind)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if kind == "local":
            await _run("cp", "-r", str(layouts[str(state.sample_id)].public.resolve()), places.data)
        # Somebody may have named another sandbox on Inspect's own command line, which would know nothing of the data.
        await _run("test", "-f", f"{places.data}/description.md")
        await _run("mkdir", "-p", places.folder)
        state.store.set(COMPETITION, str(state.sample_id))
        return state

    made: Solver = solver(name="opened")(lambda: solve)()
    return made


async def _run(*command: str) -> None:
    done = await sandbox().exec(list(command))
    if not done.success:
        raise RuntimeError(
            f"The sandbox is not the one that the task made ({' '.join(command)} failed). {done.stderr.strip()}\n"
            "Choose it with -T sandbox=docker or -T sandbox=local, not with --sandbox."
        )


class TooLarge(RuntimeError):
    """A submission of more bytes than Inspect takes out of a sandbox."""


async def handed_in(kind: str) -> bytes | None:
    """The submission as it lies in the sandbox; null where there is none."""
    try:
        content: bytes = await sandbox().read_file(Places(kind).submission, text=False)
    except (FileNotFoundError, IsADirectoryError):
        return None
    except OutputLimitExceededError as error:
        raise TooLarge(
            f"The submission is larger than Inspect reads ({error.limit_str}). "
            "Allow more bytes in the variable INSPECT_SANDBOX_MAX_READ_FILE_SIZE."
        ) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # no regular file: a pipe, say
            return None
        raise
    return content
