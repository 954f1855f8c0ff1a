"""Modules that have grown until nobody reads them as a whole."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import mlebench

ROOT = Path(mlebench.__file__).parent
# Folders of competitions are not modules of ours; the short files of packages would make the median look good.
SIZES = {
    path.relative_to(ROOT).as_posix(): len(path.read_bytes().splitlines())
    for path in ROOT.rglob("*.py")
    if path.relative_to(ROOT).parts[0] != "competitions" and path.name != "__init__.py"
}


def test_no_module_is_long() -> None:
    assert {name: size for name, size in SIZES.items() if size > 350} == {}


def test_most_modules_are_short() -> None:
    assert median(SIZES.values()) < 120
