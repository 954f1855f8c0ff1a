"""Where data lies: DATA/ID/{raw, prepared/public, prepared/private}; prepared-v2 where v2 has other data."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from mlebench.errors import NotPrepared

if TYPE_CHECKING:
    from mlebench.catalog import Benchmark, Competition

ENVIRONMENT = "MLEBENCH_DATA_DIR"
EXPECTED = "expected.arrow"  # in the prepared folder: what a submission must hold, made from the public files


def default_data_dir() -> Path:
    """MLEBENCH_DATA_DIR, or the platform's cache folder."""
    configured = os.environ.get(ENVIRONMENT)
    return Path(configured) if configured else user_cache_path("mle-bench", appauthor=False) / "data"


@dataclass(frozen=True)
class DataLayout:
    """Paths of one competition below a data folder."""

    data_dir: Path
    competition_id: str
    benchmark: Benchmark = "v1"  # whose data it is: v2's is v1's own where v2 changes none

    @classmethod
    def of(cls, competition: Competition, data_dir: Path) -> DataLayout:
        """Where the data of a competition lies, in the version of the benchmark that it is of."""
        return cls(data_dir, competition.id, "v1" if competition.shares_v1_data else competition.benchmark)

    @property
    def of_each_version(self) -> list[DataLayout]:
        """This one and its siblings, which have the raw data in common."""
        return [
            DataLayout(self.data_dir, self.competition_id, "v1"),
            DataLayout(self.data_dir, self.competition_id, "v2"),
        ]

    @property
    def root(self) -> Path:
        """Everything of this competition."""
        return self.data_dir / self.competition_id

    @property
    def raw(self) -> Path:
        """The extracted Kaggle archive or the miniature."""
        return self.root / "raw"

    @property
    def archive(self) -> Path:
        """The download."""
        return self.root / f"{self.competition_id}.zip"

    @property
    def prepared(self) -> Path:
        """Appears whole or not at all."""
        return self.root / ("prepared" if self.benchmark == "v1" else f"prepared-{self.benchmark}")

    @property
    def public(self) -> Path:
        """What an agent sees."""
        return self.prepared / "public"

    @property
    def private(self) -> Path:
        """What only the grader sees."""
        return self.prepared / "private"

    def pull(self, name: str) -> Path:
        """Where data from a store is put together; `name` says which data."""
        return self.root / f".pulled-{self.benchmark}-{name}"

    def pulls(self) -> list[Path]:
        """All of them, begun and never finished."""
        return list(self.root.glob(self.pull("*").name))

    def require_public(self) -> None:
        """Say what to run where even the public side is missing."""
        if not self.public.is_dir():
            raise self._not_prepared()

    def is_prepared(self) -> bool:
        """Both sides are there (the rename that makes them appear is one step)."""
        return self.public.is_dir() and self.private.is_dir()

    def require_prepared(self) -> None:
        """Say what to run where data is missing."""
        if not self.is_prepared():
            raise self._not_prepared()

    def _not_prepared(self) -> NotPrepared:
        version = "" if self.benchmark == "v1" else f" --benchmark {self.benchmark}"
        return NotPrepared(
            f"The data of {self.competition_id} is not prepared in {self.data_dir}.",
            hint=f"Prepare it with: mlebench prepare -c {self.competition_id}{version} --data-dir {self.data_dir}",
        )
