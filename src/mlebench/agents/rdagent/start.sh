#!/usr/bin/env bash
set -euo pipefail
# Experiments run in the Python that RD-Agent is installed in: it wants `coverage` there, which few sandboxes have.
chmod +x bin/*
export PATH="$AGENT_DIR/bin:$PATH"

work="$(mktemp -d)"
mkdir "$work/data"
ln -s "$DATA_DIR" "$work/data/$COMPETITION_ID"
export DS_LOCAL_DATA_PATH="$work/data" WORKSPACE_PATH="$work/workspace" LOG_TRACE_PATH="$LOGS_DIR/rdagent"
export DS_DEBUG_TIMEOUT="$ARG_DEBUG_TIMEOUT" DS_FULL_TIMEOUT="$ARG_FULL_TIMEOUT"
export CHAT_MODEL="openai/$MODEL" EMBEDDING_MODEL="openai/$ARG_EMBEDDING_MODEL"

cd "$work"
exec "$TOOL_RDAGENT/bin/python" -u "$AGENT_DIR/driver.py"
