"""A stranger's agent that tries to bring the user's files into its sandbox by its own folder: none is even opened.

Every case is an attack that a repository can carry. The agent would hand in, or print, whatever a link shows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench import foreign
from mlebench.agents import Agent, AgentRegistry, load_agent
from mlebench.catalog import Registry, load_competition
from mlebench.catalog.create import create_competition
from mlebench.data import DataLayout
from mlebench.data.record import record_leaderboard
from mlebench.errors import CatalogError, MlebenchError
from mlebench.runs.cluster import transfer
from mlebench.runs.launch import create_group
from mlebench.runs.plan import RunOptions
from mlebench.runs.sandbox_folder import fill_sandbox_folder
from mlebench.sandbox import SandboxError, SandboxPaths, SandboxSettings
from mlebench.sandbox.apptainer import ApptainerBackend
from mlebench.sandbox.docker import DockerBackend
from mlebench.sandbox.docker.engine import Engine, connect
from mlebench.sandbox.docker.images import ensure_image
from tests.conftest import Miniatures
from tests.sandbox.conftest import IMAGE, SMALL, Lab
from tests.sandboxes import write_agent

TASK, KEY = "spooky-author-identification", "sk-live-2f6b90"
ENGINE = Engine(client=None, rootless=False, podman=False, disk_limits=False, runtimes=("runc",))
THIEF = """
import os, shutil
shutil.copyfile("answers.csv", os.path.join(os.environ["SUBMISSION_DIR"], "submission.csv"))
print(open("answers.csv").read())
"""


@pytest.fixture
def layout(miniatures: Miniatures) -> DataLayout:
    return miniatures.layout(TASK)


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return write_agent(tmp_path / "agents", THIEF, name="thief")


def _by_another_link(folder: Path, answers: Path) -> None:
    (folder / "lib").symlink_to(answers.parent)
    (folder / "answers.csv").symlink_to("lib/test.csv")


ATTACKS: dict[str, Callable[[Path, Path], object]] = {
    "the answers": lambda f, answers: (f / "answers.csv").symlink_to(answers),
    "the answers, relative": lambda f, answers: (f / "answers.csv").symlink_to(os.path.relpath(answers, f)),
    "the folder of the answers": lambda f, answers: (f / "private").symlink_to(answers.parent),
    "the answers, by another link": _by_another_link,
    "the environment": lambda f, _: (f / "answers.csv").symlink_to("/proc/self/environ"),
    "the user's home": lambda f, _: (f / "home").symlink_to(Path.home()),
    "a pipe to wait for": lambda f, _: os.mkfifo(f / "answers.csv"),
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("way", ["a group", "a sandbox", "a digest", "an image", "a sent folder"])
def test_an_agents_folder_brings_nothing_in(
    way: str, attack: str, agent: Agent, layout: DataLayout, registry: Registry, tmp_path: Path
) -> None:
    ATTACKS[attack](agent.folder, layout.private / "test.csv")
    (agent.folder / "Dockerfile").write_text("FROM scratch\nCOPY . /\n")
    paths = SandboxPaths.below("/home")
    about = {"competition_id": TASK, "description": "", "time_limit": 1.0, "step_limit": 1, "validator_url": ""}
    ways: dict[str, Callable[[], object]] = {
        "a group": lambda: create_group(
            tmp_path / "runs", agent, [registry.get(TASK)], layout.data_dir, RunOptions("process")
        ),
        "a sandbox": lambda: fill_sandbox_folder(
            *(tmp_path / "sandbox", agent.folder, agent.entries(), paths),
            **about,  # type: ignore[arg-type]
        ),
        "a digest": agent.digest,
        "an image": lambda: ensure_image(ENGINE, None, agent.folder, SandboxSettings()),
        "a sent folder": lambda: transfer.send_agent(agent, _never),
    }
    with pytest.raises(foreign.ForeignError, match=r"answers\.csv|private|home") as caught:
        ways[way]()
    assert "refused" in str(caught.value)
    assert not (tmp_path / "runs").exists()
    assert not [path for path in tmp_path.rglob("sandbox/agent/*") if path.name not in ("agent.yaml", "start.py")]


def _never(piece: bytes) -> None:
    raise AssertionError("something was sent")


@pytest.mark.parametrize("target", ["/proc/self/environ", "../../secret.yaml"])
def test_agent_yaml_itself_does_not_show_what_it_leads_to(target: str, agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(f"[{KEY}")  # no mapping: what is wrong with it would be printed
    (agent.folder / "agent.yaml").unlink()
    (agent.folder / "agent.yaml").symlink_to(target)
    for read in (lambda: load_agent(agent.folder), lambda: AgentRegistry([tmp_path / "agents"]).get("thief")):
        with pytest.raises(MlebenchError, match=r"agent\.yaml: leads out of its folder") as caught:
            read()
        assert KEY not in str(caught.value)


def test_keys_are_not_printed_by_a_run(layout: DataLayout, agent: Agent, tmp_path: Path) -> None:
    """As a user would type it, with the sandbox that isolates least."""
    (agent.folder / "answers.csv").symlink_to("/proc/self/environ")
    command = [sys.executable, "-m", "mlebench", "run", "--agent", "thief", "-c", TASK, "--sandbox", "process"]
    command += ["--agents-dir", agent.folder.parent, "--data-dir", layout.data_dir, "--runs-dir", tmp_path / "runs"]
    done = subprocess.run(
        list(map(str, command)), env={**os.environ, "OPENAI_API_KEY": KEY}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "answers.csv: a link that leads to /proc/self/environ" in done.stderr
    assert KEY not in done.stdout + done.stderr
    assert not any(KEY in path.read_text() for path in (tmp_path / "runs").rglob("*") if path.is_file())


def test_links_within_an_agents_folder_work_in_its_sandbox(lab: Lab) -> None:
    agent = write_agent(lab.folder / "agents", "import helper; print(helper.__file__, open('note').read())")
    (agent.folder / "lib").mkdir()
    (agent.folder / "lib" / "helper.py").write_text("")
    (agent.folder / "helper.py").symlink_to("lib/helper.py")
    (agent.folder / "note").symlink_to("lib/../lib/helper.py")
    sandbox = lab.spec("")
    (sandbox.folder / "agent" / "start.py").unlink()
    foreign.copy(agent.folder, agent.entries(), sandbox.folder / "agent")
    handle = lab.make_backend().start(sandbox)
    assert handle.wait(60) is not None
    handle.close()
    assert sandbox.output.read_text().strip() == "/home/agent/helper.py"


@pytest.mark.parametrize("name", ["Dockerfile", ".dockerignore"])
def test_what_an_image_is_built_by_is_the_agents_own(name: str, agent: Agent, tmp_path: Path) -> None:
    (agent.folder / "Dockerfile").write_text("FROM scratch\n")
    (agent.folder / name).unlink(missing_ok=True)
    (tmp_path / "theirs").write_text(KEY)
    (agent.folder / name).symlink_to(tmp_path / "theirs")
    with pytest.raises(foreign.ForeignError, match=name):
        ensure_image(ENGINE, None, agent.folder, SandboxSettings())


def test_an_image_is_built_of_a_copy_with_its_inner_links(docker_lab: Lab, tmp_path: Path) -> None:
    folder = write_agent(tmp_path, "pass", name="linked").folder
    (folder / "real.txt").write_text("found")
    (folder / "link.txt").symlink_to("real.txt")
    (folder / "left-out.txt").write_text("not in the image")
    (folder / ".dockerignore").write_text("left-*\n")
    (folder / "Dockerfile").write_text("ARG BASE\nFROM $BASE\nCOPY . /context\n")
    options = SandboxSettings(resources=SMALL, build_network="none", build_arguments={"BASE": IMAGE})
    name = DockerBackend(options).prepare(None, folder)
    try:
        code = "import os; print(open('/context/link.txt').read(), sorted(os.listdir('/context')))"
        sandbox = replace(docker_lab.spec(code), image=name)
        handle = DockerBackend(options).start(sandbox)
        assert handle.wait(60) is not None
        handle.close()
        assert sandbox.output.read_text().startswith("found")
        assert "left-out.txt" not in sandbox.output.read_text()
    finally:
        connect().client.images.remove(name, force=True)


@pytest.mark.parametrize("image", ["/", "..", "../other.sif", "link.sif", "missing.sif", "oci:/", "--bind=/:/mnt", "."])
def test_an_image_that_agent_yaml_names_is_the_agents_own(image: str, agent: Agent, tmp_path: Path) -> None:
    (agent.folder.parent / "other.sif").write_text("")
    (agent.folder / "link.sif").symlink_to("../other.sif")
    with pytest.raises((foreign.ForeignError, SandboxError)):
        ApptainerBackend().prepare(image, agent.folder)
    (agent.folder / "mine.sif").write_text("")
    assert ApptainerBackend().prepare("mine.sif", agent.folder) == str(agent.folder / "mine.sif")
    assert ApptainerBackend().prepare("docker://python:3.11", agent.folder) == "docker://python:3.11"


@pytest.mark.parametrize("name", ["competition.yaml", "leaderboard.json", "description.md", "grade.py", "prepare.py"])
def test_a_competitions_folder_brings_nothing_in(name: str, tmp_path: Path) -> None:
    folder = create_competition("my-task", tmp_path / "competitions")
    (tmp_path / "id_rsa").write_text(KEY)
    before = load_competition(folder)
    (folder / name).unlink(missing_ok=True)  # it may have no leaderboard
    (folder / name).symlink_to(tmp_path / "id_rsa")
    uses: list[Callable[[], object]] = [
        lambda: load_competition(folder),
        lambda: transfer.send_competition(folder, _never),
    ]
    if name == "description.md":
        uses.append(lambda: before.description)  # the link came after the folder was read
    if name.endswith(".py"):
        uses.append(lambda: before.module(name.removesuffix(".py")))
    for use in uses:
        with pytest.raises(foreign.ForeignError, match=name) as caught:
            use()
        assert KEY not in str(caught.value)


def test_checksums_speak_of_prepared_files_only(tmp_path: Path) -> None:
    folder = create_competition("my-task", tmp_path)
    with (folder / "competition.yaml").open("a") as file:
        file.write("checksums:\n  public:\n    ../../../id_rsa: " + "a" * 32 + "\n")
    with pytest.raises(CatalogError, match="without"):
        load_competition(folder)


def test_recording_figures_overwrites_nothing_of_the_users(tmp_path: Path) -> None:
    competition = load_competition(create_competition("my-task", tmp_path / "competitions"))
    (tmp_path / "precious").write_text("mine")
    (competition.folder / ".leaderboard.json.new").symlink_to(tmp_path / "precious")
    record_leaderboard(competition, [1.0, 2.0, 3.0], "test")
    assert (tmp_path / "precious").read_text() == "mine"
    assert json.loads((competition.folder / "leaderboard.json").read_text())["teams"] == 3
