from __future__ import annotations

import subprocess
import sys

import pytest

from mlebench.cli.main import COMMANDS
from tests.cli.conftest import Cli


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


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_worked_example(command: str, cli: Cli) -> None:
    done = cli(command, "--help")
    assert done.code == 0
    assert f"mlebench {command}" in done.out.split("Options:")[-1]


def test_wrong_usage_is_exit_code_2(cli: Cli) -> None:
    assert cli("nonsense").code == 2
    assert cli("prepare").code == 2
    assert cli("grade").code == 2
    assert cli("prepare", "-c", "x", "--lite").code == 2


def test_every_option_has_an_environment_variable() -> None:
    import importlib

    import click

    def options(command: click.Command) -> list[click.Option]:
        own = [p for p in command.params if isinstance(p, click.Option)]
        nested = command.commands.values() if isinstance(command, click.Group) else ()
        return own + [option for child in nested for option in options(child)]

    for name, (module, _) in COMMANDS.items():
        for option in options(importlib.import_module(module).command):
            if option.name not in ("help", "competitions_dir"):
                assert str(option.envvar).startswith("MLEBENCH_"), f"{name} {option.name}"
