"""`mlebench integrity leaks` on the screen, for machines, and for wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from tests.audit.leaks.workshop import Workshop
from tests.cli.conftest import Cli
from tests.data.toy import make_competition


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture
def leaks(shop: Workshop, cli: Cli) -> Cli:
    folders = ("--competitions-dir", shop.root / "competitions", "--data-dir", shop.root / "data")
    return lambda *arguments: cli("integrity", "leaks", *arguments, *folders)


def test_sound_competition_passes(shop: Workshop, leaks: Cli) -> None:
    shop.competition()
    done = leaks("-c", "toy")
    assert done.code == 0, done.out
    assert "no single feature gives the answers away: None found." in done.out
    assert "(did not run)" in done.out


def test_leak_is_exit_code_1(shop: Workshop, leaks: Cli) -> None:
    shop.test["code"] = shop.test["label"]
    shop.competition()
    done = leaks("-c", "toy")
    assert done.code == 1
    assert "public/test.csv (code): is the answer in 60 of 60 rows (label)" in done.out


def test_json_names_each_finding(shop: Workshop, leaks: Cli) -> None:
    shop.test["code"] = shop.test["label"]
    issue = {
        "kind": "leak",
        "note": "known",
        "excuses": [{"kind": "answer-values", "file": "test.csv", "columns": ["code"]}],
    }
    shop.competition(known_issues=[issue])
    done = leaks("-c", "toy", "--json")
    assert done.code == 0
    content = json.loads(done.out)["toy"]
    assert content["failed"] is False
    assert [
        (leak["kind"], leak["file"], leak["column"], leak["issue"], leak["fails"]) for leak in content["leaks"]
    ] == [("answer-values", "test.csv", "code", "known", False)]


def test_data_that_is_not_prepared(shop: Workshop, leaks: Cli) -> None:
    make_competition(shop.root / "competitions")
    done = leaks("-c", "toy")
    assert done.code == 1
    assert "mlebench prepare -c toy" in done.out
    done = leaks("-c", "toy", "--json")
    assert done.code == 1
    assert json.loads(done.out)["toy"]["failed"] is True


@pytest.mark.parametrize("arguments", [(), ("-c", "nobody"), ("--split", "nowhere"), ("-c", "toy", "--lite")])
def test_wrong_input_is_exit_code_2(shop: Workshop, leaks: Cli, arguments: tuple[str, ...]) -> None:
    make_competition(shop.root / "competitions")
    assert leaks(*arguments).code == 2


def test_excuse_with_a_wrong_kind_is_refused(shop: Workshop, leaks: Cli) -> None:
    issue = {"kind": "leak", "note": "x", "excuses": [{"kind": "everything", "file": "*"}]}
    folder = make_competition(shop.root / "competitions").folder
    facts = yaml.safe_load((folder / "competition.yaml").read_text()) | {"known_issues": [issue]}
    (folder / "competition.yaml").write_text(yaml.safe_dump(facts))
    done = leaks("-c", "toy")
    assert done.code == 2
    assert "known_issues" in done.err


def test_miniature_of_the_toy_is_audited(tmp_path: Path, leaks: Cli) -> None:
    prepare(make_competition(tmp_path / "competitions"), tmp_path / "data", Miniature(), PrepareOptions())
    done = leaks("-c", "toy")
    assert done.code == 0, done.out
