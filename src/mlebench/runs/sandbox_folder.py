"""What a sandbox holds when it opens: its folders, the agent, the instructions, and scripts that ask the gateway."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from mlebench import foreign
from mlebench.files import write
from mlebench.gateway import mcp
from mlebench.runs.instructions import INSTRUCTIONS, RULES
from mlebench.sandbox import SandboxPaths
from mlebench.sandbox.protocol import OUTPUTS

# The program comes through a descriptor of its own: standard input is the client's.
_MCP = """\
#!/bin/sh
# Usage: mlebench mcp   (tools of this run by the Model Context Protocol, on standard input and output)
if [ "$*" != mcp ]; then echo "Usage: mlebench mcp" >&2; exit 2; fi
exec python3 -I /dev/fd/3 '@URL@' @HOME@ 3<<'END'
@PROGRAM@END
"""

# With Python or with curl, whichever the sandbox has.
_VALIDATE = """\
#!/bin/sh
# Usage: validate_submission.sh FILE   (exit code 0: valid, 1: not valid, 2: could not be checked)
if [ $# -ne 1 ]; then echo "Usage: $0 FILE" >&2; exit 2; fi
if [ ! -f "$1" ]; then echo "There is no file $1." >&2; exit 2; fi
if command -v python3 >/dev/null 2>&1; then exec python3 - "$1" <<'END'
import json, sys, urllib.error, urllib.request
mark = "----------------------------form"
with open(sys.argv[1], "rb") as file:
    content = file.read()
head = f'--{mark}\\r\\nContent-Disposition: form-data; name="file"; filename="submission.csv"\\r\\n\\r\\n'
body = head.encode() + content + f"\\r\\n--{mark}--\\r\\n".encode()
request = urllib.request.Request(
    "@URL@/validate", body, {"Content-Type": f"multipart/form-data; boundary={mark}"})
try:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    print(json.load(error)["error"], file=sys.stderr)
    sys.exit(2)
except OSError as error:
    print(f"The validator cannot be reached: {error}", file=sys.stderr)
    sys.exit(2)
print(answer["result"], *(f"Warning: {text}" for text in answer["warnings"]), sep="\\n")
sys.exit(0 if answer["valid"] else 1)
END
fi
answer=$(curl -sS --noproxy '*' -F file=@- "@URL@/validate" < "$1") || exit 2
printf '%s\\n' "$answer"
case "$answer" in *'"valid": true'*) exit 0;; *'"valid": false'*) exit 1;; *) exit 2;; esac
"""


def fill_sandbox_folder(
    folder: Path,
    agent: Path,
    entries: list[foreign.Entry],
    paths: SandboxPaths,
    *,
    competition_id: str,
    description: str,
    time_limit: float,
    step_limit: int,
    validator_url: str,
) -> str:
    """Make the host folder of a sandbox; `paths` are the places as the agent will see them.

    `entries` are those of the agent's folder. Returns what the agent is told.
    """
    folder.mkdir(parents=True)
    for name in OUTPUTS:
        (folder / name).mkdir()
    # A copy: an agent that writes into its own folder must not change the installed one.
    foreign.copy(agent, entries, folder / "agent")
    text = INSTRUCTIONS.format(
        data=paths.data,
        submission=paths.submission,
        code=paths.code,
        logs=paths.logs,
        validate=paths.validate,
        time_limit=time_limit,
        step_limit=step_limit,
        url=validator_url,
        rules=RULES,
        competition_id=competition_id,
        description=description,
    )
    write(folder / "instructions.txt", text)
    for name, program in ((paths.validate.name, _VALIDATE), (paths.command.name, _server())):
        script = folder / name
        filled = program.replace("@URL@", validator_url).replace("@HOME@", shlex.quote(str(paths.home)))
        write(script, filled)
        script.chmod(0o755)
    return text


@cache
def _server() -> str:
    return _MCP.replace("@PROGRAM@", Path(mcp.__file__).read_text(encoding="utf-8"))


def agent_variables(
    paths: SandboxPaths,
    *,
    competition_id: str,
    seed: int,
    time_limit: float,
    step_limit: int,
    sandbox: str,
    guarantees: list[str],
    validator_url: str,
) -> dict[str, str]:
    """The environment that every agent can rely on."""
    return {
        "COMPETITION_ID": competition_id,
        "TIME_LIMIT_SECS": f"{time_limit:.0f}" if time_limit >= 1 else f"{time_limit}",
        "STEP_LIMIT": str(step_limit),
        "SEED": str(seed),
        "SUBMISSION_DIR": str(paths.submission),
        "LOGS_DIR": str(paths.logs),
        "CODE_DIR": str(paths.code),
        "AGENT_DIR": str(paths.agent),
        "DATA_DIR": str(paths.data),
        "VALIDATOR_URL": validator_url,
        "MLEBENCH_SANDBOX": sandbox,
        "MLEBENCH_GUARANTEES": ",".join(guarantees),
    }
