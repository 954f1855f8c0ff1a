"""What could serve as a sandbox on this machine, found out by trying."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that this machine has, has not, or has in a state that does not work."""

    name: str
    state: str  # ok, missing or broken
    detail: str
    remedy: str = ""


def try_command(name: str, *arguments: str, seconds: float = 10.0) -> tuple[bool, str]:
    """Whether a program runs, and the first line that it prints."""
    try:
        done = subprocess.run([name, *arguments], capture_output=True, text=True, timeout=seconds, errors="replace")
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error).splitlines()[0]
    lines = (done.stdout if done.returncode == 0 else done.stderr or done.stdout).strip().splitlines()
    return done.returncode == 0, lines[0] if lines else ""


def probe_sandboxes() -> list[Finding]:
    """The process sandbox, bubblewrap, and the container engines."""
    return [
        Finding("process", "ok", "no isolation: for debugging and for agents that you trust"),
        _bubblewrap(),
        _engine("docker", "Install Docker Engine: https://docs.docker.com/engine/install/"),
        _engine("podman", "Install it with your system's package manager, e.g. apt-get install podman"),
        _apptainer(),
    ]


def _bubblewrap() -> Finding:
    remedy = "Install it with your system's package manager, e.g. apt-get install bubblewrap"
    if shutil.which("bwrap") is None:
        return Finding("bubblewrap", "missing", "no program 'bwrap'", remedy)
    works, line = try_command("bwrap", "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "true")
    if works:
        return Finding("bubblewrap", "ok", try_command("bwrap", "--version")[1])
    remedy = "Unprivileged user namespaces may be switched off: see sysctl kernel.unprivileged_userns_clone"
    return Finding("bubblewrap", "broken", line, remedy)


def _engine(name: str, remedy: str) -> Finding:
    if shutil.which(name) is None:
        return Finding(name, "missing", f"no program '{name}'", remedy)
    version = "{{.ServerVersion}}" if name == "docker" else "{{.Version.Version}}"
    works, line = try_command(name, "info", "--format", version)
    if works and line:
        return Finding(name, "ok", f"engine {line}")
    return Finding(name, "broken", line or "the engine does not answer", f"Start it, and see: {name} info")


def _apptainer() -> Finding:
    for name in ("apptainer", "singularity"):
        if shutil.which(name):
            works, line = try_command(name, "--version")
            return Finding("apptainer", "ok" if works else "broken", line)
    return Finding("apptainer", "missing", "no program 'apptainer'", "Needed on clusters only: https://apptainer.org")
