#!/usr/bin/env bash
# One conversation about the task, with every permission: the sandbox is what protects.
set -euo pipefail
: "${MODEL:?Say which model: mlebench run --agent claude-code --model NAME}"

# Helpers of the program (titles, subagents) ask for models of other names, which are not open to the run.
export ANTHROPIC_DEFAULT_OPUS_MODEL="$MODEL" ANTHROPIC_DEFAULT_SONNET_MODEL="$MODEL"
export ANTHROPIC_DEFAULT_HAIKU_MODEL="$MODEL" ANTHROPIC_SMALL_FAST_MODEL="$MODEL" CLAUDE_CODE_SUBAGENT_MODEL="$MODEL"
# Training takes longer than the ten minutes that a command may take by default.
export BASH_MAX_TIMEOUT_MS="$((${TIME_LIMIT_SECS%.*} * 1000))"

# The program's own transcripts are kept with the run, however it ends.
mkdir -p ~/.claude "$LOGS_DIR/sessions"
ln -sfn "$LOGS_DIR/sessions" ~/.claude/projects

cd "$CODE_DIR"
arguments=(--model "$MODEL" --max-turns "$STEP_LIMIT")
if [ -n "$ARG_EFFORT" ]; then arguments+=(--effort "$ARG_EFFORT"); fi
# There is no network, and nobody is woken up later.
arguments+=(--disallowedTools WebFetch WebSearch ScheduleWakeup CronCreate)
if [ "$ARG_MCP" = true ]; then
    arguments+=(--strict-mcp-config --mcp-config '{"mcpServers": {"mlebench": {"command": "mlebench", "args": ["mcp"]}}}')
fi
status=0
claude -p "${arguments[@]}" --dangerously-skip-permissions --output-format stream-json --verbose \
    < "$AGENT_DIR/../instructions.txt" | tee "$LOGS_DIR/transcript.jsonl" || status=$?
if tail -n 1 "$LOGS_DIR/transcript.jsonl" | grep -q '"subtype":"error_max_turns"'; then
    echo "All $STEP_LIMIT steps are used."
    status=0
elif [ "$status" -ne 0 ]; then # what it says stands inside of long lines
    grep -oE '"(message|result)":"([^"\\]|\\.)*"' "$LOGS_DIR/transcript.jsonl" | tail -n 1 || true
fi
exit "$status"
