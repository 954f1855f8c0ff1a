"""One preparation in this process: `python prepare_once.py ID RAW DATA` prints its CPU seconds and its peak in bytes.

It imports nothing of the benchmarks, so that the package on PYTHONPATH may be any commit since 60b063b.
"""

import importlib
import json
import os
import resource
import sys
from pathlib import Path

IMPORTS = ("pandas", "pyarrow.csv", "pyarrow.compute", "sklearn.model_selection", "PIL.Image", "mlebench.data")


def cpu_seconds() -> float:
    """Children included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def memory(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def main(competition_id: str, raw: str, data_dir: str) -> None:
    for module in IMPORTS:
        importlib.import_module(module)
    from mlebench.api import competition
    from mlebench.data.prepare import PrepareOptions, prepare
    from mlebench.data.sources.acquire import RawTree

    chosen = competition(competition_id)
    _ = chosen.prepare_function, getattr(chosen, "expect_function", None)  # imports are start-up
    Path("/proc/self/clear_refs").write_text("5")  # Linux: forget the peak so far
    before, started = memory("VmRSS"), cpu_seconds()
    prepare(chosen, Path(data_dir), RawTree(Path(raw)), PrepareOptions(verify=False))
    print(json.dumps({"cpu_seconds": cpu_seconds() - started, "peak_bytes": memory("VmHWM") - before}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
