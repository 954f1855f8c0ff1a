#!/usr/bin/env bash
set -euo pipefail
source="${MLMASTER_DIR:-/opt/ml-master}"
if [[ ! -f $source/main_mcts.py ]]; then
    echo "ML-Master is not in $source. It comes with the image of this agent's Dockerfile: --sandbox docker."
    exit 1
fi
settings=(
    "data_dir=$DATA_DIR" "desc_file=$AGENT_DIR/../instructions.txt" "exp_name=$COMPETITION_ID"
    "log_dir=$LOGS_DIR/mlmaster" "workspace_dir=$HOME/workspace" copy_data=false "exec.timeout=$ARG_EXEC_TIMEOUT"
    "agent.steps=$STEP_LIMIT" "agent.time_limit=${TIME_LIMIT_SECS%.*}"
)
for stage in code feedback; do
    settings+=("agent.$stage.base_url=$OPENAI_BASE_URL" "agent.$stage.api_key=$OPENAI_API_KEY")
    settings+=("agent.$stage.temp=$ARG_TEMPERATURE")
done
settings+=("agent.code.model=$MODEL" "agent.feedback.model=${ARG_FEEDBACK_MODEL:-$MODEL}")

mkdir -p "$HOME/workspace"
cd "$source"
python main_mcts.py "${settings[@]}"

# It keeps the best solution's predictions in its workspace.
best="$(find "$HOME/workspace" -path '*best_submission/submission.csv' | head -n 1)"
if [[ -n $best ]]; then cp "$best" "$SUBMISSION_DIR/submission.csv"; fi
