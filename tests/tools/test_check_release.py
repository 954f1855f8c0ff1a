"""What is declared, and what a release holds."""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from tools.check_release import TESTS, lowest, missing_files

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
APART = {"all", "docs", "ray"}  # Ray is larger than the rest together; the docs tools are for who works on mlebench


def test_an_extra_is_not_among_all() -> None:
    [together] = PROJECT["optional-dependencies"]["all"]
    name, extras = re.fullmatch(r"(\w+)\[(.+)\]", together).groups()  # type: ignore[union-attr]
    assert name == PROJECT["name"]
    assert extras.split(",") == sorted(PROJECT["optional-dependencies"].keys() - APART)


@pytest.mark.parametrize(
    "line", [*PROJECT["dependencies"], *(line for part in PROJECT["optional-dependencies"].values() for line in part)]
)
def test_a_dependency_has_no_lower_bound(line: str) -> None:
    assert ">=" in line or line.startswith("mlebench[") or line == "kagglesdk<0.2"  # its lower bound is kaggle's


def test_the_lowest_versions_are_those_of_the_bounds() -> None:
    pins = lowest(["docker"])
    assert any(pin.startswith("docker==") for pin in pins)
    [bounds] = re.findall(r'"pandas>=([^"]+)"', (ROOT / "pyproject.toml").read_text())
    assert f"pandas=={bounds.split(',')[0]}" in pins, "what follows the lower bound does not count"
    assert len(pins) == len(PROJECT["dependencies"]) + 1


def test_tests_of_a_release_are_gone() -> None:
    assert [path for path in TESTS if not (ROOT / path).exists()] == []


def test_a_release_lacks_a_file_of_a_competition(tmp_path: Path) -> None:
    sdist, wheel = tmp_path / "x.tar.gz", tmp_path / "x.whl"
    lost = "src/mlebench/competitions/leaf-classification/description.md"
    with tarfile.open(sdist, "w:gz") as archive, zipfile.ZipFile(wheel, "w") as zipped:
        for path in sorted(p for p in (ROOT / "src").rglob("*") if p.is_file() and "__pycache__" not in p.parts):
            name = path.relative_to(ROOT).as_posix()
            archive.add(path, f"mlebench-0/{name}")
            if name != lost:
                zipped.write(path, name.removeprefix("src/"))
    assert missing_files(sdist, wheel) == [f"wheel: {lost}"]
