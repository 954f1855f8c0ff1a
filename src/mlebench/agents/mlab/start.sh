#!/usr/bin/env bash
# MLAgentBench works on tasks of its own form: a folder with the files and one with the words of the problem.
set -euo pipefail
source="${MLAB_DIR:-/opt/mlab}"
if [[ ! -d $source/MLAgentBench ]]; then
    echo "MLAgentBench is not in $source. It comes with the image of this agent's Dockerfile: --sandbox docker."
    exit 1
fi
fast="${ARG_FAST_MODEL:-$MODEL}"

# Its tasks lie beside its code, so it works on a copy of both.
cp -r "$source" "$HOME/mlab"
cd "$HOME/mlab"
task="MLAgentBench/benchmarks/$COMPETITION_ID"
mkdir -p "$task/env" "$task/scripts"
ln -s "$DATA_DIR" "$task/env/data"
cp "$AGENT_DIR/../instructions.txt" "$task/scripts/research_problem.txt"
echo "mlebench:$OPENAI_API_KEY" >openai_api_key.txt # it starts with this file only; the gateway knows the real key

python -u -m MLAgentBench.runner --python "$(command -v python)" --task "$COMPETITION_ID" --device 0 \
    --log-dir "$LOGS_DIR/mlab" --work-dir "$CODE_DIR/workspace" --agent-type "$ARG_AGENT_TYPE" \
    --llm-name "$MODEL" --edit-script-llm-name "$fast" --fast-llm-name "$fast" \
    --max-steps "$STEP_LIMIT" --max-time "${TIME_LIMIT_SECS%.*}"
