#!/usr/bin/env bash
# One conversation about the task, with every permission: the sandbox is what protects.
set -euo pipefail
: "${MODEL:?Say which model: mlebench run --agent gemini-cli --model NAME}"

# The program's own transcripts are kept with the run, however it ends.
mkdir -p ~/.gemini "$LOGS_DIR/sessions"
ln -sfn "$LOGS_DIR/sessions" ~/.gemini/tmp
cp settings.json ~/.gemini/  # the program puts the variables in

cd "$CODE_DIR"
# Its file tools work in these folders only. In the task, an @ would name a file to be put in.
status=0
sed 's/@/\\@/g' "$AGENT_DIR/../instructions.txt" |
    gemini --model "$MODEL" --yolo --include-directories "$DATA_DIR,$SUBMISSION_DIR" --output-format stream-json |
    tee "$LOGS_DIR/transcript.jsonl" || status=$?
if [ "$status" -eq 53 ]; then
    echo "All $STEP_LIMIT steps are used."
    status=0
elif [ "$status" -ne 0 ]; then # what it says stands inside of long lines
    grep -oE '"(message|result)":"([^"\\]|\\.)*"' "$LOGS_DIR/transcript.jsonl" | tail -n 1 || true
fi
exit "$status"
