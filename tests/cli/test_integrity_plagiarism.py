"""mlebench integrity plagiarism and mlebench dev kernels, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.integrity import PlagiarismReport, find_copies
from mlebench.runs import RunGroup
from tests.cli.conftest import Cli
from tests.data.conftest import server, signed_in, signed_out  # noqa: F401 - fixtures
from tests.data.kaggle_server import KaggleServer
from tests.integrity.plagiarism.labelled import programs, renamed
from tests.results.making import group_on_disk

SPOOKY, LEAF = "spooky-author-identification", "leaf-classification"
PROGRAMS = programs()
WORDS = PROGRAMS["text_words"]


@pytest.fixture
def group(tmp_path: Path, registry: Registry) -> RunGroup:
    """Two seeds of two competitions: one run copied its competition's kernel, one the other's; one did nothing."""
    made = group_on_disk(tmp_path / "runs", registry, [SPOOKY, LEAF], lambda *_: "none")
    texts = [renamed(WORDS), PROGRAMS["taxi_rides"], PROGRAMS["image_network"]]
    for run, text in zip(made.spec.runs, texts):
        folder = made.folder_of(run) / "code"
        folder.mkdir()
        (folder / "main.py").write_text(text)
    for competition, name in ((SPOOKY, "text_words"), (LEAF, "image_network")):
        kernels = tmp_path / "data" / competition / "kernels"
        kernels.mkdir(parents=True)
        (kernels / f"ann__{name}.py").write_text(PROGRAMS[name])
        (kernels / "kernels.json").write_text("{}")
    return made


def test_a_group_gets_its_report(cli: Cli, group: RunGroup, tmp_path: Path) -> None:
    done = cli("integrity", "plagiarism", "latest", "--runs-dir", tmp_path / "runs", "--data-dir", tmp_path / "data")
    assert done.code == 0, done.err
    first, last = group.spec.runs[0], group.spec.runs[-1]
    report = PlagiarismReport.model_validate_json((group.folder / "integrity" / "plagiarism.json").read_bytes())
    (pair,) = report.suspicious
    # The third run's code is like a kernel of the other competition, which does not count.
    assert (pair.left, pair.right) == (f"{first.run_id}/code/main.py", f"kernels/{SPOOKY}/ann__text_words.py")
    assert "1 pair is at or above 0.2" in done.out
    assert f"{last.run_id}: handed in no code." in done.out
    assert str(group.folder / "integrity" / "plagiarism.json") in done.out
    RunGroup.open(group.folder)  # it is still one


def test_the_function_and_the_command_say_the_same(cli: Cli, group: RunGroup, tmp_path: Path) -> None:
    done = cli("integrity", "plagiarism", group.folder, "--data-dir", tmp_path / "data", "--json")
    assert json.loads(done.out) == find_copies(group, data_dir=tmp_path / "data").model_dump(mode="json")
    assert set(json.loads(done.out)) == {"version", "method", "threshold", "pairs", "notes"}
    assert set(json.loads(done.out)["pairs"][0]) == {"left", "right", "similarity", "longest", "regions"}


def test_kernels_of_ones_own_by_competition_or_for_all(cli: Cli, group: RunGroup, tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    (kernels / SPOOKY).mkdir(parents=True)
    (kernels / SPOOKY / "a.py").write_text(WORDS)
    (kernels / "b.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": PROGRAMS["taxi_rides"]}]}))
    output = tmp_path / "new" / "out.json"
    done = cli("integrity", "plagiarism", group.folder, "--kernels", kernels, "--output", output)
    assert done.code == 0, done.err
    found = {pair.right for pair in PlagiarismReport.model_validate_json(output.read_bytes()).suspicious}
    assert found == {f"kernels/{SPOOKY}/a.py", f"kernels/{LEAF}/b.ipynb"}
    assert not (group.folder / "integrity").exists()


def test_files_and_folders_are_submissions_of_their_own(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(WORDS)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "a.py").write_text(renamed(WORDS))
    (tmp_path / "two" / "b.py").write_text(WORDS)
    paths = tmp_path / "one.py", tmp_path / "two"
    done = cli("integrity", "plagiarism", *paths, "--method", "winnowing", "--json")
    pairs = [(pair["left"], pair["right"]) for pair in json.loads(done.out)["pairs"]]
    assert pairs == [(str(paths[0]), f"{paths[1]}/a.py"), (str(paths[0]), f"{paths[1]}/b.py")]
    done = cli("integrity", "plagiarism", *paths, "--shared", tmp_path / "one.py", "--method", "winnowing")
    assert "0 pairs are at or above 0.2" in done.out
    done = cli("integrity", "plagiarism", tmp_path / "one.py", "-c", SPOOKY, "--data-dir", tmp_path / "nothing")
    assert done.code == 2
    assert "mlebench dev kernels download" in done.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["nowhere.py"], "nowhere.py is not a run group"),
        (["one.py", "nowhere.py"], "There is no nowhere.py."),
        (["one.py", "two.txt"], "nothing to compare the code with"),
        (["two.txt"], "no Python code to compare"),
        (["one.py", "--kernels", "nowhere"], "There is no nowhere."),
        (["one.py", "--shared", "two.txt"], "holds no Python code"),
        (["one.py", "-c", "spooky"], "Did you mean spooky-author-identification?"),
        (["one.py", "--threshold", "1.5"], "--threshold"),
        (["one.py", "--pairs", "0"], "--pairs"),
        (["one.py", "--method", "moss"], "moss"),
        (["GROUP", "-c", SPOOKY], "-c goes with files"),
        (["GROUP", "one.py"], "Name one group, or files."),
        ([], "GROUP|FILES"),
    ],
)
def test_wrong_input_is_told(
    typed: list[str], told: str, cli: Cli, group: RunGroup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.py").write_text(WORDS)
    (tmp_path / "two.txt").write_text(WORDS)
    done = cli("integrity", "plagiarism", *(str(group.folder) if word == "GROUP" else word for word in typed))
    assert (done.code, told in done.err) == (2, True), done.err


def test_names_of_strangers_do_not_act_on_the_terminal(cli: Cli, tmp_path: Path) -> None:
    for name in ("a\x1b[2J", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x\x1b[2J.py").write_text(WORDS)
        (tmp_path / name / "y\x1b[2J.py").write_bytes(b"\0")
    done = cli("integrity", "plagiarism", *sorted(tmp_path.iterdir()), "--method", "winnowing")
    assert "1.00" in done.out
    assert "\x1b" not in done.out


def test_kernels_are_fetched_and_used(cli: Cli, signed_in: KaggleServer, tmp_path: Path) -> None:  # noqa: F811
    signed_in.kernels[SPOOKY] = [[{"ref": "ann/words", "title": "W", "totalVotes": 9}, {"ref": "bob/gone"}]]
    signed_in.sources["ann/words"] = WORDS
    done = cli("dev", "kernels", "download", "-c", SPOOKY, "--data-dir", tmp_path / "data")
    assert done.code == 0, done.err
    assert "Left out: bob/gone: Kaggle does not give it out." in done.out
    assert f"https://www.kaggle.com/competitions/{SPOOKY}/rules" in done.out.replace("/c/", "/competitions/")
    (tmp_path / "mine.py").write_text(renamed(WORDS))
    done = cli("integrity", "plagiarism", tmp_path / "mine.py", "-c", SPOOKY, "--data-dir", tmp_path / "data", "--json")
    assert json.loads(done.out)["pairs"][0]["right"] == f"kernels/{SPOOKY}/ann__words.py"


@pytest.mark.parametrize(
    ("typed", "code", "told"),
    [
        (["-c", "spooky"], 2, "Did you mean"),
        ([], 2, "--competition"),
        (["-c", SPOOKY, "--top", "0"], 2, "--top"),
        (["-c", "starter-digit-images"], 1, "not a competition of Kaggle's"),
        (["-c", SPOOKY], 1, "credentials are missing"),
    ],
)
def test_wrong_input_of_dev_kernels_is_told(
    typed: list[str],
    code: int,
    told: str,
    cli: Cli,
    server: KaggleServer,  # noqa: F811
    tmp_path: Path,
) -> None:
    done = cli("dev", "kernels", "download", *typed, "--data-dir", tmp_path)
    assert (done.code, told in done.err) == (code, True), done.err
