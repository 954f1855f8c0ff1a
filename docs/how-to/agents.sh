#!/usr/bin/env bash
# The commands of agents.md, in its order (tools/tutorial_scripts.py). They write into the folder you are in.
set -euo pipefail

mlebench agents new my-agent
mlebench agents show my-agent --agents-dir agents

export MLEBENCH_DATA_DIR=$PWD/data
export MLEBENCH_AGENTS_DIR=$PWD/agents
mlebench prepare -c starter-breast-cancer
mlebench run --agent my-agent -c starter-breast-cancer --time-limit 60s
mlebench runs logs latest starter-breast-cancer

cat > agents/my-agent/agent.yaml <<'END'
name: my-agent
description: Hands in the sample submission, and says how large it is.
start: [bash, start.sh]
arguments:
  greeting: {type: string, default: Hello, description: Printed first}
  repeat: {type: integer, default: 1, description: How often}
variants:
  polite: {description: With a longer greeting, arguments: {greeting: Good morning}}
END
cat > agents/my-agent/agent.py <<'END'
import os
import shutil
from pathlib import Path

for _ in range(int(os.environ["ARG_REPEAT"])):
    print(os.environ["ARG_GREETING"])
sample = Path(os.environ["DATA_DIR"]) / "sample_submission.csv"
shutil.copyfile(sample, Path(os.environ["SUBMISSION_DIR"]) / "submission.csv")
END
mlebench run --agent my-agent -A greeting=Hi -A repeat=2 -c starter-breast-cancer --time-limit 60s
mlebench runs logs latest starter-breast-cancer
mlebench run --agent my-agent/polite -c starter-breast-cancer --time-limit 60s

echo humanize > agents/my-agent/requirements.txt
cat >> agents/my-agent/agent.py <<'END'

import humanize

print("It has", humanize.naturalsize(sample.stat().st_size))
END
mlebench agents build my-agent
mlebench run --agent my-agent -c starter-breast-cancer --time-limit 60s
mlebench runs logs latest starter-breast-cancer
