"""Work in a process of its own that is stopped at every system call: for a signal, or to find the disk full.

Linux only. On a full disk a write fails as it does there: on x86-64 by the answer of the system call,
elsewhere by a limit on the size of files.
"""

import ctypes
import mmap
import os
import platform
import resource
import signal
import traceback
from collections.abc import Callable

from numduel.core.errors import NumduelError

Work = Callable[[Callable[[], None]], None]  # is given what it calls whenever something is safe on the disk
DONE, CRASHED, REFUSED = 0, 1, 3  # codes with which work ends

_TRACEME, _GETREGS, _SETREGS, _SYSCALL, _SETOPTIONS = 0, 12, 13, 24, 0x4200
_MARK_CALLS, _END_WITH_US = 1, 0x100000
_MARKED = signal.SIGTRAP | 0x80
_WRITES = (1, 18, 20, 77, 285)  # on x86-64: write, pwrite64, writev, ftruncate, fallocate
_NO_SPACE = 28
_REGISTERS = (
    "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base "
    "ds es fs gs"
)
_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long


class _Registers(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_ulonglong) for name in _REGISTERS.split())


class Traced:
    """A process that does some work and is stopped on the way into each system call, and on the way out."""

    def __init__(self, work: Work) -> None:
        self.calls = self.writes = 0
        self.code: int | None = None  # with which it has ended; below zero: by a signal
        self._memory = mmap.mmap(-1, 8)  # both see it, and it takes no system call to write there
        self._pid = os.fork()
        if self._pid == 0:
            _do(work, self._memory)
        os.waitpid(self._pid, 0)
        _ptrace(_SETOPTIONS, self._pid, _MARK_CALLS | _END_WITH_US)

    @property
    def safe(self) -> int:
        """How often it said that something was safe."""
        return int.from_bytes(self._memory[:8], "little")

    def run(self, kill_at: int | None = None, full_at: int | None = None) -> "Traced":
        """Let it work to its end, or kill it at a system call, or let the disk be full from a write on."""
        while self._go_on():
            self.calls += 1
            if kill_at == self.calls:
                os.kill(self._pid, signal.SIGKILL)
            if kill_at is None and self._writes():
                self.writes += 1
                if full_at is not None and self.writes >= full_at:
                    self._refuse()
                    continue
            if not self._go_on():
                break
        return self

    def interrupt(self, number: signal.Signals, at: int | None, program: str) -> int:
        """Let it work to its end, with a signal at a system call of a program that it becomes; its calls."""
        gone = False  # whether it has been that program, and is another
        while self._go_on():
            now = os.readlink(f"/proc/{self._pid}/exe")
            gone = gone or (self.calls > 0 and now != program)
            if now == program and not gone:
                self.calls += 1
                if self.calls == at:
                    os.kill(self._pid, number)
            if not self._go_on():
                break
        return self.calls

    def _go_on(self) -> bool:
        """Let it go on to where it enters or leaves a system call; whether it comes there."""
        passed_on = 0
        while self.code is None:
            _libc.ptrace(_SYSCALL, self._pid, None, passed_on)
            status = os.waitpid(self._pid, 0)[1]
            if not os.WIFSTOPPED(status):
                self.code = os.waitstatus_to_exitcode(status)
            elif os.WSTOPSIG(status) == _MARKED:
                return True
            else:  # a trap without a mark only says that it has become another program
                passed_on = os.WSTOPSIG(status) if os.WSTOPSIG(status) != signal.SIGTRAP else 0
        return False

    def _writes(self) -> bool:
        """Whether it is about to write to a file."""
        if platform.machine() != "x86_64":
            return True
        registers = self._registers()
        return registers.orig_rax in _WRITES and registers.rdi > 2

    def _refuse(self) -> None:
        """Let a call fail for want of space; the process then stands where it leaves the call."""
        if platform.machine() != "x86_64":
            resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            self._go_on()
            return
        for name, value in (("orig_rax", -1), ("rax", -_NO_SPACE)):  # make no call, then answer it
            registers = self._registers()
            setattr(registers, name, ctypes.c_ulonglong(value).value)
            _ptrace(_SETREGS, self._pid, ctypes.addressof(registers))
            if value == -1:
                self._go_on()

    def _registers(self) -> _Registers:
        registers = _Registers()
        _ptrace(_GETREGS, self._pid, ctypes.addressof(registers))
        return registers


def _do(work: Work, memory: mmap.mmap) -> None:
    """Work, in the process that is traced, and end it."""
    code = CRASHED

    def note_safe() -> None:
        memory[:8] = (int.from_bytes(memory[:8], "little") + 1).to_bytes(8, "little")

    try:
        _ptrace(_TRACEME, 0, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        work(note_safe)
        code = DONE
    except NumduelError:
        code = REFUSED
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _ptrace(request: int, pid: int, data: int) -> None:
    if _libc.ptrace(request, pid, None, data) < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"a process cannot be traced here: {os.strerror(error)}")
