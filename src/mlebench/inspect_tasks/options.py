"""What a user may choose with -T NAME=VALUE: the one list of options that all tasks share."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mlebench.catalog import Benchmark, Competition, Registry, split_ids
from mlebench.data.layout import default_data_dir
from mlebench.errors import WrongUsage
from mlebench.fields import reason
from mlebench.sandbox.resources import Resources

_OTHERS = "mlebench/starter has the starters, mlebench/all any of the 75 of the benchmark."


def _listed(value: Any) -> Any:
    """`a,b` arrives as a list, `a` as a text."""
    return [name for name in value.split(",") if name] if isinstance(value, str) else value


class TaskOptions(BaseModel):
    """Options of a task."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    competitions: Annotated[tuple[str, ...], BeforeValidator(_listed)] = Field(
        default=(), description="only these; empty: all of the split"
    )
    benchmark: Benchmark = "v1"  # the version of the benchmark
    miniature: bool = False  # tiny synthetic stand-ins for the data
    sandbox: Literal["docker", "local"] = "docker"  # local is this machine itself: starters and miniatures only
    image: str = "mlebench-environment"  # of containers
    compose: Path | None = Field(default=None, description="a compose file whose service 'default' is used instead")
    data_dir: Path = Field(default_factory=default_data_dir, description="where data lies")
    competitions_dir: Path | None = Field(default=None, description="a folder with competitions of your own")
    time_limit: int = int(Resources().time_limit)  # seconds for a sample; --time-limit beats it
    command_seconds: int = 6 * 3600  # after which one command of the default agent is ended
    submissions_dir: Path | None = Field(default=None, description="a folder that keeps what was handed in")

    @classmethod
    def of(cls, given: dict[str, Any]) -> TaskOptions:
        """What was typed."""
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            names = ", ".join(cls.model_fields)
            raise WrongUsage(f"Wrong options (-T): {reason(error)}.", hint=f"There are: {names}") from error

    @cached_property
    def registry(self) -> Registry:
        """With the user's own competitions."""
        extra = [self.competitions_dir] if self.competitions_dir else []
        return Registry.default(extra).under(self.benchmark)

    def chosen(self, split: str) -> list[Competition]:
        """The competitions of a split, or those that were named of it."""
        ids = split_ids(split, self.registry)
        for name in self.competitions:
            if self.registry.get(name).id not in ids:
                raise WrongUsage(f"The task mlebench/{split} has no competition '{name}'.", hint=_OTHERS)
        return [self.registry.get(name) for name in self.competitions or ids]
