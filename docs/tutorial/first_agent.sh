#!/usr/bin/env bash
# The commands of first-agent.md, in its order (tools/tutorial_scripts.py). They write into the folder you are in.
set -euo pipefail

mkdir -p my-agents/majority
cat > my-agents/majority/agent.yaml <<'END'
name: majority
description: Says for every row how often each class stands in the training data.
start: [python, main.py]
END

cat > my-agents/majority/main.py <<'END'
import os
import subprocess
from pathlib import Path

import pandas as pd

data, out = Path(os.environ["DATA_DIR"]), Path(os.environ["SUBMISSION_DIR"])
print((data / "description.md").read_text().splitlines()[0], flush=True)

sample = pd.read_csv(data / "sample_submission.csv")
shares = pd.read_csv(data / "train.csv")["cultivar"].value_counts(normalize=True)
for name in sample.columns[1:]:
    sample[name] = shares[int(name.removeprefix("cultivar_"))]
sample.to_csv(out / "submission.csv", index=False)

validator = Path(os.environ["AGENT_DIR"]).parent / "validate_submission.sh"
subprocess.run(["sh", validator, out / "submission.csv"])
END

export MLEBENCH_DATA_DIR=$PWD/data
export MLEBENCH_AGENTS_DIR=$PWD/my-agents
mlebench agents
mlebench prepare -c starter-wine-cultivars
mlebench run --agent majority -c starter-wine-cultivars --time-limit 5m

mlebench runs show latest
mlebench runs logs latest starter-wine-cultivars

mlebench run --agent baseline -c starter-wine-cultivars --seeds 2 --time-limit 5m
mlebench report runs/*_run-group_majority runs/*_run-group_baseline --output report.html
