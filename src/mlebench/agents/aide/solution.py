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
from os import killpg
from pathlib import Path

from aide.interpreter import ExecutionResult

_KEPT = 50_000  # bytes of a solution's output, from either end


def run(code: str, folder: Path, seconds: float) -> ExecutionResult:
    """Run it for so long at most; nothing that it started is left."""
    program, printed = folder / "runfile.py", folder / "output.txt"
    program.write_text(code, encoding="utf-8")
    began = time.monotonic()
    with printed.open("wb") as output:
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
    took = time.monotonic() - began
    text = _ends_of(printed)
    program.unlink(missing_ok=True)
    printed.unlink()
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
        return f"Killed by {signal.Signals(-exit_code).name}"
    last = text.rstrip().rpartition("\n")[2]
    named = re.match(r"([A-Za-z_][\w.]*)(:|$)", last)
    return named[1] if named else f"Exit code {exit_code}"


def _ends_of(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(_KEPT)
        size = path.stat().st_size
        file.seek(max(_KEPT, size - _KEPT))
        tail = file.read()
    gap = b"\n ... \n" if size > 2 * _KEPT else b""
    return (head + gap + tail).decode("utf-8", "replace")
