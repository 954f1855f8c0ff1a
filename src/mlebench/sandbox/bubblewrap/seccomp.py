"""A filter of system calls for sandboxes without a container engine (see docker/system_calls.py for those with one).

It closes what namespaces leave open: the kernel's keyrings, which belong to the user and not to a sandbox;
sockets to the hypervisor, which belong to no network namespace; new namespaces and mounts; and parts of the
kernel that no agent needs and that most escapes went through.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in the kernel's record of a call
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_X32 = 0x40000000  # a second table of calls on x86-64, which would slip by the numbers below
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_FAMILIES = (1, 2, 10, 16)  # Unix, IPv4, IPv6, netlink
# With the same number everywhere: io_uring, the new way of mounting.
_COMMON = (425, 426, 427, 428, 429, 430, 431, 432, 433, 442)
_CLONE3 = 435
_KEEPER = 1  # its process number, as the first of its namespace


@dataclass(frozen=True)
class _Machine:
    architecture: int
    clone: int
    socket: int
    set_limits: int
    refused: tuple[int, ...]


_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        clone=56,
        socket=41,
        set_limits=302,
        # pivot_root acct mount umount2 swapon swapoff reboot iopl ioperm init_module delete_module quotactl
        # lookup_dcookie kexec_load add_key request_key keyctl unshare perf_event_open open_by_handle_at setns
        # finit_module kexec_file_load bpf userfaultfd
        refused=(
            *(155, 163, 165, 166, 167, 168, 169, 172, 173, 175, 176, 179),
            *(212, 246, 248, 249, 250, 272, 298, 304, 308, 313, 320, 321, 323),
        ),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        clone=220,
        socket=198,
        set_limits=261,
        # lookup_dcookie umount2 mount pivot_root quotactl acct unshare kexec_load init_module delete_module reboot
        # add_key request_key keyctl swapon swapoff perf_event_open open_by_handle_at setns finit_module bpf
        # userfaultfd kexec_file_load
        refused=(
            *(18, 39, 40, 41, 60, 89, 97, 104, 105, 106, 142),
            *(217, 218, 219, 224, 225, 241, 265, 268, 273, 280, 282, 294),
        ),
    ),
}


def system_call_filter(machine: str | None = None) -> bytes | None:
    """The filter as the kernel reads it, or null for a kind of machine that it is not written for."""
    found = _MACHINES.get(machine or platform.machine())
    if found is None:
        return None
    refuse = _step(_RETURN, _REFUSE | errno.EPERM)
    absent = _step(_RETURN, _REFUSE | errno.ENOSYS)
    program = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, found.architecture, when_true=1),
        absent,
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _X32, when_false=1),
        absent,
        # A library that gets "no such call" takes the older one, whose flags can be looked at.
        _step(_EQUAL, _CLONE3, when_false=1),
        absent,
    ]
    for number in (*found.refused, *_COMMON):
        program += [_step(_EQUAL, number, when_false=1), refuse]
    program += [
        _step(_EQUAL, found.clone, when_false=4),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _NEW_NAMESPACES, when_false=1),
        refuse,
        _step(_RETURN, _ALLOW),
        # prlimit64 of the keeper: an agent of the same user could have the kernel end it for its use of CPU time.
        _step(_EQUAL, found.set_limits, when_false=4),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_EQUAL, _KEEPER, when_false=1),
        refuse,
        _step(_RETURN, _ALLOW),
        _step(_EQUAL, found.socket, when_true=1),
        _step(_RETURN, _ALLOW),
        _step(_LOAD, _FIRST_ARGUMENT),
    ]
    program += [part for family in _FAMILIES for part in (_step(_EQUAL, family, when_false=1), _step(_RETURN, _ALLOW))]
    program.append(_step(_RETURN, _REFUSE | errno.EAFNOSUPPORT))
    return b"".join(program)


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)
