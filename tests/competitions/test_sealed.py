"""The validator knows nothing: it decides without the answers, and what it says is kept when grading."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mlebench.catalog import Competition, Registry
from mlebench.data.expected import FILE, load_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import MANIFEST, data_warnings
from mlebench.errors import InvalidSubmission
from mlebench.grading.grade import grade_submission, load_paired, score_files, score_submission
from mlebench.grading.read import read_submission
from mlebench.grading.validate import Verdict, validate_submission
from tests.competitions import mutations
from tests.competitions.cases import write_cases
from tests.competitions.test_common import IDS, perfect_of
from tests.conftest import Miniatures

ABOUT_DATA = set(data_warnings("miniature"))


class Sealed:
    """A competition without `private/`, and odd submissions to it."""

    def __init__(self, competition: Competition, layout: DataLayout, folder: Path) -> None:
        self.competition, self.layout, self.folder = competition, layout, folder
        self.public_only = DataLayout(folder / "data", competition.id)
        shutil.copytree(layout.public, self.public_only.public)
        shutil.copy(layout.prepared / MANIFEST, self.public_only.prepared / MANIFEST)
        self.submissions = {name: folder / f"{name}.csv" for name in mutations.TABLES | mutations.FILES}
        perfect = perfect_of(competition, layout)
        for name, path in self.submissions.items():
            mutations.write(name, perfect, path)
        if competition.source == "kaggle":
            cases = write_cases(competition, layout.prepared, folder / "cases")
            self.submissions |= {path.stem: path for path in cases}

    def verdicts(self) -> dict[str, Verdict]:
        return {
            name: validate_submission(self.competition, path, self.public_only.data_dir)
            for name, path in self.submissions.items()
        }


@pytest.fixture(scope="module", params=IDS)
def sealed(
    request: pytest.FixtureRequest, registry: Registry, miniatures: Miniatures, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Sealed]:
    folder = tmp_path_factory.mktemp("sealed")
    yield Sealed(registry.get(request.param), miniatures.layout(request.param), folder)
    shutil.rmtree(folder)


def test_validator_needs_the_answers_or_surprises_the_agent(sealed: Sealed) -> None:
    """What it refuses is refused; what it calls valid without a warning has a score."""
    surprises = []
    for name, verdict in sealed.verdicts().items():
        report = grade_submission(sealed.competition, sealed.submissions[name], sealed.layout.data_dir)
        assert report.error_kind in (None, "invalid"), report.error
        if not verdict.valid and report.valid_submission:
            surprises.append(f"{name}: refused, but scored {report.score}: {verdict.message}")
        if verdict.valid and not verdict.warnings and not report.valid_submission:
            surprises.append(f"{name}: valid without a warning, but refused: {report.error}")
        warned, told = set(report.warnings) - ABOUT_DATA, set(verdict.warnings)
        # Of the holes that a submission uses, the validator tells those that show without the answers.
        if report.valid_submission and not warned <= told <= warned.union(report.exploits):
            surprises.append(f"{name}: warnings differ: {report.warnings} {verdict.warnings}")
    assert not surprises, "\n".join(surprises)


def test_expected_differs_when_made_again(sealed: Sealed) -> None:
    """Byte for byte from `public/` alone, so that it can hold nothing else."""
    load_expected(sealed.competition, sealed.public_only)
    made_again = (sealed.public_only.prepared / FILE).read_bytes()
    assert made_again == (sealed.layout.prepared / FILE).read_bytes()


def test_expected_has_the_rows_that_answers_have_or_their_order(sealed: Sealed) -> None:
    """Ids are those of the answers where all rows are scored; the order is that of the public table."""
    expected, answers = load_paired(sealed.competition, sealed.layout.data_dir)
    assert expected is not None
    if not sealed.competition.answers_as_written:
        assert answers[expected.ids.name].tolist() == expected.ids.tolist()


def test_files_alone_score_as_prepared_data(sealed: Sealed) -> None:
    answers = sealed.layout.prepared / sealed.competition.answers
    for name, path in sealed.submissions.items():
        report = grade_submission(sealed.competition, path, sealed.layout.data_dir)
        try:
            scored = score_files(sealed.competition, path, answers)
        except InvalidSubmission:
            assert not report.valid_submission, name
        else:
            assert scored.score == report.score, name


def test_messages_tell_of_the_answers(sealed: Sealed) -> None:
    """With the values of the answers dealt to other rows, messages differ only where the outcome does."""
    expected, answers = load_paired(sealed.competition, sealed.layout.data_dir)
    assert expected is not None
    told = []
    for name, path in sealed.submissions.items():
        try:
            table = read_submission(path)
        except InvalidSubmission:
            continue
        before, after = (outcome(sealed.competition, table, expected, a) for a in (answers, shuffled(sealed, answers)))
        if before[0] == after[0] and before[1] != after[1]:
            told.append(f"{name}: {before[1]} / {after[1]}")
    assert not told, "\n".join(told)


def outcome(competition: Competition, submission: Any, expected: Any, answers: Any) -> tuple[bool, list[str]]:
    """Scored or not, and all that is said."""
    try:
        return True, score_submission(competition, submission.copy(), expected, answers.copy()).warnings
    except InvalidSubmission as error:
        # A score that is not finite is v1's outcome of its own.
        return False, [error.message.split(" (")[0], *error.warnings]


def shuffled(sealed: Sealed, answers: pd.DataFrame) -> pd.DataFrame:
    """The values of other rows beside each id."""
    known = sealed.competition.expected or [load_expected(sealed.competition, sealed.layout).ids.name]
    order = np.random.default_rng(0).permutation(len(answers))
    secret = [name for name in answers.columns if name not in known]
    mixed = answers.copy()
    mixed[secret] = answers[secret].iloc[order].set_axis(answers.index)
    return mixed


_ASK_ALL = """
import sys
from pathlib import Path
from mlebench.catalog import Registry
from mlebench.gateway.checker import Checker

if __name__ == "__main__":
    data_dir, submissions = Path(sys.argv[1]), Path(sys.argv[2])
    checker = Checker(data_dir)
    for name, folder in Registry().folders.items():
        print(name, checker.check(folder, submissions / f"{name}.csv").valid)
    checker.close()
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_validator_opens_private_files(registry: Registry, miniatures: Miniatures, tmp_path: Path) -> None:
    """As in a run on this machine, where `private/` lies beside: every file that its processes name is listed."""
    for competition in registry:
        perfect = perfect_of(competition, miniatures.layout(competition.id))
        mutations.write("shuffled rows", perfect, tmp_path / f"{competition.id}.csv")
    script, trace = tmp_path / "ask.py", tmp_path / "trace"
    script.write_text(_ASK_ALL)
    command = ["strace", "-f", "-e", "trace=%file", "-o", trace, sys.executable, script, miniatures.data_dir, tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == len(IDS)
    assert "None" not in done.stdout
    data = str(miniatures.data_dir)
    opened = [line for line in trace.read_text().splitlines() if data in line]
    assert sum(FILE in line for line in opened) >= len(IDS)
    assert [line for line in opened if "/private" in line] == []
