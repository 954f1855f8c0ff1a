"""Writing figures into a competition's folder: checksums of prepared data, and its leaderboard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import yaml

from mlebench import foreign
from mlebench.catalog import Competition, Leaderboard, load_competition
from mlebench.data.digests import DigestCache
from mlebench.data.verify import parquet_digest
from mlebench.errors import CatalogError, DataError
from mlebench.files import write_atomically

TABLES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".txt")


def record_checksums(competition: Competition, prepared: Path, cache: DigestCache, archive: Path | None = None) -> None:
    """Write the checksums of these files into competition.yaml, the rest of which stays byte for byte.

    Recorded are the files that were recorded before, and the tables at the top of public/ and private/.
    """
    sums = competition.checksums
    block = {
        "archive": cache.md5({"archive": archive})["archive"] if archive else sums.archive,
        "public": _digests(prepared, "public", sums.public, cache),
        "private": _digests(prepared, "private", sums.private, cache),
    }
    if block["archive"] is None:
        del block["archive"]
    path = competition.folder / "competition.yaml"
    before = foreign.read_bytes(path.parent, path.name).decode("utf-8")  # line ends stay what they are
    _write(path, replace_block(before, "checksums", block))
    try:
        load_competition(competition.folder)
    except CatalogError:
        _write(path, before)
        raise


def record_leaderboard(competition: Competition, scores: Iterable[float], source: str) -> None:
    """Digest a whole leaderboard into leaderboard.json."""
    leaderboard = Leaderboard.from_scores(
        scores, lower_is_better=competition.metric.lower_is_better, source=source, kind="human"
    )
    text = json.dumps(leaderboard.model_dump(exclude_none=True), ensure_ascii=False) + "\n"
    _write(competition.folder / "leaderboard.json", text)


def replace_block(text: str, key: str, value: object) -> str:
    """The YAML text with the block of one top-level key replaced, or added at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    new = yaml.safe_dump({key: value}, sort_keys=False, allow_unicode=True).replace("\n", newline)
    # From the key to the last indented line below it; what stands between blocks belongs to the next one.
    between = r"(?:(?:[ \t]*|#[^\n]*)\r?\n)*"
    block = re.compile(rf"^{re.escape(key)}:[^\n]*\n?(?:{between}[ \t]+[^\s][^\n]*\n?)*", re.MULTILINE)
    if block.search(text):
        return block.sub(lambda _: new, text, count=1)
    return text + ("" if not text or text.endswith("\n") else newline) + new


def _digests(prepared: Path, side: str, recorded: Iterable[str], cache: DigestCache) -> dict[str, str]:
    tables = {path.name for path in (prepared / side).iterdir() if path.is_file() and path.suffix in TABLES}
    names = [*(name for name in recorded if (prepared / side / name).is_file()), *sorted(tables - set(recorded))]
    plain = {f"{side}/{name}": prepared / side / name for name in names if not name.endswith(".parquet")}
    found = cache.md5(plain)
    for name in names:
        if name.endswith(".parquet"):
            path = prepared / side / name
            found[f"{side}/{name}"] = cache.remember(f"{side}/{name} (content)", path, parquet_digest)
    return {name: found[f"{side}/{name}"] for name in names}


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text)
    except OSError as error:
        raise DataError(
            f"{path}: cannot be written ({error.strerror}).",
            hint="Work on a copy of the competition's folder and name its parent with --competitions-dir.",
        ) from error
