"""Taking prepared data out of a store: every piece is verified before a byte of it is written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pydantic import ValidationError

from mlebench.data.layout import EXPECTED, DataLayout
from mlebench.data.limits import require_space
from mlebench.data.manifest import MANIFEST
from mlebench.data.progress import advance, in_threads, stage
from mlebench.data.stores.access import Missing, open_store, shown
from mlebench.data.stores.contents import HEAD, FileList, Head, Side, Slice, StoredSide, sha256
from mlebench.data.stores.push import AT_ONCE
from mlebench.errors import DataError, NotPrepared
from mlebench.fields import reason

_MB = 1e6
_READINGS = 3  # of an object that arrives damaged
_LONGEST_HEAD, _LONGEST_LIST = 1 << 20, 512 << 20  # bytes; a list of a million files has about a fifth of that


class StoredData:
    """The data of one competition in a store."""

    def __init__(self, url: str, layout: DataLayout) -> None:
        self._store, self._layout = open_store(url), layout
        self._place = f"{layout.competition_id}/{layout.prepared.name}"
        self._shown, self._name = shown(url), f"{shown(url)}/{self._place}"

    def __str__(self) -> str:
        """For messages."""
        return self._name

    def head(self, *, answers: bool) -> Head:
        """What lies there; with `answers` they must be among it."""
        version = "" if self._layout.benchmark == "v1" else f" --benchmark {self._layout.benchmark}"
        place = "URL" if self._shown.startswith("http") else self._shown  # a web server takes nothing
        again = f"mlebench data push {place} -c {self._layout.competition_id}{version}"
        try:
            head = Head.model_validate_json(self._store.read(f"{self._place}/{HEAD}", _LONGEST_HEAD))
        except Missing:
            raise NotPrepared(
                f"{self._name} holds no data: there is no {HEAD}.", hint=f"Where it is prepared: {again}"
            ) from None
        except ValidationError as error:
            raise DataError(
                f"{self._name}/{HEAD}: cannot be read ({reason(error)})", hint=f"Push again: {again}"
            ) from None
        if (head.competition_id, head.benchmark_version) != (self._layout.competition_id, self._layout.benchmark):
            raise DataError(f"{self._name} holds the data of {head.competition_id}, {head.benchmark_version}.")
        if answers and head.private is None:
            raise NotPrepared(
                f"{self._name} holds no answers, only what agents see, which is enough for nodes of a cluster.",
                hint=f"To grade, push them too (without --public-only): {again}",
            )
        return head

    def pull(self, head: Head, *, answers: bool) -> Path:
        """Fetch what `head` names into a folder beside the prepared one; what is there of an earlier call stays.

        Who calls this has the competition's folder to itself, and renames what comes of it.
        """
        sides: dict[Side, StoredSide] = {"public": head.public}
        if answers and head.private is not None:
            sides["private"] = head.private
        target = self._layout.pull("-".join(side.files[:16] for side in sides.values()))
        for other in self._layout.pulls():
            if other != target:
                shutil.rmtree(other)
        target.mkdir(exist_ok=True)
        have = sum(path.stat().st_blocks * 512 for path in target.rglob("*") if path.is_file())
        require_space(target, sum(side.size for side in sides.values()) - have, f"pulling {self._name}")
        for side, stored in sides.items():
            self._pull_side(target, side, stored)
        return target

    def _pull_side(self, target: Path, side: Side, stored: StoredSide) -> None:
        try:
            files = FileList.model_validate_json(self._object(side, stored.files, _LONGEST_LIST))
        except ValidationError as error:
            raise DataError(f"{self._name}/{side}/{stored.files}: cannot be read ({reason(error)})") from None
        if sum(size for _, size in files.files) != stored.size:  # for which room was looked for
            raise DataError(f"{self._name}/{side}/{stored.files}: its files are not as large as {HEAD} says.")
        own = (MANIFEST, EXPECTED) if side == "public" else ()
        for path in (*files.folders, *(path for path, _ in files.files)):
            if path.split("/")[0] != side and path not in own:
                raise DataError(f"{self._name}/{side}/{stored.files}: names {path}, which is not below {side}/.")
        for folder in files.folders:
            (target / folder).mkdir(parents=True, exist_ok=True)
        for path, size in files.files:
            if not size:
                (target / path).touch()
        stage(f"pulling the {side} files (MB)", stored.size / _MB)

        def one(work: tuple[tuple[str, int], list[Slice]]) -> None:
            (digest, size), slices = work
            if not _has(target, slices, digest):
                content = self._object(side, digest, size)
                if len(content) != size:
                    raise DataError(f"{self._name}/{side}/{digest}: is shorter than its list says.")
                _write(target, slices, content)
            advance(size / _MB)

        for _ in in_threads(one, zip(files.pieces, files.slices(), strict=True), threads=AT_ONCE):
            pass

    def _object(self, side: Side, digest: str, most: int) -> bytes:
        name = f"{self._place}/{side}/{digest}"
        for _ in range(_READINGS):
            try:
                content = self._store.read(name, most)
            except Missing:
                raise DataError(
                    f"{self._name}: {side}/{digest} is gone, which its {HEAD} names.",
                    hint="Push the data again: mlebench data push",
                ) from None
            if sha256(content) == digest:
                return content
        raise DataError(
            f"{self._name}: {side}/{digest} is damaged: its {len(content)} bytes have another digest.",
            hint="Remove it from the store and push the data again: mlebench data push",
        )


def _has(target: Path, slices: list[Slice], digest: str) -> bool:
    """Whether a piece was written by an earlier call, whatever became of it since."""
    if not all((target / part.path).is_file() for part in slices):
        return False
    content = bytearray()
    for part in slices:
        with (target / part.path).open("rb") as file:
            file.seek(part.at)
            content += file.read(part.stop - part.start)
    return sha256(bytes(content)) == digest


def _write(target: Path, slices: list[Slice], content: bytes) -> None:
    view = memoryview(content)
    for part in slices:
        file = os.open(target / part.path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            if os.fstat(file).st_size != part.file_size:
                os.ftruncate(file, part.file_size)
            left, at = view[part.start : part.stop], part.at
            while left:
                count = os.pwrite(file, left, at)
                left, at = left[count:], at + count
        finally:
            os.close(file)
