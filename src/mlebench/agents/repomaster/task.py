"""Writes the competition as a task of RepoMaster's; JSON is YAML too."""

from __future__ import annotations

import json
import os
from pathlib import Path


def main() -> None:
    """The task, to standard output."""
    data, home = os.environ["DATA_DIR"], Path(os.environ["AGENT_DIR"]).parent
    task = {
        "repo": {"type": "local", "path": os.environ["ARG_REPOSITORY"]},
        "task_description": (home / "instructions.txt").read_text(encoding="utf-8"),
        "input_data": [
            {"path": data, "description": "The competition's public files; description.md says what they are."}
        ],
        "parameters": {
            "max_turns": int(os.environ["ARG_MAX_TURNS"]),
            "use_venv": os.environ["ARG_USE_VENV"] == "true",
            "output_format": f"A CSV file, written to {os.environ['SUBMISSION_DIR']}/submission.csv",
        },
    }
    print(json.dumps(task, indent=2))


if __name__ == "__main__":
    main()
