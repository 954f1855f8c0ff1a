"""The dummy agent on all Kaggle competitions: it fails exactly where v1's data gives it no sample to hand in."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Cli
from tests.competitions.golden import golden_ids
from tests.conftest import Miniatures

# v1's sample submission is constant here, so that its score is not defined.
WITHOUT_A_SCORE = {"us-patent-phrase-to-phrase-matching"}


def test_dummy_fails_only_where_it_must(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    for competition_id in golden_ids():
        miniatures.layout(competition_id)
    hidden = {
        competition_id
        for competition_id in golden_ids()
        if miniatures.registry.get(competition_id).sample_submission.startswith("private/")
    }
    listing = tmp_path / "ids.txt"
    listing.write_text("\n".join(golden_ids()))
    done = cli(
        *("run", "--agent", "dummy", "--list", listing, "--workers", 2, "--time-limit", "60s"),
        *("--data-dir", miniatures.data_dir, "--runs-dir", tmp_path / "runs"),
    )
    assert done.code == 0, done.err
    runs = [json.loads(path.read_text()) for path in (tmp_path / "runs").glob("*/*/run.json")]
    assert {run["competition_id"] for run in runs if run["state"] != "finished"} == hidden
    reports = [json.loads(path.read_text()) for path in (tmp_path / "runs").glob("*/*/report.json")]
    assert {r["competition_id"] for r in reports if not r["valid_submission"]} == hidden | WITHOUT_A_SCORE
