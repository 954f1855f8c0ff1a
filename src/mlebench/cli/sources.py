"""Which results a command speaks of: the arguments and options that `report`, `compare` and `plan` share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

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
    benchmark: str | None = None

    @functools.cached_property
    def registry(self) -> Registry:
        """With the user's own competitions."""
        registry: Registry = options.open_registry(self.competitions_dir)
        return registry

    def load(self) -> Results:
        """All sources together: those of one agent add to each other."""
        from mlebench.results import find_sources, load_results

        found = [source for name in self.names for source in find_sources(name, self.runs_dir)]
        return self._chosen(load_results(found, self.registry, **self._how))

    def load_apart(self) -> Results:
        """Each source by itself: an agent that stands in several is told apart by their names."""
        from mlebench.results import find_sources, load_results
        from mlebench.results.run import together

        found = {
            name: load_results(find_sources(name, self.runs_dir), self.registry, **self._how) for name in self.names
        }
        return self._chosen(together(found))

    @property
    def _how(self) -> dict[str, Any]:
        return {"complete_seeds": self.complete_seeds, "benchmark": self.benchmark}

    def _chosen(self, results: Results) -> Results:
        from mlebench.errors import WrongUsage
        from mlebench.names import did_you_mean

        for agent in self.agents:
            if agent not in results.agents:
                hint = did_you_mean(agent, results.agents, f"There are: {', '.join(results.agents)}")
                raise WrongUsage(f"There are no results of '{agent}'.", hint=hint)
        return results.only(self.agents) if self.agents else results


def _taken(command: Callable[..., Any], argument: Callable[[Any], Any]) -> Callable[..., Any]:
    @argument
    @options.option("--agent", "agents", multiple=True, metavar="NAME", help="Only this agent; may be repeated.")
    @options.option(
        "--complete-seeds",
        is_flag=True,
        help="Leave out seeds that lack a competition of a split, in place of counting it as a failure.",
    )
    @options.benchmark_of_results
    @run_options.runs_dir
    @options.competitions_dir
    @functools.wraps(command)
    def with_asked(
        sources: tuple[str, ...],
        agents: tuple[str, ...],
        complete_seeds: bool,
        benchmark: str | None,
        runs_dir: Path,
        competitions_dir: tuple[Path, ...],
        **others: Any,
    ) -> Any:
        return command(Asked(sources, agents, complete_seeds, runs_dir, competitions_dir, benchmark), **others)

    return cast("Callable[..., Any]", with_asked)


def sources(command: Callable[..., Any]) -> Callable[..., Any]:
    """SOURCE…, --agent, --complete-seeds and where to look, as one argument `asked`."""
    return _taken(command, click.argument("sources", nargs=-1, required=True, metavar="SOURCE…"))


def optional_sources(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a command that can do without."""
    return _taken(command, click.argument("sources", nargs=-1, metavar="[SOURCE…]"))
