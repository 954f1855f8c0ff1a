"""Options that commands share."""

from __future__ import annotations

import functools
import logging
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from mlebench.cli.every_command import option as option
from mlebench.cli.settings import strongest

if TYPE_CHECKING:
    from mlebench.data.manifest import DataKind

_log = logging.getLogger(__name__)
Command = TypeVar("Command", bound=Callable[..., Any])


def combined(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Several options as one decorator."""

    def apply(command: Command) -> Command:
        for one in reversed(options):
            command = one(command)
        return command

    return apply


class Amount(click.FloatRange):
    """A range of numbers without "nan", which is in every range and below every limit, and without "inf"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """As a range does, and no other words for numbers."""
        number: float = super().convert(value, param, ctx)
        return number if math.isfinite(number) else self.fail(f"{value} is not a finite number.", param, ctx)


folder = click.Path(file_okay=False, path_type=Path)
existing_file = click.Path(exists=True, dir_okay=False, path_type=Path)

data_dir = option(
    "--data-dir", type=folder, default=None, help="Where data lies. [default: the platform's cache folder]"
)
# The registry reads its variable itself, so that it holds for the Python interface too.
competitions_dir = option(
    "--competitions-dir",
    type=folder,
    multiple=True,
    help="A folder with competition folders of your own; may be repeated.",
)
miniature_medals = option(
    "--miniature-medals", is_flag=True, help="Show medals and percentiles on miniatures too, where they mean nothing."
)


existing_folder = click.Path(exists=True, file_okay=False, path_type=Path)
leaderboards = option(
    "--leaderboards",
    type=existing_folder,
    help="Full leaderboards in place of the recorded figures: ID/leaderboard.csv with a column 'score', best first.",
)
versions = click.Choice(["v1", "v2"])
benchmark = option(
    "--benchmark",
    type=versions,
    default="v1",
    show_default=True,
    help="The version of the benchmark: v1 as it was published, v2 with its faults repaired.",
)
benchmark_of_results = option("--benchmark", type=versions, help="Only results of this version of the benchmark.")


def say_where(trace: str) -> None:
    """Put the traceback of a fault of ours where the user finds it."""
    from mlebench.logs import harmless, keep_fault

    _log.debug("A fault.\n%s", trace)  # on the screen, with --verbose
    path = keep_fault(trace)
    click.echo(f"The traceback is in {path}" if path else harmless(trace), err=True)


data_url = option(
    "--data-url",
    metavar="URL",
    help="A store that prepared data was pushed to (see: mlebench data push), such as s3://bucket/data: what is not "
    "prepared here is pulled from it.",
)

as_json = option("--json", "as_json", is_flag=True, help="Print JSON for machines.")

_selection_options = combined(
    option("-c", "--competition", "ids", multiple=True, metavar="ID", help="A competition; may be repeated."),
    option(
        "--split",
        metavar="NAME",
        help="A split (low, lite, medium, high, all, dev, systemcard30, starter) or a file.",
    ),
    option("--lite", is_flag=True, help="The low-complexity split."),
    option("--all", "everything", is_flag=True, help="All 75 competitions of the benchmark."),
    option("--list", "list_file", type=existing_file, help="A text file with one id per line."),
    competitions_dir,
)


class Selection(NamedTuple):
    """Which competitions were asked for."""

    ids: tuple[str, ...]
    split: str | None
    lite: bool
    everything: bool
    list_file: Path | None

    @property
    def is_given(self) -> bool:
        """Whether any were."""
        return any(self)

    def find(self, registry: Any) -> list[str]:
        """Their ids. One way of naming them must be used; a typed one beats others."""
        from mlebench.catalog import ids_of_file, split_ids

        used = strongest(self._asdict())
        if len(used) != 1:
            raise click.UsageError("Say which competitions: one of -c ID, --split NAME, --lite, --all, --list FILE.")
        if used == ["ids"]:
            return [registry.get(competition_id).id for competition_id in dict.fromkeys(self.ids)]
        if used == ["list_file"] and self.list_file is not None:
            return ids_of_file(self.list_file, registry)
        named = {"split": self.split or "", "lite": "lite", "everything": "all"}
        return split_ids(named[used[0]], registry)


def selection(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose competitions, for a command with a parameter `selection`."""

    @functools.wraps(command)
    def with_selection(*arguments: Any, **given: Any) -> Any:
        chosen = Selection(*(given.pop(name) for name in Selection._fields))
        return command(*arguments, selection=chosen, **given)

    return _selection_options(with_selection)


def open_registry(competitions_dir: tuple[Path, ...], benchmark: str = "v1") -> Any:
    """The registry with the user's own folders."""
    from mlebench.catalog import Registry

    return Registry.default(competitions_dir).under(benchmark)


def read_leaderboards(folder: Path | None, registry: Any, ids: Iterable[str]) -> Any:
    """The registry with the leaderboards that the user named."""
    if folder is None:
        return registry
    from mlebench.catalog.given import read_leaderboards

    known = [registry.get(each) for each in dict.fromkeys(ids) if each in registry.folders]
    return registry.with_leaderboards(read_leaderboards(folder, known))


def require_writable(folder: Path) -> None:
    """Make a folder for results, and see before the work whether anything can be written there."""
    from tempfile import TemporaryFile

    from mlebench.errors import MlebenchError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        raise MlebenchError(f"{folder}: cannot be written ({error.strerror}).") from error


def resolve_data_dir(data_dir: Path | None) -> Path:
    """The given folder, or the default."""
    from mlebench.data.layout import default_data_dir

    return (data_dir or default_data_dir()).absolute()


def warn_of_data(used: Iterable[tuple[str, DataKind | None]], *, miniature_medals: bool = False) -> None:
    """Say which competitions were graded on data that is not known to be the real thing."""
    from mlebench.data.manifest import data_warnings

    pairs = list(dict.fromkeys(used))
    for kind in dict.fromkeys(kind for _, kind in pairs):
        for sentence in data_warnings(kind, miniature_medals=miniature_medals):
            names = ", ".join(name for name, other in pairs if other == kind)
            click.secho(f"Warning: {kind} data: {names}. {sentence}", fg="yellow", bold=True, err=True)
