"""Tools of agents: installed once, by content, and never half."""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from mlebench.agents import Agent, load_agent
from mlebench.agents.build import InstallError, build_tool
from mlebench.agents.interpreters import find_python
from mlebench.agents.tools import ToolPlace, ToolsMissing, in_use, require_built, tool_places
from mlebench.errors import MlebenchError
from mlebench.locks import turn
from tests.agents.packages import npm_registry, only_wheels_of, write_wheel
from tests.sandboxes import write_agent


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_wheel(tmp_path / "wheels")
    only_wheels_of(tmp_path / "wheels", monkeypatch)


@pytest.fixture(scope="module")
def built_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which `greeting` is installed: a virtual environment takes its time."""
    folder = tmp_path_factory.mktemp("built")
    write_wheel(folder / "wheels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        only_wheels_of(folder / "wheels", patch)
        build_tool(only_place(with_requirements(folder)))
    return folder / "cache"


@pytest.fixture
def agent(tmp_path: Path, built_before: Path) -> Agent:
    """One whose tool is installed."""
    shutil.copytree(built_before, tmp_path / "cache", symlinks=True)
    return with_requirements(tmp_path)


def with_requirements(folder: Path, text: str = "greeting==1.2.3\n", extra: str = "") -> Agent:
    agent = write_agent(folder, "pass", extra=extra)
    (agent.folder / "requirements.txt").write_text(text)
    return agent


def only_place(agent: Agent) -> ToolPlace:
    (place,) = tool_places(agent)
    return place


def test_a_requirements_file_beside_agent_yaml_is_a_tool_by_itself(tmp_path: Path) -> None:
    place = only_place(with_requirements(tmp_path))
    assert place.name == "python"
    built = build_tool(place)
    said = subprocess.run([place.programs / "say-greeting"], capture_output=True, text=True, check=True).stdout
    assert said == "hello from greeting 1.2.3\n"
    assert built.versions["greeting"] == "1.2.3"
    assert built.versions["python"].startswith(f"{place.python}.")
    assert built.interpreter


def test_where_a_tool_names_a_requirements_file_there_is_no_other(tmp_path: Path) -> None:
    agent = with_requirements(tmp_path, extra="tools: {own: {pip: requirements.txt}}\n")
    assert list(agent.tools) == ["own"]


def test_a_tool_is_installed_once_and_by_content(agent: Agent, tmp_path: Path) -> None:
    place = only_place(agent)
    place.log.unlink()
    assert build_tool(place) == place.built()
    assert not place.log.exists()  # nobody called an installer
    other = with_requirements(tmp_path / "other", "# with a remark\n\n  greeting==1.2.3\n")
    assert only_place(other).folder == place.folder
    changed = with_requirements(tmp_path / "changed", "greeting==1.2.4\n")
    assert only_place(changed).folder != place.folder


def test_nothing_is_installed_without_being_asked_for(tmp_path: Path) -> None:
    agent = with_requirements(tmp_path)
    with pytest.raises(ToolsMissing, match=r"\nInstall it with: mlebench agents build tester --agents-dir"):
        require_built(agent)
    assert not only_place(agent).folder.exists()


@pytest.mark.parametrize("change", ["more", "less", "another"])
def test_a_tool_that_was_changed_is_refused(change: str, agent: Agent) -> None:
    assert require_built(agent)
    (module,) = only_place(agent).root.glob("lib/python*/site-packages/greeting.py")
    {
        "more": lambda: module.with_name("extra.py").write_text(""),
        "less": module.unlink,
        "another": lambda: module.write_text("def main(): print('something else')\n"),
    }[change]()
    with pytest.raises(ToolsMissing, match="not as it was installed"):
        require_built(agent)


def test_compiled_modules_are_no_change(agent: Agent) -> None:
    shutil.rmtree(next(only_place(agent).root.glob("lib/python*/site-packages/__pycache__")))
    assert require_built(agent)


def test_two_that_install_the_same_take_turns_and_half_a_tool_does_not_count(tmp_path: Path) -> None:
    agent = with_requirements(tmp_path)
    place = only_place(agent)
    half = place.root / "bin" / "half"
    half.parent.mkdir(parents=True)  # as an installation leaves it that was killed
    half.write_text("")
    waits = threading.Event()
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        waits.set()

    builder = threading.Thread(target=lambda: build_tool(place, say=say))
    with turn(place.folder):
        builder.start()
        assert waits.wait(60)
        assert half.exists()
        with pytest.raises(ToolsMissing):
            require_built(agent)
    builder.join()
    assert "waiting" in said[0]
    assert not half.exists()
    assert require_built(agent)


def test_a_tool_that_runs_use_is_not_installed_anew(agent: Agent) -> None:
    place = only_place(agent)
    first = place.built()
    waits = threading.Event()
    builder = threading.Thread(target=lambda: build_tool(place, force=True, say=lambda text: waits.set()))
    with in_use(agent) as tools:
        builder.start()
        assert waits.wait(60)
        assert place.built() == first == tools[place]
        with in_use(agent):  # others may use it too
            pass
    builder.join()
    assert require_built(agent)


def test_a_package_that_does_not_exist_is_told_with_the_installers_words(tmp_path: Path) -> None:
    place = only_place(with_requirements(tmp_path, "no-such-package\n"))
    with pytest.raises(InstallError) as error:
        build_tool(place)
    assert "no-such-package" in error.value.message
    assert str(place.log) in str(error.value.hint)
    assert "no-such-package" in place.log.read_text()
    assert place.built() is None


def test_what_a_package_requires_is_left_out_on_request(tmp_path: Path) -> None:
    write_wheel(tmp_path / "wheels", "needy", requires="no-such-package")
    extra = "tools: {own: {pip: requirements.txt, dependencies: false}}\n"
    built = build_tool(only_place(with_requirements(tmp_path, "needy\n", extra)))
    assert built.versions["needy"] == "1.2.3"


def test_packages_with_graders_are_not_brought_into_a_sandbox(tmp_path: Path) -> None:
    write_wheel(tmp_path / "wheels", "mlebench")
    with pytest.raises(InstallError, match="holds graders"):
        build_tool(only_place(with_requirements(tmp_path, "mlebench\n")))


def test_a_python_that_is_not_there_is_told(tmp_path: Path) -> None:
    extra = 'tools: {own: {pip: requirements.txt, python: "3.2"}}\n'
    with pytest.raises(MlebenchError, match=r"There is no Python 3\.2 on this machine") as error:
        build_tool(only_place(with_requirements(tmp_path, extra=extra)))
    assert "uv python install 3.2" in str(error.value.hint)


def test_a_python_that_only_pretends_to_be_of_the_version_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pyenv's shims do where the version is not chosen."""
    for name, text in {"bin/python3.2": "exit 127", "pyenv/versions/3.2.9/bin/python3.2": "echo 3.2"}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert find_python("3.2") == tmp_path / "pyenv/versions/3.2.9/bin/python3.2"


def test_a_missing_requirements_file_is_told_with_its_tool(tmp_path: Path) -> None:
    write_agent(tmp_path, "pass", extra="tools: {own: {pip: nowhere.txt}}\n")
    with pytest.raises(MlebenchError, match=r"nowhere.txt: cannot be read .*tools.own names it"):
        tool_places(load_agent(tmp_path / "tester"))


needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")


@needs_npm
def test_npm_packages_are_a_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = write_agent(tmp_path, "pass", extra='tools: {words: {npm: ["greeting@1.2.3"]}}\n')
    place = only_place(agent)
    with npm_registry(tmp_path, monkeypatch):
        built = build_tool(place)
    assert built.versions == {"greeting": "1.2.3"}
    said = subprocess.run([place.programs / "say-greeting"], capture_output=True, text=True, check=True).stdout
    assert said == "hello from greeting 1.2.3\n"
    assert require_built(agent)


@needs_npm
def test_an_npm_package_that_does_not_exist_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = write_agent(tmp_path, "pass", extra='tools: {words: {npm: ["no-such-package"]}}\n')
    with npm_registry(tmp_path, monkeypatch), pytest.raises(InstallError, match="no-such-package"):
        build_tool(only_place(agent))


def test_without_npm_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = write_agent(tmp_path, "pass", extra='tools: {words: {npm: ["greeting"]}}\n')
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InstallError, match="npm, which is not on this machine"):
        build_tool(only_place(agent))
