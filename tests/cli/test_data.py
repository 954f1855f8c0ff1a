"""mlebench data push, and --data-url of prepare and run."""

from __future__ import annotations

import json
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import RawTree
from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.data.toy import make_competition, write_raw

SPOOKY = "spooky-author-identification"


def toy_of_a_host(tmp_path: Path) -> Competition:
    toy = make_competition(tmp_path / "competitions")
    prepare(toy, tmp_path / "data", RawTree(write_raw(tmp_path / "raw")), PrepareOptions())
    return toy


def test_nothing_of_a_host_is_copied_without_consent(cli: Cli, tmp_path: Path) -> None:
    toy = toy_of_a_host(tmp_path)
    store = tmp_path / "store"
    words = ("data", "push", store.as_uri(), "-c", toy.id, "--competitions-dir", toy.folder.parent)
    refused = cli(*words, "--data-dir", tmp_path / "data")
    assert refused.code == 2
    assert "rules say who may have it" in refused.err
    assert "--within-rules" in refused.err
    assert not store.exists()
    done = cli(*words, "--data-dir", tmp_path / "data", "--within-rules")
    assert (done.code, "rules say" in done.err, "The answers go along" in done.err) == (0, True, True)
    done = cli(*words, "--data-dir", tmp_path / "data", "--within-rules", "--public-only")
    assert "The answers" not in done.err


def test_a_machine_without_data_runs_and_grades_with_the_stores(
    cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    url, here = (tmp_path / "store").as_uri(), tmp_path / "data"
    assert cli("data", "push", url, "-c", SPOOKY, "--data-dir", miniatures.layout(SPOOKY).data_dir).code == 0
    words = ("run", "--agent", "oracle", "-c", SPOOKY, "--data-dir", here, "--runs-dir", tmp_path / "runs")
    missing = cli(*words, "--data-url", (tmp_path / "nothing").as_uri())
    assert missing.code == 1
    assert "holds no data" in missing.err
    done = cli(*words, "--data-url", url, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["grading_report"]["total_valid_submissions"] == 1
    again = cli(
        "run", "--resume", "latest", "--runs-dir", tmp_path / "runs", "--data-dir", here, "--data-url", "s3://x"
    )
    assert again.code == 0, again.err  # everything is here: nobody is asked


def test_data_that_is_gone_is_pulled_again_for_a_group_that_is_resumed(
    cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    data, runs, url = miniatures.layout(SPOOKY).data_dir, tmp_path / "runs", (tmp_path / "store").as_uri()
    cli("data", "push", url, "-c", SPOOKY, "--data-dir", data)
    assert cli("run", "--agent", "oracle", "-c", SPOOKY, "--data-dir", data, "--runs-dir", runs).code == 0
    elsewhere = tmp_path / "elsewhere"
    done = cli("run", "--resume", "latest", "--runs-dir", runs, "--data-dir", elsewhere, "--data-url", url)
    assert done.code == 0, done.err
    assert (elsewhere / SPOOKY / "prepared" / "private").is_dir()


def test_options_that_contradict_a_store_are_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    words = ("prepare", "-c", SPOOKY, "--data-dir", tmp_path, "--data-url", "file:///x")
    for other in (["--miniature"], ["--raw-dir", tmp_path], ["--archive", tmp_path / "x.zip"], ["--keep-raw"]):
        done = cli(*words, *other)
        assert done.code == 2, other
        assert "cannot be used together" in done.err
    done = cli("prepare", "-c", SPOOKY, "--data-dir", tmp_path, "--data-url", "a/path")
    assert done.code == 2
    assert "s3://BUCKET/FOLDER" in done.err
