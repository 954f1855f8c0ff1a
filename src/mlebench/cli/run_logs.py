"""What agents have printed, on a terminal: all at once, or as it comes."""

from __future__ import annotations

import codecs
import time
from collections.abc import Sequence

import click

from mlebench import foreign
from mlebench.runs import PlannedRun, RunGroup
from mlebench.runs.run_folder import LOG

_LOOK_SECONDS = 0.3
_CHUNK = 1 << 20


class _Log:
    """The log of one run, read from where it was left."""

    def __init__(self, group: RunGroup, run: PlannedRun) -> None:
        self.group, self.run = group, run
        self._begin()

    def _begin(self) -> None:
        self._read, self._decoder = 0, codecs.getincrementaldecoder("utf-8")("replace")

    def more(self) -> str:
        """What has been added, up to a limit; a log that has become shorter is that of another attempt."""
        try:
            with foreign.opened(self.group.folder, f"{self.run.run_id}/{LOG}") as file:
                if file.seek(0, 2) < self._read:
                    self._begin()
                file.seek(self._read)
                data = file.read(_CHUNK)
        except FileNotFoundError:
            return ""
        self._read += len(data)
        # Control characters could change the user's terminal; only line ends and tabs pass.
        return "".join(c if c.isprintable() or c in "\n\t" else "�" for c in self._decoder.decode(data))


def print_log(group: RunGroup, run: PlannedRun) -> None:
    """The whole log."""
    log, size = _Log(group, run), 0
    _head(run)
    while text := log.more():
        size += len(text)
        click.echo(text, nl=False)
    click.echo("" if size else "(nothing was printed)\n")


def follow_logs(group: RunGroup, runs: Sequence[PlannedRun]) -> None:
    """What is there, and what is added, until all these runs have ended or nobody works on their group."""
    logs, last = [_Log(group, run) for run in runs], None
    while True:
        # Looked at before the logs are, so that nothing that was printed at the end is lost.
        ended = not group.is_at_work() or all(group.record(run).state not in ("planned", "running") for run in runs)
        added = False
        for log in logs:
            if text := log.more():
                if last is not log:
                    _head(log.run)
                click.echo(text, nl=False)
                last, added = log, True
        if ended and not added:
            return
        if not added:
            time.sleep(_LOOK_SECONDS)


def _head(run: PlannedRun) -> None:
    click.secho(f"== {run.run_id}, seed {run.seed}", bold=True)
