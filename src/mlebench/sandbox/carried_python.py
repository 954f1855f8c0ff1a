"""A small Python that is brought into containers, so that nothing of an image ever runs as the harness.

It is the harness's own: its program, the modules that a keeper and a forwarder import, and every library that these
load, the loader among them. Thereby it runs in any image, also in one that has no Python or another C library.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mlebench.sandbox.protocol import SandboxError
from mlebench.sandbox.wire import INSIDE, RUN
from mlebench.scratch import Scratch, remove_leftovers

PLACE = f"{RUN}/python"  # in the container
# What the loader, the C library and Python would heed. All of it is the image's, and for its agent.
_HEEDED = re.compile(r"(LD|GLIBC|MALLOC|PYTHON|LC)_?\w*|LANG\w*|LOCPATH|GCONV_PATH|NLSPATH|TZ\w*|TMPDIR|GETCONF_DIR")
_LOADER = re.compile(r"ld-(linux|musl).*\.so[.\d]*|ld64\.so[.\d]*")
_LOOK = """
import importlib.util, json, os, sys
sys.path.insert(0, sys.argv[1])
import inside.keeper
if sys.argv[2]:
    forwarder = importlib.util.spec_from_file_location("forwarder", sys.argv[2])
    forwarder.loader.exec_module(importlib.util.module_from_spec(forwarder))
with open("/proc/self/maps") as file:
    mapped = {line.split(maxsplit=5)[5].strip() for line in file if line.count("/")}
modules = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
print(json.dumps({
    "program": os.path.realpath("/proc/self/exe"), "stdlib": os.path.dirname(os.__file__),
    "mapped": sorted(path for path in mapped if ".so" in path), "modules": sorted(modules),
    "prefix": sys.base_prefix, "exec_prefix": sys.base_exec_prefix,
}))
"""


@dataclass(frozen=True)
class CarriedPython:
    """The folder on the host, to be bound at PLACE, and the start of a command line there."""

    folder: Path
    command: tuple[str, ...]

    @property
    def nothing(self) -> Path:
        """An empty file, for the image's list of libraries that the loader would load first."""
        return self.folder / "nothing"


@cache
def carried_python(forwarder: Path | None) -> CarriedPython:
    """Put together once, for as long as this process lasts."""
    try:
        command = [sys.executable, "-I", "-S", "-c", _LOOK, str(INSIDE.parent), str(forwarder or "")]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, env={}, text=True).stdout)
        return _put_together(found)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        said = getattr(error, "stderr", None) or ""
        raise SandboxError(f"The Python of the harness cannot be brought into a container: {error} {said}") from error


def _put_together(found: Mapping[str, str | list[str]]) -> CarriedPython:
    remove_leftovers("python")
    scratch = Scratch("python")
    atexit.register(scratch.remove)
    root = scratch.path / "python"
    stdlib, prefixes = Path(str(found["stdlib"])), [Path(str(found[name])) for name in ("prefix", "exec_prefix")]
    inner = {path for path in map(Path, found["modules"]) if path.is_relative_to(stdlib)}
    inner |= set((stdlib / "encodings").glob("*.py"))
    for path in inner:
        _copy(path, root / path.relative_to(next(each for each in prefixes if path.is_relative_to(each))))
    libraries = [path for path in map(Path, found["mapped"]) if path not in inner]
    for path in libraries:
        _copy(path, root / "lib" / path.name)
        for name in _other_names(path):
            (root / "lib" / name).symlink_to(path.name)
    _copy(Path(str(found["program"])), root / "bin" / "python3")
    (root / "nothing").touch()
    for folder, _, files in os.walk(root):
        Path(folder).chmod(0o755)
        for name in files:
            Path(folder, name).chmod(0o755)
    loader = [path.name for path in libraries if _LOADER.fullmatch(path.name)]
    through = [f"{PLACE}/lib/{loader[0]}", "--library-path", f"{PLACE}/lib"] if loader else []
    return CarriedPython(root, (*through, f"{PLACE}/bin/python3", "-I", "-S"))


def _other_names(library: Path) -> list[str]:
    """Those of the links beside it: programs ask for `libz.so.1`, not for `libz.so.1.2.13`."""
    near = library.parent.glob(f"{library.name.partition('.so')[0]}*.so*")
    return [path.name for path in near if path.name != library.name and path.resolve() == library.resolve()]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def heeded(environment: Mapping[str, str]) -> dict[str, str]:
    """Those of an image's variables that would change how this Python starts, emptied."""
    return {name: "" for name in environment if _HEEDED.fullmatch(name)}
