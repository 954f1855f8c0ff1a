"""Tar archives, read in one pass: they have no directory, and those of the raw data are large."""

from __future__ import annotations

import posixpath
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from mlebench.data.archives.extract import damage_named
from mlebench.data.progress import advance, stage
from mlebench.errors import DataError


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    with damage_named(path), tarfile.open(path) as archive:
        yield archive


def tar_names(path: Path) -> list[str]:
    """Names of the files in a tar, compressed or not, in its order, without folders."""
    stage(f"reading {path.name}")
    with _opened(path) as archive:
        return [posixpath.normpath(member.name) for member in archive if member.isfile()]


def deal_tar(source: Path, targets: Mapping[Path, Mapping[str, str]]) -> None:
    """Deal the members of a tar out to new, uncompressed tars while reading it once.

    For each target: its members' names in the source, and the names they get.
    """
    wanted = {old: (target, new) for target, names in targets.items() for old, new in names.items()}
    stage(f"dealing out {source.name}", len(wanted))
    with ExitStack() as stack:
        outputs = {target: stack.enter_context(_new_tar(target)) for target in targets}
        archive = stack.enter_context(_opened(source))
        for member in archive:
            target, name = wanted.pop(posixpath.normpath(member.name), (None, ""))
            content = archive.extractfile(member) if target else None
            if target and content:
                _add(outputs[target], name, content, member.size)
                advance()
    if wanted:
        raise DataError(f"{source}: has no member {next(iter(wanted))}; {len(wanted)} are missing.")


def tar_files(target: Path, members: Iterable[tuple[str, Path]]) -> None:
    """Pack files into a new, uncompressed tar under the given names."""
    members = list(members)
    stage(f"packing {target.name}", len(members))
    with _new_tar(target) as archive:
        for name, path in members:
            with path.open("rb") as content:
                _add(archive, name, content, path.stat().st_size)
            advance()


def sort_tar(path: Path) -> None:
    """Put the members of an uncompressed tar into the order of their names."""
    unsorted = path.rename(path.with_name(f"{path.name}.unsorted"))
    with _opened(unsorted) as source, _new_tar(path) as target:
        for member in sorted(source.getmembers(), key=lambda member: member.name):
            target.addfile(member, source.extractfile(member))
    unsorted.unlink()


@contextmanager
def _new_tar(target: Path) -> Iterator[tarfile.TarFile]:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(target, "w") as archive:
        yield archive


def _add(archive: tarfile.TarFile, name: str, content: IO[bytes], size: int) -> None:
    member = tarfile.TarInfo(name)  # without a time stamp: preparing twice gives the same bytes
    member.size = size
    archive.addfile(member, content)
