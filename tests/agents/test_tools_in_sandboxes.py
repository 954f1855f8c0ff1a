"""Tools as agents see them, in every kind of sandbox: a package that the harness does not have, and nothing more."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from mlebench.agents import Agent
from mlebench.agents.build import build_tool
from mlebench.agents.tools import ToolPlace, ToolsMissing, tool_places
from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.runs.launch import create_group, run_group
from mlebench.sandbox import shown
from tests.agents.packages import only_wheels_of, write_wheel
from tests.conftest import Miniatures
from tests.runs.conftest import TASK, options_of
from tests.sandbox.conftest import Lab, bubblewrap_problem, docker_problem
from tests.sandboxes import write_agent

PROBLEMS = {"bubblewrap": bubblewrap_problem, "docker": docker_problem, "process": lambda: None}
LOOK = """
import json, os, subprocess, sys
from pathlib import Path
import greeting
root = Path(os.environ["TOOL_PYTHON"])
said = subprocess.run(["say-greeting"], capture_output=True, text=True, check=True).stdout
try:
    (root / "written").write_text("")
    writable = True
except OSError:
    writable = False
found = {"said": said, "python": sys.executable, "module": greeting.__file__, "root": str(root), "writable": writable}
found["beside"] = sorted(path.name for path in root.parent.iterdir())
(Path(os.environ["LOGS_DIR"]) / "found.json").write_text(json.dumps(found))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Agent, ToolPlace]]:
    folder = tmp_path_factory.mktemp("tools")
    write_wheel(folder / "wheels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        only_wheels_of(folder / "wheels", patch)
        agent = write_agent(folder, LOOK, extra="image: mlebench-test:python\n")
        (agent.folder / "requirements.txt").write_text("greeting\n")
        (place,) = tool_places(agent)
        build_tool(place)
        yield agent, place


@pytest.mark.parametrize("sandbox", PROBLEMS)
def test_a_package_that_the_harness_does_not_have_is_imported_from_a_read_only_tool(
    sandbox: str, built: tuple[Agent, ToolPlace], registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    if problem := PROBLEMS[sandbox]():
        pytest.skip(f"{sandbox}: {problem}")
    assert find_spec("greeting") is None
    agent, place = built
    data_dir, asked = miniatures.layout(TASK).data_dir, options_of(sandbox=sandbox)
    group = create_group(tmp_path / "runs", agent, [registry.get(TASK)], data_dir, asked)
    (record,) = run_group(group, agent, registry, data_dir, asked)
    folder = group.folder / record.run_id
    assert record.state == "finished", (folder / "run.log").read_text()
    found = json.loads((folder / "logs" / "found.json").read_text())
    assert found["said"] == "hello from greeting 1.2.3\n"
    assert found["python"] == str(place.programs / "python")
    assert Path(found["module"]).is_relative_to(place.root)
    if sandbox == "process":
        (place.root / "written").unlink()  # it isolates nothing
    else:
        assert not found["writable"]
        assert found["beside"] == ["root"]  # neither the log of the installer nor other tools
    tools = json.loads((group.folder / "metadata.json").read_text())["tools"]
    assert tools == {name: tool.model_dump() for name, tool in record.tools.items()}
    assert tools["python"]["versions"]["greeting"] == "1.2.3"
    assert len(tools["python"]["digest"]) == 64
    assert not (folder / "agent").exists()  # nothing of a tool is copied per run


def test_tools_of_another_version_are_not_mixed_into_a_group(
    built: tuple[Agent, ToolPlace], registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    agent, place = built
    data_dir, asked = miniatures.layout(TASK).data_dir, options_of()
    group = create_group(tmp_path / "runs", agent, [registry.get(TASK)], data_dir, asked)
    facts = place.facts.read_text()
    try:
        place.facts.write_text(facts.replace("1.2.3", "1.2.4"))
        with pytest.raises(MlebenchError, match="The tools of the agent 'tester' have changed"):
            run_group(group, agent, registry, data_dir, asked)
        place.facts.unlink()
        with pytest.raises(ToolsMissing, match="mlebench agents build tester"):
            run_group(group, agent, registry, data_dir, asked)
    finally:
        place.facts.write_text(facts)


@pytest.mark.attack
@pytest.mark.parametrize("sandbox", ["bubblewrap", "docker"])
def test_graders_beside_the_interpreter_of_a_tool_are_hidden(sandbox: str, tmp_path: Path) -> None:
    if problem := PROBLEMS[sandbox]():
        pytest.skip(f"{sandbox}: {problem}")
    tmp_path.chmod(0o755)
    package = tmp_path / "interpreter" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages" / "mlebench"
    package.mkdir(parents=True)
    (package / "grade.py").write_text("secret")
    assert shown.graders_in([tmp_path / "interpreter"]) == [package]
    lab = Lab(sandbox, tmp_path)
    spec = lab.spec(f"import os; print(os.listdir({str(package.parent)!r}), os.listdir({str(package)!r}))")
    handle = lab.make_backend().start(type(spec)(**{**vars(spec), "shown": (tmp_path / "interpreter",)}))
    assert handle.wait(60) is not None
    handle.close()
    assert spec.output.read_text() == "['mlebench'] []\n"
