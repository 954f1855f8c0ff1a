"""What sandboxes show of the machine beside their own folders, and what they hide in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from mlebench.catalog.registry import ENTRY_POINTS
from mlebench.sandbox.protocol import SandboxError

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_NEVER_SHOWN = ("/", "/data", "/etc", "/home", "/media", "/mnt", "/opt", "/root", "/run", "/srv", "/tmp", "/var")


def require_may_be_shown(path: Path, what: str, hint: str) -> None:
    """Folders that hold everybody's files, or all of the user's, are never shown."""
    if str(path) in _NEVER_SHOWN or path == home():
        raise SandboxError(f"{what} {path}, and a sandbox must show that whole folder.", hint=hint)


def outermost(paths: Iterable[Path], already: Iterable[Path] = ()) -> list[Path]:
    """Those that are not shown anyway, because they lie in others, in the system or in what is shown already."""
    found = set(paths)
    shown = {*map(Path, SYSTEM), *already}
    return sorted(path for path in found if not below(path, shown | (found - {path})))


def graders_in(shown: Iterable[Path]) -> list[Path]:
    """Folders of packages with graders and leaderboards below what is shown: ours, and those that add competitions.

    With each goes what is noted of its installation, a list of all its files: it tells which competitions there are.
    """
    roots = {root.resolve() for root in shown}
    found = {folder for folder in _installed() if below(folder, roots)}
    for root in roots - {Path("/usr")}:
        for name in _packages():
            found |= set(root.glob(f"lib/python*/site-packages/{name}"))
            found |= set(root.glob(f"lib/python*/site-packages/{name}-*.dist-info"))
    return sorted(found)


@cache
def _packages() -> tuple[str, ...]:
    names = {point.module.partition(".")[0] for point in entry_points(group=ENTRY_POINTS)}
    return tuple(sorted(names | {"mlebench", "mle_bench"}))


@cache
def _installed() -> tuple[Path, ...]:
    """As the harness's own Python has them."""
    folders = []
    for name in _packages():
        spec = find_spec(name)
        for place in spec.submodule_search_locations or [] if spec else []:
            folders += [Path(place), *Path(place).parent.glob(f"{name}-*.dist-info")]
    return tuple(folder.resolve() for folder in folders)


def home() -> Path | None:
    """The user's own folder."""
    try:
        return Path.home()
    except RuntimeError:  # a user without an entry in /etc/passwd
        return None


def below(path: Path, roots: Iterable[Path]) -> bool:
    """Whether it lies in one of them, or is one."""
    return any(path.is_relative_to(root) for root in roots)


def holds_any(root: Path, paths: Iterable[Path]) -> bool:
    """Whether a folder holds one of them, or is one."""
    return any(path.is_relative_to(root) for path in paths)
