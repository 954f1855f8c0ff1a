"""As whom an agent runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mlebench.sandbox.protocol import SandboxError

AGENT_ID = 1000  # of user and group, as the agent sees itself
# Where root runs the harness, agents get a number that belongs to nobody: above those of people, below those
# that systemd gives out. A root without capabilities would still own what root owns, /proc/sys among it.
HOST_ID_UNDER_ROOT = 61_000


def is_root() -> bool:
    """Whether the harness runs as root."""
    return os.geteuid() == 0


def hand_over(paths: Iterable[Path], owner: int) -> None:
    """Give files and folders, with all that is in them, to an agent's user. Only root can, and needs to."""
    for path in paths:
        with suppress(FileNotFoundError):
            os.chown(path, owner, owner, follow_symlinks=False)
            for folder, folders, files in os.walk(path):
                for name in (*folders, *files):
                    os.chown(Path(folder, name), owner, owner, follow_symlinks=False)


def require_readable_by_all(path: Path) -> None:
    """An agent of another user than the harness's can read only what everybody can."""
    for each in (path, *sorted(path.iterdir())[:100]):
        mode = each.stat().st_mode
        if not mode & 0o004 or (each.is_dir() and not mode & 0o001):
            raise SandboxError(
                f"{each}: the agent could not read it. The harness runs as root, the agent does not.",
                hint=f"Let everybody read it: chmod -R a+rX {path}",
            )
