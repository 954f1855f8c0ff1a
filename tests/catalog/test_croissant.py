"""Catalogues of data sets take the description of every competition, and nothing of the data is in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.catalog.croissant import croissant
from tests.cli.conftest import Cli, cli
from tests.data.toy import make_competition

mlc = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
IDS = sorted(Registry().folders)
__all__ = ["cli"]
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")


@pytest.mark.parametrize("benchmark", ["v1", "v2"])
def test_each_is_valid(benchmark: str) -> None:
    registry = Registry().under(benchmark)
    assert len(IDS) == 90
    for competition_id in IDS:
        described = croissant(registry.get(competition_id))
        metadata = mlc.Dataset(jsonld=described).metadata  # raises where the form is broken
        assert metadata.name == competition_id
        assert len(metadata.distribution) == len(described["distribution"])
        recommended = {str(problem).rpartition('Property "')[2] for problem in metadata.ctx.issues.warnings}
        allowed = ("https://schema.org/datePublished", "http://mlcommons.org/croissant/citeAs")
        assert all(problem.startswith(allowed) for problem in recommended), recommended


def test_a_form_that_is_broken_is_noticed() -> None:
    """The test above can fail."""
    described = croissant(Registry().get(IDS[0]))
    del described["distribution"][0]["encodingFormat"]
    with pytest.raises(mlc.ValidationError):
        mlc.Dataset(jsonld=described)


def test_answers_and_data_stay_out() -> None:
    for competition_id in IDS:
        competition = Registry().get(competition_id)
        text = json.dumps(croissant(competition))
        public = set(competition.checksums.public.values())
        assert not [
            digest for digest in competition.checksums.private.values() if digest in text and digest not in public
        ]
        assert '"private/' not in text
        assert '"recordSet":' not in text.replace('"recordSet": "cr:recordSet"', "")


def test_what_is_known_to_be_wrong_is_told(cli: Cli) -> None:
    shown = cli("competitions", "show", "spooky-author-identification", "--croissant")
    assert shown.code == 0
    described = json.loads(shown.out)
    assert described["license"] == "https://www.kaggle.com/competitions/spooky-author-identification/rules"
    assert any("public-domain books" in limit for limit in described["rai:dataLimitations"])
    assert cli("competitions", "show", "spooky-author-identification", "--croissant", "--json").code == 2


def test_one_of_your_own_needs_no_checksums(tmp_path: Path) -> None:
    described = croissant(make_competition(tmp_path))
    assert described["distribution"] == []
    assert mlc.Dataset(jsonld=described).metadata.name == "toy"
