"""A run follows its group's version of the benchmark on every way: here, as a task of Slurm, on a node of Ray."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.data.layout import ENVIRONMENT, DataLayout
from mlebench.data.manifest import read_manifest
from mlebench.data.stores.access import open_store
from mlebench.data.stores.push import push
from mlebench.errors import NotPrepared
from mlebench.gateway.checker import Checker
from mlebench.runs.cluster.transfer import find_data
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_alone
from tests.conftest import Miniatures
from tests.runs.conftest import options_of
from tests.sandboxes import write_agent

PIZZA = "random-acts-of-pizza"  # v2 has other data
SPOOKY = "spooky-author-identification"  # v2 grades otherwise
HAND_IN = """
import os, shutil
from pathlib import Path
data, out = Path(os.environ["DATA_DIR"]), Path(os.environ["SUBMISSION_DIR"])
shutil.copyfile(data / "sampleSubmission.csv", out / "submission.csv")
(out / "seen.txt").write_text(str("giver" in (data / "test.json").read_text()))
"""


def unnormalised(path: Path, miniatures: Miniatures) -> Path:
    sample = (miniatures.layout(SPOOKY).public / "sample_submission.csv").read_text().splitlines()
    path.write_text("\n".join([sample[0], *(line.split(",")[0] + ",1,1,1" for line in sample[1:])]) + "\n")
    return path


def test_the_validator_follows_v1(miniatures: Miniatures, tmp_path: Path) -> None:
    given, folder = unnormalised(tmp_path / "submission.csv", miniatures), Registry().folders[SPOOKY]
    for version, valid in (("v1", False), ("v2", True)):
        checker = Checker(miniatures.layout(SPOOKY).data_dir, benchmark=version)  # type: ignore[arg-type]
        try:
            assert checker.check(folder, given).valid is valid
        finally:
            checker.close()


def test_a_task_of_slurm_works_on_the_data_of_v1(miniatures: Miniatures, registry: Registry, tmp_path: Path) -> None:
    """It knows the group's folder only; the registry that it opens is of v1."""
    agent, asked = write_agent(tmp_path / "agents", HAND_IN), options_of()
    data_dir = miniatures.layout(PIZZA, "v2").data_dir
    group = create_group(tmp_path / "runs", agent, [registry.under("v2").get(PIZZA)], data_dir, asked)
    [run] = group.spec.runs
    assert run_alone(group, run.run_id, agent, registry, data_dir, asked).state == "finished"
    assert (group.folder_of(run) / "submission/seen.txt").read_text() == "False"
    [report] = grade_group(group, registry, data_dir, workers=1).competition_reports
    assert (report.benchmark_version, report.score) == ("v2", 0.5)


def test_a_node_takes_the_data_of_the_other_version(
    miniatures: Miniatures, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "node"))
    second, own, theirs = registry.under("v2").get(PIZZA), miniatures.layout(PIZZA, "v2"), miniatures.layout(PIZZA)
    stamp = read_manifest(own).stamp
    with pytest.raises(NotPrepared, match=PIZZA):  # the driver's folder has v1's only
        find_data(second, theirs.data_dir, None, stamp)
    assert find_data(second, own.data_dir, None, stamp) == own.data_dir
    store = (tmp_path / "store").as_uri()
    push(second, own.data_dir, open_store(store))
    fetched = find_data(second, tmp_path / "nowhere", store, stamp)
    assert DataLayout.of(second, fetched).prepared == tmp_path / "node" / PIZZA / "prepared-v2"
    assert "giver" not in (DataLayout.of(second, fetched).public / "test.json").read_text()
    assert not (DataLayout.of(second, fetched).private).exists()
