"""The agent's sandbox: its clock, running a script, validating and handing in."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

_OUTPUT_BYTES = 1 << 18  # of a script's output are kept, the last ones
_SAMPLE = re.compile(r"sample.?sub|submission.?sample|random.?predictions", re.IGNORECASE)
_NOT_FOR_SCRIPTS = re.compile(r"API_KEY|BASE_URL|API_BASE|SUBMISSION_DIR")  # the model, and where the best lies


class Sandbox:
    """As the environment describes it."""

    def __init__(self) -> None:
        self.began, self.time_limit = time.monotonic(), float(os.environ["TIME_LIMIT_SECS"])
        names = ("DATA_DIR", "SUBMISSION_DIR", "LOGS_DIR", "CODE_DIR", "AGENT_DIR")
        self.data, self._submission, self.logs, self.code, self._agent = (Path(os.environ[name]) for name in names)
        self.scratch = Path(tempfile.mkdtemp(prefix="tree-"))

    def left(self) -> float:
        """Seconds of work that are left; a little is kept back to end in good order."""
        return self.time_limit - min(60.0, 0.05 * self.time_limit) - (time.monotonic() - self.began)

    def log(self, text: str) -> None:
        """Say what is going on."""
        print(f"[{time.monotonic() - self.began:7.1f} s] {text}", flush=True)

    def run(self, script: Path, folder: Path, seconds: float) -> tuple[str, int | None]:
        """What a script printed, and its exit code; null where its time was over. Nothing of it goes on running."""
        process = subprocess.Popen(
            [sys.executable, "-u", str(script)],
            cwd=folder,
            env={name: value for name, value in os.environ.items() if not _NOT_FOR_SCRIPTS.search(name)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        with contextlib.suppress(OSError):  # where memory runs out, the script must go, not the agent
            Path(f"/proc/{process.pid}/oom_score_adj").write_text("1000")
        output, exit_code = bytearray(), None

        def read() -> None:
            while process.stdout and (chunk := os.read(process.stdout.fileno(), 1 << 16)):
                output.extend(chunk)
                del output[:-_OUTPUT_BYTES]

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        with contextlib.suppress(subprocess.TimeoutExpired):
            exit_code = process.wait(max(0.0, seconds))
        with contextlib.suppress(ProcessLookupError):  # also what it left in the background
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        reader.join(5.0)
        return bytes(output).decode("utf-8", "replace"), exit_code

    def validate(self, submission: Path) -> tuple[bool, str]:
        """What the sandbox's validator says. What it cannot check is not known to be valid."""
        if not submission.is_file():
            return False, "there is no submission.csv in its working folder"
        command = ["/bin/sh", str(self._agent.parent / "validate_submission.sh"), str(submission)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=max(5.0, self.left()))
        except subprocess.TimeoutExpired:
            return False, "the submission could not be checked in time"
        return done.returncode == 0, " ".join((done.stdout or done.stderr).split())[:1000]

    def hand_in(self, submission: Path | None) -> None:
        """Put a file where it counts, whole or not at all."""
        if submission is not None:
            part = self._submission / "submission.csv.part"
            shutil.copyfile(submission, part)
            part.replace(part.with_suffix(""))

    def find_sample(self) -> Path | None:
        """The sample submission among the public files, where it is valid."""
        found = [path for path in self.data.rglob("*.csv") if _SAMPLE.search(path.name)]
        for path in sorted(found, key=lambda path: (len(path.parts), str(path)))[:3]:
            valid, said = self.validate(path)
            self.log(f"{path.name}: {said}")
            if valid:
                return path
        return None
