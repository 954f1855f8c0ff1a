#!/usr/bin/env bash
# One conversation about the task, with every permission: the sandbox is what protects.
set -euo pipefail
: "${MODEL:?Say which model: mlebench run --agent opencode --model NAME}"

export OPENCODE_CONFIG="$AGENT_DIR/opencode.jsonc"
# Training takes longer than the two minutes that a command may take by default.
export OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS="$((${TIME_LIMIT_SECS%.*} * 1000))"

cd "$CODE_DIR"
status=0
opencode run --format json < "$AGENT_DIR/../instructions.txt" | tee "$LOGS_DIR/transcript.jsonl" || status=$?
if [ "$status" -ne 0 ]; then # what it says stands inside of long lines
    grep -oE '"(message|result)":"([^"\\]|\\.)*"' "$LOGS_DIR/transcript.jsonl" | tail -n 1 || true
fi
exit "$status"
