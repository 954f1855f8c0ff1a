from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mlebench.bundles import Verification, make_bundle, verify_bundle
from mlebench.catalog import Registry
from mlebench.runs import RunGroup
from mlebench.runs.launch import create_group
from tests.conftest import Miniatures
from tests.runs.conftest import ASK_MODEL, TASK, Harness, harness, options_of, set_up_provider
from tests.sandboxes import write_agent

__all__ = ["harness"]

_VALIDATE = """
import subprocess
script = Path(os.environ["AGENT_DIR"]).parent / "validate_submission.sh"
subprocess.run([script, Path(os.environ["SUBMISSION_DIR"]) / "submission.csv"], check=True)
"""


class Results:
    """A graded group with a model's calls in it, and the bundle of it."""

    def __init__(self, group: RunGroup, registry: Registry, data_dir: Path, folder: Path) -> None:
        self.group, self.folder = group, folder
        self._registry, self.data_dir = registry, data_dir

    def bundle(self, name: str = "results.zip", *, transcripts: bool = False, submissions: bool = True) -> Path:
        make_bundle(
            [RunGroup.open(self.group.folder)], self.folder / name, transcripts=transcripts, submissions=submissions
        )
        return self.folder / name

    def verify(self, path: Path, *, regrade: bool = False, allowed_signers: Path | None = None) -> Verification:
        return verify_bundle(
            path, self._registry, self.data_dir, regrade=regrade, allowed_signers=allowed_signers, workers=1
        )


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, registry: Registry, miniatures: Miniatures) -> tuple[Harness, Path]:
    """A group that was run and graded once; each test has a copy."""
    harness = Harness(tmp_path_factory.mktemp("made"), registry, miniatures)
    agent = write_agent(harness.folder / "agents", ASK_MODEL + _VALIDATE, extra="needs: {model: true}\n")
    with pytest.MonkeyPatch.context() as patch, set_up_provider(patch):
        asked = options_of(seeds=2)
        group = create_group(harness.folder / "runs", agent, [registry.get(TASK)], harness.data_dir, asked)
        assert [record.state for record in harness.run(group)] == ["finished"] * 2
    harness.grade(group)
    return harness, group.folder


@pytest.fixture
def results(made: tuple[Harness, Path], tmp_path: Path) -> Results:
    harness, folder = made
    shutil.copytree(folder, tmp_path / "runs" / folder.name)
    return Results(RunGroup.open(tmp_path / "runs" / folder.name), harness.registry, harness.data_dir, tmp_path)


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """SSH keys by their owners."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("owner", "host"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name], check=True)
    return {name: folder / name for name in ("owner", "host")}
