"""Waiting for a descriptor, whatever its number: `select.select` fails from 1024 on."""

from __future__ import annotations

import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CAN_BE_READ = select.POLLIN | select.POLLHUP | select.POLLERR


def readable(file: Any, seconds: float) -> bool:
    """Whether there is something to read, or the end, within this time."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return any(events & _CAN_BE_READ for _, events in poll.poll(max(0.0, seconds) * 1000))
