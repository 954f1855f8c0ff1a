"""Run the benchmarks: `make bench`, or `python -m benchmarks [NAME …] [--write docs/reference/benchmarks.md]`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import tempfile
from pathlib import Path

from benchmarks import batch, cases, csv_files, linking, overhead, plagiarism, ray_runs, results, startup, verification
from benchmarks.case import Case
from benchmarks.page import write

# Those that are not of one competition.
OTHERS = {
    "startup": startup,
    "batch": batch,
    "verification": verification,
    "csv_files": csv_files,
    "linking": linking,
    "overhead": overhead,
    "ray_runs": ray_runs,
    "results": results,
    "plagiarism": plagiarism,
}


def find_cases() -> dict[str, Case]:
    """Every module of benchmarks/cases has a CASE, by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(cases.__path__))
    return {name: importlib.import_module(f"benchmarks.cases.{name}").CASE for name in names}


def main() -> None:
    known = find_cases()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join([*OTHERS, *known])}")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the rows into the table of this file")
    options = parser.parse_args()
    if unknown := set(options.names) - {*OTHERS, *known}:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    if options.write and not options.names:
        options.write.unlink(missing_ok=True)  # everything is measured anew; with names the other rows stay
    for name in options.names or [*OTHERS, *known]:
        if name in OTHERS:
            found = OTHERS[name].rows()
        else:
            with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
                found = known[name].rows(Path(folder))
        print(*(row.line() for row in found), sep="", end="", flush=True)
        if options.write:
            write(found, options.write)


if __name__ == "__main__":
    main()
