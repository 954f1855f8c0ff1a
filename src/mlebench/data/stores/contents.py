"""What lies in a store, as it is written down there."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, NonNegativeInt, model_validator

from mlebench.data.manifest import DataStamp

HEAD = "store.json"
PUBLIC, PRIVATE = "public", "private"
Side = Literal["public", "private"]
PIECE = 32 << 20  # bytes; a few of them are in memory at a time


def sha256(content: bytes) -> str:
    """The name of an object."""
    return hashlib.sha256(content).hexdigest()


def _stays_below(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name or str(path) != name or name == ".":
        raise ValueError(f"{name!r} leads out of the folder")
    return name


Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Below = Annotated[str, AfterValidator(_stays_below)]  # a path below the prepared folder


class StoredSide(BaseModel):
    """The public or the private files of a competition, as the head knows them."""

    model_config = ConfigDict(frozen=True)

    files: Digest  # the name of their list
    size: NonNegativeInt  # bytes of all files
    count: NonNegativeInt  # files


class Head(BaseModel):
    """store.json: written last, so that what it names is there."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal[1] = 1
    competition_id: str
    benchmark_version: str
    data: DataStamp  # from the manifest, so that other data is refused before it is fetched
    public: StoredSide
    private: StoredSide | None  # null: the answers were not pushed
    mlebench_version: str
    pushed_at: str


class Slice(NamedTuple):
    """A part of a piece: so many bytes from there on are those of a file, from `at` on."""

    path: str
    file_size: int
    at: int
    start: int
    stop: int


class FileList(BaseModel):
    """Files in the order in which they were laid end to end, and the pieces of the whole."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    folders: list[Below]
    files: list[tuple[Below, NonNegativeInt]]
    pieces: list[tuple[Digest, Annotated[int, Field(ge=0, le=PIECE)]]]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if sum(size for _, size in self.files) != sum(size for _, size in self.pieces):
            raise ValueError("the pieces are not as large as the files")
        names = {path for path, _ in self.files}
        if len(names) < len(self.files) or names & set(self.folders):
            raise ValueError("two of its files have one name")
        folders = {".", *self.folders}
        if any(str(PurePosixPath(name).parent) not in folders for name in names):
            raise ValueError("a file lies in a folder that is not listed")
        return self

    def slices(self) -> Iterator[list[Slice]]:
        """For each piece, which parts of which files it holds."""
        ends = list(accumulate(size for _, size in self.files))
        position = 0
        for _, size in self.pieces:
            stop, found = position + size, []
            number = bisect_right(ends, position)
            while position < stop:
                path, file_size = self.files[number]
                begin = ends[number] - file_size
                until = min(stop, ends[number])
                first = stop - size
                if until > position:
                    found.append(Slice(path, file_size, position - begin, position - first, until - first))
                position, number = until, number + 1
            yield found
