#!/usr/bin/env bash
set -euo pipefail
# The program must find the sandbox's Python, not the one that aider is installed in.
export PATH="${PATH#"$TOOL_AIDER/bin:"}"

provider=openai
if [[ -z ${OPENAI_BASE_URL:-} || ($MODEL == claude* && -n ${ANTHROPIC_BASE_URL:-}) ]]; then
    provider=anthropic
fi

message="$LOGS_DIR/message.txt"
cat "$AGENT_DIR/../instructions.txt" - >"$message" <<END

Your way of working
  Write the whole solution into solve.py, in the current folder. After each edit it is run with the Python of the
  sandbox, for $ARG_EXEC_TIMEOUT seconds at most, and the submission that it wrote is validated. What fails is shown
  to you, and you can edit again.
END

# Otherwise it tries to fetch this list when it starts.
mkdir -p ~/.aider/caches
cp "$TOOL_AIDER"/lib/python*/site-packages/litellm/model_prices_and_context_window_backup.json \
    ~/.aider/caches/model_prices_and_context_window.json

cd "$CODE_DIR"
touch solve.py
"$TOOL_AIDER/bin/aider" --model "$provider/$MODEL" --weak-model "$provider/$MODEL" --message-file "$message" \
    --edit-format whole --yes-always --no-git --no-check-update --analytics-disable --no-stream --no-pretty \
    --no-show-model-warnings --no-show-release-notes --no-detect-urls --no-suggest-shell-commands --disable-playwright \
    --map-tokens 0 --max-chat-history-tokens 32768 --auto-test --test-cmd "bash $AGENT_DIR/check.sh" \
    --chat-history-file "$LOGS_DIR/aider.chat.md" --llm-history-file "$LOGS_DIR/aider.llm.txt" \
    --input-history-file /dev/null solve.py
# It ends with 0 whatever happened.
[[ -f $SUBMISSION_DIR/submission.csv ]] || { echo "aider has ended without a submission." && exit 1; }
