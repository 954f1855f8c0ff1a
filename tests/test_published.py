"""Programs that were written for the published package."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import mlebench
from mlebench.published_names import ELSEWHERE, WORKING
from tests.conftest import Miniatures

SPOOKY = "spooky-author-identification"


@pytest.mark.parametrize(("module", "name"), [(m, name) for m, names in WORKING.items() for name in names])
def test_a_name_of_the_published_package_is_gone(module: str, name: str) -> None:
    assert getattr(importlib.import_module(module), name) is not None


@pytest.mark.parametrize(("module", "name"), [(m, name) for m, names in ELSEWHERE.items() for name in names])
def test_a_missing_name_does_not_say_what_to_use(module: str, name: str) -> None:
    with pytest.raises(ImportError, match=rf"^{module}\.{name} is the published package's\. Here: ."):
        getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("module", sorted({*WORKING, *ELSEWHERE}))
def test_a_module_pretends_to_have_other_names(module: str) -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        importlib.import_module(module).nonsense  # noqa: B018


def test_a_grading_server_of_the_published_benchmark_works(miniatures: Miniatures) -> None:
    from mlebench.data import is_dataset_prepared
    from mlebench.grade import grade_csv, validate_submission
    from mlebench.registry import registry

    layout = miniatures.layout(SPOOKY)
    competition = registry.set_data_dir(layout.data_dir).get_competition(SPOOKY)
    assert is_dataset_prepared(competition)
    assert is_dataset_prepared(competition, grading_only=True)
    assert validate_submission(competition.sample_submission, competition)[0]
    valid, why = validate_submission(competition.public_dir / "train.csv", competition)
    assert not valid
    assert "EAP" in why
    report = grade_csv(competition.answers, competition)
    assert report.to_dict() == mlebench.grade(competition.answers, SPOOKY, data_dir=layout.data_dir).model_dump(
        mode="json"
    ) | {"created_at": report.created_at}
    assert competition.grader.is_lower_better() is True
    answers = pd.read_csv(competition.answers)
    assert competition.grader(answers, answers) == report.score
    assert competition.grader(answers[["id"]], answers) is None
    with pytest.raises(AttributeError, match=r"mlebench\.competition\('spooky-author-identification'\)"):
        competition.checksums  # noqa: B018


def test_the_registry_lists_what_was_published() -> None:
    from mlebench.registry import registry

    assert len(registry.list_competition_ids()) == 82
    assert len(registry.get_lite_competition_ids()) == 22


def test_a_competition_cannot_be_handed_to_another_process() -> None:
    from mlebench.registry import registry

    competition = registry.get_competition(SPOOKY)
    assert pickle.loads(pickle.dumps(competition)).id == copy.copy(competition).id == SPOOKY


def test_data_that_is_not_there_is_said_to_be_prepared(tmp_path: Path) -> None:
    from mlebench.data import is_dataset_prepared
    from mlebench.registry import registry

    competition = registry.set_data_dir(tmp_path).get_competition(SPOOKY)
    assert not is_dataset_prepared(competition)
    assert not is_dataset_prepared(competition, grading_only=True)


def test_our_function_is_hidden_by_the_module_of_its_name(miniatures: Miniatures) -> None:
    """In a process of its own: here, another test may have imported the module already."""
    layout = miniatures.layout(SPOOKY)
    code = """if True:
        import sys, mlebench
        path, name, data = sys.argv[1:]
        print(mlebench.grade(path, name, data_dir=data).score)
        from mlebench.grade import grade_csv
        print(mlebench.grade(path, name, data_dir=data).score)
    """
    command = [sys.executable, "-c", code, layout.private / "test.csv", SPOOKY, layout.data_dir]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.0", "0.0"]
