"""mlebench bundle, countersign and verify, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bundles.conftest import Results, harness, keys, made, results
from tests.cli.conftest import Cli

__all__ = ["harness", "keys", "made", "results"]


@pytest.fixture
def file(results: Results) -> Path:
    return results.folder / "typed.zip"


def test_the_whole_way(
    cli: Cli, results: Results, keys: dict[str, Path], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLEBENCH_DATA_DIR", str(results.data_dir))
    runs = results.group.folder.parent
    code, out, err = cli("bundle", "latest", "--runs-dir", runs, "-o", file, "--key", keys["owner"])
    assert code == 0, err
    assert "signed" in out + err
    assert cli("countersign", file, "--key", keys["host"])[0] == 0
    code, out, err = cli("verify", file, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["level"] == "countersigned"
    assert found["levels"] == ["consistent", "regraded", "signed", "countersigned"]
    code, out, err = cli("verify", file, "--no-regrade")
    assert code == 0
    assert "Level: consistent, signed, countersigned." in out + err


def test_a_bundle_that_is_there_is_replaced_unasked(cli: Cli, results: Results, file: Path) -> None:
    file.write_text("precious")
    code, out, err = cli("bundle", results.group.folder, "-o", file)
    assert code == 2
    assert "--force" in out + err
    assert file.read_text() == "precious"
    assert cli("bundle", results.group.folder, "-o", file, "--force")[0] == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bundle", "-o", "x.zip"), "Missing argument"),
        (("bundle", "no-such-group", "-o", "x.zip"), "no-such-group"),
        (("verify", "no-such-file.zip"), "does not exist"),
        (("verify", __file__), "is no bundle"),
        (("countersign", __file__, "--key", __file__), "is no bundle"),
    ],
)
def test_wrong_use_is_a_traceback(cli: Cli, words: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    code, out, err = cli(*words)
    assert code == 2
    assert expected in out + err


def test_a_key_that_is_missing_is_noticed_after_the_work(cli: Cli, results: Results, file: Path) -> None:
    code, out, err = cli("bundle", results.group.folder, "-o", file, "--key", "no-such-key")
    assert code == 2
    assert "ssh-keygen" in out + err
    assert not file.exists()


@pytest.mark.attack
def test_a_changed_bundle_exits_well(cli: Cli, results: Results, file: Path) -> None:
    from tests.bundles.forge import forged, with_fields

    code, out, err = cli("verify", forged(results.bundle(), with_fields("/report.json", score=0.0)), "--no-regrade")
    assert code == 1
    assert "Level: inconsistent." in out + err


@pytest.mark.attack
def test_text_of_a_stranger_acts_on_the_terminal(cli: Cli, results: Results) -> None:
    from tests.bundles.forge import forged, with_fields

    _, out, err = cli(
        "verify", forged(results.bundle(), with_fields("/metadata.json", agent="\x1b[2Jx")), "--no-regrade"
    )
    assert "\x1b[2J" not in out + err
