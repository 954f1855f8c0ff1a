#!/usr/bin/env bash
# Run after each edit: what it prints is shown to the model where it fails.
set -euo pipefail
timeout --verbose "$ARG_EXEC_TIMEOUT" python solve.py
bash "$AGENT_DIR/../validate_submission.sh" "$SUBMISSION_DIR/submission.csv"
