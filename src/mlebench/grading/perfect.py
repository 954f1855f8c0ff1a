"""The perfect submission of a competition, made from its answers."""

from __future__ import annotations

import shutil
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.tables.csv_files import write_csv
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.grading.grade import load_answers


@our_pandas()
def write_perfect(competition: Competition, data_dir: Path, target: Path) -> None:
    """Write it to a file: `perfect(answers)` of grade.py, a file that preparation wrote, or the answers themselves."""
    if competition.perfect_submission is not None:
        write_csv(competition.perfect_submission(load_answers(competition, data_dir)), target)
        return
    prepared = DataLayout.of(competition, data_dir).prepared
    shutil.copyfile(prepared / (competition.gold_submission or competition.answers), target)
