"""mlebench dev verify, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.audit.verify import COLUMNS, FILES, NOT_BEATEN, PERFECT, SAMPLE, SAMPLE_SCORE
from tests.audit.lab import Lab
from tests.cli.conftest import Cli
from tests.data.toy import PREPARE


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


class TestCommand:
    def test_passes_and_says_what_it_did(self, cli: Cli, lab: Lab) -> None:
        lab.make()
        done = cli("dev", "verify", "toy", "--competitions-dir", lab.root / "competitions", "--data-dir", lab.data)
        assert done.code == 0
        assert f"✓ {PERFECT}: Gold: score 1" in done.out

    def test_failure_is_exit_code_1(self, cli: Cli, lab: Lab) -> None:
        lab.make(prepare=PREPARE.replace("label=0.5", "label=7"))
        done = cli(
            *("dev", "verify", "toy", "--json", "--competitions-dir", lab.root / "competitions"),
            *("--data-dir", lab.data),
        )
        assert done.code == 1
        found = {finding["name"]: finding["ok"] for finding in json.loads(done.out)["toy"]}
        assert found == {PERFECT: True, NOT_BEATEN: None, SAMPLE: False, SAMPLE_SCORE: None, FILES: True, COLUMNS: True}
        assert "Checks: 3 passed, 1 failed, 2 did not run." in done.err

    def test_check_that_did_not_run_has_no_tick_and_is_counted_apart(self, cli: Cli, lab: Lab) -> None:
        competition = lab.make(real=True)
        (competition.folder / "leaderboard.json").unlink()
        done = cli("dev", "verify", "toy", "--competitions-dir", lab.root / "competitions", "--data-dir", lab.data)
        assert done.code == 0
        for name in (PERFECT, SAMPLE_SCORE):
            assert f"– {name} (did not run)" in done.out
            assert f"✓ {name}" not in done.out
        assert "Checks: 4 passed, 2 did not run." in done.out

    def test_data_that_is_not_prepared(self, cli: Cli, tmp_path: Path) -> None:
        done = cli("dev", "verify", "spooky-author-identification", "--data-dir", tmp_path)
        assert done.code == 1
        assert "mlebench prepare -c spooky-author-identification" in done.out

    @pytest.mark.parametrize(("arguments", "code"), [(["dev", "verify"], 2), (["dev", "verify", "nothing"], 2)])
    def test_wrong_usage(self, cli: Cli, arguments: list[str], code: int) -> None:
        assert cli(*arguments).code == code
