"""A filter of system calls: no sockets but local ones, no namespaces, no debugging, no keyrings.

A second lock behind namespaces and the lack of privileges: it takes from the student's code those
parts of the kernel that no exercise needs and where its faults have been found.
"""

from __future__ import annotations

import errno
import platform
import sys

# name: the number on x86_64, on aarch64
_DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),  # it would open sockets past this filter
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "shmget": (29, 194),  # what it makes outlives who made it
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
# where the folders of others can be seen: Landlock does not keep their rights and times from them
_OTHERS_FILES = {
    "chmod": (90, 52),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, 54),
    "fchown": (93, 55),
    "lchown": (94, 54),
    "fchownat": (260, 54),
    "utime": (132, 88),
    "utimes": (235, 88),
    "futimesat": (261, 88),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}
_PRLIMIT = (302, 261)
_SOCKET, _CLONE, _IOCTL, _CLONE3 = (41, 198), (56, 220), (16, 29), (435, 435)
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, AUDIT_ARCH_…

# operations of BPF, and where the kernel puts number, architecture and arguments
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000

_AF_UNIX = 1
_NEW_NAMESPACES = 0x7E020000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # typing into the terminal of someone else

Instructions = list[tuple[int, int, int, int]]  # operation, jump if true, jump if not, operand


def program(
    more: dict[str, tuple[int, int]] | None = None, others: bool = False
) -> Instructions | None:
    """The filter for this machine; None where the numbers of its system calls aren't known here.

    `more` is denied too: name -> the number on x86_64, on aarch64. `others`: the files of others
    can be seen, and their rights and times are to be let alone.
    """
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _MACHINES or sys.maxsize < 2**32:
        return None
    column, architecture = _MACHINES[machine]
    code: Instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        _fail(errno.EPERM),  # another architecture's calls have other numbers
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        code += [(_AT_LEAST, 0, 1, 0x40000000), _fail(errno.ENOSYS)]  # x32, likewise
    denied = _DENIED | (more or {}) | (_OTHERS_FILES if others else {})
    for numbers in denied.values():
        code += [(_EQUAL, 0, 1, numbers[column]), _fail(errno.EPERM)]
    # clone3 keeps its flags where a filter can't look; without it, the C library uses clone
    code += [(_EQUAL, 0, 1, _CLONE3[column]), _fail(errno.ENOSYS)]
    code += _unless(_SOCKET[column], 0, [(_EQUAL, 1, 0, _AF_UNIX), _fail(errno.EAFNOSUPPORT)])
    # limits are one's own affair: process 0 is oneself
    code += _unless(_PRLIMIT[column], 0, [(_EQUAL, 1, 0, 0), _fail(errno.EPERM)])
    code += _unless(_CLONE[column], 0, [(_ANY_BIT, 0, 1, _NEW_NAMESPACES), _fail(errno.EPERM)])
    typing = [(_EQUAL, 1, 0, _TIOCSTI), (_EQUAL, 0, 1, _TIOCLINUX), _fail(errno.EPERM)]
    code += _unless(_IOCTL[column], 1, typing)
    return [*code, (_RETURN, 0, 0, _ALLOW)]


def _fail(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _FAIL | number)


def _unless(call: int, argument: int, test: Instructions) -> Instructions:
    """For that call, allow it unless `test`, which looks at the argument, comes to a refusal."""
    body = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *test, (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUAL, 0, len(body), call), *body]
