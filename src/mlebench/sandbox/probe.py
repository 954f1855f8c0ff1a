"""What could serve as a sandbox on this machine, found out by trying."""

from __future__ import annotations

import platform
import shutil
import subprocess
from dataclasses import dataclass

from mlebench.errors import MlebenchError
from mlebench.sandbox.process import ProcessBackend

INSTALL_BUBBLEWRAP = (
    "Install it with your system's package manager: apt-get install bubblewrap (Debian, Ubuntu), "
    "dnf install bubblewrap (Fedora), zypper install bubblewrap (SUSE), pacman -S bubblewrap (Arch)"
)
LINUX = "Run agents on Linux: a server, a virtual machine, or WSL 2 on Windows."
_X86_64 = ("x86_64", "amd64")
_ARM = ("aarch64", "arm64")


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


def this_platform() -> Finding:
    """What works on this kind of system and machine."""
    return platform_finding(platform.system(), platform.release(), platform.machine())


def platform_finding(system: str, release: str, machine: str) -> Finding:
    """What works on a kind of system and machine, as `platform` names them."""
    name, remedy = f"{system} {release} {machine}", ""
    if system == "Darwin":
        works = "preparing, grading and reports are made to work; no agents: every sandbox needs Linux"
        return Finding("platform", "missing", f"macOS ({name}): {works}", LINUX)
    if system != "Linux":
        return Finding("platform", "broken", f"{name}: nothing is made to work here", LINUX)
    if "microsoft" in release.lower():
        if "wsl2" not in release.lower():
            works = "preparing and grading are made to work; it has no namespaces, so sandboxes cannot be closed"
            return Finding("platform", "missing", f"WSL 1 ({name}): {works}", "Use WSL 2: wsl --set-version NAME 2")
        name, remedy = f"WSL 2 ({name})", "Keep data and runs on its own disk: below /mnt/c, modes and links get lost. "
    if machine.lower() in _X86_64:
        return Finding("platform", "ok", f"{name}: everything is made to work here", remedy.strip())
    if machine.lower() in _ARM:
        works = "preparing, grading and all sandboxes are made to work, but tested on x86-64 only"
        return Finding("platform", "ok", f"ARM ({name}): {works}", f"{remedy}An agent's image must be made for ARM.")
    works = "preparing and grading are made to work; bubblewrap has no filter of system calls for it, and refuses"
    return Finding("platform", "missing", f"{name}: {works}", "Use --sandbox docker.")


def probe_sandboxes() -> list[Finding]:
    """The process sandbox, bubblewrap, and the container engines."""
    return [
        _process(),
        _bubblewrap(),
        _engine("docker", "Install Docker Engine: https://docs.docker.com/engine/install/"),
        _engine("podman", "Install it with your system's package manager, e.g. apt-get install podman"),
        _apptainer(),
    ]


def _process() -> Finding:
    try:
        ProcessBackend().check()
    except MlebenchError as error:
        return Finding("process", "missing", error.message, LINUX)
    detail = "no isolation: for debugging and for agents that you trust; used only where it is named"
    return Finding("process", "ok", detail)


def _bubblewrap() -> Finding:
    if shutil.which("bwrap") is None:
        return Finding("bubblewrap", "missing", "no program 'bwrap'", INSTALL_BUBBLEWRAP)
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
