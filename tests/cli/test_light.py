"""Commands that only look around import nothing heavy: what is imported is checked, not how long it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.cli.tables import show_table
from tests.results.making import published

ARRAYS = {"numpy", "pandas", "pyarrow", "sklearn", "scipy", "PIL"}
SERVERS = {"starlette", "uvicorn", "httpx", "requests", "kagglesdk", "docker", "ray"}
COMMANDS = {
    "--help": {"rich", "pydantic", "yaml", "logging", "pathlib", "shutil"},
    "competitions": {"rich", "pydantic"},
    "competitions --split lite --category tabular": {"rich", "pydantic"},
    "runs list": {"rich", "pydantic", "yaml"},
    "doctor": {"rich", "pydantic"},
    "agents": {"rich"},
}


def imported_by(*arguments: str, folder: Path) -> set[str]:
    code = (
        "import sys\n"
        "from mlebench.cli.main import main\n"
        f"sys.argv = ['mlebench', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit as stop: assert not stop.code, stop.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    # What the user has prepared is no part of the test.
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, "MLEBENCH_DATA_DIR": str(folder / "data")},
    )
    assert done.stdout.strip()
    return {name.split(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("command", COMMANDS)
def test_looking_around_imports_nothing_heavy(command: str, tmp_path: Path) -> None:
    found = imported_by(*command.split(), folder=tmp_path)
    assert not found & (ARRAYS | SERVERS | COMMANDS[command])


@pytest.mark.parametrize("package", ["agents", "catalog", "data", "gateway", "grading.report", "runs", "sandbox"])
def test_importing_a_package_imports_no_arrays(package: str) -> None:
    code = f"import sys, mlebench.{package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not ARRAYS & set(done.stdout.split())


def test_a_report_imports_no_more_arrays_than_it_needs(tmp_path: Path, registry: Registry) -> None:
    path = published(tmp_path / "x.json", registry, [("leaf-classification", "gold")])
    assert not imported_by("report", str(path), "--json", folder=tmp_path) & ((ARRAYS | SERVERS) - {"numpy"})


def test_preparing_imports_no_library_of_models(tmp_path: Path) -> None:
    command = ("prepare", "-c", "spooky-author-identification", "--miniature")
    assert not imported_by(*command, folder=tmp_path) & {"sklearn", "scipy", *SERVERS}


def test_long_cells_run_out_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [("short", "12", "many words " * 20), ("x" * 60, "3", "")]
    monkeypatch.setenv("COLUMNS", "70")
    show_table(rows, ("name", "number", "text"), right=("number",))
    folded = capsys.readouterr().out
    assert max(map(len, folded.splitlines())) <= 70
    assert folded.count("words") == 20
    assert folded.count("x") == 60 + "text".count("x")
    assert "    12  many" in folded
    monkeypatch.delenv("COLUMNS")
    show_table(rows, ("name", "number", "text"))
    assert len(capsys.readouterr().out.splitlines()) == 3  # for a file or a pipe, a row is a line


def test_control_characters_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_table([("\x1b[2Jevil", "a\nb")])
    assert capsys.readouterr().out == "�[2Jevil  a\n          b\n"


def test_an_empty_table_is_its_headings(capsys: pytest.CaptureFixture[str]) -> None:
    show_table([], ("a", "b"))
    assert capsys.readouterr().out == "a  b\n"
