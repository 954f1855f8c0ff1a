#!/usr/bin/env bash
set -euo pipefail
# The model's commands must find the sandbox's Python, not the one that OpenHands is installed in.
export PATH="${PATH#"$TOOL_OPENHANDS/bin:"}"

export LLM_MODEL="openai/$MODEL" LLM_BASE_URL="${OPENAI_BASE_URL:-}" LLM_API_KEY="${OPENAI_API_KEY:-}"
if [[ -z ${OPENAI_BASE_URL:-} || ($MODEL == claude* && -n ${ANTHROPIC_BASE_URL:-}) ]]; then
    export LLM_MODEL="anthropic/$MODEL" LLM_BASE_URL="$ANTHROPIC_BASE_URL" LLM_API_KEY="$ANTHROPIC_API_KEY"
fi
export OPENHANDS_CONVERSATIONS_DIR="$LOGS_DIR/conversations" OPENHANDS_WORK_DIR="$CODE_DIR"

cd "$CODE_DIR"
"$TOOL_OPENHANDS/bin/openhands" --headless --json --override-with-envs --file "$AGENT_DIR/../instructions.txt" |
    tee "$LOGS_DIR/transcript.jsonl"
