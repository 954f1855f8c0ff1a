from __future__ import annotations

import subprocess
import sys

import click
import pytest

from mlebench.cli.main import cli as root
from mlebench.cli.settings import walk
from tests.cli.conftest import Cli

PATHS = [tuple(each.command_path.split()[1:]) for each in walk(click.Context(root, info_name="mlebench"))][1:]


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['mlebench', '--help']\n"
        "from mlebench.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pandas', 'pyarrow', 'sklearn', 'scipy', 'matplotlib', 'rich', 'pydantic', 'yaml', 'PIL'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
    assert "Commands:" in done.stdout


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_and_those_below_it_have_a_worked_example(path: tuple[str, ...], cli: Cli) -> None:
    done = cli(*path, "--help")
    assert done.code == 0
    assert f"mlebench {' '.join(path)}" in done.out.split("Options:")[-1]


def test_wrong_usage_is_exit_code_2(cli: Cli) -> None:
    assert cli("nonsense").code == 2
    assert cli("prepare").code == 2
    assert cli("grade").code == 2
    assert cli("prepare", "-c", "x", "--lite").code == 2
