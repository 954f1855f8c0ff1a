"""An obfuscated description that names its original, or leaves out what a contestant needs, must not be shipped."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mlebench.audit.obfuscated import CODE, FILE, faults, leading_words
from mlebench.catalog import Registry
from tests.conftest import Miniatures

IDS = Registry().ids()
IDENTIFYING: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("obfuscated.yaml").read_text())


@pytest.mark.parametrize("competition_id", IDS)
def test_text_says_all_that_is_needed_and_leads_nowhere(
    competition_id: str, registry: Registry, miniatures: Miniatures
) -> None:
    prepared = miniatures.layout(competition_id).prepared
    assert list(faults(registry.get(competition_id), prepared, IDENTIFYING[competition_id])) == []


@pytest.mark.parametrize("competition_id", IDS)
def test_original_would_not_pass(competition_id: str, registry: Registry) -> None:
    """Else the check would find nothing in the text either."""
    competition = registry.get(competition_id)
    assert leading_words(competition, competition.description, IDENTIFYING[competition_id])


@pytest.mark.parametrize("competition_id", IDS)
def test_what_version_2_adds_leads_nowhere(competition_id: str, registry: Registry) -> None:
    competition = registry.under("v2").get(competition_id)
    assert competition.description_obfuscated is not None
    added = competition.description_obfuscated.removeprefix((competition.folder / FILE).read_text().rstrip())
    assert leading_words(competition, CODE.sub(" ", added), IDENTIFYING[competition_id]) == []


def test_table_has_one_entry_for_each_competition() -> None:
    assert sorted(IDENTIFYING) == sorted(IDS)
