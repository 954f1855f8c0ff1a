"""A holdout of the training side: part of it becomes the test set, and its labels become the answers.

The competition's own preparation is applied once more, with the public files as its raw data. Where it needs what only
the raw data has, and the training side is one table, its rows are divided. The real answers are never opened, so that
no reward can tell anything of them.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.archives.extract import new_folder
from mlebench.data.expected import build_expected, write_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import Manifest, digests_of, read_manifest
from mlebench.data.prepare import fill
from mlebench.data.sources.download import no_downloads
from mlebench.data.splits.seeded import split_rows
from mlebench.data.tables.csv_files import read_csv, write_csv
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.errors import WrongUsage
from mlebench.locks import turn

SHARE = 0.25  # of the training rows
HOLDOUT = "holdout"


@our_pandas()
def holdout_dir(competition: Competition, data_dir: Path) -> Path:
    """A data folder like any other, with the holdout in place of the real test set; it is made the first time."""
    real = DataLayout.of(competition, data_dir)
    real.require_public()
    stamp = read_manifest(real).stamp  # of other data there is another holdout
    layout = DataLayout.of(competition, real.root / HOLDOUT / (stamp.digest or stamp.source))
    if not layout.is_prepared():
        layout.root.mkdir(parents=True, exist_ok=True)
        with turn(layout.root):
            if not layout.is_prepared():
                with new_folder(layout.prepared) as folder:
                    _fill(competition, real.public, folder)
    return layout.data_dir


def _fill(competition: Competition, real: Path, target: Path) -> None:
    try:
        with no_downloads():  # some preparation might fetch the real answers
            fill(competition, real, target)
    except Exception as error:  # of a preparation that needs what only the raw data has
        for half_done in (target / "public", target / "private"):
            shutil.rmtree(half_done, ignore_errors=True)
        if not _split_table(competition, real, target):
            raise _impossible(competition, f"{type(error).__name__}: {error}") from error
    if len(build_expected(competition, target / "public")) == 0:
        raise _impossible(competition, "no training rows can be spared")
    Manifest(
        competition_id=competition.id,
        benchmark_version=competition.benchmark,
        source=HOLDOUT,
        verification="not applicable: a holdout of the training side",
        mlebench_version=__version__,
        prepared_at=datetime.now(UTC).isoformat(timespec="seconds"),
        digests=digests_of(competition, target, every_file=False),
    ).write(target)


def _split_table(competition: Competition, real: Path, target: Path) -> bool:
    """Whether it could be made of `train.csv` by itself: nothing else may be there, which might tell the labels."""
    public, private = target / "public", target / "private"
    sample_path = target / competition.sample_submission
    known = {"train.csv", "test.csv", "description.md", sample_path.name}
    if {path.name for path in real.iterdir()} != known:
        return False
    sample = read_csv(real / sample_path.name)
    rows, test_columns = read_csv(real / "train.csv"), list(map(str, read_csv(real / "test.csv").columns))
    train, test = split_rows(rows, SHARE, seed=0)
    answers = answers_of(test, test_columns, sample)
    if answers is None:
        return False
    public.mkdir()
    private.mkdir()
    write_csv(train, public / "train.csv")
    write_csv(test[test_columns], public / "test.csv")
    guesses = sample.drop(columns=sample.columns[0]).iloc[0]
    write_csv(answers[[sample.columns[0]]].assign(**{str(name): value for name, value in guesses.items()}), sample_path)
    for name in filter(None, (competition.answers, competition.gold_submission)):
        write_csv(answers, target / name)
    shutil.copyfile(real / "description.md", public / "description.md")
    write_expected(competition, target)
    return True


def answers_of(rows: pd.DataFrame, known: list[str], sample: pd.DataFrame) -> pd.DataFrame | None:
    """The labels of training rows in the form of a submission, as they are or one column for each class; or nothing."""
    name, *targets = map(str, sample.columns)
    labels = [str(column) for column in rows.columns if column not in known]
    if name not in rows or name not in known:
        return None
    if set(targets) <= set(labels):
        return rows[[name, *targets]].reset_index(drop=True)
    for label in labels:
        for form in ("{}", f"{label}_{{}}"):
            classes = {form.format(value): value for value in rows[label].dropna().unique()}
            if set(classes) == set(targets):
                one_hot = {target: (rows[label] == classes[target]).astype(int) for target in targets}
                return rows[[name]].assign(**one_hot).reset_index(drop=True)
    return None


def _impossible(competition: Competition, why: str) -> WrongUsage:
    return WrongUsage(
        f"{competition.id}: no holdout can be made of its training side ({why}).",
        hint='Use reward="final", or another competition.',
    )
