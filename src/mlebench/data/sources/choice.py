"""Which source a competition's raw data comes from, given what the user asked for."""

from __future__ import annotations

from dataclasses import replace

from mlebench.catalog import Competition
from mlebench.data.prepare import PrepareOptions
from mlebench.data.sources.base import RawSource, SourceOptions
from mlebench.errors import CatalogError
from mlebench.plugins import Plugin, PluginTable, UnknownPlugin

__all__ = ["SOURCES", "SourceOptions", "source_for"]

# The first three stand in `source:` of competition.yaml, the others behind options of the same name.
SOURCES = PluginTable(
    "data source",
    "mlebench.data_sources",
    {
        "kaggle": Plugin("mlebench.data.sources.acquire", "Kaggle", "kaggle", "a download from Kaggle"),
        "embedded": Plugin("mlebench.data.sources.embedded", "Embedded", about="data that comes with the package"),
        "local": Plugin("mlebench.data.sources.local", "Local", about="raw/ in the competition's own folder"),
        "raw-dir": Plugin("mlebench.data.sources.acquire", "RawTree", about="an extracted tree"),
        "archive": Plugin("mlebench.data.sources.acquire", "Archive", about="a download that the user has"),
        "miniature": Plugin("mlebench.data.sources.acquire", "Miniature", about="a tiny synthetic tree"),
    },
)


def source_for(competition: Competition, asked: SourceOptions, options: PrepareOptions) -> RawSource:
    """The source of one competition."""
    asked = replace(
        asked,
        verify=options.verify and not options.overwrite_checksums,
        keep_archive=options.keep_raw or options.overwrite_checksums,
    )
    if asked.raw_dir is not None:
        source = SOURCES.load("raw-dir")
    elif asked.archive is not None:
        source = SOURCES.load("archive")
    else:
        source = own_source(competition)
        if asked.miniature and not source.small:
            source = SOURCES.load("miniature")
    chosen: RawSource = source.chosen(asked)
    return chosen


def own_source(competition: Competition) -> type[RawSource]:
    """The source that competition.yaml names."""
    try:
        source: type[RawSource] = SOURCES.load(competition.source)
    except UnknownPlugin as error:
        path = competition.folder / "competition.yaml"
        raise CatalogError(f"{path}: source: {error.message}", hint=error.hint) from error
    return source
