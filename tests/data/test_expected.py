"""expected.arrow: made from public files, on demand where it is missing, and anew where it is old or damaged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from mlebench.catalog import Registry, load_competition
from mlebench.catalog.create import create_competition
from mlebench.data import expected as module
from mlebench.data.expected import FILE, load_expected
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.errors import CatalogError, DataError, NotPrepared


@pytest.fixture
def layout(tmp_path: Path) -> DataLayout:
    folder = create_competition("my-task", tmp_path / "competitions")
    done = prepare(load_competition(folder), tmp_path / "data", Miniature(), PrepareOptions())
    module._loaded.cache_clear()
    return done.layout


def _competition(layout: DataLayout):  # type: ignore[no-untyped-def]
    return Registry([layout.data_dir.parent / "competitions"]).get("my-task")


def test_folder_of_another_program_has_none(layout: DataLayout) -> None:
    (layout.prepared / FILE).unlink()
    expected = load_expected(_competition(layout), layout)
    sample = pd.read_csv(layout.public / "sample_submission.csv")
    assert expected.ids.tolist() == sample["id"].tolist()
    assert expected.columns == list(sample.columns)
    assert (layout.prepared / FILE).is_file()


def test_private_folder_is_needed(layout: DataLayout) -> None:
    (layout.prepared / FILE).unlink()
    shutil.rmtree(layout.private)
    assert len(load_expected(_competition(layout), layout)) > 0


@pytest.mark.parametrize("content", [b"", b"ARROW1\0\0", b"x" * 5000])
def test_damaged_file_is_believed(content: bytes, layout: DataLayout) -> None:
    whole = (layout.prepared / FILE).read_bytes()
    (layout.prepared / FILE).write_bytes(content)
    load_expected(_competition(layout), layout)
    assert (layout.prepared / FILE).read_bytes() == whole


def test_file_of_an_older_grader_is_believed(layout: DataLayout) -> None:
    competition = _competition(layout)
    grade = competition.folder / "grade.py"
    grade.write_text(
        grade.read_text()
        + "\n\ndef expect(public):\n    return pd.read_csv(public / 'sample_submission.csv', usecols=['id']).iloc[:3]\n"
    )
    assert len(load_expected(competition, layout)) == 3


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_data_folder_that_cannot_be_written_to(layout: DataLayout) -> None:
    (layout.prepared / FILE).unlink()
    code = (
        "import sys; from mlebench import api;"
        "print(api.validate(sys.argv[1], 'my-task', data_dir=sys.argv[2], competitions_dir=sys.argv[3]).message)"
    )
    paths = [layout.public / "sample_submission.csv", layout.data_dir, layout.data_dir.parent / "competitions"]
    read_only = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    done = subprocess.run([*read_only, sys.executable, "-c", code, *map(str, paths)], capture_output=True, text=True)
    assert done.stdout.strip() == "The submission for my-task is valid.", done.stderr
    assert not (layout.prepared / FILE).exists()


def test_unprepared_data_is_named(tmp_path: Path, layout: DataLayout) -> None:
    with pytest.raises(NotPrepared, match="mlebench prepare -c my-task"):
        load_expected(_competition(layout), DataLayout(tmp_path / "nowhere", "my-task"))


def test_private_sample_without_expect_is_named(layout: DataLayout) -> None:
    competition = _competition(layout)
    facts = competition.folder / "competition.yaml"
    facts.write_text(facts.read_text().replace("public/sample_submission.csv", "private/sample_submission.csv"))
    changed = load_competition(competition.folder)
    (layout.prepared / FILE).unlink()
    with pytest.raises(DataError, match=r"expect\(public\)"):
        load_expected(changed, layout)


def test_half_a_grader_is_named(layout: DataLayout) -> None:
    competition = _competition(layout)
    (competition.folder / "grade.py").write_text("def check(submission, expected):\n    return submission\n")
    with pytest.raises(CatalogError, match=r"only one of check"):
        _ = load_competition(competition.folder).is_sealed
