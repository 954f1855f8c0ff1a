"""Fit the models of the starter boards on the public files, grade them, and record the boards.

    python tools/make_starter_boards.py                       # all eight, a few minutes
    python tools/make_starter_boards.py --competition starter-breast-cancer --dry-run

Each model sees the public folder only; its submission is graded by the competition's own grader. Writes the
competition's leaderboard.json and the score of every model to tools/starter_boards/scores/ID.csv.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
import warnings
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from joblib import Parallel, delayed
from rich.progress import track
from starter_boards import models_of

from mlebench.catalog import Competition, Leaderboard, Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from mlebench.grading.grade import load_paired, score_submission

SCORES = Path(__file__).resolve().parent / "starter_boards" / "scores"
FEWEST = 100


class Result(NamedTuple):
    """One line of a board."""

    model: str
    score: float
    seconds: float


def fit_and_grade(competition: Competition, name: str, data_dir: Path) -> Result:
    """The score of one model, in a process of its own."""
    warnings.simplefilter("ignore")
    started = time.perf_counter()
    submission = models_of(competition.id)[name](data_dir / competition.id / "prepared" / "public")
    seconds = time.perf_counter() - started
    score, _ = score_submission(competition, submission, *load_paired(competition, data_dir))
    return Result(name, score, round(seconds, 2))


def board_of(competition: Competition, data_dir: Path, jobs: int) -> pd.DataFrame:
    """All models of a competition, best first."""
    names = list(models_of(competition.id))
    work = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(fit_and_grade)(competition, name, data_dir) for name in names
    )
    results = list(track(work, competition.id, total=len(names)))
    best_first = pd.DataFrame(results).sort_values(
        ["score", "model"], ascending=[competition.metric.lower_is_better, True]
    )
    return best_first.reset_index(drop=True)


def record(competition: Competition, board: pd.DataFrame) -> Leaderboard:
    """Write leaderboard.json and the scores."""
    if len(board) < FEWEST:
        raise SystemExit(f"{competition.id}: {len(board)} models are too few for a board")
    digest = Leaderboard.from_scores(
        board["score"],
        lower_is_better=competition.metric.lower_is_better,
        source=f"{len(board)} models fitted by tools/make_starter_boards.py on the public files",
        kind="model",
    )
    rounded = digest.model_copy(
        update={
            "median": round(digest.median, 6),  # the mean of two scores has one decimal more than a score
            "percentiles": [round(score, 6) for score in digest.percentiles or []],
        }
    )
    (competition.folder / "leaderboard.json").write_text(rounded.model_dump_json(exclude_none=True) + "\n")
    SCORES.mkdir(exist_ok=True)
    board[["model", "score"]].to_csv(SCORES / f"{competition.id}.csv", index=False)
    return rounded


def main() -> None:
    """Parse options and make the boards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--competition", action="append", metavar="ID", help="default: all starter competitions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--dry-run", action="store_true", help="print the board and record nothing")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message="A worker stopped")  # joblib renews a process that has grown large
    registry = Registry()
    chosen = options.competition or [i for i in registry.ids() if i.startswith("starter-")]
    with tempfile.TemporaryDirectory() as name:
        data_dir = Path(name)
        for competition_id in chosen:
            competition = registry.get(competition_id)
            prepare(competition, data_dir, Embedded(), PrepareOptions(verify=not options.dry_run))
            board = board_of(competition, data_dir, options.jobs)
            if options.dry_run:
                print(board.to_string())
            else:
                digest = record(competition, board)
                print(
                    f"{competition_id}: {len(board)} models; gold {digest.gold}, silver {digest.silver}, "
                    f"bronze {digest.bronze}, median {digest.median}"
                )


if __name__ == "__main__":
    main()
