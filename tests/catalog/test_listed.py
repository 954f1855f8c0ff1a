from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry, load_competition
from mlebench.catalog.create import create_competition
from mlebench.catalog.listed import listed_from, read_listed
from mlebench.errors import CatalogError
from tests.catalog.test_folder import edit


def test_a_list_says_something_else_than_the_competitions() -> None:
    registry = Registry()
    from_files = registry.listed()
    for competition_id in registry.ids():
        registry.get(competition_id)
    assert from_files == registry.listed(), "what has been read is not read again"


def test_what_is_not_plain_is_left_to_the_model(tmp_path: Path) -> None:
    folder = create_competition("my-task", tmp_path)
    assert read_listed(folder) == listed_from(load_competition(folder))
    edit(folder / "competition.yaml", "lower_is_better: false", "lower_is_better: 'yes'")
    edit(folder / "competition.yaml", "known_issues: []", "archive_gb: '1.5'")
    found = read_listed(folder)
    assert (found.lower_is_better, found.archive_gb) == (True, 1.5)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("  lower_is_better: false", "  lower_is_better: maybe", "metric.lower_is_better"),
        ("category: Tabular", "categori: Tabular", "category"),
        ("complexity: dev", "complexity: [dev]", "complexity"),
    ],
)
def test_a_wrong_folder_is_named_with_its_field(old: str, new: str, field: str, tmp_path: Path) -> None:
    folder = create_competition("my-task", tmp_path)
    edit(folder / "competition.yaml", old, new)
    with pytest.raises(CatalogError, match=field):
        Registry([tmp_path]).listed()
