#!/usr/bin/env bash
# One conversation about the task, with every permission: the sandbox is what protects.
set -euo pipefail
: "${MODEL:?Say which model: mlebench run --agent codex --model NAME}"

# The program's own transcripts are kept with the run, however it ends.
export CODEX_HOME=~/.codex
mkdir -p "$CODEX_HOME" "$LOGS_DIR/sessions"
ln -sfn "$LOGS_DIR/sessions" "$CODEX_HOME/sessions"
cp config.toml "$CODEX_HOME"

cd "$CODE_DIR"
arguments=(--model "$MODEL" --config "model_providers.gateway.base_url=\"$OPENAI_BASE_URL\"")
if [ -n "$ARG_EFFORT" ]; then arguments+=(--config "model_reasoning_effort=\"$ARG_EFFORT\""); fi
status=0
codex exec --strict-config "${arguments[@]}" --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox - \
    < "$AGENT_DIR/../instructions.txt" | tee "$LOGS_DIR/transcript.jsonl" || status=$?
if [ "$status" -ne 0 ]; then # what it says stands inside of long lines
    grep -oE '"(message|result)":"([^"\\]|\\.)*"' "$LOGS_DIR/transcript.jsonl" | tail -n 1 || true
fi
exit "$status"
