"""How many inotify instances a sandbox may have: the kernel counts them for the user who opened it, root perhaps."""

from __future__ import annotations

import subprocess
import sys

INSTANCES = 16  # a program that watches files has one; users of a machine have 128
_SECONDS = 20.0
# In a process of its own: the setting belongs to a user namespace and can be made from there only.
_SET = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
namespace = os.open(f"/proc/{sys.argv[1]}/ns/user", os.O_RDONLY)
if libc.setns(namespace, 0x10000000):
    sys.exit(os.strerror(ctypes.get_errno()))
with open("/proc/sys/user/max_inotify_instances", "w") as file:
    file.write(sys.argv[2])
"""


class InotifyLimit:
    """Set while the sandbox opens; `is_set` waits until it is."""

    def __init__(self, process: int) -> None:
        nothing = subprocess.DEVNULL
        self._helper = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SET, str(process), str(INSTANCES)],
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            env={},
            start_new_session=True,  # Ctrl-C in the terminal is the harness's to understand
        )

    def is_set(self) -> bool:
        """Whether it is in force; some machines show the kernel's settings to nobody."""
        try:
            return self._helper.wait(_SECONDS) == 0
        except subprocess.TimeoutExpired:
            self._helper.kill()
            self._helper.wait()
            return False
