"""What a bubblewrap sandbox shows of the machine: a read-only system, its Python, and nothing of anybody's files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePosixPath

from mlebench.sandbox.identity import AGENT_ID
from mlebench.sandbox.protocol import SandboxError, SandboxPaths, SandboxSpec
from mlebench.sandbox.shown import SYSTEM, below, graders_in, outermost, require_may_be_shown
from mlebench.sandbox.wire import INSIDE, RUN, socket_path

_ETC = (
    *("alternatives", "ca-certificates", "ca-certificates.conf", "crypto-policies", "fonts", "ld.so.cache"),
    *("ld.so.conf", "ld.so.conf.d", "localtime", "magic", "mime.types", "os-release", "pki/ca-trust", "pki/tls/certs"),
    *("protocols", "services", "ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf", "timezone", "OpenCL"),
)
_ETC_WITH_NETWORK = ("resolv.conf", "hosts", "gai.conf")
# OpenMP and the like count CPUs here.
_SYS = ("/sys/devices/system/cpu", "/sys/devices/system/node")
_SYS_WITH_GPU = ("/sys/devices", "/sys/bus/pci", "/sys/module/nvidia", "/sys/module/nvidia_uvm")
_GPU_DEVICES = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset", "nvidia-caps")


def made_up_files(network: bool) -> dict[str, str]:
    """Files below /etc that say nothing about this machine."""
    files = {
        "passwd": f"root:x:0:0:root:/:/bin/sh\nagent:x:{AGENT_ID}:{AGENT_ID}:agent:/home:/bin/sh\n",
        "group": f"root:x:0:\nagent:x:{AGENT_ID}:\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n",
        "hostname": "sandbox\n",
        "machine-id": "0" * 32 + "\n",
    }
    if not network:
        files |= {"hosts": "127.0.0.1 localhost sandbox\n::1 ip6-localhost\n", "resolv.conf": ""}
    return files


@cache
def python_roots() -> tuple[Path, ...]:
    """Folders that the harness's Python needs, by the names it knows them and by their real ones."""
    found: set[Path] = set()
    for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix):
        found |= {Path(prefix), Path(prefix).resolve()}
    found.add(Path(sys.executable).resolve().parent.parent)
    for root in found:
        hint = "Install mlebench into a virtual environment of its own."
        require_may_be_shown(root, "The Python that runs mlebench is installed in", hint)
    return tuple(outermost(found))


def require_outside_system(sandbox: SandboxSpec) -> None:
    """Where data or runs lie inside what a sandbox shows, an agent could read the answers there."""
    shown = _system_folders() | set(python_roots()) | {path.resolve() for path in sandbox.shown}
    for path in (sandbox.data, sandbox.folder):
        if below(path.resolve(), shown):
            raise SandboxError(
                f"{path} lies inside a folder that the sandbox shows, so an agent could look around there.",
                hint="Move the data and the runs out of the Python environment, the agent's tools and arguments, and "
                "the system's folders.",
            )
    for path in sandbox.shown:
        require_may_be_shown(path, "A tool or an argument of the agent is", "Name a folder further down.")


@cache
def _system_folders() -> frozenset[Path]:
    return frozenset(Path(path).resolve() for path in SYSTEM if Path(path).exists())


def arguments(
    sandbox: SandboxSpec, paths: SandboxPaths, *, shared_memory: int, network: bool, gpus: Sequence[int]
) -> list[str]:
    """The arguments of bubblewrap that build the sandbox's tree, in order."""
    arguments = [*_system(), "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"]
    for device in [*(f"nvidia{number}" for number in gpus), *_GPU_DEVICES] if gpus else []:
        arguments += ["--dev-bind-try", f"/dev/{device}", f"/dev/{device}"]
    arguments += ["--perms", "1777", "--size", str(shared_memory), "--tmpfs", "/dev/shm"]
    arguments += _folder("/home", "/tmp", "/var", "/etc", "/etc/ssl", "/etc/pki", "/etc/pki/tls", RUN)
    arguments += ["--bind", str(sandbox.folder), str(paths.home), "--bind", str(sandbox.folder / "tmp"), "/tmp"]
    arguments += ["--symlink", "/tmp", "/var/tmp"]
    arguments += ["--ro-bind", str(sandbox.data), str(paths.data)]
    for path in paths.read_only:
        arguments += ["--ro-bind-try", str(sandbox.folder / path.name), str(path)]
    for name in (*_ETC, *(_ETC_WITH_NETWORK if network else ())):
        arguments += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    for path in (*_SYS, *(_SYS_WITH_GPU if gpus else ())):
        if Path(path).exists():
            arguments += [*_folder(path), "--ro-bind", path, path]
    for root in (*python_roots(), *outermost(sandbox.shown, python_roots())):
        arguments += _folder(*map(str, reversed(root.parents)), *([root] if root.is_dir() else []))
        arguments += ["--ro-bind", str(root), str(root)]
    for folder in graders_in((Path("/usr"), *python_roots(), *sandbox.shown)):
        arguments += ["--tmpfs", str(folder), "--remount-ro", str(folder)]
    arguments += ["--ro-bind", str(INSIDE), f"{RUN}/inside"]
    # Agents may rely on `python`; where a system has only `python3`, this one is found last.
    arguments += [*_folder(f"{RUN}/bin"), "--symlink", sys.executable, f"{RUN}/bin/python"]
    for port, socket in sandbox.doors.items():
        arguments += ["--bind", str(socket), socket_path(port)]
    if sandbox.forwarder is not None:
        arguments += ["--ro-bind", str(sandbox.forwarder), f"{RUN}/forward.py"]
    return arguments


def seal() -> list[str]:
    """What comes last: the tree itself cannot be written to any more."""
    return ["--remount-ro", "/dev", "--remount-ro", "/"]


def search_path() -> str:
    """PATH in the sandbox: `python` is the Python that runs the harness, with the libraries that it has."""
    folders = [str(Path(sys.executable).parent), str(Path(sys.prefix) / "bin"), "/usr/local/bin", "/usr/bin", "/bin"]
    folders += ["/usr/local/sbin", "/usr/sbin", "/sbin", f"{RUN}/bin"]
    return os.pathsep.join(dict.fromkeys(folders))


@cache
def _system() -> tuple[str, ...]:
    arguments: list[str] = []
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", name, name]
    return tuple(arguments)


def _folder(*paths: str | Path | PurePosixPath) -> list[str]:
    """Make folders that everybody may walk through; bubblewrap's own are closed to other users."""
    return [part for path in paths if str(path) != "/" for part in ("--perms", "0755", "--dir", str(path))]
