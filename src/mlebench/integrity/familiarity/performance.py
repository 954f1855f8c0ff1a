"""Does an agent do better where its model knows the texts? Familiarity beside the results of a group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.errors import MlebenchError
from mlebench.integrity.familiarity.measure import Familiarity
from mlebench.results import RunResult, by_competition
from mlebench.results.cautions import FEWEST_COMPETITIONS
from mlebench.results.run import apart
from mlebench.results.statistics import Correlation, correlation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEASURES = {"percentile": "mean percentile on the leaderboard", "any_medal": "runs with a medal, %"}
FEWEST = 3  # competitions that a correlation is told for


@dataclass(frozen=True)
class Point:
    """One competition: how well the model knows it, and how the agent did there."""

    competition_id: str
    familiarity: float  # the mean probability over all tokens of its documents
    performance: float


@dataclass(frozen=True)
class Comparison:
    """One agent's results beside the familiarity of its model."""

    agent: str
    measure: str  # percentile, any_medal
    points: list[Point]
    pearson: Correlation | None  # null: too few competitions, or nothing varies
    spearman: Correlation | None

    @property
    def sentence(self) -> str:
        """What can be said."""
        if self.pearson is None or self.spearman is None:
            return f"{self.agent}: no correlation can be told of {len(self.points)} competitions."
        parts = [
            f"{name} {found.value:+.2f} (95 % interval {found.interval.low:+.2f} to {found.interval.high:+.2f})"
            for name, found in (("Pearson's r", self.pearson), ("Spearman's rho", self.spearman))
        ]
        sure = any(found.interval.low > 0 or found.interval.high < 0 for found in (self.pearson, self.spearman))
        verdict = "familiarity and performance go together" if sure else "no relation is shown: the intervals hold 0"
        few = " So few competitions make intervals too narrow." if len(self.points) < FEWEST_COMPETITIONS else ""
        return f"{self.agent}, {len(self.points)} competitions: {' and '.join(parts)}; {verdict}.{few}"


def compare_with(
    found: Sequence[Familiarity], runs: Sequence[RunResult], agent: str, measure: str = "percentile"
) -> Comparison:
    """The competitions that have both figures. Runs on miniatures have none, nor those that a source lacks."""
    points = []
    for summary in by_competition([run for run in apart(runs)[0] if not run.missing]):
        competition_id = summary.members[0].competition_id
        reached = summary.percentile if measure == "percentile" else summary.measures.get(measure)
        familiarity = _of_competition([each for each in found if each.competition_id == competition_id])
        if reached is not None and familiarity is not None:
            points.append(Point(competition_id, familiarity, reached.mean))
    if not points:
        raise MlebenchError(
            f"{agent}: no competition has both a familiarity and a {MEASURES[measure]}.",
            hint="Documents belong to the competition that their file or folder is named for; miniatures have no "
            "percentiles and no medals.",
        )
    x, y = [point.familiarity for point in points], [point.performance for point in points]
    enough = len(points) >= FEWEST
    return Comparison(
        agent,
        measure,
        points,
        pearson=correlation(x, y) if enough else None,
        spearman=correlation(x, y, ranks=True) if enough else None,
    )


def _of_competition(documents: Sequence[Familiarity]) -> float | None:
    known = [(each.mean_probability, each.tokens) for each in documents if each.mean_probability is not None]
    return math.fsum(mean * tokens for mean, tokens in known) / sum(n for _, n in known) if known else None


def draw_comparisons(comparisons: Sequence[Comparison], model: str, folder: Path) -> list[Path]:
    """The points of each agent, as PNG and SVG."""
    from mlebench.results.figures import COLOURS, written

    def draw(axes: Axes) -> None:
        for index, each in enumerate(comparisons):
            label = each.agent + (f" (r = {each.pearson.value:+.2f})" if each.pearson else "")
            colour, marker = COLOURS[index % len(COLOURS)], "os^Dvx"[index % 6]
            x, y = [point.familiarity for point in each.points], [point.performance for point in each.points]
            axes.scatter(x, y, s=18, color=colour, marker=marker, label=label)
        axes.set(xlabel=f"mean token probability, {model}", ylabel=MEASURES[comparisons[0].measure], ylim=(-3, 103))

    return written(folder / "familiarity", draw)
