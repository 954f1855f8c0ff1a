"""Installing the tools of an agent: `mlebench agents build`. Install scripts of the packages run as the user."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from mlebench.agents.interpreters import find_python
from mlebench.agents.tools import REQUIREMENTS, BuiltTool, ToolPlace, digest_of, state_of
from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.locks import turn

_LAST_LINES = 15
_GRADERS = {"mlebench", "mle-bench"}
_LOOK = """
import json, os, sys
from importlib.metadata import distributions
roots = {p for q in (sys.base_prefix, sys.base_exec_prefix) for p in (q, os.path.realpath(q))}
roots.add(os.path.dirname(os.path.dirname(os.path.realpath(sys.executable))))
packages = {d.metadata["Name"]: d.version for d in distributions()}
print(json.dumps({"python": "%d.%d.%d" % sys.version_info[:3], "roots": sorted(roots), "packages": packages}))
"""


class InstallError(MlebenchError):
    """An installer is missing, or failed."""


def build_tool(
    place: ToolPlace,
    *,
    force: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> BuiltTool:
    """Install a tool where it is not there yet. It counts from the moment its facts are written, whoever is killed."""
    try:
        if not force and (built := place.built()):
            return built
        place.folder.mkdir(parents=True, exist_ok=True)
        with turn(place.folder, waiting=lambda: say(f"{place.name}: another mlebench installs or uses it; waiting")):
            if not force and (built := place.built()):
                return built
            place.facts.unlink(missing_ok=True)
            shutil.rmtree(place.root, ignore_errors=True)
            place.root.mkdir()
            place.root.chmod(0o755)  # agents may run as another user
            place.log.write_bytes(b"")
            say(f"{place.name}: installing (log: {place.log})")
            built = _pip(place, say) if place.tool.pip else _npm(place)
            write_atomically(place.facts, built.model_dump_json(indent=2) + "\n")
            return built
    except OSError as error:
        raise InstallError(
            f"The tool '{place.name}' cannot be installed in {place.folder}: {error.strerror or error}."
        ) from error


def _pip(place: ToolPlace, say: Callable[[str], None]) -> BuiltTool:
    python = find_python(place.python)
    asked = place.folder / REQUIREMENTS
    asked.write_bytes(place.requirements or b"")
    say(f"{place.name}: a virtual environment of {python}")
    _run(place, [str(python), "-m", "venv", str(place.root)], "Its Python needs the module venv (python3-venv).")
    inside = str(place.root / "bin" / "python")
    command = [inside, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["-r", str(asked), *([] if place.tool.dependencies else ["--no-deps"])]
    _run(place, command, "Does the package index answer, and does it have these versions for this Python?")
    looked = subprocess.run([inside, "-I", "-c", _LOOK], check=True, capture_output=True, text=True)
    found = json.loads(looked.stdout)
    packages = {_plain(name): version for name, version in found["packages"].items()}
    if graders := _GRADERS & set(packages):
        raise InstallError(f"{', '.join(graders)}: holds graders, and is not shown in a sandbox.")
    names = re.findall(r"^\s*([A-Za-z0-9][\w.-]*)", (place.requirements or b"").decode(errors="replace"), re.MULTILINE)
    versions = {"python": str(found["python"])}
    versions |= {_plain(name): packages[_plain(name)] for name in names if _plain(name) in packages}
    return _facts(place, versions, packages, tuple(map(Path, found["roots"])))


def _npm(place: ToolPlace) -> BuiltTool:
    if shutil.which("npm") is None:
        raise InstallError(
            f"The tool '{place.name}' is installed by npm, which is not on this machine.",
            hint="Install Node.js with npm: your system's packages have it, or see https://nodejs.org",
        )
    command = ["npm", "install", "--prefix", str(place.root), "--no-audit", "--no-fund", "--no-save", "--omit=dev"]
    _run(place, [*command, *place.tool.npm], "Does the package registry answer, and does it have these versions?")
    packages: dict[str, str] = {}
    modules = place.root / "node_modules"
    for path in sorted([*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")]):
        packages[path.parent.relative_to(modules).as_posix()] = str(json.loads(path.read_bytes()).get("version"))
    asked = [re.sub(r"(?<=.)@.*", "", package) for package in place.tool.npm]
    return _facts(place, {name: packages[name] for name in asked if name in packages}, packages)


def _facts(
    place: ToolPlace, versions: dict[str, str], packages: dict[str, str], interpreter: tuple[Path, ...] = ()
) -> BuiltTool:
    return BuiltTool(
        versions=versions,
        packages=dict(sorted(packages.items())),
        digest=digest_of(place.root),
        state=state_of(place.root),
        interpreter=interpreter,
    )


def _run(place: ToolPlace, command: list[str], hint: str) -> None:
    """Everything that an installer says goes to its log; its last lines are shown where it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with place.log.open("ab") as log:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=place.folder,
            env=environment,
            umask=0o022,
            check=False,
        )
    if done.returncode:
        said = place.log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
        raise InstallError(
            f"The tool '{place.name}' could not be installed (exit code {done.returncode}):\n"
            + "\n".join(f"  {line}" for line in said),
            hint=f"{hint}\nAll that the installer said: {place.log}",
        )


def _plain(name: str) -> str:
    """The name of a Python package as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()
