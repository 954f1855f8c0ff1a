"""`rdagent data_science`, with the best experiment handed in after each loop; it ends in the last tenth of the time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from rdagent.app.data_science import loop
from rdagent.scenarios.data_science.loop import DataScienceRDLoop

_NOT_VALID = 1  # of the validator; any other failure is not the submission's


def hand_in(folder: Path) -> None:
    """The submission and the code of an experiment, if the validator has nothing against it."""
    made = folder / "submission.csv"
    if not made.is_file():
        return
    validator = Path(os.environ["AGENT_DIR"]).parent / "validate_submission.sh"
    answer = subprocess.run(["/bin/sh", str(validator), str(made)], capture_output=True, text=True, check=False)
    print((answer.stdout + answer.stderr).strip())
    if answer.returncode == _NOT_VALID:
        return
    target = Path(os.environ["SUBMISSION_DIR"])
    shutil.copyfile(made, target / ".submission.csv")
    (target / ".submission.csv").replace(target / "submission.csv")
    for program in folder.glob("*.py"):
        shutil.copyfile(program, Path(os.environ["CODE_DIR"]) / program.name)


class HandsIn(DataScienceRDLoop):  # type: ignore[misc]
    """RD-Agent's loop."""

    def record(self, prev_out: dict[str, Any]) -> None:
        """Its last step, after which it knows which experiment it would submit."""
        super().record(prev_out)
        best = self.sota_exp_selector.get_sota_exp_to_submit(self.trace)
        if best is not None:
            hand_in(Path(best.experiment_workspace.workspace_path))


def main() -> None:
    """Loops, until there are enough or nine tenths of the time are over."""
    loop.DataScienceRDLoop = HandsIn
    seconds = 0.9 * float(os.environ["TIME_LIMIT_SECS"])
    loop.main(
        competition=os.environ["COMPETITION_ID"], loop_n=int(os.environ["ARG_LOOPS"]), timeout=f"{seconds:.0f} seconds"
    )


if __name__ == "__main__":
    main()
