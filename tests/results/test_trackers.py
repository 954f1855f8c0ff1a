"""Runs in MLflow and Weights & Biases: read back with their own libraries, from stores that need no network."""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mlebench.catalog import Registry
from mlebench.runs import RunGroup
from mlebench.runs.group import REPORT
from mlebench.runs.record import Failure
from mlebench.runs.run_folder import LOG
from tests.browser import EVIL
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import graded, group_on_disk, published

IDS = ("spooky-author-identification", "leaf-classification")


class Seen(NamedTuple):
    """A run as a tracker has it."""

    params: dict[str, str]
    metrics: dict[str, float]
    curve: list[float]
    files: dict[str, str]


Read = Callable[[Path], list[Seen]]


def read_mlflow(folder: Path) -> list[Seen]:
    tracking = pytest.importorskip("mlflow.tracking")
    client = tracking.MlflowClient(tracking_uri=f"sqlite:///{folder}/mlflow.db")
    experiment = client.get_experiment_by_name("mlebench")
    found = []
    for run in client.search_runs([experiment.experiment_id]):
        place = Path(experiment.artifact_location.removeprefix("file://")) / run.info.run_id / "artifacts"
        files = {str(path.relative_to(place)): path.read_text() for path in place.rglob("*") if path.is_file()}
        curve = [point.value for point in client.get_metric_history(run.info.run_id, "snapshot_score")]
        metrics = {name: value for name, value in run.data.metrics.items() if name != "snapshot_score"}
        found.append(Seen({**run.data.params, **run.data.tags}, metrics, curve, files))
    return found


def logged(content: bytes) -> Iterator[bytes]:
    """The records of a log in the form that wandb takes from LevelDB: blocks, with pieces that have a head each."""
    place, record = 7, b""
    while place + 7 <= len(content):
        if 32768 - place % 32768 < 7:  # no head fits into the rest of the block
            place += 32768 - place % 32768
            continue
        _, size, kind = struct.unpack("<IHB", content[place : place + 7])
        record += content[place + 7 : place + 7 + size]
        place += 7 + size
        if kind in (1, 4):  # whole, or the last piece
            yield record
            record = b""


def read_wandb(folder: Path) -> list[Seen]:
    pytest.importorskip("wandb")
    from wandb.proto import wandb_internal_pb2

    found = []
    for place in sorted((folder / "wandb").glob("offline-run-*")):
        params, summary, curve = {}, {}, []
        for data in logged(next(place.glob("*.wandb")).read_bytes()):
            record: Any = wandb_internal_pb2.Record()
            record.ParseFromString(data)
            for update in (*record.run.config.update, *record.config.update):
                params[update.key or ".".join(update.nested_key)] = json.loads(update.value_json)
            for update in (*record.run.summary.update, *record.summary.update):
                summary[update.key or ".".join(update.nested_key)] = json.loads(update.value_json)
            for item in record.history.item:
                if "snapshot_score" in (item.key, *item.nested_key):
                    curve.append(json.loads(item.value_json))
        files = {str(path.relative_to(place / "files")): path for path in (place / "files").rglob("*")}
        texts = {name: path.read_text() for name, path in files.items() if path.is_file()}
        numbers = {name: float(value) for name, value in summary.items() if isinstance(value, int | float)}
        found.append(Seen(params, numbers, curve, texts))
    return found


@pytest.fixture(params=["mlflow", "wandb"])
def tracker(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Read]:
    """How to call it, and how to read what it has."""
    pytest.importorskip("mlflow" if request.param == "mlflow" else "wandb")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if request.param == "mlflow":
        return ["export", "mlflow", "--tracking-uri", f"sqlite:///{tmp_path}/mlflow.db"], read_mlflow
    return ["export", "wandb", "--to", str(tmp_path)], read_wandb


@pytest.fixture
def group(tmp_path: Path, registry: Registry) -> RunGroup:
    made = group_on_disk(
        tmp_path, registry, IDS, lambda i, s: "gold" if s else "none", hours=2.0, agent=EVIL,
        snapshots=lambda i, s: {1: "none", 2: "gold"}, arguments={"deep er": "1"},
    )  # fmt: skip
    for run in made.spec.runs:
        folder = made.folder_of(run)
        (folder / LOG).write_text("all went well\n")
        (folder / "code").mkdir()
        (folder / "code" / "[a]*.py").write_text("print()\n")
        (folder / "code" / "host").symlink_to("/etc/passwd")
    return made


def test_every_run_is_there_once_with_what_is_known_of_it(
    group: RunGroup,
    tracker: tuple[list[str], Read],
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    call, read = tracker
    done = cli(*call, group.folder, "--with-files")
    assert (done.code, "4 added." in done.out) == (0, True), done.err
    found = read(tmp_path)
    assert sorted((seen.params["competition_id"], str(seen.params["seed"])) for seen in found) == sorted(
        (i, seed) for i in IDS for seed in "01"
    )
    for seen in found:
        won = str(seen.params["seed"]) == "1"
        assert seen.params["agent"] == EVIL
        assert seen.params["argument.deep_er"] == "1"
        assert seen.params["mlebench.group"] == group.group_id
        assert ("gold" if won else None) == seen.params.get("mlebench.medal")
        figures = {name: seen.metrics[name] for name in ("any_medal", "hours", "tokens", "cost_usd")}
        assert figures == {"any_medal": float(won), "hours": 2.0, "tokens": 1500.0, "cost_usd": 0.25}
        assert len(seen.curve) == 2
        assert seen.files["run.log"] == "all went well\n"
        assert seen.files["code/[a]*.py"] == "print()\n"
        assert "code/host" not in seen.files
    done = cli(*call, group.folder, "--with-files")
    assert (done.code, "0 added, 4 there already." in done.out) == (0, True)
    other = group_on_disk(tmp_path, registry, IDS, lambda i, s: "gold", agent=EVIL, name="another", seeds=1)
    done = cli(*call, group.folder, other.folder, "--with-files")  # the same agent and seeds
    assert "2 added, 4 there already." in done.out
    done = cli(*call, other.folder, "--with-files")
    assert "0 added, 2 there already." in done.out
    assert len(read(tmp_path)) == 6


def test_what_has_changed_takes_the_place_of_what_it_was(
    group: RunGroup,
    tracker: tuple[list[str], Read],
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    call, read = tracker
    cli(*call, group.folder)
    assert sum(seen.metrics["any_medal"] for seen in read(tmp_path)) == 2
    first, second = group.spec.runs[:2]
    report = graded(registry, first.competition_id, "bronze", data="verified")
    (group.folder_of(first) / REPORT).write_text(report.model_dump_json())
    record = group.record(second)
    record.state = "running"
    record.save(group.folder_of(second))
    done = cli(*call, group.folder)
    assert "0 added, 1 replaced, 2 there already, 1 left out, for they have not ended." in done.out, done.err
    found = read(tmp_path)
    assert len(found) == 4
    assert sum(seen.metrics["any_medal"] for seen in found) == 3


def test_a_report_and_a_failed_run_are_told_too(
    tracker: tuple[list[str], Read],
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    call, read = tracker
    path = published(tmp_path / "theirs.json", registry, [(IDS[0], "gold"), (IDS[0], "missing")])
    failed = Failure(kind="agent", message=EVIL * 300)
    made = group_on_disk(
        tmp_path, registry, IDS[:1], lambda i, s: "missing", seeds=1, state="failed", failure=failed
    )  # fmt: skip
    done = cli(*call, path, made.folder, "--with-files")
    assert (done.code, "3 added." in done.out) == (0, True), done.err
    assert sorted(seen.metrics["made_submission"] for seen in read(tmp_path)) == [0, 0, 1]
    assert [seen.params["mlebench.failure"][:9] for seen in read(tmp_path) if "mlebench.failure" in seen.params] == [
        "<script>a"
    ]


@pytest.mark.parametrize(
    ("name", "options"), [("mlflow", ["--tracking-uri", "nonsense://x"]), ("wandb", ["--to", "/proc/none"])]
)
def test_what_cannot_be_used_is_one_message(name: str, options: list[str], group: RunGroup, cli: Cli) -> None:  # noqa: F811
    pytest.importorskip(name)
    done = cli("export", name, group.folder, *options)
    assert (done.code, done.err.count("Error: "), "Traceback" in done.err) == (1, 1, False)
    assert cli("export", name, "no-such-group").code in (1, 2)
    assert cli("export", name).code == 2


@pytest.mark.parametrize("name", ["mlflow", "wandb"])
def test_the_part_that_is_missing_is_named(
    name: str,
    group: RunGroup,
    cli: Cli,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, name, None)
    done = cli("export", name, group.folder)
    assert (done.code, f"pip install 'mlebench[{name}]'" in done.err) == (1, True)
