"""A valid file from the beginning, before libraries, archives and models; nothing invalid takes its place."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pandas as pd
import pytest
from solver.files import Files
from solver.form import find_form, first_submission
from solver.sandbox import Sandbox

from mlebench.agents.registry import BUILT_IN

SAMPLE = "id,y\n1,0.5\n2,0.5\n"


def test_it_is_there_before_a_library_is_loaded_or_a_model_trained(sandbox: Sandbox, tmp_path: Path) -> None:
    for library in ("numpy", "pandas", "scipy", "sklearn"):
        (tmp_path / "none" / library).mkdir(parents=True)
        (tmp_path / "none" / library / "__init__.py").write_text("raise SystemExit('a library was loaded')")
    (sandbox.data / "sample_submission.csv").write_text(SAMPLE)
    folders = {"DATA_DIR": sandbox.data, "SUBMISSION_DIR": sandbox.submission, "LOGS_DIR": sandbox.logs}
    variables = {name: str(folder) for name, folder in (folders | {"CODE_DIR": tmp_path / "code"}).items()}
    done = subprocess.run(
        [sys.executable, str(BUILT_IN / "baseline" / "main.py")],
        env=os.environ | variables | {"AGENT_DIR": str(tmp_path / "agent"), "PYTHONPATH": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "a library was loaded" in done.stderr  # so it went on, and came no further
    assert sandbox.handed_in.read_text() == SAMPLE


def test_archives_are_not_unpacked_before_it(sandbox: Sandbox) -> None:
    with tarfile.open(sandbox.data / "pictures.tar.gz", "w:gz") as archive:
        archive.add(__file__, "picture.png")
    (sandbox.data / "folder").mkdir()
    (sandbox.data / "folder" / "sample_submission.csv").write_text(SAMPLE)
    files = Files(sandbox.data, sandbox.scratch)
    form = find_form(files, "")
    assert form is not None
    assert list(sandbox.scratch.iterdir()) == []
    assert "pictures/picture.png" in [entry.name for entry in files.entries]


def test_the_sample_nearest_to_the_top_is_taken_and_a_tsv_becomes_a_csv(sandbox: Sandbox) -> None:
    (sandbox.data / "old").mkdir()
    (sandbox.data / "old" / "sample_submission.csv").write_text(SAMPLE)
    (sandbox.data / "sample_submission.tsv").write_text('id\ttext\n1\ta, "b"\n')
    form = find_form(Files(sandbox.data, sandbox.scratch), "")
    assert form is not None
    assert first_submission(form, None).decode() == 'id,text\n1,"a, ""b"""\n'


def test_a_constant_that_has_no_correlation_is_varied(sandbox: Sandbox) -> None:
    (sandbox.data / "sample_submission.csv").write_text("id,low,high,words\n1,0,1.0,x\n2,0,1.0,x\n3,0,1.0,x\n")
    form = find_form(Files(sandbox.data, sandbox.scratch), "")
    assert form is not None
    first = pd.read_csv(io.BytesIO(first_submission(form, "pearson")))
    assert list(first["words"]) == ["x", "x", "x"]
    assert first["low"].is_monotonic_increasing
    assert first["high"].is_monotonic_decreasing
    assert first["low"].is_unique
    assert first["low"].between(0, 0.001).all()
    assert first["high"].between(0.999, 1).all()
    assert first_submission(form, "mae") == form.read()


@pytest.mark.parametrize("content", ["", "id,y\n", "one\n1\n", "\0\0\0"])
def test_a_sample_without_rows_or_targets_is_none(sandbox: Sandbox, content: str) -> None:
    (sandbox.data / "sample_submission.csv").write_text(content)
    assert find_form(Files(sandbox.data, sandbox.scratch), "") is None


def test_what_the_validator_refuses_never_takes_its_place(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.hand_in_first(SAMPLE.encode(), "the sample")
    seen = tmp_path / "seen.csv"
    script = sandbox.home / "validate_submission.sh"
    script.write_text(f"cp '{sandbox.handed_in}' '{seen}'; exit 1\n")
    better = pd.DataFrame({"id": [1, 2], "y": [0.1, 0.9]})
    assert not sandbox.hand_in(better, "a guess")
    assert seen.read_text() == SAMPLE  # it lay there while the validator was asked, too
    assert [path.name for path in sandbox.submission.iterdir()] == ["submission.csv"]
    assert sandbox.handed_in.read_text() == SAMPLE
    script.write_text("exit 0\n")
    assert sandbox.hand_in(better, "a guess")
    assert sandbox.handed_in.read_text() == "id,y\n1,0.1\n2,0.9\n"
