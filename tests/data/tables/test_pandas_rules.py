from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator

import pandas as pd
import pytest

from mlebench.data.tables.pandas_rules import our_pandas

TEXTS = "future.infer_string"

_OPTIONS = """
import warnings
warnings.simplefilter("ignore")  # pandas 3 warns of its options
import pandas as pd

def options():
    found = {}
    for name in ("future.infer_string", "mode.copy_on_write"):
        try:
            found[name] = pd.get_option(name)
        except KeyError:
            pass  # of a later pandas
    return found
"""

_IMPORT = """
import importlib, pkgutil, mlebench, mle_bench.validation
before, imported = options(), 0
for module in pkgutil.walk_packages(mlebench.__path__, "mlebench."):
    if module.name == "mlebench.__main__":
        continue  # is the command itself
    try:
        importlib.import_module(module.name)
        imported += 1
    except ImportError as error:
        optional = ("docker", "fsspec", "gymnasium", "inspect_ai", "kagglesdk", "ray")
        assert (error.name or "").split(".")[0] in optional, error
assert imported > 150, imported
assert options() == before, (before, options())
"""

_CALL = """
import sys, tempfile
from pathlib import Path
import mlebench
import mlebench.errors
from mle_bench.validation import validate_submission
try:
    pd.set_option("future.infer_string", sys.argv[1] == "True")
    pd.set_option("mode.copy_on_write", sys.argv[1] == "True")
except KeyError:
    pass
before, ID = options(), "spooky-author-identification"
with tempfile.TemporaryDirectory() as folder:
    layout = mlebench.prepare(ID, miniature=True, data_dir=folder)
    answers = layout.private / "test.csv"
    assert options() == before
    assert mlebench.grade(answers, ID, data_dir=folder).score == 0
    assert options() == before
    assert mlebench.validate(answers, ID, data_dir=folder).valid
    assert not mlebench.validate(layout.public / "test.csv", ID, data_dir=folder).valid
    assert options() == before
    assert mlebench.score_files(ID, answers, answers).score == 0
    assert options() == before
    assert validate_submission(submission_path=answers, competition_id=ID, data_dir=folder).valid
    assert options() == before
    try:
        mlebench.score_files(ID, layout.public / "test.csv", answers)
    except mlebench.errors.InvalidSubmission:
        assert options() == before
    else:
        raise AssertionError
"""


@pytest.fixture
def users_options() -> Iterator[None]:
    """A user who wants texts to be objects, as they were before pandas 3."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pandas 3 warns of its option
        with pd.option_context(TEXTS, False):
            yield


def texts_are_objects() -> bool:
    return bool(pd.Series([""]).dtype == object)


def test_importing_changes_nothing_of_the_users_pandas() -> None:
    subprocess.run([sys.executable, "-c", _OPTIONS + _IMPORT], check=True)


@pytest.mark.parametrize("set_by_the_user", [True, False])
def test_calls_neither_change_nor_depend_on_the_users_pandas(set_by_the_user: bool) -> None:
    subprocess.run([sys.executable, "-c", _OPTIONS + _CALL, str(set_by_the_user)], check=True)


@pytest.mark.usefixtures("users_options")
def test_calls_that_overlap_take_the_rules_from_each_other() -> None:
    first, second = our_pandas(), our_pandas()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not texts_are_objects()
    second.__exit__(None, None, None)
    assert texts_are_objects()


@pytest.mark.usefixtures("users_options")
def test_work_that_fails_keeps_the_users_pandas() -> None:
    with pytest.raises(ZeroDivisionError), our_pandas():
        raise ZeroDivisionError
    assert texts_are_objects()
