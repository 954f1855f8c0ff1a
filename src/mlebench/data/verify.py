"""Comparing prepared files with the recorded checksums."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.errors import DataError


def md5(path: Path) -> str:
    """MD5 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()


def verify_prepared(competition: Competition, prepared: Path) -> None:
    """Compare the prepared files with the recorded figures; a mismatch names the files."""
    wrong = []
    for side, recorded in (
        ("public", competition.checksums.public),
        ("private", competition.checksums.private),
    ):
        for name, digest in recorded.items():
            path = prepared / side / name
            if not path.is_file():
                wrong.append(f"{side}/{name}: missing")
            elif md5(path) != digest:
                wrong.append(f"{side}/{name}: differs")
    if wrong:
        raise DataError(
            f"{competition.id}: {len(wrong)} prepared files differ from the record:\n" + "\n".join(wrong)
        )


def record_checksums(competition: Competition, prepared: Path) -> None:
    """Write the checksums of these prepared files into the competition's competition.yaml."""
    raise DataError("not yet")
