"""Runs in MLflow: a database file that needs no server, or a server that is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.errors import MissingExtra, MlebenchError
from mlebench.results.tracked import TrackedRun
from mlebench.scratch import Scratch

if TYPE_CHECKING:
    from mlflow.entities import Run

_KEY, _DIGEST = "mlebench.key", "mlebench.digest"
_SQLITE = "sqlite:///"


class MlflowRuns:
    """An experiment, by its name and the address of its store."""

    def __init__(self, uri: str, experiment: str) -> None:
        os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")  # nothing is told to anybody else
        os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "WARNING")
        try:
            from mlflow.tracking import MlflowClient
        except ImportError as error:
            raise MissingExtra("mlebench export mlflow", "mlflow") from error
        with _plain_errors(uri):
            self._client = MlflowClient(tracking_uri=uri)
            found = self._client.get_experiment_by_name(experiment)
            if found is not None and found.lifecycle_stage == "deleted":
                raise MlebenchError(f"The experiment '{experiment}' has been deleted there; give it another name.")
            place = _place_of_files(uri)
            self._experiment = found.experiment_id if found else self._client.create_experiment(experiment, place)
        self._uri = uri

    def known(self) -> dict[str, str]:
        """The digests of runs that are there, by key."""
        with _plain_errors(self._uri):
            self._runs = {run.data.tags[_KEY]: run for run in self._all() if _KEY in run.data.tags}
        return {key: run.data.tags.get(_DIGEST, "") for key, run in self._runs.items()}

    def add(self, run: TrackedRun, *, files: bool) -> None:
        """Put a run there; the digest comes last, so that one that was cut off is not taken for whole."""
        from mlflow.entities import Metric, Param, RunTag

        with _plain_errors(self._uri), Scratch("export") as scratch:
            if run.key in self._runs:
                self._client.delete_run(self._runs[run.key].info.run_id)
            record = run.run.record
            begun = _milliseconds(record.started_at if record else None)
            ended = _milliseconds(record.finished_at if record else None)
            new = self._client.create_run(self._experiment, begun, {_KEY: run.key}, run.name)
            at = ended or begun or new.info.start_time
            metrics = [Metric(name, value, at, 0) for name, value in run.metrics.items()]
            metrics += [Metric("snapshot_score", score, at, round(seconds)) for seconds, score in run.curve]
            params = [Param(name, value) for name, value in run.params.items()]
            tags = [RunTag(f"mlebench.{name}", value) for name, value in run.tags.items()]
            for start in range(0, max(len(metrics), 1), 900):  # it takes a thousand of all at once
                self._client.log_batch(new.info.run_id, metrics[start : start + 900])
            self._client.log_batch(new.info.run_id, params=params, tags=tags)
            if files and run.copy_files(scratch / "files"):
                self._client.log_artifacts(new.info.run_id, str(scratch / "files"))
            self._client.set_tag(new.info.run_id, _DIGEST, run.digest)
            self._client.set_terminated(new.info.run_id, "FAILED" if run.run.report is None else "FINISHED", ended)
            self._runs[run.key] = new

    def close(self) -> None:
        """Everything is there already."""

    def _all(self) -> Iterator[Run]:
        token = None
        while True:
            page = self._client.search_runs([self._experiment], max_results=1000, page_token=token)
            yield from page
            token = page.token
            if not token:
                return


def _place_of_files(uri: str) -> str | None:
    """Beside the database, wherever the command is called; a server knows its own place."""
    if not uri.startswith(_SQLITE):
        return None
    return (Path(uri.removeprefix(_SQLITE)).absolute().parent / "mlartifacts").as_uri()


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


@contextmanager
def _plain_errors(uri: str) -> Iterator[None]:
    """What MLflow and its database say, as one message."""
    from mlflow.exceptions import MlflowException

    try:
        yield
    except (MlflowException, ImportError, OSError) as error:
        raise MlebenchError(f"MLflow's store {uri} cannot be used: {error}") from error
