"""Runs for Weights & Biases, as it keeps them offline; `wandb sync` uploads them."""

from __future__ import annotations

import glob
import os
import shutil
from pathlib import Path

from mlebench.errors import MissingExtra, MlebenchError
from mlebench.results.tracked import TrackedRun

_DONE = "mlebench.sha256"  # beside a run that is whole: its digest


class WandbRuns:
    """A folder in which wandb keeps runs."""

    def __init__(self, folder: Path, project: str) -> None:
        os.environ.setdefault("WANDB_ERROR_REPORTING", "false")  # nothing is told to anybody else
        try:
            import wandb  # noqa: F401
        except ImportError as error:
            raise MissingExtra("mlebench export wandb", "wandb") from error
        self.folder, self._project = folder.absolute(), project
        self._written: dict[Path, str] = {}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MlebenchError(f"{folder} cannot be made: {error.strerror}") from error

    def known(self) -> dict[str, str]:
        """The digests of runs that are there, by key."""
        found = {}
        for path in (self.folder / "wandb").glob("offline-run-*"):
            done = path / _DONE
            found[path.name.rpartition("-")[2]] = done.read_text() if done.is_file() else ""
        return found

    def add(self, run: TrackedRun, *, files: bool) -> None:
        """Put a run there. What wandb would tell of this machine by itself is left out."""
        import wandb

        for former in (self.folder / "wandb").glob(f"offline-run-*-{run.key}"):
            shutil.rmtree(former)
        try:
            new = wandb.init(
                mode="offline",
                dir=self.folder,
                project=self._project,
                id=run.key,
                name=run.name,
                group=run.run.group,
                job_type=run.run.agent,
                config={**run.params, **{f"mlebench.{name}": value for name, value in run.tags.items()}},
                settings=wandb.Settings(
                    silent=True,
                    console="off",
                    disable_git=True,
                    disable_code=True,
                    x_disable_meta=True,
                    x_disable_stats=True,
                    x_save_requirements=False,
                ),
            )
            for seconds, score in run.curve:
                new.log({"seconds": seconds, "snapshot_score": score})
            new.summary.update(run.metrics)
            for path in run.copy_files(Path(new.dir)) if files else ():
                new.save(glob.escape(str(path)), base_path=new.dir, policy="now")
            new.finish(exit_code=int(run.run.report is None))
            self._written[Path(new.settings.sync_dir)] = run.digest
        except (wandb.Error, OSError) as error:
            raise MlebenchError(f"wandb cannot keep the run {run.name} in {self.folder}: {error}") from error

    def close(self) -> None:
        """Wait for wandb's own process, which writes the files: only then they are whole."""
        import wandb

        wandb.teardown()
        for place, digest in self._written.items():
            (place / _DONE).write_text(digest)
