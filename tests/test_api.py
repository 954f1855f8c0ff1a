from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mlebench
from mle_bench.validation import validate_submission
from tests.conftest import Miniatures

SPOOKY = "spooky-author-identification"


def test_importing_costs_nothing() -> None:
    code = "import sys, mlebench; print(sorted({'numpy', 'pandas', 'pydantic'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_grade_and_validate(miniatures: Miniatures) -> None:
    layout = miniatures.layout(SPOOKY)
    perfect = layout.private / "test.csv"
    assert mlebench.grade(perfect, SPOOKY, data_dir=layout.data_dir).score == 0
    assert mlebench.grade(perfect, SPOOKY, data_dir=layout.data_dir, miniature_medals=True).gold_medal
    assert mlebench.validate(perfect, SPOOKY, data_dir=layout.data_dir).valid
    verdict = mlebench.validate(layout.public / "test.csv", SPOOKY, data_dir=layout.data_dir)
    assert not verdict.valid
    assert "EAP" in verdict.message


def test_alias_of_agent_guides(miniatures: Miniatures) -> None:
    layout = miniatures.layout(SPOOKY)
    result = validate_submission(
        submission_path=layout.private / "test.csv", competition_id=SPOOKY, data_dir=layout.data_dir
    )
    assert (result.valid, result.score, result.medal_tier) == (True, 0.0, None)
    wrong = validate_submission(submission_path="nope.csv", competition_id=SPOOKY, data_dir=layout.data_dir)
    assert (wrong.valid, wrong.score, wrong.medal_tier) == (False, None, None)


def test_prepare_takes_each_source(tmp_path: Path) -> None:
    layout = mlebench.prepare(SPOOKY, miniature=True, data_dir=tmp_path)
    assert (layout.public / "description.md").is_file()
    assert mlebench.prepare("starter-wine-cultivars", data_dir=tmp_path).is_prepared()
