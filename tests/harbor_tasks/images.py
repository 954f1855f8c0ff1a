"""An image for graders, made of this machine's own packages: there is no index inside the test engine."""

from __future__ import annotations

import shutil
import subprocess
from importlib.metadata import distribution
from pathlib import Path

from tests.environment.test_image import make_base
from tests.environments import ROOT

VERIFIER = "mlebench-test:verifier"


def make_verifier_image(folder: Path) -> None:
    """The test image with requirements/core.txt. Where it is there, nothing is made."""
    if subprocess.run(["docker", "image", "inspect", VERIFIER], capture_output=True).returncode == 0:
        return
    base, packages = folder / "base", folder / "image" / "packages"
    base.mkdir()
    make_base(base, "mlebench-test:verifier-base")
    for line in (ROOT / "requirements" / "core.txt").read_text().splitlines():
        for file in distribution(line.partition("==")[0]).files or []:
            if ".." not in file.parts and "tests" not in file.parts and "__pycache__" not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(file.locate())), target)
    lines = ["FROM mlebench-test:verifier-base", "COPY packages /opt/packages", "ENV PYTHONPATH=/opt/packages"]
    (folder / "image" / "Dockerfile").write_text("\n".join(lines) + "\n")
    subprocess.run(["docker", "build", "-q", "-t", VERIFIER, str(folder / "image")], check=True, capture_output=True)
