"""Running a solution in the sandbox's Python, in place of AIDE's own interpreter.

AIDE would run it as a part of itself: with its own packages instead of the sandbox's, and a solution that is killed
for its memory would end AIDE.
"""

from __future__ import annotations

import re
import signal
import subprocess
import time
from contextlib import suppress
from os import SEEK_END, killpg
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from aide.interpreter import ExecutionResult

_KEPT = 50_000  # bytes of a solution's output, from either end


def run(code: str, folder: Path, seconds: float) -> ExecutionResult:
    """Run it for so long at most; nothing that it started is left."""
    program = folder / "runfile.py"
    program.write_text(code, encoding="utf-8")
    began = time.monotonic()
    with TemporaryFile() as output:  # without a name, so that no solution removes it
        process = subprocess.Popen(
            ["python", program.name],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            exit_code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            exit_code = None
        finally:
            with suppress(ProcessLookupError):
                killpg(process.pid, signal.SIGKILL)
            process.wait()
        text = _ends_of(output)
    took = time.monotonic() - began
    program.unlink(missing_ok=True)
    fault = fault_of(exit_code, text)
    end = f"Ended after {took:.0f} seconds; the time limit is {seconds:.0f}." + (f" {fault}" if fault else "")
    return ExecutionResult([text, f"\n{end}\n"], took, fault)


def fault_of(exit_code: int | None, text: str) -> str | None:
    """What went wrong, as AIDE names it: the exception's class where there was one."""
    if exit_code is None:
        return "TimeoutError"
    if exit_code == 0:
        return None
    if exit_code < 0:
        return f"Killed by signal {-exit_code}"
    last = text.rstrip().rpartition("\n")[2]
    named = re.match(r"([A-Za-z_][\w.]*)(:|$)", last)
    return named[1] if named else f"Exit code {exit_code}"


def _ends_of(file: IO[bytes]) -> str:
    size = file.seek(0, SEEK_END)
    file.seek(0)
    head = file.read(_KEPT)
    file.seek(max(_KEPT, size - _KEPT))
    gap = b"\n ... \n" if size > 2 * _KEPT else b""
    return (head + gap + file.read()).decode("utf-8", "replace")
