"""Agents whose programs come from source in the user's own image: what they tell them, by stand-ins that note it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mlebench.agents import AgentRegistry
from mlebench.agents.arguments import argument_variables, resolve

RECORD = "import json, sys; json.dump(sys.argv[1:], open('told.json', 'w'))\n"
# Agent -> the variable that says where its source is, the file of its program, and arguments without defaults
PROGRAMS = {
    "mlab": ("MLAB_DIR", "MLAgentBench/runner.py", {}),
    "mlmaster": ("MLMASTER_DIR", "main_mcts.py", {}),
    "repomaster": ("REPOMASTER_DIR", "src/core/git_task.py", {"repository": "/"}),
}
every = pytest.mark.parametrize("name", PROGRAMS)


def start(name: str, home: Path, *, installed: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the start script as a sandbox would, with a stand-in for the program."""
    variable, program, given = PROGRAMS[name]
    agent = AgentRegistry().get(name)
    folders = {f"{key}_DIR": home / key.lower() for key in ("DATA", "SUBMISSION", "LOGS", "CODE", "AGENT")}
    for folder in (*folders.values(), home / "source"):
        folder.mkdir()
    for path in agent.folder.iterdir():
        (folders["AGENT_DIR"] / path.name).write_bytes(path.read_bytes())
    (home / "instructions.txt").write_text("Do: it!\n")
    if installed:
        (home / "source" / program).parent.mkdir(parents=True, exist_ok=True)
        (home / "source" / program).write_text(RECORD)
    arguments = argument_variables(resolve(name, agent.spec.arguments, given), "the-model")
    facts = {"COMPETITION_ID": "wine", "STEP_LIMIT": "7", "TIME_LIMIT_SECS": "90", "HOME": str(home)}
    model = {"OPENAI_BASE_URL": "http://localhost:5001/v1", "OPENAI_API_KEY": "placeholder"}
    environment = {**{key: str(folder) for key, folder in folders.items()}, **facts, **model, **arguments}
    environment |= {"PATH": os.environ["PATH"], variable: str(home / "source")}
    return subprocess.run(
        agent.spec.start, cwd=folders["AGENT_DIR"], env=environment, capture_output=True, text=True, check=False
    )


def told(folder: Path) -> list[str]:
    return list(json.loads((folder / "told.json").read_bytes()))


@every
def test_a_missing_program_is_said_with_the_way_to_it(name: str, tmp_path: Path) -> None:
    done = start(name, tmp_path, installed=False)
    assert done.returncode == 1
    assert "comes with the image of this agent's Dockerfile: --sandbox docker" in done.stdout


def test_mlab_gets_a_task_of_its_own_form(tmp_path: Path) -> None:
    assert start("mlab", tmp_path).returncode == 0
    task = tmp_path / "mlab" / "MLAgentBench" / "benchmarks" / "wine"
    assert (task / "env" / "data").resolve() == tmp_path / "data"
    assert (task / "scripts" / "research_problem.txt").read_text() == "Do: it!\n"
    words = told(tmp_path / "mlab")
    options = dict(zip(words[::2], words[1::2], strict=True))
    models = {options[f"--{kind}-name"] for kind in ("llm", "edit-script-llm", "fast-llm")}
    assert models == {"the-model"}
    assert (options["--task"], options["--max-steps"], options["--max-time"]) == ("wine", "7", "90")
    assert options["--agent-type"] == "ResearchAgent"


def test_mlmaster_gets_settings_for_both_stages(tmp_path: Path) -> None:
    assert start("mlmaster", tmp_path).returncode == 0
    settings = dict(word.split("=", 1) for word in told(tmp_path / "source"))
    assert Path(settings["desc_file"]).read_text() == "Do: it!\n"
    assert (settings["data_dir"], settings["agent.steps"]) == (str(tmp_path / "data"), "7")
    for stage in ("code", "feedback"):
        assert settings[f"agent.{stage}.model"] == "the-model"
        assert settings[f"agent.{stage}.base_url"] == "http://localhost:5001/v1"


def test_repomaster_gets_the_competition_as_a_task(tmp_path: Path) -> None:
    import yaml

    assert start("repomaster", tmp_path).returncode == 0
    _, config, *retry = told(tmp_path / "source")
    assert retry == ["--retry", "2"]
    task = yaml.safe_load(Path(config).read_text())
    assert task["repo"] == {"type": "local", "path": "/"}
    assert task["task_description"] == "Do: it!\n"
    assert task["input_data"][0]["path"] == str(tmp_path / "data")
    assert (task["parameters"]["max_turns"], task["parameters"]["use_venv"]) == (40, False)
    assert f"{tmp_path}/submission/submission.csv" in task["parameters"]["output_format"]
