"""Which results a command speaks of: the arguments and options that `report`, `compare` and `plan` share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.catalog import Registry
    from mlebench.results import Results

GROUPINGS = ("split", "category", "competition", "agent", "hour")


@dataclass(frozen=True)
class Asked:
    """What was typed."""

    names: tuple[str, ...]
    agents: tuple[str, ...]
    complete_seeds: bool
    runs_dir: Path
    competitions_dir: tuple[Path, ...]

    @functools.cached_property
    def registry(self) -> Registry:
        """With the user's own competitions."""
        registry: Registry = options.open_registry(self.competitions_dir)
        return registry

    def load(self) -> Results:
        """Read."""
        from mlebench.errors import WrongUsage
        from mlebench.names import did_you_mean
        from mlebench.results import find_sources, load_results

        found = [source for name in self.names for source in find_sources(name, self.runs_dir)]
        results = load_results(found, self.registry, complete_seeds=self.complete_seeds)
        for agent in self.agents:
            if agent not in results.agents:
                hint = did_you_mean(agent, results.agents, f"There are: {', '.join(results.agents)}")
                raise WrongUsage(f"There are no results of '{agent}'.", hint=hint)
        return results.only(self.agents) if self.agents else results


def sources(command: Callable[..., Any], *, required: bool = True) -> Callable[..., Any]:
    """SOURCE…, --agent, --complete-seeds and where to look, as one argument `asked`."""

    @click.argument("sources", nargs=-1, required=required, metavar="SOURCE…" if required else "[SOURCE…]")
    @options.option("--agent", "agents", multiple=True, metavar="NAME", help="Only this agent; may be repeated.")
    @options.option(
        "--complete-seeds",
        is_flag=True,
        help="Leave out seeds that lack a competition of a split, in place of counting it as a failure.",
    )
    @run_options.runs_dir
    @options.competitions_dir
    @functools.wraps(command)
    def with_asked(
        sources: tuple[str, ...],
        agents: tuple[str, ...],
        complete_seeds: bool,
        runs_dir: Path,
        competitions_dir: tuple[Path, ...],
        **others: Any,
    ) -> Any:
        return command(Asked(sources, agents, complete_seeds, runs_dir, competitions_dir), **others)

    return with_asked
