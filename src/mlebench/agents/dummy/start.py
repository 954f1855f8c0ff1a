"""The dummy agent: looks around in its sandbox, writes down what it found, hands in the sample submission.

It uses nothing but the standard library, and ends with an error where its sandbox is not as promised.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

VARIABLES = (
    *("COMPETITION_ID", "TIME_LIMIT_SECS", "STEP_LIMIT", "SEED"),
    *("SUBMISSION_DIR", "LOGS_DIR", "CODE_DIR", "AGENT_DIR", "DATA_DIR"),
)
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
SAMPLE = re.compile(r"sample.?submission|submission.?sample|random.?predictions", re.IGNORECASE)
# What belongs to the graders' side and must not lie among the public files.
FORBIDDEN = {"private", "grade.py", "leaderboard.json", "answers.csv", "manifest.json"}


def folder(variable: str) -> Path:
    """A folder of the sandbox."""
    return Path(os.environ[variable])


def promises(what: str) -> bool:
    """Whether this sandbox says that it guarantees `what`."""
    return what in os.environ.get("MLEBENCH_GUARANTEES", "").split(",")


def variables_are_set() -> str | None:
    """The environment is complete."""
    missing = [name for name in VARIABLES if not os.environ.get(name)]
    return f"not set: {', '.join(missing)}" if missing else None


def no_credentials() -> str | None:
    """The user's credentials stayed outside."""
    found = [name for name in os.environ if SECRET.search(name)]
    return f"variables that sound like credentials: {', '.join(found)}" if found else None


def instructions_are_there() -> str | None:
    """Instructions and validator lie beside the agent's folder."""
    home = folder("AGENT_DIR").parent
    missing = [n for n in ("instructions.txt", "validate_submission.sh") if not (home / n).is_file()]
    return f"missing in {home}: {', '.join(missing)}" if missing else None


def data_is_readable() -> str | None:
    """Every public file can be opened."""
    data = folder("DATA_DIR")
    if not (data / "description.md").is_file():
        return f"no description.md in {data}"
    for path in data.rglob("*"):
        try:
            if path.is_file():
                path.open("rb").close()
        except OSError as error:
            return str(error)
    return None


def data_is_read_only() -> str | None:
    """Nothing can be written beside the data, where the sandbox promises it."""
    if not promises("read-only-data"):
        return None
    probe = folder("DATA_DIR") / ".written-by-dummy"
    try:
        probe.write_text("x")
    except OSError:
        return None
    probe.unlink()
    return "the data folder can be written to"


def no_answers_in_reach() -> str | None:
    """Neither below the data folder nor, in a closed sandbox, beside it."""
    data = folder("DATA_DIR")
    found = [str(path) for path in data.rglob("*") if path.name in FORBIDDEN]
    outside = [p for p in data.rglob("*") if p.is_symlink() and not p.resolve().is_relative_to(data.resolve())]
    if promises("isolated") and (data.resolve().parent / "private").exists():
        found.append(str(data.resolve().parent / "private"))
    found += [f"{path} (a link out of the folder)" for path in outside]
    return f"found {', '.join(found[:5])}" if found else None


def outputs_are_writable() -> str | None:
    """Submission, logs and code can be written."""
    for variable in ("SUBMISSION_DIR", "LOGS_DIR", "CODE_DIR"):
        probe = folder(variable) / ".dummy"
        try:
            probe.write_text("x")
            probe.unlink()
        except OSError as error:
            return f"{variable}: {error}"
    return None


CHECKS: list[Callable[[], str | None]] = [
    variables_are_set,
    no_credentials,
    instructions_are_there,
    data_is_readable,
    data_is_read_only,
    no_answers_in_reach,
    outputs_are_writable,
]


def find_sample(data: Path) -> Path | None:
    """The sample submission among the public files, the one nearest to the top."""
    found = [p for p in data.rglob("*.csv") if SAMPLE.search(p.name) and p.is_file()]
    return min(found, key=lambda path: (len(path.parts), str(path)), default=None)


def main() -> int:
    """Check, hand in, validate."""
    findings: dict[str, str | None] = {}
    for check in CHECKS:
        try:
            findings[check.__name__] = check()
        except (OSError, KeyError) as error:
            findings[check.__name__] = f"{type(error).__name__}: {error}"
    for name, problem in findings.items():
        print(f"{'ok  ' if problem is None else 'BAD '} {name}{f': {problem}' if problem else ''}")
    (folder("LOGS_DIR") / "sandbox.json").write_text(json.dumps(findings, indent=2) + "\n")

    sample = find_sample(folder("DATA_DIR"))
    if sample is None:
        print("There is no sample submission among the plain public files: nothing to hand in.")
        return 1
    target = folder("SUBMISSION_DIR") / "submission.csv"
    shutil.copyfile(sample, target)
    print(f"handed in a copy of {sample}")
    validator = folder("AGENT_DIR").parent / "validate_submission.sh"
    answer = subprocess.run(["/bin/sh", str(validator), str(target)], capture_output=True, text=True)
    print(f"the validator says: {answer.stdout.strip() or answer.stderr.strip()}")
    return 1 if any(findings.values()) or answer.returncode > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
