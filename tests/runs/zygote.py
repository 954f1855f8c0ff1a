"""Starts many harnesses quickly: everything is imported once, then a process is forked for each order on stdin."""

from __future__ import annotations

import json
import os
import sys

import mlebench.runs.launch
import mlebench.sandbox.bubblewrap  # noqa: F401  (imported for the forks)
from mlebench.cli.main import main


def serve() -> None:
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            os.setsid()
            sys.argv = ["mlebench", *json.loads(line)]
            os.dup2(2, 1)  # the answers to orders go to stdout
            main()
            os._exit(0)
        print(process, flush=True)
        _, status = os.waitpid(process, 0)
        print(status, flush=True)


if __name__ == "__main__":
    serve()
