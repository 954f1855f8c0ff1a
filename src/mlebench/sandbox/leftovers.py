"""Finding what a harness that died left behind."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def end_by_command_line(programs: set[str], run_id: str) -> None:
    """End the processes of these programs whose command line names the run."""
    import psutil

    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if line and Path(line[0]).name in programs and any(run_id == part.rpartition("=")[2] for part in line):
            with suppress(psutil.Error):
                process.kill()
                process.wait(5)
