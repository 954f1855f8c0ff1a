"""The submission: whatever lies there has been found valid, and it is replaced whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

_SAMPLE = re.compile(r"sample.?submission|submission.?sample", re.IGNORECASE)
_NOT_VALID = 1  # of the validator; any other failure is not the submission's


def hand_in(file: Path, code: str | None = None) -> bool:
    """Hand in a file and the code that made it, if the validator has nothing against it."""
    if not file.is_file():
        print("There is no submission.csv.")
        return False
    validator = Path(os.environ["AGENT_DIR"]).parent / "validate_submission.sh"
    answer = subprocess.run(["/bin/sh", str(validator), str(file)], capture_output=True, text=True, check=False)
    print((answer.stdout + answer.stderr).strip())
    if answer.returncode == _NOT_VALID:
        return False
    folder = Path(os.environ["SUBMISSION_DIR"])
    shutil.copyfile(file, folder / ".submission.csv")
    (folder / ".submission.csv").replace(folder / "submission.csv")
    if code is not None:
        Path(os.environ["CODE_DIR"], "solution.py").write_text(code, encoding="utf-8")
    return True


def hand_in_sample() -> None:
    """The sample submission among the public files, the one nearest to the top."""
    data = Path(os.environ["DATA_DIR"])
    found = [path for path in data.rglob("*.csv") if _SAMPLE.search(path.name) and path.is_file()]
    for sample in sorted(found, key=lambda path: (len(path.parts), str(path))):
        print(f"Handing in {sample.name} for now.")
        if hand_in(sample):
            return
