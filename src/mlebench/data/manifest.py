"""prepared/manifest.json: what prepared data was made from, and what is known of it. The one place that reads it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from platformdirs import user_cache_path
from pydantic import BaseModel, ConfigDict, ValidationError

from mlebench.data.digests import md5, sha256
from mlebench.data.layout import EXPECTED, DataLayout
from mlebench.data.progress import in_threads
from mlebench.errors import DamagedData, DataError
from mlebench.files import write_atomically

if TYPE_CHECKING:
    from mlebench.catalog import Competition

MANIFEST = "manifest.json"
MINIATURE = "miniature"
UNKNOWN = "unknown"  # the source, where another program prepared the data

# verified: as recorded. unverified: real as far as anybody says, but not compared. starter: data that the package
# brings along, as recorded; real, though of no Kaggle competition.
DataKind = Literal["verified", "unverified", "miniature", "starter"]
_COMPARED = ("passed", "recorded")
_MD5_DIGITS = 32

_NOT_REAL = (
    "A miniature is synthetic data in the form of the real data: a score on it says nothing about the competition, "
    "and {medals}."
)
_NOT_COMPARED = (
    "The checksums of this data were not compared with the recorded ones: nothing shows that it is the benchmark's. "
    "Compare them with: mlebench prepare -c ID"
)


def data_warnings(kind: DataKind | None, *, miniature_medals: bool = False) -> list[str]:
    """What must be said beside every result on such data."""
    if kind == "miniature":
        return [_NOT_REAL.format(medals="neither does a medal" if miniature_medals else "wins no medal")]
    return [_NOT_COMPARED] if kind == "unverified" else []


class DataStamp(BaseModel):
    """Which data something was made with. Null: an earlier version did not write it down."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    source: str  # where the raw data came from: kaggle, embedded, miniature, …
    kind: DataKind | None = None  # what results on it are called
    digest: str | None = None  # of the prepared data

    def differs_from(self, now: DataStamp) -> bool:
        """Whether `now` is other data. Without a digest only the sources can be compared."""
        if (self.source == MINIATURE) != (now.source == MINIATURE):
            return True
        return now.digest != self.digest if self.digest is not None else now.source != self.source


class Manifest(BaseModel):
    """The content of the file."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    competition_id: str
    benchmark_version: str = "v1"
    source: str
    verification: str = ""
    not_compared: list[str] = []  # parquet files in other bytes than those that are recorded
    raw_kept: bool | None = None
    mlebench_version: str = ""
    prepared_at: str = ""
    digests: dict[str, str] = {}  # SHA-256 by name; of a miniature all files, else what grading reads

    @property
    def is_compared(self) -> bool:
        """Whether the recorded checksums speak for this data."""
        return self.verification in _COMPARED

    @property
    def kind(self) -> DataKind:
        """What results on this data are worth."""
        if self.source == MINIATURE:
            return "miniature"
        if not self.is_compared:
            return "unverified"
        return "starter" if self.source == "embedded" else "verified"

    @property
    def stamp(self) -> DataStamp:
        """For those who note which data they used. The digest speaks of the data, not of when and how it was made."""
        facts = json.dumps([self.competition_id, self.benchmark_version, self.digests], sort_keys=True)
        digest = hashlib.sha256(facts.encode()).hexdigest() if self.digests else None
        return DataStamp(source=self.source, kind=self.kind, digest=digest)

    @classmethod
    def load(cls, prepared: Path) -> Manifest:
        """As it is written there; raises what reading and pydantic raise."""
        return cls.model_validate_json((prepared / MANIFEST).read_bytes())

    def write(self, prepared: Path) -> None:
        """Whole or not at all."""
        self._write(prepared / MANIFEST)

    def keep(self, prepared: Path) -> None:
        """Write it there, or where this user finds it again if the folder is somebody else's; else it is not kept."""
        try:
            self.write(prepared)
        except OSError:
            with suppress(OSError):
                place = _kept_apart(prepared)
                place.parent.mkdir(parents=True, exist_ok=True)
                self._write(place)

    def _write(self, path: Path) -> None:
        write_atomically(path, self.model_dump_json(indent=2) + "\n")


def _kept_apart(prepared: Path) -> Path:
    """For data that cannot be written to: in the user's cache, by the path of the folder."""
    name = hashlib.sha256(str(prepared.resolve()).encode(errors="surrogateescape")).hexdigest()
    return user_cache_path("mle-bench", appauthor=False) / "manifests" / f"{name}.json"


def read_manifest(layout: DataLayout) -> Manifest:
    """What was written about the prepared folder; where another program made it, its source is unknown."""
    try:
        try:
            return Manifest.load(layout.prepared)
        except FileNotFoundError:
            return Manifest.model_validate_json(_kept_apart(layout.prepared).read_bytes())
    except FileNotFoundError:
        return Manifest(competition_id=layout.competition_id, benchmark_version=layout.benchmark, source=UNKNOWN)
    except (OSError, ValidationError) as error:
        # It could have said that this is a miniature, so it must not count as absent.
        raise _damaged(layout, f"{MANIFEST} cannot be read", UNKNOWN) from error


def kind_of(layout: DataLayout) -> DataKind | None:
    """The kind of prepared data; null where none is prepared. The public side is enough to know it."""
    return read_manifest(layout).kind if layout.public.is_dir() else None


def digests_of(competition: Competition, prepared: Path, *, every_file: bool) -> dict[str, str]:
    """What the manifest says of the files: all of them, or those that grading begins with."""
    chosen = [competition.answers, competition.sample_submission]
    if every_file:
        files = (path for path in prepared.rglob("*") if path.is_file())
        names = (path.relative_to(prepared).as_posix() for path in files)
        chosen = sorted(name for name in names if name not in (MANIFEST, EXPECTED))
    return dict(zip(chosen, in_threads(lambda name: sha256(prepared / name), chosen), strict=True))


def check_files(layout: DataLayout) -> None:
    """Raise where a file is not as the manifest says."""
    manifest = read_manifest(layout)
    if wrong := changed_files(layout.prepared, manifest.digests):
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        raise _damaged(layout, f"not as they were: {', '.join(wrong[:3])}{more}", manifest.source)


def check_answers(competition: Competition, layout: DataLayout) -> None:
    """Raise where the answers are not those that were prepared. Cheap enough to be done whenever they are read."""
    manifest, name = read_manifest(layout), competition.answers
    recorded, what = manifest.digests.get(name), f"not as it was: {name}"
    if recorded is None and manifest.source == UNKNOWN:
        # Nobody vouches for this folder: it could be a miniature that lost its manifest.
        recorded = competition.checksums.private.get(name.removeprefix("private/"))
        what = f"it has no {MANIFEST}, and {name} is not the recorded one"
    if recorded is not None and changed_files(layout.prepared, {name: recorded}):
        raise _damaged(layout, what, manifest.source)


def check_same(stamp: DataStamp, layout: DataLayout, whose: str, *, hint: str) -> None:
    """Raise where the data here is not the data that `whose` was made with."""
    now = read_manifest(layout).stamp
    if stamp.differs_from(now):
        how = f"made with {stamp.source} data, and this is {now.source} data"
        if stamp.source == now.source:
            how = f"made with other {stamp.source} data"
        raise DataError(f"{layout.prepared} is not the data of {whose}, which was {how}.", hint=hint)


def changed_files(prepared: Path, recorded: Mapping[str, str]) -> list[str]:
    """The names of those that are missing, or not as recorded."""
    found = in_threads(lambda item: _is_as_recorded(prepared / item[0], item[1]), recorded.items())
    return [name for name, same in zip(recorded, found, strict=True) if not same]


def _is_as_recorded(path: Path, recorded: str) -> bool:
    """Published checksums, and manifests of before, have an MD5."""
    try:
        status = path.stat()
        kind = md5 if len(recorded) == _MD5_DIGITS else sha256
        return _known(kind, path, status.st_size, status.st_mtime_ns, status.st_ino) == recorded
    except OSError:
        return False


@lru_cache(maxsize=1024)
def _known(kind: Callable[[Path], str], path: Path, *state: int) -> str:
    return kind(path)


def _damaged(layout: DataLayout, what: str, source: str) -> DamagedData:
    how = " --miniature" if source == MINIATURE else ""
    how += "" if layout.benchmark == "v1" else f" --benchmark {layout.benchmark}"
    command = f"mlebench prepare -c {layout.competition_id}{how} --force --data-dir {layout.data_dir}"
    return DamagedData(
        f"The prepared data in {layout.prepared} is damaged: {what}.", hint=f"Prepare it again with: {command}"
    )
