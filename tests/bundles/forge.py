"""Bundles as a cheat would make them: changed, and with a list of members that fits the change."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mlebench.bundles.archive import MANIFEST, next_link

Change = Callable[[dict[str, bytes]], None]


def forged(path: Path, change: Change, *, fitting: bool = True) -> Path:
    """A changed copy; with `fitting`, the manifest says that all is well."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = members.pop(MANIFEST)
    change(members)
    if fitting:
        manifest = _fitting(json.loads(manifest), members)
    target = path.with_name("forged.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**members, MANIFEST: manifest}.items():
            archive.writestr(name, content)
    return target


def _fitting(manifest: dict[str, Any], members: dict[str, bytes]) -> bytes:
    files, link = [], ""
    for name, content in members.items():
        digest = hashlib.sha256(content).hexdigest()
        link = next_link(link, name, digest)
        files.append({"path": name, "bytes": len(content), "sha256": digest, "link": link})
    return json.dumps({**manifest, "files": files}).encode()


def with_fields(suffix: str, **fields: Any) -> Change:
    """Other values in the first JSON file whose name ends so."""

    def change(members: dict[str, bytes]) -> None:
        name = next(name for name in members if name.endswith(suffix))
        members[name] = json.dumps({**json.loads(members[name]), **fields}).encode()

    return change
