"""Run the benchmarks: `make bench`, or `python -m benchmarks [NAME …] [--write docs/reference/benchmarks.md]`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import tempfile
from pathlib import Path

from benchmarks import batch, cases, csv_files, overhead, plagiarism, ray_runs, results, startup, verification
from benchmarks.case import Case
from benchmarks.table import Row, lines_of, markdown

# Those that are not of one competition.
OTHERS = {
    "startup": startup,
    "batch": batch,
    "verification": verification,
    "csv_files": csv_files,
    "overhead": overhead,
    "ray_runs": ray_runs,
    "results": results,
    "plagiarism": plagiarism,
}

PREAMBLE = """# Benchmarks

What heavy competitions cost, as ratios to a floor that is measured in the same run on the same machine; absolute times
of another machine mean nothing. Calls and floors take turns, and the fastest of each are compared.

- **Data** is synthetic, of the real size, or of the share of it that is named. Times in the notes are those of the
  full size; where a share was measured, they are extrapolated in proportion.
- **The floor of preparation** reads the same tables with Arrow, the same JSON with Python, links the same files and
  streams the same archives. It writes no table, and nearly all preparations write theirs again.
- **The floor of grading** reads submission and answers with Arrow. What stands inside a text (boxes, runs, lists)
  stays a text there. Our reader takes blocks, each of which is checked for what Arrow and pandas read differently.
- **Memory** is the peak on top of the imports, over the largest table as Arrow holds it, and is compared where that
  has at least 64 MiB: below, threads and buffers take more. Grading holds two tables, submission and answers.
- Imports, and looking the competition up, are done before the clock starts: `mlebench --help` has a row of its own.

Where a goal is missed, the note says where time and memory went, in shares of the time of a profile and in tables of
memory. The machine was shared: ratios of calls of a few seconds varied by a factor of three between runs, that of
grading H&M by ten. The table has the last run, not the best.

Repeat with `make bench`, or one row after a change with
`python -m benchmarks NAME --write docs/reference/benchmarks.md`.

"""


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


def write(rows: list[Row], path: Path) -> None:
    """Put rows into the table of a file, in place of those that measure the same."""
    lines = lines_of(path.read_text(encoding="utf-8")) if path.exists() else {}
    lines |= {row.what: row.line() for row in rows}
    path.write_text(PREAMBLE + markdown(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
