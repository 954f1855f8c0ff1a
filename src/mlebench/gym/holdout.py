"""A holdout of the training side: part of `train.csv` becomes the test set, and its labels become the answers.

Made from the public files alone. The real answers are never opened, so that no reward can tell anything of them.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from mlebench._version import __version__
from mlebench.catalog import Competition
from mlebench.data.archives.extract import new_folder
from mlebench.data.expected import write_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import Manifest, digests_of, read_manifest
from mlebench.data.splits.seeded import split_rows
from mlebench.data.tables.csv_files import read_csv, write_csv
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.errors import WrongUsage
from mlebench.locks import turn

SHARE = 0.25  # of the training rows
HOLDOUT = "holdout"
# Competitions whose training side is one table in the form of the test set and its answers; the tests try every one.
SUPPORTED = frozenset(
    {
        "google-quest-challenge",
        "jigsaw-toxic-comment-classification-challenge",
        "learning-agency-lab-automated-essay-scoring-2",
        "lmsys-chatbot-arena",
        "playground-series-s3e18",
        "spaceship-titanic",
        "spooky-author-identification",
        "starter-breast-cancer",
        "starter-diabetes-progression",
        "starter-verse-genres",
        "starter-wine-cultivars",
        "tabular-playground-series-dec-2021",
        "tabular-playground-series-may-2022",
        "us-patent-phrase-to-phrase-matching",
    }
)


def holdout_dir(competition: Competition, data_dir: Path) -> Path:
    """A data folder like any other, with the holdout in place of the real test set; it is made the first time."""
    if competition.id not in SUPPORTED:
        raise WrongUsage(
            f"{competition.id}: no holdout can be made of its training side.",
            hint='Use reward="final", or one of: ' + ", ".join(sorted(SUPPORTED)),
        )
    return make_holdout(competition, data_dir)


@our_pandas()
def make_holdout(competition: Competition, data_dir: Path) -> Path:
    """Make it from `public/`, whole or not at all, unless it is there."""
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
    public, private = target / "public", target / "private"
    public.mkdir()
    private.mkdir()
    sample_path = target / competition.sample_submission
    sample = read_csv(real / sample_path.relative_to(public))
    rows, test_columns = read_csv(real / "train.csv"), list(map(str, read_csv(real / "test.csv").columns))
    train, test = split_rows(rows, SHARE, seed=0)
    answers = answers_of(competition, test, test_columns, sample)
    write_csv(train, public / "train.csv")
    write_csv(test[test_columns], public / "test.csv")
    guesses = sample.drop(columns=sample.columns[0]).iloc[0]
    write_csv(answers[[sample.columns[0]]].assign(**{str(name): value for name, value in guesses.items()}), sample_path)
    write_csv(answers, target / competition.answers)
    shutil.copyfile(real / "description.md", public / "description.md")
    write_expected(competition, target)
    Manifest(
        competition_id=competition.id,
        benchmark_version=competition.benchmark,
        source=HOLDOUT,
        verification="not applicable: a holdout of the training side",
        mlebench_version=__version__,
        prepared_at=datetime.now(UTC).isoformat(timespec="seconds"),
        digests=digests_of(competition, target, every_file=True),
    ).write(target)


def answers_of(competition: Competition, rows: pd.DataFrame, known: list[str], sample: pd.DataFrame) -> pd.DataFrame:
    """The labels of training rows in the form of a submission: as they are, or one column for each class."""
    name, *targets = map(str, sample.columns)
    labels = [str(column) for column in rows.columns if column not in known]
    if name not in rows or name not in known:
        raise _does_not_fit(competition, f"the training rows have no column '{name}'")
    if set(targets) <= set(labels):
        return rows[[name, *targets]].reset_index(drop=True)
    for label in labels:
        for form in ("{}", f"{label}_{{}}"):
            classes = {form.format(value): value for value in rows[label].dropna().unique()}
            if set(classes) == set(targets):
                one_hot = {target: (rows[label] == classes[target]).astype(int) for target in targets}
                return rows[[name]].assign(**one_hot).reset_index(drop=True)
    raise _does_not_fit(competition, "its labels have not the form of a submission")


def _does_not_fit(competition: Competition, why: str) -> WrongUsage:
    return WrongUsage(f"{competition.id}: no holdout can be made: {why}.", hint='Use reward="final".')
