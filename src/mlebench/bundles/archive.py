"""The file itself: a plain zip with a list of its members that are chained by hashes.

Its members are run groups as they lie in a runs folder, so that whoever unpacks it has groups that every other command
reads. Signatures stand in the zip's comment: they cover all bytes before it (see `signatures.py`).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mlebench import foreign
from mlebench._version import __version__
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.fields import reason
from mlebench.runs.record import now

MANIFEST = "manifest.json"
FORMAT = "mlebench-bundle"
VERSION = 1
_MIB = 1 << 20
_MANY = 2_000_000  # members
_LARGEST = 4 << 30  # bytes of one member: more than a submission may have
_LARGEST_TEXT = 256 * _MIB  # of one that is read into memory
# What a strange zip brings about; RuntimeError where a member is encrypted, or packed in a way that nobody knows.
UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)


class BundleError(WrongUsage):
    """The file is no bundle, or not one that this version can read."""


class Member(BaseModel):
    """One file of a bundle. `link` is made of the link before it, this path and this digest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: foreign.InnerPath
    bytes: int
    sha256: str
    link: str


class Manifest(BaseModel):
    """manifest.json: what is in the bundle, and what was left out of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: str = FORMAT
    version: int = VERSION
    created_at: str
    mlebench_version: str
    groups: list[foreign.Name]  # folders of the bundle
    files: list[Member]
    withheld: dict[str, str] = {}  # SHA-256 of what was left out, by its path


def next_link(before: str, path: str, digest: str) -> str:
    """A change to any member, or to their order, changes all links after it."""
    return hashlib.sha256(f"{before}\n{path}\n{digest}".encode()).hexdigest()


class BundleWriter:
    """Adds members one by one; `finish` writes the list of them. A context, which closes the zip."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._files: list[Member] = []
        self.withheld: dict[str, str] = {}

    def add(self, path: str, source: IO[bytes]) -> None:
        """Copy one file in."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(_entry(path), "w", force_zip64=True) as target:
            while piece := source.read(_MIB):
                digest.update(piece)
                size += len(piece)
                target.write(piece)
        before = self._files[-1].link if self._files else ""
        link = next_link(before, path, digest.hexdigest())
        self._files.append(Member(path=path, bytes=size, sha256=digest.hexdigest(), link=link))

    def finish(self, groups: list[str]) -> None:
        """Write the manifest, and nothing after it."""
        manifest = Manifest(
            created_at=now().isoformat(timespec="seconds"),
            mlebench_version=__version__,
            groups=groups,
            files=self._files,
            withheld=self.withheld,
        )
        self._zip.writestr(_entry(MANIFEST), manifest.model_dump_json(indent=1) + "\n")

    def __enter__(self) -> BundleWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()


class Bundle:
    """A bundle that somebody else may have made: nothing in it is believed before it is looked at."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self.path, self.manifest, self._zip = path, manifest, archive

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[Bundle]:
        """Read the list of members; raises BundleError where there is none that can be understood."""
        try:
            archive = zipfile.ZipFile(path)
        except UNREADABLE as error:
            raise BundleError(
                f"{path}: is no bundle ({error}).", hint="Make one with: mlebench bundle GROUP"
            ) from error
        with archive:
            if len(archive.filelist) > _MANY:
                raise BundleError(f"{path}: has more than {_MANY} members.")
            yield cls(path, archive, _manifest_of(path, archive))

    def read(self, path: str) -> bytes:
        """One member that is a text."""
        return _read(self._zip, path)

    def json(self, path: str) -> Any:
        """One member that is JSON."""
        return json.loads(self.read(path))

    def has(self, path: str) -> bool:
        """Whether there is such a member."""
        return path in self._zip.NameToInfo

    def damages(self) -> list[str]:
        """What does not fit the manifest: other bytes, members too many or too few, a chain that breaks."""
        found, listed, before = [], {MANIFEST}, ""
        for member in self.manifest.files:
            if member.path in listed:
                found.append(f"{member.path}: is listed twice")
            listed.add(member.path)
            link = next_link(before, member.path, member.sha256)
            if link != member.link:
                found.append(f"{member.path}: the chain of hashes breaks here")
            before = member.link
            if not self.has(member.path):
                found.append(f"{member.path}: is missing")
            elif (why := self._differs(member)) is not None:
                found.append(f"{member.path}: {why}")
        for name, count in Counter(entry.filename for entry in self._zip.filelist).items():
            if name not in listed:
                found.append(f"{name}: is not listed in {MANIFEST}")
            elif count > 1:
                found.append(f"{name}: is there {count} times")
        return found

    def _differs(self, member: Member) -> str | None:
        entry = self._zip.getinfo(member.path)
        if entry.file_size != member.bytes or entry.file_size > _LARGEST:
            return f"has {entry.file_size} bytes instead of {member.bytes}"
        try:
            with self._zip.open(entry) as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
        except UNREADABLE as error:
            return f"cannot be read ({error})"
        return None if digest == member.sha256 else "its content is not the one that was put in"

    def unpack(self, folder: Path, chosen: list[str] | None = None) -> None:
        """Write members below a folder; only call it when `damages` has found none."""
        for member in self.manifest.files:
            if chosen is None or member.path in chosen:
                target = folder / member.path
                target.parent.mkdir(parents=True, exist_ok=True)
                with self._zip.open(member.path) as source, target.open("xb") as file:
                    shutil.copyfileobj(source, file)


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path)  # of 1980: when a copy was made says nothing
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _read(archive: zipfile.ZipFile, path: str) -> bytes:
    try:
        entry = archive.getinfo(path)
        if entry.file_size > _LARGEST_TEXT:
            raise MlebenchError(f"{path}: is larger than {_LARGEST_TEXT >> 20} MiB.")
        return archive.read(entry)
    except KeyError as error:
        raise MlebenchError(f"{path}: is missing.") from error
    except UNREADABLE as error:
        raise MlebenchError(f"{path}: cannot be read ({error}).") from error


def _manifest_of(path: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        manifest = Manifest.model_validate_json(_read(archive, MANIFEST))
    except (MlebenchError, ValidationError) as error:
        raise BundleError(f"{path}: is no bundle ({MANIFEST}: {reason(error)}).") from error
    if manifest.format != FORMAT or manifest.version > VERSION:
        raise BundleError(
            f"{path}: is a bundle of form {manifest.format} {manifest.version}.",
            hint=f"This version reads {FORMAT} up to {VERSION}: install a newer mlebench.",
        )
    return manifest
