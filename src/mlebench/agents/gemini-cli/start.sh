#!/usr/bin/env bash
# One conversation about the task, with every permission: the sandbox is what protects.
set -euo pipefail
: "${MODEL:?Say which model: mlebench run --agent gemini-cli --model NAME}"

# The program's own transcripts are kept with the run, however it ends.
mkdir -p ~/.gemini "$LOGS_DIR/sessions"
ln -sfn "$LOGS_DIR/sessions" ~/.gemini/tmp
cp settings.json ~/.gemini/  # the program puts the variables in

cd "$CODE_DIR"
gemini --model "$MODEL" --yolo --output-format stream-json \
    < "$AGENT_DIR/../instructions.txt" | tee "$LOGS_DIR/transcript.jsonl"
