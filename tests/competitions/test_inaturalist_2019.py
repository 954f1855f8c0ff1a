"""Guesses of inaturalist-2019 that pandas reads as objects."""

from __future__ import annotations

from pathlib import Path

import pytest

import mlebench
from tests.conftest import Miniatures

ID = "inaturalist-2019-fgvc6"


@pytest.mark.parametrize("odd", ["99999999999999999999999", "True"])
def test_a_cell_that_is_no_number_for_pandas_is_a_fault_of_ours(
    miniatures: Miniatures, tmp_path: Path, odd: str
) -> None:
    layout = miniatures.layout(ID)
    header, first, *rest = (layout.prepared / mlebench.competition(ID).sample_submission).read_text().splitlines()
    rest = [f"{line.split(',')[0]}," if odd == "True" else line for line in rest]
    path = tmp_path / "submission.csv"
    path.write_text("\n".join([header, f"{first.split(',')[0]},{odd}", *rest]))
    report = mlebench.grade(path, ID, data_dir=layout.data_dir)
    assert report.error_kind == "invalid", report.error
