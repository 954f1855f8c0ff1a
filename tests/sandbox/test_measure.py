"""What a keeper counts as the agent's."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.sandbox.inside import disk


def held(folder: Path) -> int:
    return list(disk.disk_use([str(folder)]))[-1][0]


def test_what_is_mounted_below_a_folder_is_not_the_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("own", "mounted"):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "file").write_bytes(b"x" * 2_000_000)
    assert held(tmp_path) > 4_000_000
    monkeypatch.setattr(disk, "mount_points", lambda: {str(tmp_path), str(tmp_path / "mounted")})
    assert 2_000_000 < held(tmp_path) < 3_000_000  # the folder itself may be a mount


def test_mount_points_are_found() -> None:
    assert {"/", "/proc"} <= disk.mount_points()
