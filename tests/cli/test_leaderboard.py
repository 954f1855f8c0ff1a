"""mlebench leaderboard, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bundles.conftest import Results, made, results
from tests.cli.conftest import Cli
from tests.standings.test_standings import _real

__all__ = ["made", "results"]


def test_the_published_table_needs_results_of_ones_own(cli: Cli) -> None:
    code, out, _ = cli("leaderboard", "--split", "low", "--format", "json")
    assert code == 0
    assert json.loads(out)[0]["agent"] == "Disarray"
    assert "Famou-Agent" in cli("leaderboard").out


def test_own_results_stand_among_the_published(cli: Cli, results: Results, tmp_path: Path) -> None:
    _real(results)
    bundle = results.bundle()
    code, out, err = cli("leaderboard", "--with", results.group.folder, "--with", bundle, "--split", "low")
    assert code == 0, err
    assert "yours" in out
    assert "bundle" in out
    code, out, _ = cli("leaderboard", "row", bundle)
    assert code == 0
    assert out.startswith("| tester | plain | 0.00")
    folder = tmp_path / "bundles"
    folder.mkdir()
    bundle.rename(folder / "a.zip")
    assert cli("leaderboard", "site", folder, "--output", tmp_path / "site").code == 0
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (("--with", "no-such.zip"), 2, "no bundle"),
        (("--with", "no-such-group"), 2, "no-such-group"),
        (("--split", "starter"), 2, "no row"),
        (("--split", "hard"), 2, "hard"),
        (("row",), 2, "Missing argument"),
        (("site", "no-such-folder"), 2, "does not exist"),
    ],
)
def test_wrong_use_is_a_traceback(cli: Cli, words: tuple[str, ...], code: int, expected: str) -> None:
    outcome = cli("leaderboard", *words)
    assert outcome.code == code
    assert expected in outcome.err
