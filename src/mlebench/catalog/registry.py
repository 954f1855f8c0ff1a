"""Which competitions exist, and where their folders are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from mlebench.catalog.folder import BENCHMARKS, Benchmark, load_competition
from mlebench.catalog.listed import Listed, listed_from, read_listed
from mlebench.errors import UnknownCompetition, WrongFolder, WrongUsage
from mlebench.registry import FolderRegistry

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition
    from mlebench.catalog.leaderboard import Leaderboard

BUILT_IN = Path(__file__).resolve().parent.parent / "competitions"
ENTRY_POINTS = "mlebench.competitions"
ENVIRONMENT = "MLEBENCH_COMPETITIONS_DIR"


class Registry(FolderRegistry["Competition"]):
    """Competitions by id, as one version of the benchmark has them; each is read once."""

    kind = "competition"
    file = "competition.yaml"
    built_in = BUILT_IN
    environment = ENVIRONMENT
    plugins = ENTRY_POINTS
    wrong_folder = WrongFolder
    unknown = UnknownCompetition

    def __init__(
        self,
        extra_dirs: Iterable[Path] = (),
        benchmark: Benchmark = "v1",
        leaderboards: Mapping[str, Leaderboard] = MappingProxyType({}),
    ) -> None:
        super().__init__(extra_dirs)
        self.benchmark = benchmark
        self.leaderboards = leaderboards  # by id, in place of those of the folders
        self._loaded: dict[Path, Competition] = {}
        self._sibling: Registry | None = None  # of the other version

    def under(self, benchmark: str) -> Registry:
        """The same folders, under the rules of a version of the benchmark."""
        if benchmark not in BENCHMARKS:
            raise WrongUsage(f"There is no version {benchmark} of the benchmark.", hint="There are v1 and v2.")
        if benchmark == self.benchmark:
            return self
        if self._sibling is None:
            self._sibling = Registry(self._extra_dirs, benchmark, self.leaderboards)
            self._sibling._sibling = self
        return self._sibling

    def with_leaderboards(self, leaderboards: Mapping[str, Leaderboard]) -> Registry:
        """The same folders, with these leaderboards in place of theirs."""
        return Registry(self._extra_dirs, self.benchmark, leaderboards) if leaderboards else self

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return list(self.folders)

    def listed(self) -> list[Listed]:
        """All, as a list shows them: much faster than all competitions."""
        known = self._loaded
        return [listed_from(known[f]) if f in known else read_listed(f) for f in self.folders.values()]

    def load(self, folder: Path) -> Competition:
        """Read a folder, or remember it."""
        if folder not in self._loaded:
            self._loaded[folder] = load_competition(folder, self.benchmark, self.leaderboards.get(folder.name))
        return self._loaded[folder]
