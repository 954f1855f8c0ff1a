"""What namespaces leave open is closed by a filter of system calls, of ours in every back end."""

from __future__ import annotations

import pytest

from mlebench.sandbox.docker.system_calls import system_call_profile
from tests.sandbox.conftest import Lab

pytestmark = pytest.mark.attack

TRY = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
numbers = {numbers}
number = numbers[os.uname().machine]
done = libc.syscall(*[ctypes.c_long(each) for each in (number, {arguments})])
print("open" if done >= 0 else errno.errorcode[ctypes.get_errno()])
"""
CALLS = {
    "hypervisor socket": ((41, 198), "40, 1, 0", "EAFNOSUPPORT EPERM"),
    "raw packets": ((41, 198), "17, 3, 0", "EAFNOSUPPORT EPERM"),
    "kernel's ciphers": ((41, 198), "38, 5, 0", "EAFNOSUPPORT EPERM"),
    "io_uring": ((425, 425), "8, 0", "EPERM"),
    "new user namespace": ((272, 97), "0x10000000", "EPERM"),
    "clone into a namespace": ((56, 220), "0x10000011, 0, 0, 0, 0", "EPERM"),
    "clone3": ((435, 435), "0, 0", "ENOSYS"),
    "keyring": ((250, 219), "0, -4, 1", "EPERM"),
    "bpf": ((321, 280), "0, 0, 0", "EPERM"),
    "page faults of others": ((323, 282), "1", "EPERM"),
    "performance counters": ((298, 241), "0, 0, -1, -1, 0", "EPERM"),
    "limits of the keeper": ((302, 261), "1, 0, 0, 0", "EPERM"),
    "limits of the keeper, by a long number": ((302, 261), "0x100000001, 0, 0, 0", "EPERM"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_no_agent_needs_is_refused(anywhere: Lab, name: str) -> None:
    (intel, arm), arguments, refusals = CALLS[name]
    ran = anywhere.run(TRY.format(numbers={"x86_64": intel, "aarch64": arm}, arguments=arguments))
    assert ran.output.strip() in refusals.split()


def test_what_agents_do_all_day_is_open(anywhere: Lab) -> None:
    code = """
    import asyncio, multiprocessing, os, resource, socket, subprocess, sys, tempfile, threading
    def work(number): return number + 1
    if __name__ == "__main__":
        with multiprocessing.Pool(2) as pool:
            assert pool.map(work, [1, 2]) == [2, 3]
        thread = threading.Thread(target=print, args=["thread"]); thread.start(); thread.join()
        subprocess.run(["sh", "-c", "echo shell"], check=True)
        asyncio.run(asyncio.sleep(0.01))
        for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6): socket.socket(family).close()
        child = subprocess.Popen(["sleep", "5"])
        for process in (0, os.getpid(), child.pid): resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        child.kill()
        os.close(os.memfd_create("x")); os.sched_getaffinity(0)
        print("all")
    """
    ran = anywhere.run(code)
    assert sorted(ran.output.split()) == ["all", "shell", "thread"]


def test_other_machines_keep_the_engines_own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    system_call_profile.cache_clear()
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert system_call_profile() is None
    system_call_profile.cache_clear()
