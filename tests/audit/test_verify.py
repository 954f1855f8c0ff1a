"""A competition that is unsound must not pass."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from mlebench.audit.verify import COLUMNS, FILES, NOT_BEATEN, PERFECT, SAMPLE, SAMPLE_SCORE
from tests.audit.lab import Lab
from tests.data.toy import GRADE, PREPARE


def also(code: str) -> str:
    """The preparation, and then something wrong."""
    return f"import zipfile, shutil\n{PREPARE}    {code}\n"


def test_sound_competition_passes(lab: Lab) -> None:
    found = lab.findings(lab.make())
    assert {name: ok for name, (ok, _) in found.items()} == {
        PERFECT: True, NOT_BEATEN: True, SAMPLE: True, SAMPLE_SCORE: None, FILES: True, COLUMNS: True
    }  # fmt: skip


class TestPerfectSubmission:
    def test_answers_that_do_not_win(self, lab: Lab) -> None:
        worst = GRADE.replace("return roc_auc", "return 0.3 * roc_auc")
        assert "Not gold" in lab.failed(grade=worst)[PERFECT]

    def test_sample_that_beats_it_shows_a_wrong_direction(self, lab: Lab) -> None:
        failed = lab.failed(metric={"name": "auc", "lower_is_better": True})
        assert "It beats it: 0.5 against 1, lower is better" in failed[NOT_BEATEN]

    def test_board_out_of_reach_is_said_but_no_fault_of_toy_data(self, lab: Lab) -> None:
        competition = lab.make()
        (competition.folder / "leaderboard.json").write_text(
            '{"source": "test", "gold": 1.5, "silver": 1.2, "bronze": 1.1, "median": 0.6}'
        )
        from mlebench.catalog import load_competition

        ok, detail = lab.findings(load_competition(competition.folder))[PERFECT]
        assert ok
        assert "out of reach" in detail

    def test_perfect_function_is_used(self, lab: Lab) -> None:
        flipped = GRADE.replace("numbers(submission, ", "1 - numbers(submission, ")
        assert PERFECT in lab.failed(grade=flipped)
        perfect = flipped + "\ndef perfect(answers):\n    return answers.assign(label=1 - answers['label'])\n"
        lab.root /= "again"
        lab.data /= "again"
        assert lab.failed(grade=perfect) == {}

    def test_gold_submission_file_is_used(self, lab: Lab) -> None:
        program = PREPARE.replace('private / "test.csv"', 'private / "gold.csv"') + (
            "    write_csv(test[['id', 'label']].rename(columns={'id': 'key'}), private / 'test.csv')\n"
        )
        grade = GRADE.replace('on="id"', 'on="id"').replace(
            "    require_columns", "    answers = answers.rename(columns={'key': 'id'})\n    require_columns"
        )
        assert lab.failed(prepare=program, grade=grade, gold_submission="private/gold.csv") == {}

    def test_error_of_the_grader_is_told_as_such(self, lab: Lab) -> None:
        failed = lab.failed(grade="def grade(submission, answers): raise KeyError('x')")
        assert "Internal error of the grader" in failed[PERFECT]
        assert "Internal error of the grader" in failed[SAMPLE]


class TestSampleSubmission:
    def test_invalid_sample(self, lab: Lab) -> None:
        program = PREPARE.replace("label=0.5", "label=7")
        assert "above 1" in lab.failed(prepare=program)[SAMPLE]

    def test_sample_without_a_score_may_be_a_known_issue(self, lab: Lab) -> None:
        issue = {"kind": "grading", "note": "a constant has no score"}
        assert lab.failed(prepare=PREPARE.replace("label=0.5", "label=7"), known_issues=[issue]) == {}

    def test_recorded_score_counts_on_real_data_only(self, lab: Lab, tmp_path: Path) -> None:
        assert lab.failed(sample_score=0.123) == {}
        real = Lab(tmp_path / "real")
        assert real.failed(real=True, sample_score=0.123) == {SAMPLE_SCORE: "Score 0.50000, recorded 0.12300."}
        other = Lab(tmp_path / "other")
        assert other.failed(real=True, sample_score=0.5) == {}


class TestLeaks:
    @pytest.mark.parametrize(
        "code",
        [
            "shutil.copy(private / 'test.csv', public / 'something.bin')",
            "zipfile.ZipFile(public / 'x.zip', 'w').write(private / 'test.csv', 'deep/inside.bin')",
        ],
    )
    def test_answers_under_another_name(self, lab: Lab, code: str) -> None:
        failed = lab.failed(prepare=also(code))
        assert "is private/test.csv" in failed[FILES]

    def test_private_pictures_count_under_their_own_name(self, lab: Lab) -> None:
        code = "(private / 'm').mkdir(); [(private / 'm' / n).write_bytes(bytes(1000)) for n in ('0.png', 'z.png')]"
        failed = lab.failed(prepare=also(code))
        assert failed[FILES] == "public/pictures/deep/0.png: is private/m/0.png"

    def test_private_sample_submission_is_no_answer(self, lab: Lab) -> None:
        program = PREPARE.replace('public / "sample_submission.csv"', 'private / "sample_submission.csv"')
        code = "    import shutil; shutil.copy(private / 'sample_submission.csv', public / 'sample_submission.csv')\n"
        assert lab.failed(prepare=program + code, sample_submission="private/sample_submission.csv") == {}

    @pytest.mark.parametrize(
        "code",
        [
            "write_csv(test, public / 'test.csv')",
            "write_csv(test, public / 'test_more.csv')",
            "write_csv(test.assign(x=1), public / 'other.csv')",
            "write_csv(read_csv(raw / 'train.csv'), public / 'train.csv')",
            "zipfile.ZipFile(public / 'x.zip', 'w').writestr('test.csv', test.to_csv(index=False))",
        ],
    )
    def test_answer_column_in_a_table_of_the_test_set(self, lab: Lab, code: str) -> None:
        assert "has label" in lab.failed(prepare=also(code))[COLUMNS]

    def test_ids_that_repeat_between_train_and_test_prove_nothing(self, lab: Lab) -> None:
        code = "write_csv(train.assign(id=range(len(train)), label=1 - train['label']), public / 'train.csv')"
        program = PREPARE.replace("test.drop(", "(test := test.assign(id=range(len(test)))).drop(")
        assert lab.failed(prepare=f"{program}    {code}\n") == {}

    def test_recorded_columns_are_looked_for(self, lab: Lab) -> None:
        code = "write_csv(test[['id']].assign(species=1), public / 'test.csv')"
        assert lab.failed(prepare=also(code), answer_columns=["species"]) == {
            COLUMNS: "public/test.csv (species): has species"
        }

    def test_search_that_has_nothing_to_look_at_did_not_run(self, lab: Lab) -> None:
        code = "[path.unlink() for path in public.glob('t*.csv')]"
        ok, detail = lab.findings(lab.make(prepare=also(code)))[COLUMNS]
        assert (ok, detail) == (None, "There is no public table but the sample submission.")

    def test_answers_without_known_columns_did_not_run(self, lab: Lab) -> None:
        grade = GRADE + "\ndef read_answers(path):\n    import pandas\n    return [pandas.read_csv(path)]\n"
        grade = grade.replace("    require_columns", "    answers = answers[0]\n    require_columns")
        ok, detail = lab.findings(lab.make(grade=grade))[COLUMNS]
        assert ok is None
        assert "The answers are not a table" in detail
        code = "write_csv(test, public / 'test.csv')"
        lab.root /= "again"
        lab.data /= "again"
        assert COLUMNS in lab.failed(grade=grade, prepare=also(code), answer_columns=["label"])

    @pytest.mark.parametrize(
        ("excuse", "ok"),
        [
            ({"kind": "answer-column", "file": "test.csv", "columns": ["label"]}, True),
            ({"kind": "answer-column", "file": "test.csv", "columns": ["value"]}, False),
            ({"kind": "answer-column", "file": "test.csv"}, False),
            ({"kind": "answer-column", "file": "train.csv", "columns": ["label"]}, False),
            ({"kind": "answer-column", "file": "*", "columns": ["label"]}, False),
            ({"kind": "feature", "file": "test.csv", "columns": ["label"]}, False),
            (None, False),
        ],
    )
    def test_known_issue_excuses_that_very_leak_alone(self, lab: Lab, excuse: dict[str, Any] | None, ok: bool) -> None:
        issue = {"kind": "leak", "note": "the label is there", "excuses": [excuse] if excuse else []}
        found = lab.findings(lab.make(prepare=also("write_csv(test, public / 'test.csv')"), known_issues=[issue]))
        told = "public/test.csv (label): has label"
        assert found[COLUMNS] == ((True, f"Known: the label is there ({told})") if ok else (False, told))


def test_damaged_public_zip_is_no_reason_to_fail(lab: Lab) -> None:
    competition = lab.make()
    with zipfile.ZipFile(lab.layout.public / "x.zip", "w") as archive:
        archive.writestr("a.csv", "")
        archive.writestr("b.csv", b"\xff\xfe\x00")
    (lab.layout.public / "y.zip").write_bytes(b"PK\x03\x04")
    assert not any(ok is False for ok, _ in lab.findings(competition).values())
