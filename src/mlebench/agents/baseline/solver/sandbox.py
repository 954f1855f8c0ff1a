"""The agent's view of its sandbox: where things lie, how much time is left, and how to hand in."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

# All the work may take this share of the time limit, counted in processor time, so that the result does not
# depend on what else the machine does; and it must be over by the second share on the clock on the wall.
SHARE = 0.2
WALL_SHARE = 0.6
LONGEST = 1800.0
# What is on disk by this share of the limit is what counts: better to stop than to be stopped.
STOP = 0.85


@dataclass
class Sandbox:
    """Folders, seed and clock."""

    data: Path
    submission: Path
    logs: Path
    home: Path
    scratch: Path
    seed: int
    time_limit: float
    began: float = field(default_factory=time.monotonic)
    began_working: float = field(default_factory=time.process_time)

    @classmethod
    def from_environment(cls) -> Sandbox:
        """As the environment describes it."""
        return cls(
            data=Path(os.environ["DATA_DIR"]),
            submission=Path(os.environ["SUBMISSION_DIR"]),
            logs=Path(os.environ["LOGS_DIR"]),
            home=Path(os.environ.get("AGENT_DIR", ".")).parent,
            scratch=Path(tempfile.mkdtemp(prefix="baseline-")),
            seed=int(os.environ.get("SEED", "0")),
            time_limit=float(os.environ.get("TIME_LIMIT_SECS", "3600")),
        )

    def left(self) -> float:
        """Seconds of processor time that the work may still take."""
        allowed = min(SHARE * self.time_limit, LONGEST) - (time.process_time() - self.began_working)
        on_the_wall = WALL_SHARE * self.time_limit - (time.monotonic() - self.began)
        return max(0.0, min(allowed, on_the_wall))

    def log(self, text: str) -> None:
        """Say what is going on."""
        line = f"[{time.monotonic() - self.began:6.1f} s] {text}"
        print(line, flush=True)
        with (self.logs / "baseline.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def guard(self) -> None:
        """Leave in good time even where a library does not return; what was handed in stays."""

        def leave() -> None:
            self.log("time is nearly up: what was handed in stays")
            os._exit(0)

        timer = threading.Timer(max(1.0, STOP * self.time_limit), leave)
        timer.daemon = True
        timer.start()

    @property
    def handed_in(self) -> Path:
        """What is graded."""
        return self.submission / "submission.csv"

    def hand_in_first(self, content: bytes, what: str) -> None:
        """Write the first submission, whole or not at all."""
        temporary = self.handed_in.with_suffix(".part")
        temporary.write_bytes(content)
        temporary.replace(self.handed_in)
        self.log(f"handed in {what}")

    def hand_in(self, table: pd.DataFrame, what: str) -> bool:
        """Put a better submission in place of the former, unless the validator refuses it; says whether it did."""
        temporary = self.handed_in.with_suffix(".part")
        table.to_csv(temporary, index=False)
        if not self._is_valid(temporary):
            temporary.unlink()
            return False
        temporary.replace(self.handed_in)
        self.log(f"handed in {what}: {len(table)} rows")
        return True

    def _is_valid(self, submission: Path) -> bool:
        """What the sandbox's validator says; yes where it cannot be asked."""
        script = self.home / "validate_submission.sh"
        if not script.is_file():
            return True
        command = ["/bin/sh", str(script), str(submission)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=0.3 * self.time_limit)
        except (OSError, subprocess.TimeoutExpired):
            return True
        self.log((done.stdout or done.stderr).strip())
        return done.returncode != 1

    def description(self) -> str:
        """The text of the competition."""
        path = self.data / "description.md"
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def evaluation(self) -> str:
        """The part of the description that says how submissions are scored, in lower case."""
        return self._section("evaluation|metric|scor").lower()

    def submission_form(self) -> str:
        """The part of the description that says what a submission looks like."""
        return self._section("submission")

    def _section(self, title: str) -> str:
        """The text under the first heading with one of these words; all of it where there is no such heading.

        The title of the whole is none: `# Essay Scoring` says nothing of scores.
        """
        text = self.description()
        found = re.search(rf"^##+[^\n]*({title})[^\n]*$(.*?)(?=^#+ |\Z)", text, re.I | re.M | re.S)
        return found.group(2) if found else text
