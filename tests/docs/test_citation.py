"""CITATION.cff is what citation managers read, and names the version that it lies beside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml

from mlebench._version import __version__
from tests.environments import ROOT, variables_with

CITATION = ROOT / "CITATION.cff"


def test_it_is_valid_and_a_broken_one_would_not_be(tmp_path: Path) -> None:
    environment = variables_with("citation")
    broken = tmp_path / "CITATION.cff"
    broken.write_text(CITATION.read_text().replace("authors:", "writers:"))
    for file, valid in ((CITATION, True), (broken, False)):
        command = [sys.executable, "-c", "from cffconvert.cli.cli import cli; cli()", "--validate", "-i", file]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
        assert (done.returncode == 0) is valid, done.stderr
        assert ("are valid" in done.stdout) is valid, done.stdout


def test_its_version_and_licence_are_those_of_the_package() -> None:
    content = yaml.safe_load(CITATION.read_text())
    assert content["version"] == __version__
    assert 'license = "MIT"' in (ROOT / "pyproject.toml").read_text()
    assert content["license"] == "MIT"
