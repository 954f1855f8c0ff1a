"""The system calls that a container may use, in the form in which engines read them.

An engine's own list leaves open what namespaces do not close: sockets to the hypervisor, and io_uring, which goes
past any filter. Here only what is named is open, so that calls of later kernels are not.
"""

from __future__ import annotations

import errno
import json
import platform
from functools import cache
from typing import Any

_ALLOWED = """
accept accept4 access adjtimex alarm arch_prctl bind brk cachestat capget capset chdir chmod chown clock_adjtime
clock_getres clock_gettime clock_nanosleep close close_range connect copy_file_range creat dup dup2 dup3 epoll_create
epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 execve execveat exit exit_group faccessat
faccessat2 fadvise64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr
flock fork fremovexattr fsetxattr fstat fstatat fstatfs fsync ftruncate futex futex_requeue futex_wait futex_waitv
futex_wake futimesat get_mempolicy get_robust_list get_thread_area getcpu getcwd getdents getdents64 getegid geteuid
getgid getgroups getitimer getpeername getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid
getrlimit getrusage getsid getsockname getsockopt gettid gettimeofday getuid getxattr inotify_add_watch inotify_init
inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit ioctl ioprio_get
ioprio_set kill landlock_add_rule landlock_create_ruleset landlock_restrict_self lchown lgetxattr link linkat listen
listxattr llistxattr llseek lremovexattr lseek lsetxattr lstat madvise map_shadow_stack mbind membarrier memfd_create
mincore mkdir mkdirat mknod mknodat mlock mlock2 mlockall mmap mmap2 modify_ldt mprotect mq_getsetattr mq_notify
mq_open mq_timedreceive mq_timedsend mq_unlink mremap mseal msgctl msgget msgrcv msgsnd msync munlock munlockall
munmap nanosleep newfstatat open openat openat2 pause personality pidfd_open pidfd_send_signal pipe pipe2 pkey_alloc
pkey_free pkey_mprotect poll ppoll prctl pread64 preadv preadv2 process_madvise process_mrelease process_vm_readv
process_vm_writev pselect6 ptrace pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv recvfrom recvmmsg
recvmsg remap_file_pages removexattr rename renameat renameat2 restart_syscall rmdir rseq rt_sigaction rt_sigpending
rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sched_get_priority_max
sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield seccomp select semctl semget semop
semtimedop sendfile sendmmsg sendmsg sendto set_mempolicy set_mempolicy_home_node set_robust_list set_thread_area
set_tid_address setfsgid setfsuid setgid setgroups setitimer setpgid setpriority setregid setresgid setresuid setreuid
setrlimit setsid setsockopt setuid setxattr shmat shmctl shmdt shmget shutdown sigaltstack signalfd signalfd4
socketpair splice stat statfs statx symlink symlinkat sync sync_file_range sync_file_range2 syncfs sysinfo tee tgkill
time timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime
timerfd_settime times tkill truncate umask uname unlink unlinkat utime utimensat utimes vfork vmsplice wait4 waitid
write writev
"""
_FAMILIES = (1, 2, 10, 16)  # Unix, IPv4, IPv6, netlink
_NEW_NAMESPACES = 0x7E020000
_ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}


@cache
def system_call_profile() -> str | None:
    """The profile as JSON, or null for a kind of machine that it is not written for."""
    architecture = _ARCHITECTURES.get(platform.machine())
    if architecture is None:
        return None
    rules = [
        _rule(_ALLOWED.split()),
        _rule(["clone"], "SCMP_CMP_MASKED_EQ", _NEW_NAMESPACES, 0),
        # A library that gets "no such call" takes the older one, whose flags can be looked at.
        {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS},
        *(_rule(["socket"], "SCMP_CMP_EQ", family) for family in _FAMILIES),
        # Of every process but the first, the keeper: an agent could have the kernel end it for its use of CPU time.
        # The kernel looks at 32 bits of the number, of which some other than the lowest must be set, or none.
        _rule(["prlimit64"], "SCMP_CMP_MASKED_EQ", 1, 0),
        *(_rule(["prlimit64"], "SCMP_CMP_MASKED_EQ", 1 << bit, 1 << bit) for bit in range(1, 32)),
    ]
    return json.dumps(
        {
            "defaultAction": "SCMP_ACT_ERRNO",
            "defaultErrnoRet": errno.EPERM,
            "architectures": [architecture],
            "syscalls": rules,
        }
    )


def _rule(names: list[str], operator: str | None = None, value: int = 0, value_two: int = 0) -> dict[str, Any]:
    """Open these calls, where their first argument is right."""
    condition = {"index": 0, "op": operator, "value": value, "valueTwo": value_two}
    return {"names": names, "action": "SCMP_ACT_ALLOW", "args": [condition] if operator else []}
