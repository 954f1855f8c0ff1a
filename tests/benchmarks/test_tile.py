"""Miniatures that are blown up for the benchmarks."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from benchmarks import tile as tiles


def tiled(folder: Path, answers: pd.DataFrame, submission: pd.DataFrame, rows: int) -> list[pd.DataFrame]:
    for name, table in (("a.csv", answers), ("s.csv", submission)):
        table.to_csv(folder / name, index=False)
    return [pd.read_csv(path) for path in tiles.tile(folder / "a.csv", folder / "s.csv", folder, rows)]


ANSWERS = pd.DataFrame({"y": [0, 1, 0], "id": [7, 3, 5], "text": ["a,b", 'line\nbreak"', "plain"]})
SUBMISSION = pd.DataFrame({"id": [3, 5, 7], "y": [0.1, 0.2, 0.3]})


@pytest.mark.parametrize("form", ["{}", "page_{}.png", '"{}", twice'])
def test_every_copy_has_ids_of_its_own_in_both_files(form: str, tmp_path: Path) -> None:
    given = [table.assign(id=[form.format(number) for number in table["id"]]) for table in (ANSWERS, SUBMISSION)]
    answers, submission = tiled(tmp_path, *given, rows=10)
    assert len(answers) == len(submission) == 12
    assert answers["id"].is_unique
    assert set(answers["id"]) == set(submission["id"])
    paired = answers.merge(submission, on="id", suffixes=("", "_guess"))
    assert paired.groupby(["y", "text"])["y_guess"].agg(["size", "nunique"]).to_numpy().tolist() == [[4, 1]] * 3


def test_cells_beside_the_id_stay_as_they_are(tmp_path: Path) -> None:
    answers, _ = tiled(tmp_path, ANSWERS, SUBMISSION, rows=6)
    pd.testing.assert_frame_equal(answers[["y", "text"]], pd.concat([ANSWERS[["y", "text"]]] * 2, ignore_index=True))


def test_files_do_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "MAX_BYTES", 150)
    answers, _ = tiled(tmp_path, ANSWERS, SUBMISSION, rows=10**6)
    assert 3 < len(answers) < 20
