"""The tasks of Inspect, with the real program, a scripted model, and the sandboxes that Inspect opens."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mlebench.catalog import Registry, split_ids
from tests.agents.scripted_model import Ask, Call, Say, Script
from tests.conftest import Miniatures
from tests.environments import environment, newer_docker
from tests.inspect_tasks.running import HAND_IN, evaluate, report

ID = "spooky-author-identification"


CHECK = "validate_submission"


def commands(*typed: str) -> Script:
    """Run commands in the shell one after the other, have the submission checked, and end."""

    def script(ask: Ask) -> Say | Call:
        for word in [*typed, CHECK][len(ask.results) :]:
            return ask.call(CHECK) if word == CHECK else ask.call("bash", command=word)
        return ask.call("submit", answer="done")

    return script


def test_starters_are_solved_graded_and_reported(tmp_path: Path) -> None:
    chosen = "competitions=starter-wine-cultivars,starter-breast-cancer"
    words = ("-T", chosen, "-T", "sandbox=local", "--epochs", "2", "-T", f"submissions_dir={tmp_path / 'kept'}")
    done = evaluate("mlebench/starter", commands(HAND_IN), tmp_path, *words, data_dir=tmp_path / "data")
    assert done.code == 0, done.said
    head, samples = done.content, done.samples
    assert head["status"] == "success"
    assert head["eval"]["metadata"]["isolated"] is False
    assert head["tags"] == ["not isolated"]
    assert {name: sample["metadata"]["isolated"] for name, sample in samples.items()} == {
        "starter-breast-cancer": False,
        "starter-wine-cultivars": False,
    }
    measured = {score["name"]: score["metrics"]["mean"]["value"] for score in head["results"]["scores"]}
    assert measured.pop("percentile") > 0
    assert measured == {"any_medal": 0.0, "above_median": 0.0, "valid": 1.0}
    assert "The submission for starter-wine-cultivars is valid." in json.dumps(samples["starter-wine-cultivars"])
    assert len(list((tmp_path / "kept").iterdir())) == 4
    told = report(str(done.log), "--format", "json", "--output", "r.json", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    found = json.loads((tmp_path / "r.json").read_text())
    assert found["groups"][0]["isolated"] is False
    runs = found["agents"][0]["runs"]
    assert sorted((run["competition_id"], run["seed"]) for run in runs) == [
        ("starter-breast-cancer", 0),
        ("starter-breast-cancer", 1),
        ("starter-wine-cultivars", 0),
        ("starter-wine-cultivars", 1),
    ]
    assert all(run["report"]["valid_submission"] for run in runs)


@pytest.mark.attack
def test_answers_are_in_a_sandbox_or_it_has_a_network(
    miniatures: Miniatures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", newer_docker())
    layout = miniatures.layout(ID)
    answer = (layout.private / "test.csv").read_text().splitlines()[1]
    public = (layout.public / "train.csv").read_text().splitlines()[1][:30]
    search = "find / -path /proc -prune -o -path /sys -prune -o -type f -exec grep -lF -- '{}' {{}} +; true"
    spy = (
        search.format(answer),
        search.format(public),
        "cat /proc/mounts; ls -a /home /home/data; touch /home/data/x",
        "python3 -c 'import os; print(sorted(os.listdir(\"/sys/class/net\")))'",
    )
    file = "submission/submission.csv"
    odd = (f"mkfifo {file}", CHECK, f"rm {file}; truncate -s 150M {file}", CHECK)  # which ended the sample
    words = ("-T", f"competitions={ID}", "-T", "miniature=true", "-T", "image=mlebench-test:python")
    done = evaluate("mlebench/lite", commands(*spy, *odd, HAND_IN), tmp_path, *words, data_dir=miniatures.data_dir)
    assert done.code == 0, done.said
    found, seen, listed, net, _, pipe, _, large = done.asks[-1].results[:8]
    assert "There is no submission yet." in pipe
    assert "too large to be read here" in large
    assert "/" not in found
    assert "/home/data/train.csv" in seen
    assert "private" not in listed
    assert str(layout.prepared) not in listed
    assert "Read-only file system" in listed
    assert "['lo']" in net
    sample = done.samples[ID]
    assert sample["metadata"]["isolated"] is True
    assert sample["metadata"]["data"]["kind"] == "miniature"
    assert sample["scores"]["grade"]["value"]["valid"] == 1.0
    assert "says nothing about the competition" in sample["scores"]["grade"]["explanation"]
    assert "/private" not in json.dumps(sample)


LITE = """
import json, sys
from mlebench.inspect_tasks import lite
samples = lite(miniature=True, data_dir=sys.argv[1]).dataset
print(json.dumps({sample.id: sample.sandbox.config.services["default"].volumes[0].source for sample in samples}))
"""


def test_a_competition_of_lite_is_missing(registry: Registry, miniatures: Miniatures) -> None:
    data, python = str(miniatures.data_dir), environment("inspect", with_mlebench=True) / "python"
    done = subprocess.run([python, "-c", LITE, data], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ids = split_ids("lite", registry)
    assert len(ids) == 22
    assert json.loads(done.stdout) == {each: str(miniatures.layout(each).public) for each in ids}


def test_what_is_missing_is_said_in_one_list(registry: Registry, tmp_path: Path) -> None:
    done = evaluate("mlebench/lite", commands(), tmp_path, "-T", "benchmark=v2", data_dir=tmp_path / "data")
    assert done.code != 0
    ids = split_ids("lite", registry)
    said = " ".join(done.said.split())
    assert all(f"- {competition_id} is not prepared" in said for competition_id in ids)
    assert "Prepare with: mlebench prepare -c " in said
    assert "--benchmark v2" in said
    assert "Traceback" not in done.said
    assert done.asks == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-T", "sandbox=local"], "is this machine itself, where the answers of"),
        (["-T", "minature=true"], "Wrong options (-T): minature: unknown field."),
        (["-T", "competitions=starter-wine-cultivars"], "mlebench/lite has no competition 'starter-wine-cultivars'"),
        (["-T", "competitions=spooky"], "spooky-author-identification"),
    ],
)
def test_a_wrong_wish_is_a_traceback(words: list[str], message: str, tmp_path: Path) -> None:
    done = evaluate("mlebench/lite", commands(), tmp_path, *words, data_dir=tmp_path / "data")
    assert done.code != 0
    assert message in " ".join(done.said.split())
    assert "Traceback" not in done.said


def test_another_sandbox_of_inspects_is_taken_for_ours(miniatures: Miniatures, tmp_path: Path) -> None:
    miniatures.layout(ID)
    words = ("-T", f"competitions={ID}", "-T", "miniature=true", "--sandbox", "local")
    done = evaluate("mlebench/lite", commands(HAND_IN), tmp_path, *words, data_dir=miniatures.data_dir)
    assert "Choose it with -T sandbox=docker or -T sandbox=local, not with --sandbox." in " ".join(done.said.split())
    assert done.asks == []


def test_version_2_is_taken_for_version_1(miniatures: Miniatures, tmp_path: Path) -> None:
    data = miniatures.layout(ID, "v2").data_dir
    words = ("-T", f"competitions={ID}", "-T", "miniature=true", "-T", "benchmark=v2", "-T", "sandbox=local")
    done = evaluate("mlebench/all", commands(HAND_IN), tmp_path, *words, data_dir=data)
    assert done.code == 0, done.said
    assert done.samples[ID]["metadata"]["benchmark"] == "v2"
    told = report(
        str(tmp_path / "logs"), "--benchmark", "v2", "--format", "json", "--output", "r.json", folder=tmp_path
    )
    assert told.returncode == 0, told.stderr
    [run] = json.loads((tmp_path / "r.json").read_text())["agents"][0]["runs"]
    assert run["report"]["benchmark_version"] == "v2"
