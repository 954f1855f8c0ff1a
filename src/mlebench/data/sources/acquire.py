"""Where raw data comes from: Kaggle, a local archive, an extracted tree, or the miniature."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from mlebench.catalog import Competition
from mlebench.data.archives.extract import extract_into, is_archive, require_content
from mlebench.data.digests import DigestCache
from mlebench.data.layout import DataLayout
from mlebench.data.limits import require_space
from mlebench.data.manifest import MINIATURE
from mlebench.data.progress import stage
from mlebench.data.sources.base import RawSource, SourceOptions, Space
from mlebench.data.sources.raw import Origin, discard_raw, has_raw, new_raw, origin_of, require_replaceable
from mlebench.data.verify import verify_archive
from mlebench.errors import DataError


@dataclass(frozen=True)
class RawTree(RawSource):
    """An extracted tree of the user's. It is never written to."""

    path: Path

    @classmethod
    def chosen(cls, options: SourceOptions) -> Self:
        """The folder that --raw-dir names."""
        if options.raw_dir is None:
            raise DataError("Name the folder of the raw data with --raw-dir.")
        return cls(options.raw_dir)

    @property
    def label(self) -> str:
        """A miniature's raw tree that this program made stays a miniature."""
        path = self.path.resolve()
        kept = DataLayout(path.parent.parent, path.parent.name)
        origin = origin_of(kept) if kept.raw == path else None
        return MINIATURE if origin and origin.get("source") == MINIATURE else "raw-dir"

    @property
    def verifiable(self) -> bool:
        """Not where it is a miniature."""
        return self.label != MINIATURE

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """It must be there, and not where the prepared data goes."""
        if not self.path.is_dir():
            raise DataError(
                f"{self.path}: no such folder (--raw-dir takes the extracted raw data of {competition.id})."
            )
        if layout.root.resolve().is_relative_to(self.path.resolve()):
            raise DataError(
                f"{self.path}: the data folder {layout.data_dir} lies in it, and --raw-dir is never written to.",
                hint="Choose another --data-dir.",
            )
        return Space()

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """The tree as it is."""
        self.check(competition, layout)
        return self.path


@dataclass(frozen=True)
class Archive(RawSource):
    """A download of the user's. It is neither changed nor removed."""

    path: Path
    verify: bool = True
    label: str = "archive"

    @classmethod
    def chosen(cls, options: SourceOptions) -> Self:
        """The file that --archive names."""
        if options.archive is None:
            raise DataError("Name the archive of the raw data with --archive.")
        return cls(options.archive, verify=options.verify)

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """It must be an archive."""
        if not self.path.is_file():
            raise DataError(f"{self.path}: no such file (--archive takes the download of {competition.id}).")
        if not is_archive(self.path):
            raise DataError(f"{self.path}: --archive takes a zip, tar or 7z file.")
        require_content(self.path)
        if has_raw(layout, self._origin):
            return Space()
        require_replaceable(layout, self.label)
        return Space(self.path.stat().st_size, self.path.stat().st_size)

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Verify and unpack it, unless an earlier call did."""
        self.check(competition, layout)
        if not has_raw(layout, self._origin):
            digest = verify_archive(competition, self.path, digest_cache(layout)) if self.verify else None
            with new_raw(layout, self._origin, digest) as folder:
                extract_into(self.path, folder)
        return layout.raw

    def archive_in(self, layout: DataLayout) -> Path | None:
        """The user's."""
        return self.path

    def discard(self, layout: DataLayout) -> None:
        """Remove what was unpacked."""
        discard_raw(layout, self.label)

    @property
    def _origin(self) -> Origin:
        status = self.path.stat()
        return {
            "source": self.label,
            "file": self.path.name,
            "size": status.st_size,
            "time": status.st_mtime_ns,
        }


@dataclass(frozen=True)
class Kaggle(RawSource):
    """A download from Kaggle, which continues where an earlier one was cut off."""

    verify: bool = True
    keep_archive: bool = False  # until the preparation is done, instead of until it is unpacked
    command: str | None = None  # what the user typed, for messages that ask to repeat it
    label: str = "kaggle"

    @classmethod
    def chosen(cls, options: SourceOptions) -> Self:
        """As the user asked for it."""
        return cls(options.verify, options.keep_archive, options.command)

    def sign_in(self, competition: Competition, layout: DataLayout) -> bool:
        """Only where something must be downloaded."""
        if not self.must_download(layout):
            return False
        from mlebench.data.sources.kaggle import sign_in

        sign_in(competition, command=self.command)
        return True

    def must_download(self, layout: DataLayout) -> bool:
        """Whether neither the raw tree nor a complete download is there."""
        return not has_raw(layout, self._origin) and not layout.archive.is_file()

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """Ask Kaggle whether it will hand the data out, without downloading any."""
        if has_raw(layout, self._origin):
            return Space()
        require_replaceable(layout, self.label)
        if not self.must_download(layout):
            size = layout.archive.stat().st_size
            return Space(size, size)
        from mlebench.data.sources.kaggle import PART, ask

        size = int(max(ask(competition, command=self.command), (competition.archive_gb or 0) * 1e9))
        part = layout.archive.with_name(layout.archive.name + PART)
        # The archive is removed only when all of it is unpacked.
        return Space(2 * size - (part.stat().st_size if part.is_file() else 0), size)

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Download, verify and unpack, each unless an earlier call did."""
        if not has_raw(layout, self._origin):
            if self.must_download(layout):
                from mlebench.data.sources.kaggle import download

                needed = self.check(competition, layout).peak
                require_space(layout.root, needed, f"the download of {competition.id}")
                download(competition, layout.archive, command=self.command)
            digest = verify_archive(competition, layout.archive, digest_cache(layout)) if self.verify else None
            with new_raw(layout, self._origin, digest) as folder:
                extract_into(layout.archive, folder)
        if not self.keep_archive:
            layout.archive.unlink(missing_ok=True)
        return layout.raw

    def archive_in(self, layout: DataLayout) -> Path | None:
        """The download, as long as it is kept."""
        return layout.archive if layout.archive.is_file() else None

    def discard(self, layout: DataLayout) -> None:
        """Remove the raw tree and the download."""
        discard_raw(layout, self.label)
        layout.archive.unlink(missing_ok=True)

    @property
    def _origin(self) -> Origin:
        return {"source": self.label}


@dataclass(frozen=True)
class Miniature(RawSource):
    """A tiny synthetic raw tree, made anew by the competition's miniature.py."""

    seed: int = 0
    label: str = MINIATURE
    verifiable: bool = False

    @classmethod
    def chosen(cls, options: SourceOptions) -> Self:
        """With the seed that the user asked for."""
        return cls(options.seed)

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """It must not replace real data."""
        require_replaceable(layout, self.label)
        return Space()

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Build the tree."""
        stage("building the miniature")
        with new_raw(layout, {"source": self.label, "seed": self.seed}) as folder:
            competition.build_miniature(folder, np.random.default_rng(self.seed))
        return layout.raw

    def discard(self, layout: DataLayout) -> None:
        """Remove the raw tree."""
        discard_raw(layout, self.label)


def digest_cache(layout: DataLayout) -> DigestCache:
    """The digests that are known of this competition's files."""
    return DigestCache(layout.root / ".digests.json")
