"""What was last heard of each run of a group, in little memory: a group may have a hundred thousand."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from mlebench.runs.record import RunRecord

if TYPE_CHECKING:
    from mlebench.runs.group import RunGroup


class LastWords(Sequence[RunRecord]):
    """The runs in the order of the plan: as they were heard of, else as they lie on the disk, read when asked for.

    What was heard counts more, because a run's last word may not have reached a full disk.
    """

    def __init__(self, group: RunGroup) -> None:
        self._group, self._heard = group, dict[str, RunRecord | bytes]()

    def hear(self, record: RunRecord) -> None:
        """Of a change. Of a run that has ended, a short text is kept: few are running, and those will change again."""
        ended = record.state != "running"
        self._heard[record.run_id] = zlib.compress(record.model_dump_json().encode(), 1) if ended else record

    def __len__(self) -> int:
        return len(self._group.spec.runs)

    @overload
    def __getitem__(self, index: int) -> RunRecord: ...
    @overload
    def __getitem__(self, index: slice) -> list[RunRecord]: ...
    def __getitem__(self, index: int | slice) -> RunRecord | list[RunRecord]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        run = self._group.spec.runs[index]
        heard = self._heard.get(run.run_id)
        if isinstance(heard, bytes):
            return RunRecord.model_validate_json(zlib.decompress(heard))
        return heard or self._group.record(run)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it changes
