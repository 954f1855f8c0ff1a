#!/usr/bin/env bash
set -euo pipefail
# The code that AIDE writes runs in the sandbox's Python, not in the one that AIDE is installed in.
export PATH="${PATH#"$TOOL_AIDE/bin:"}"
STARTED="$(date +%s)"
export STARTED
exec "$TOOL_AIDE/bin/python" -u driver.py
