"""Miniatures that are blown up for the benchmarks."""

from __future__ import annotations

import json
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


def test_answers_of_lines_of_json_get_ids_of_their_own_too(tmp_path: Path) -> None:
    lines = [
        {"text": f'"question_id": "{name}"', "question_id": name, "answer": [place]} for place, name in enumerate("ab")
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    pd.DataFrame({"question_id": ["a_long", "b_long"], "y": [1, 2]}).to_csv(tmp_path / "s.csv", index=False)
    paths = tiles.tile(tmp_path / "a.jsonl", tmp_path / "s.csv", tmp_path, 4)
    answers = [json.loads(line) for line in paths[0].read_text(encoding="utf-8").splitlines()]
    assert [line["question_id"] for line in answers] == ["a", "b", "ak1", "bk1"]
    assert [{**line, "question_id": line["question_id"][0]} for line in answers] == lines * 2
    assert set(pd.read_csv(paths[1])["question_id"]) == {f"{line['question_id']}_long" for line in answers}


@pytest.mark.parametrize("shuffled", [True, False])
def test_rows_of_a_submission_are_shuffled_unless_their_order_counts(shuffled: bool, tmp_path: Path) -> None:
    for name in ("a.csv", "s.csv"):
        pd.DataFrame({"id": range(20), "y": 0}).to_csv(tmp_path / name, index=False)
    answers, submission = map(
        pd.read_csv, tiles.tile(tmp_path / "a.csv", tmp_path / "s.csv", tmp_path, 40, shuffled=shuffled)
    )
    assert sorted(submission["id"]) == answers["id"].to_list() == list(range(40))
    assert submission.equals(answers) is not shuffled
