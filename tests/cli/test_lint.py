"""mlebench new and lint, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_new_and_lint(cli: Cli, tmp_path: Path) -> None:
    assert cli("new", "my-task", "--dir", tmp_path).code == 0
    assert cli("lint", tmp_path / "my-task").code == 0
    again = cli("new", "my-task", "--dir", tmp_path)
    assert again.code == 1
    assert "exists already" in again.err
    assert cli("new", "no good", "--dir", tmp_path).code == 2


def test_lint_finds_what_is_wrong(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my-task", "--dir", tmp_path)
    prepare = tmp_path / "my-task" / "prepare.py"
    good = prepare.read_text()
    prepare.write_text(good.replace('test.drop(columns="target")', "test"))
    leaked = cli("lint", tmp_path / "my-task")
    assert leaked.code == 1
    assert "✗ no answer column is public" in leaked.out
    prepare.write_text(good.replace("test_size=0.25", "test_size=0.25, seed=__import__('time').time_ns() % 1000"))
    assert "✗ preparing twice gives the same bytes" in cli("lint", tmp_path / "my-task").out
    prepare.write_text("def prepare(raw, public, private): 1 / 0\n")
    assert "ZeroDivisionError" in cli("lint", tmp_path / "my-task").out
    assert cli("lint").code == 2
    assert cli("lint", "nope").code == 2


@pytest.mark.parametrize("slug", ["spooky-author-identification", "ai4code", "mine"])
def test_new_refuses_ids_that_exist(cli: Cli, slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLEBENCH_COMPETITIONS_DIR", str(tmp_path / "known"))
    assert cli("new", "mine", "--dir", tmp_path / "known").code == 0, "the folder of the variable may be made by this"
    done = cli("new", slug, "--dir", tmp_path / "other")
    assert done.code == 1
    assert "already" in done.err
    assert not (tmp_path / "other").exists()


def test_folder_that_is_named_is_checked_not_a_competition_of_the_same_name(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("new", "my-task", "--dir", tmp_path / "mine")
    cli("new", "my-task", "--dir", tmp_path / "known")
    (tmp_path / "mine" / "my-task" / "grade.py").unlink()
    monkeypatch.setenv("MLEBENCH_COMPETITIONS_DIR", str(tmp_path / "known"))
    monkeypatch.chdir(tmp_path / "mine")
    for path in ("my-task", "./my-task", tmp_path / "mine" / "my-task"):
        done = cli("lint", path)
        assert done.code == 1, path
        assert "missing grade.py" in done.out
        assert str(tmp_path / "mine") in done.out
    monkeypatch.chdir(tmp_path / "mine" / "my-task")
    assert "missing grade.py" in cli("lint", ".").out
    monkeypatch.chdir(tmp_path)
    assert cli("lint", "my-task").code == 0, "there is no such folder here: it is an id"


def test_template_has_no_medals_and_no_tick_for_them(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my-task", "--dir", tmp_path)
    done = cli("lint", tmp_path / "my-task")
    assert done.code == 0
    for name in ("leaderboard is in order", "perfect submission wins gold"):
        assert f"– {name} (did not run)" in done.out
    assert "✓ sample submission does not beat the perfect one" in done.out
    assert "did not run." in done.out.splitlines()[-1]


def test_data_source_that_does_not_exist_is_found(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my-task", "--dir", tmp_path)
    facts = tmp_path / "my-task" / "competition.yaml"
    facts.write_text(facts.read_text().replace("source: local", "source: lokal"))
    done = cli("lint", tmp_path / "my-task")
    assert done.code == 1
    assert "competition.yaml: source: There is no data source 'lokal'" in done.out


def test_own_data_from_template_to_report(cli: Cli, tmp_path: Path) -> None:
    """What a newcomer does: new, put a table into raw/, prepare, grade."""
    own = ("--competitions-dir", tmp_path / "c", "--data-dir", tmp_path / "d")
    cli("new", "my-task", "--dir", tmp_path / "c")
    empty = cli("prepare", "-c", "my-task", *own)
    assert empty.code == 1
    assert str(tmp_path / "c" / "my-task" / "raw") in empty.err
    assert "--raw-dir" in empty.err
    rows = "".join(f"{i},{i % 7},{i % 2}\n" for i in range(40))
    table = tmp_path / "c" / "my-task" / "raw" / "train.csv"
    table.write_text("id,x,target\n" + rows)
    assert cli("prepare", "-c", "my-task", *own).code == 0
    assert table.is_file(), "raw data of the user's stays where it is"
    assert not (tmp_path / "d" / "my-task" / "raw").exists()
    public = tmp_path / "d" / "my-task" / "prepared" / "public"
    graded = cli("grade-sample", public / "sample_submission.csv", "my-task", *own)
    assert graded.code == 0
    assert '"gold_threshold": null' in graded.out
    assert '"percentile": null' in graded.out
    assert cli("dev", "verify", "my-task", *own).code == 0
    refused = cli("prepare", "-c", "my-task", "--overwrite-leaderboard", *own)
    assert "not a competition of Kaggle's" in refused.err


def test_version_2_of_a_folder_is_looked_at_too(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my-task", "--dir", tmp_path)
    folder = tmp_path / "my-task"
    block = "v2:\n  changes:\n    - {fault: It is too easy., repair: It is not.}\n"
    (folder / "competition.yaml").write_text((folder / "competition.yaml").read_text() + block)
    (folder / "v2.py").write_text("def prepare(raw, public, private):\n    raise ValueError('no such raw data')\n")
    done = cli("lint", folder)
    assert done.code == 1
    assert "v2: miniature prepares" in done.out
    assert "no such raw data" in done.out
    (folder / "v2.py").write_text("from .prepare import prepare as prepare\n")
    assert cli("lint", folder).code == 0
