"""Which source a competition's raw data comes from, given what the user asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.data.prepare import PrepareOptions
from mlebench.data.sources.acquire import Archive, Kaggle, Miniature, RawSource, RawTree
from mlebench.data.sources.embedded import Embedded


@dataclass(frozen=True)
class SourceOptions:
    """What the user asked for; by default the competition's own source, Kaggle or embedded data."""

    miniature: bool = False
    seed: int = 0
    raw_dir: Path | None = None
    archive: Path | None = None
    command: str | None = None  # what the user typed, for messages that ask to repeat it


def source_for(competition: Competition, source_options: SourceOptions, options: PrepareOptions) -> RawSource:
    """The source of one competition."""
    trust = options.verify and not options.overwrite_checksums
    if source_options.raw_dir is not None:
        return RawTree(source_options.raw_dir)
    if source_options.archive is not None:
        return Archive(source_options.archive, verify=trust)
    if competition.source == "embedded":
        return Embedded()  # it is small: the real thing is the miniature
    if source_options.miniature:
        return Miniature(source_options.seed)
    return Kaggle(
        verify=trust, keep_archive=options.keep_raw or options.overwrite_checksums, command=source_options.command
    )
