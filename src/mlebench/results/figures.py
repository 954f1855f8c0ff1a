"""Figures for papers, as PNG and SVG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlebench.errors import MissingExtra, MlebenchError
from mlebench.results.aggregate import Summary, by_complexity
from mlebench.results.run import Results
from mlebench.results.scaling import Curve, scaling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = (6.4, 3.6)
_DPI = 300
# Drawn in the order of agents; greys, hatches and dashes tell them apart in print.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_MEDALS: dict[str, Any] = {"ylim": (0, 100), "ylabel": "runs with a medal, %"}
_HATCHES = ("", "//", "..", "xx", "--", "\\\\")
_DASHES = ("-", "--", ":", "-.")


def write_figures(results: Results, folder: Path) -> list[Path]:
    """Any medal by split; by hour too, where there are snapshots. Each as PNG and as SVG."""
    rows = {
        agent: {s.label: s for s in by_complexity(results.of(agent)) if "any_medal" in s.measures}
        for agent in results.agents
    }
    if not any(rows.values()):
        raise MlebenchError("There is nothing to draw: no medals can be won in these runs.")
    drawn: dict[str, Callable[[Axes], None]] = {"any_medal": lambda axes: _by_split(axes, rows)}
    try:
        curves = [curve for curve in scaling(results).curves if curve.is_headline]
        drawn["any_medal_by_hour"] = lambda axes: _by_hour(axes, curves)
    except MlebenchError:
        pass  # no snapshots were kept, which `--by hour` would say
    return [path for name, draw in drawn.items() for path in written(folder / name, draw)]


def written(path: Path, draw: Callable[[Axes], None]) -> list[Path]:
    """One figure as PNG and as SVG; `draw` also names its axes."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("--figures", "figures") from error
    # Without a date and with fixed ids, the same results give the same file; names are drawn as they are, not as TeX.
    with rc_context({"svg.hashsalt": "mlebench", "svg.fonttype": "none", "text.parse_math": False}):
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, fontsize="small")
        paths = [path.with_suffix(ending) for ending in (".png", ".svg")]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(paths[0], dpi=_DPI)
            figure.savefig(paths[1], metadata={"Date": None})
        except OSError as error:
            raise MlebenchError(f"The figure cannot be written to {path.parent}: {error.strerror}") from error
    return paths


def _by_split(axes: Axes, rows: dict[str, dict[str, Summary]]) -> None:
    """Bars with the 95 % interval of competitions and seeds."""
    labels = list(dict.fromkeys(label for own in rows.values() for label in own))
    width = 0.8 / len(rows)
    for index, (agent, own) in enumerate(rows.items()):
        for number, (label, summary) in enumerate(own.items()):
            mean, between = summary.measures["any_medal"].mean, summary.interval("any_medal")
            errors = None if between is None else [[max(0.0, mean - between.low)], [max(0.0, between.high - mean)]]
            axes.bar(
                labels.index(label) + (index - (len(rows) - 1) / 2) * width,
                mean,
                width,
                yerr=errors,
                capsize=3,
                label=agent if number == 0 else None,
                color=COLOURS[index % len(COLOURS)],
                hatch=_HATCHES[index % len(_HATCHES)],
                edgecolor="white",
                ecolor="black",
            )
    axes.set_xticks(range(len(labels)), labels)
    axes.set(**_MEDALS)


def _by_hour(axes: Axes, curves: list[Curve]) -> None:
    for index, curve in enumerate(curves):
        hours = [point.hours for point in curve.points]
        colour, dashes = COLOURS[index % len(COLOURS)], _DASHES[index % len(_DASHES)]
        means = [point.any_medal.mean for point in curve.points]
        axes.plot(hours, means, dashes, color=colour, label=f"{curve.agent} ({curve.split})")
        if all(point.interval for point in curve.points):
            low, high = zip(*(point.interval for point in curve.points if point.interval), strict=True)
            axes.fill_between(hours, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set(xlabel="hours", xlim=(0, None), **_MEDALS)
