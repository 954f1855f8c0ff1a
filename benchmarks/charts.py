"""Charts of what was measured: docs/images/benchmark-*.svg from benchmarks/results.

- grading-ROWS.json are of `python -m benchmarks.grading --rows ROWS --json FILE`,
- preparation.json is of `python -m benchmarks.preparation --json FILE`,
- published-*.json hold the published benchmark's figures.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from benchmarks.grading import PUBLISHED, SIZES, SLACK_MB, geometric_mean, other_peak, results

IMAGES = Path(__file__).parents[1] / "docs" / "images"
OURS, THEIRS, FLOOR = "#0072b2", "#d55e00", "#666666"


def draw_all() -> None:
    for name, draw in {"grading": grading, "memory": memory, "preparation": preparation}.items():
        # Without a date and with fixed ids, the same results give the same file.
        with rc_context({"svg.hashsalt": "mlebench", "svg.fonttype": "path"}):
            figure = Figure(figsize=(7.2, 3.8), layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1))
            axes = figure.add_subplot()
            draw(axes)
            axes.spines[["top", "right"]].set_visible(False)
            figure.savefig(IMAGES / f"benchmark-{name}.svg", metadata={"Date": None})


def grading(axes: Axes) -> None:
    """Each competition is a dot: time over the floor, by the number of rows."""
    columns = {f"mlebench\n{rows:,} rows": (results(f"grading-{rows}"), OURS) for rows in SIZES}
    columns["published code\n100,000 rows"] = PUBLISHED, THEIRS
    columns = {
        f"{name}\n{len(found)} competitions": (found, colour) for name, (found, colour) in columns.items() if found
    }
    for place, (found, colour) in enumerate(columns.values()):
        ratios = np.array(sorted(row["over_floor"] for row in found.values()))
        spread = place + 0.5 * (np.arange(len(ratios)) * 0.618 % 1 - 0.5)
        axes.scatter(spread, ratios, s=12, color=colour, alpha=0.5, linewidths=0)
        mean = geometric_mean(ratios)
        axes.plot([place - 0.35, place + 0.35], [mean, mean], color=colour, linewidth=2.5)
        axes.annotate(f"{mean:.1f} ×", (place + 0.37, mean), va="center", color=colour, weight="bold")
    axes.axhline(1, color=FLOOR, linewidth=1, linestyle="--")
    axes.annotate(
        "the floor: both files read, nothing else",
        (len(columns) - 0.2, 0.95),
        ha="right",
        va="top",
        color=FLOOR,
        size="small",
    )
    axes.set(yscale="log", ylabel="CPU time ÷ floor", xlim=(-0.5, len(columns) - 0.2))
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
    axes.set_title("Grading: a dot is a competition, a line the geometric mean", size="medium")


def memory(axes: Axes) -> None:
    """Our peak against the larger of the floor's and the published code's."""
    found = {name: row for name, row in results("grading-100000").items() if name in PUBLISHED}
    others = [other_peak(name, row) for name, row in found.items()]
    axes.scatter(others, [row["peak_mb"] for row in found.values()], s=16, color=OURS, alpha=0.6, linewidths=0)
    line = np.geomspace(8, 1500)
    axes.plot(line, line, color=FLOOR, linewidth=1, linestyle="--", label="as much as the other")
    axes.plot(line, line + SLACK_MB, color=THEIRS, linewidth=1, label=f"the goal: at most {SLACK_MB} MB more")
    axes.set(xscale="log", yscale="log", ylabel="peak of mlebench, MB")
    axes.set(xlabel="peak of the floor or of the published code, whichever is larger, MB")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks([10, 30, 100, 300, 1000], ["10", "30", "100", "300", "1000"])
    axes.legend(frameon=False, fontsize="small")
    axes.set_title("Memory of grading 100,000 rows: a dot is a competition, and lower is better", size="medium")


def preparation(axes: Axes) -> None:
    """How many times faster than the published code."""
    gains = {name: row["published_over_us"] for name, row in results("preparation").items()}
    names = sorted(gains, key=lambda name: gains[name])
    bars = axes.barh(names, [gains[name] - 1 for name in names], left=1, color=OURS)
    axes.bar_label(bars, [f" {gains[name]:.1f} ×" for name in names], size="small")
    axes.tick_params(axis="y", labelsize="small")
    axes.set(
        xscale="log",
        xlim=(1, 1.3 * max(gains.values())),
        xlabel="CPU time of the published code ÷ CPU time of mlebench",
    )
    axes.set_xticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"])
    axes.set_title("Preparation: how many times faster than the published code", size="medium")
