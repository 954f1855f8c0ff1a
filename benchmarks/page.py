"""The page docs/reference/benchmarks.md. `python -m benchmarks.page` draws its charts and writes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.grading import PUBLISHED, SIZES, geometric_mean, mean_over_floor, results
from benchmarks.table import Row, lines_of, markdown

Results = Mapping[str, Mapping[str, float]]
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "benchmarks.md"

HEAD = """# Benchmarks

{summary}

The **floor** of grading reads the submission and the answers with Apache Arrow and does nothing else. Nobody can grade
without reading, so that 1 is out of reach: reading, one look-up of ids and one sort come to about 2.

![CPU time of grading over the floor](../images/benchmark-grading.svg)

![Peak memory of grading](../images/benchmark-memory.svg)

![CPU time of preparation, the published code's over ours](../images/benchmark-preparation.svg)

## How this was measured

- **Times** are ratios of CPU times that were measured in turns, as absolute times of another machine mean nothing. All
  of them were measured on two quiet cores. Single ratios vary by a tenth and more from run to run.
- **Grading**: answers and one submission of each competition's miniature, blown up to 10,000, 100,000 and 1,000,000
  rows and graded by `mlebench.score_files`. The published code was measured before, for {published} competitions at
  100,000 rows, over the floor of that run and with submissions that may differ from ours: `published ÷ us` is a ratio
  of two such ratios.
- **Memory** is the peak on top of the imports.
- **Preparation**: all of `mlebench prepare` but the imports, on synthetic raw data of 0.02 to 1.0 of the real size;
  both write the same bytes. The published code's time is that of an earlier commit of this project, measured in turns
  with ours, times the ratio of the two, which was measured before.

Measure again with

```bash
python -m benchmarks.grading --rows 100000 --json benchmarks/results/grading-100000.json  # and 10000, 1000000
python -m benchmarks.preparation --json benchmarks/results/preparation.json --yardstick SRC PYTHON  # see --help
python -m benchmarks startup batch linking --write docs/reference/benchmarks.md
python -m benchmarks.page  # charts and tables
```

## Grading, by competition

"""

PREPARATION = """
## Preparation, by competition

The floor of preparation reads the same tables with Arrow, links the same files and unpacks the same archives. It writes
no table, and nearly all preparations write theirs again. Ours does two things that the published code does not: it
takes the SHA-256 of the answers and of the sample submission, and writes down which rows a submission must hold. More
than four fifths of the time of dog-breed-identification are links, one a picture, which nobody can do without.

"""

COMMANDS = """
## Commands

`grade-sample` and `validate` take the sample submission of each competition's miniature, so that nearly all of the time
is start-up.

"""

HEAVY = """
## Competitions at their real size

- **Data** is synthetic, of the real size, or of the share of it that is named. Times in the notes are those of the
  full size; where a share was measured, they are extrapolated in proportion.
- **The floor of grading** reads submission and answers with Arrow. What stands inside a text (boxes, runs, lists)
  stays a text there.
- **Times** are those of the clock here. Arrow reads a table on all cores, pandas, which reads for us, on one.
- **Memory** is the peak on top of the imports, over the largest table as Arrow holds it, and is compared where that
  has at least 64 MiB: below, threads and buffers take more. Grading holds two tables, submission and answers.
- Imports, and looking the competition up, are done before the clock starts: `mlebench --help` has a row of its own.

The notes of grading say which share of the time our own reading takes, measured alone, and what the rest does. The
table has the last run, not the best.

Repeat with `make bench`, or one row after a change with
`python -m benchmarks NAME --write docs/reference/benchmarks.md`.

"""


def write(rows: Iterable[Row], path: Path = PAGE) -> None:
    """The page, with rows in its last tables in place of those that measure the same."""
    lines = lines_of(path.read_text(encoding="utf-8")) if path.exists() else {}
    lines |= {row.what: row.line() for row in rows}
    heavy = {what: line for what, line in lines.items() if what.startswith(("prepare ", "grade "))}
    commands = {what: line for what, line in lines.items() if what not in heavy}
    head = HEAD.format(summary=summary(), published=len(PUBLISHED))
    tables = [grading_table(), PREPARATION, preparation_table(), COMMANDS, markdown(commands), HEAVY, markdown(heavy)]
    path.write_text(head + "".join(tables), encoding="utf-8")


def summary() -> str:
    """What all of it comes to."""
    usual, prepared = results("grading-100000"), results("preparation")
    compared = both(usual)
    preparing = geometric_mean(row["published_over_us"] for row in prepared.values())
    told = [
        f"Grading 100,000 rows takes {mean_over_floor(usual):.2f} times the CPU time of a floor.",
        f"The published benchmark's code takes {gain_of(compared):.1f} times as long, and {preparing:.1f} times to "
        "prepare data.",
        f"These are geometric means, over {len(usual)}, {len(compared)} and {len(prepared)} competitions.",
    ]
    return "\n".join(told)


def both(found: Results) -> Results:
    """Those that were measured for the published code too."""
    return {name: row for name, row in found.items() if name in PUBLISHED}


def gain_of(found: Results) -> float:
    return mean_over_floor({name: PUBLISHED[name] for name in found}) / mean_over_floor(found)


def grading_table() -> str:
    """Time and memory of each competition at every size that was measured."""
    found = {rows: results(f"grading-{rows}") for rows in SIZES}
    usual = found[100_000]
    lines = [
        "| competition | us ÷ floor, 10,000 rows | 100,000 | 1,000,000 | published ÷ us, 100,000 | "
        "peak MB of us / floor / published, 100,000 |\n|---|--:|--:|--:|--:|--:|\n"
    ]
    for name, ours in usual.items():
        ratios = [f"{found[rows][name]['over_floor']:.2f}" if name in found[rows] else "" for rows in SIZES]
        gain, memory = "", f"{ours['peak_mb']:.0f} / {ours['floor_peak_mb']:.0f}"
        if published := PUBLISHED.get(name):
            gain = f"{published['over_floor'] / ours['over_floor']:.1f}"
            memory += f" / {published['peak_mb']:.0f}"
        lines.append(f"| {' | '.join([name, *ratios, gain, memory])} |\n")
    for what, chosen in ((f"all {len(usual)}", dict), (f"the {len(PUBLISHED)} of the published code", both)):
        means = [_mean(chosen(found[rows])) for rows in SIZES]
        gain = f"{gain_of(both(usual)):.1f}" if chosen is both else ""
        lines.append(
            f"| {' | '.join(f'**{cell}**' if cell else '' for cell in [f'mean of {what}', *means, gain])} |  |\n"
        )
    return "".join(lines)


def preparation_table() -> str:
    """Time and memory of each competition."""
    shares = results("published-preparation")
    lines = [
        "| competition | share of the real size | us ÷ floor | published ÷ us | peak MB |\n|---|--:|--:|--:|--:|\n"
    ]
    for name, row in results("preparation").items():
        gain = f"{row['published_over_us']:.1f}"
        cells = [name, f"{shares[name]['scale']:g}", f"{row['over_floor']:.2f}", gain, f"{row['peak_mb']:.0f}"]
        lines.append(f"| {' | '.join(cells)} |\n")
    gain = f"{geometric_mean(row['published_over_us'] for row in results('preparation').values()):.1f}"
    lines.append(f"| **geometric mean** |  | **{_mean(results('preparation'))}** | **{gain}** |  |\n")
    return "".join(lines)


def _mean(found: Results) -> str:
    return f"{mean_over_floor(found):.2f}" if found else ""


if __name__ == "__main__":
    from benchmarks.charts import draw_all

    draw_all()
    write([])
