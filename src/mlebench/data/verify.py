"""Comparing archives and prepared files with the recorded checksums."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mlebench.catalog import Competition
from mlebench.catalog.competition import PARQUET
from mlebench.data.digests import DigestCache
from mlebench.errors import DataError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Verification(NamedTuple):
    """What came of a comparison that found nothing wrong."""

    checked: int
    not_comparable: list[str]  # parquet files in other bytes than those whose MD5 is recorded


def verify_archive(competition: Competition, archive: Path, cache: DigestCache) -> str | None:
    """Compare a download with the recorded figure, which is returned; null where there is none."""
    recorded = competition.checksums.archive
    if recorded is None:
        return None
    found = cache.md5({"archive": archive})["archive"]
    if found != recorded:
        raise DataError(
            f"{archive}: is not the archive that was recorded (MD5 {found}, recorded {recorded}).",
            hint=(
                "It may be incomplete, or Kaggle has packed it anew. Remove it to get it again, or go on with "
                "--skip-verification."
            ),
        )
    return found


def verify_prepared(competition: Competition, prepared: Path, cache: DigestCache) -> Verification:
    """Compare the prepared files with the recorded figures; a mismatch names the files."""
    recorded = _recorded(competition)
    present = {name: prepared / name for name in recorded if (prepared / name).is_file()}
    found = cache.md5({name: path for name, path in present.items() if not recorded[name].startswith(PARQUET)})
    wrong = [f"{name}: missing" for name in recorded if name not in present]
    not_comparable = []
    for name, path in present.items():
        if recorded[name].startswith(PARQUET):
            matches = cache.remember(f"{name} (content)", path, parquet_digest) == recorded[name]
        else:
            matches = found[name] == recorded[name]
            if not matches and path.suffix == ".parquet":
                not_comparable.append(name)
                continue
        if not matches:
            wrong.append(f"{name}: differs")
    if wrong:
        raise DataError(
            f"{competition.id}: {len(wrong)} of {len(recorded)} prepared files are not as recorded:\n  "
            + "\n  ".join(wrong),
            hint=("The raw data may be incomplete or another version. To prepare it all the same: --skip-verification"),
        )
    return Verification(len(present) - len(not_comparable), not_comparable)


def parquet_digest(path: Path) -> str:
    """Digest of a parquet file's content: of what `pandas.read_parquet(path).to_csv(index=False)` gives."""
    import pandas as pd

    from mlebench.data.tables.csv_files import write_csv

    digest = _DigestFile()
    write_csv(pd.read_parquet(path), digest)  # type: ignore[arg-type]
    return PARQUET + digest.md5.hexdigest()


class _DigestFile(io.RawIOBase):
    """A file that keeps only the digest of what is written to it."""

    def __init__(self) -> None:
        self.md5 = hashlib.md5(usedforsecurity=False)

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        self.md5.update(data)
        return memoryview(data).nbytes


def _recorded(competition: Competition) -> dict[str, str]:
    sums = competition.checksums
    return {f"public/{name}": digest for name, digest in sums.public.items()} | {
        f"private/{name}": digest for name, digest in sums.private.items()
    }
