import json
from pathlib import Path

import pandas as pd

from mlebench.data import split_groups
from mlebench.grading import Expected, align, require_whole_runs
from mlebench.metrics.masks import Masks

from .grade import EMPTY, pixels
from .grade import check as check_v1
from .prepare import write_parts

DAY = 86_400  # seconds


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Scenes of one day are on one side."""
    records, validation = (json.loads((raw / f"{part}_metadata.json").read_text()) for part in ("train", "validation"))
    table = pd.DataFrame({"place": range(len(records))})
    days = [record["timestamp"] // DAY for record in records]
    parts = split_groups(table, days, test_size=len(validation) / len(records))
    write_parts(raw, public, private, *([records[place] for place in part["place"]] for part in parts))


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    checked = check_v1(submission, expected)
    cells = align(submission, expected, on="record_id").replace({"encoded_pixels": EMPTY}, "")
    require_whole_runs(cells, "encoded_pixels", pixels(expected.rows), on="record_id")
    return checked
