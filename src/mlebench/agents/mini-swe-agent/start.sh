#!/usr/bin/env bash
set -euo pipefail
# The model's commands must find the sandbox's Python, not the one that mini-swe-agent is installed in.
export PATH="${PATH#"$TOOL_MINI/bin:"}"
export MSWEA_GLOBAL_CONFIG_DIR="$LOGS_DIR/mini-swe-agent"

provider=openai
if [[ -z ${OPENAI_BASE_URL:-} || ($MODEL == claude* && -n ${ANTHROPIC_BASE_URL:-}) ]]; then
    provider=anthropic
fi
seconds=${TIME_LIMIT_SECS%.*}

cd "$CODE_DIR"
exec "$TOOL_MINI/bin/mini" --model "$provider/$MODEL" --task "$(cat "$AGENT_DIR/../instructions.txt")" \
    --yolo --exit-immediately --cost-limit 0 --output "$LOGS_DIR/mini-swe-agent.traj.json" \
    --config mini.yaml --config "agent.step_limit=$STEP_LIMIT" --config "agent.wall_time_limit_seconds=$seconds" \
    --config "environment.timeout=$((ARG_COMMAND_TIMEOUT < seconds ? ARG_COMMAND_TIMEOUT : seconds))"
