"""What a run needs on the node that it came to: data, and the folders of agent and competition."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from mlebench import foreign
from mlebench.agents import Agent
from mlebench.catalog import Competition
from mlebench.catalog.create import RAW
from mlebench.catalog.registry import BUILT_IN
from mlebench.data.archives.extract import TEMPORARY, new_folder
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.data.manifest import DataStamp, check_same
from mlebench.data.stores.fetch import fetch_public
from mlebench.errors import DataError, MlebenchError, NotPrepared
from mlebench.locks import turn
from mlebench.runs.cluster.archive import Packer, Unpacker, pack, unpack

LARGEST_FOLDER = 512 << 20


@dataclass(frozen=True)
class SentFolder:
    """A folder of the driver's machine; `pieces` are references to objects of the cluster."""

    name: str
    sha256: str
    pieces: tuple[Any, ...]

    @classmethod
    def of(cls, folder: Path, entries: list[foreign.Entry], put: Any) -> SentFolder:
        """Pack a folder, once for all runs."""
        size = sum((folder / entry.path).lstat().st_size for entry in entries)
        if size > LARGEST_FOLDER:
            raise MlebenchError(
                f"{folder} holds {size >> 20} MiB, too much to be sent to every node.",
                hint=f"At most {LARGEST_FOLDER >> 20} MiB; put large files into the agent's image, or the data.",
            )
        pieces: list[Any] = []
        packer = Packer(lambda piece: pieces.append(put(piece)))
        pack(folder, entries, packer)
        return cls(folder.name, packer.sha256, tuple(pieces))

    def receive(self, get: Any) -> Path:
        """The folder on this node; it is unpacked by the first who asks."""
        folder = user_cache_path("mle-bench", appauthor=False) / "sent-folders" / self.sha256
        if not folder.is_dir():
            with _only_one(folder.parent):
                if not folder.is_dir():
                    with new_folder(folder) as new:
                        (new / self.name).mkdir()
                        unpack(Unpacker(map(get, self.pieces), self.sha256), new / self.name, links=True)
        return folder / self.name


def send_agent(agent: Agent, put: Any) -> SentFolder:
    """Sent even where it is built in: what runs is then exactly what the group says."""
    return SentFolder.of(agent.folder, agent.entries(), put)


def send_competition(folder: Path, put: Any) -> SentFolder | None:
    """Null for built-in ones: the node's own installation has them. Raw data, which tells the answers, stays here."""
    if folder.parent.resolve() == BUILT_IN:
        return None
    return SentFolder.of(folder, foreign.entries(folder, {*foreign.CACHES, RAW}), put)


def find_data(competition: Competition, data_dir: Path, url: str | None, stamp: DataStamp) -> Path:
    """The data folder that has this competition: the group's where this node sees it, its own, or a fetched copy.

    The public side is enough: answers stay where submissions are graded.
    """
    competition_id = competition.id
    places = list(dict.fromkeys([data_dir, default_data_dir().absolute()]))
    for place in places:
        layout = DataLayout.of(competition, place)
        if layout.public.is_dir() if competition.is_sealed else layout.is_prepared():
            return _same(layout, stamp)
    if not competition.is_sealed:
        raise NotPrepared(
            f"The node {socket.gethostname()} has no prepared data of {competition_id}, and answers are not fetched.",
            hint="Its validator needs them, because grade.py has no check(submission, expected): add one, or share the "
            "data folder with all nodes.",
        )
    if url is None:
        raise NotPrepared(
            f"The node {socket.gethostname()} has no prepared data of {competition_id}: "
            f"neither {' nor '.join(map(str, places))} holds it.",
            hint=f"Share the data folder with all nodes, prepare it there (mlebench prepare -c {competition_id}), "
            "or say where nodes can fetch it: --data-url s3://BUCKET/FOLDER",
        )
    layout = DataLayout.of(competition, places[-1])
    try:
        fetch_public(competition, layout, url, stamp)
    except DataError as error:
        raise DataError(f"The node {socket.gethostname()}: {error.message}", hint=error.hint) from error
    return _same(layout, stamp)


def _same(layout: DataLayout, stamp: DataStamp) -> Path:
    """A node may hold other data than the driver: another miniature, say, or one instead of real data."""
    hint = f"Prepare it anew on the node {socket.gethostname()}, or remove it there and let it be fetched: --data-url."
    check_same(stamp, layout, "the group", hint=hint)
    return layout.data_dir


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Workers of a node take turns with each other; the leftovers of a killed one go."""
    folder.mkdir(parents=True, exist_ok=True)
    with turn(folder):
        for left in folder.glob(f"{TEMPORARY}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
