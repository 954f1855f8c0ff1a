from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mlebench

LAZY = ["mlebench.catalog", "mlebench.runs", "mlebench.sandbox"]


@pytest.mark.parametrize("package", LAZY)
def test_every_public_name_is_found(package: str) -> None:
    module = importlib.import_module(package)
    assert all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(AttributeError, match=f"{package}.*nonsense"):
        module.nonsense  # noqa: B018


@pytest.mark.parametrize("package", ["mlebench.catalog", "mlebench.runs"])
def test_a_lazy_name_is_hidden_by_a_module(package: str) -> None:
    module = importlib.import_module(package)
    assert not set(module.__all__) & {each.name for each in pkgutil.iter_modules(module.__path__)}


@pytest.mark.parametrize("package", ["mlebench.data", "mlebench.grading"])
def test_helpers_of_competitions_are_names_of_their_package(package: str) -> None:
    module, helpers = importlib.import_module(package), importlib.import_module(f"{package}.helpers")
    assert all(getattr(module, name) is getattr(helpers, name) for name in helpers.__all__)
    assert not set(helpers.__all__) & {each.name for each in pkgutil.iter_modules(module.__path__)}
    with pytest.raises(AttributeError, match=f"{package}.*nonsense"):
        module.nonsense  # noqa: B018


def test_a_package_that_logs_prints_on_the_users_terminal() -> None:
    root = Path(mlebench.__file__).parent
    logging = {path.relative_to(root).parts[0] for path in root.rglob("*.py") if "getLogger(" in path.read_text()}
    packages = sorted(name for name in logging if not re.search(r"\.py$|^cli$", name))
    assert "grading" in packages
    for package in packages:
        code = f"import mlebench.{package}, logging; logging.getLogger('mlebench.{package}.x').error('not shown')"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stderr == "", package
