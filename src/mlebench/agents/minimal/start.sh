#!/bin/bash
# With pipefail, a failure of the program ends the run as failed, although `tee` comes after it.
set -euo pipefail
python agent.py 2>&1 | tee "$LOGS_DIR/agent.log"
