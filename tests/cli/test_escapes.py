"""What a stranger wrote is never printed raw: control characters in it would act on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.test_exit_codes import TASK, WRONG_NAMES
from tests.conftest import Miniatures

pytestmark = pytest.mark.attack

HOSTILE = "\x1b[2J\x9b31mred\x07\u202e"
LINES = [line for kind, lines in WRONG_NAMES.items() if kind not in ("command", "option") for line in lines]


def raw(text: str) -> list[str]:
    return [character for character in text if not (character.isprintable() or character in "\n\t")]


@pytest.mark.parametrize("line", LINES)
def test_wrong_names(line: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLEBENCH_DATA_DIR", str(tmp_path / "data"))
    done = cli(*(part.format(wrong=HOSTILE) for part in line.split()))
    assert done.code == 2
    assert "red" in done.err
    assert raw(done.out + done.err) == []


@pytest.mark.parametrize("command", ["validate", "grade-sample"])
def test_columns_of_a_submission(command: str, cli: Cli, tmp_path: Path, miniatures: Miniatures) -> None:
    miniatures.layout(TASK)
    submission = tmp_path / f"{HOSTILE}.csv"
    submission.write_text(f"{HOSTILE},id\n1,2\n")
    done = cli(command, submission, TASK, "--data-dir", miniatures.data_dir)
    assert done.code == 1
    assert raw(done.err) == []


def test_a_competition_of_somebody_elses(cli: Cli, tmp_path: Path) -> None:
    assert cli("new", "somebodys", "--dir", tmp_path).code == 0
    folder = tmp_path / "somebodys"
    (folder / "description.md").write_text(f"# {HOSTILE}\n\n{HOSTILE}\n")
    facts = (folder / "competition.yaml").read_text()
    name = next(line for line in facts.splitlines() if line.startswith("name:"))
    (folder / "competition.yaml").write_text(facts.replace(name, 'name: "[/bold]\\x1b[2J"'))
    for line in (["competitions", "show", "somebodys"], ["competitions"]):
        done = cli(*line, "--competitions-dir", tmp_path)
        assert done.code == 0, done.err
        assert raw(done.out + done.err) == []
