#!/usr/bin/env bash
set -euo pipefail
source="${REPOMASTER_DIR:-/opt/repomaster}"
if [[ ! -d $source/src ]]; then
    echo "RepoMaster is not in $source. It comes with the image of this agent's Dockerfile: --sandbox docker."
    exit 1
fi
python task.py >"$LOGS_DIR/task.yaml"
cd "$source"
python -m src.core.git_task --config "$LOGS_DIR/task.yaml" --retry 2
