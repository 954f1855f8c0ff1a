"""Run the benchmarks: `make bench`, or `python -m benchmarks [NAME …] [--write docs/benchmarks.md]`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import tempfile
from pathlib import Path

from benchmarks import cases, csv_files, startup, verification
from benchmarks.case import Case
from benchmarks.table import Row, markdown

OTHERS = {"startup": startup, "verification": verification, "csv_files": csv_files}  # not of one competition

PREAMBLE = """# Benchmarks

Ratios to a floor measured in the same run on the same machine; absolute times of a noisy machine mean nothing. The
floor of preparation reads the same tables with Arrow, links the same files and streams the same archives; the floor of
grading reads submission and answers with Arrow. Memory is what came on top of the imports, over the size of the
largest table in memory, as Arrow holds it, where that has at least 64 MiB. Data is synthetic, of the real size or the
share of it that is named. Where a goal is missed without a reason in the last column, the work is not finished. Repeat
with `make bench`.

"""


def find_cases() -> dict[str, Case]:
    """Every module of benchmarks/cases has a CASE, by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(cases.__path__))
    return {name: importlib.import_module(f"benchmarks.cases.{name}").CASE for name in names}


def main() -> None:
    known = find_cases()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join([*OTHERS, *known])}")
    parser.add_argument("--write", type=Path, help="also write the table to this file")
    options = parser.parse_args()
    rows: list[Row] = []
    for name in options.names or [*OTHERS, *known]:
        if name in OTHERS:
            found = OTHERS[name].rows()
        else:
            with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
                found = known[name].rows(Path(folder))
        print(markdown(found).split("\n", 2)[2], end="", flush=True)
        rows += found
    if options.write:
        options.write.write_text(PREAMBLE + markdown(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
