"""Version 2 of a competition gives nothing away, and what it repairs is found in version 1."""

from __future__ import annotations

import pytest

from mlebench.audit import audit_leaks
from mlebench.audit.leaks.report import Leak
from mlebench.catalog import Registry
from tests.conftest import Miniatures

CHANGED = [name for name in Registry().ids() if Registry().get(name).v2 is not None]
REPAIRED = [
    "hubmap-kidney-segmentation",
    "multi-modal-gesture-recognition",
    "random-acts-of-pizza",
    "siim-isic-melanoma-classification",
    "smartphone-decimeter-2022",
]


def failing(name: str, benchmark: str, miniatures: Miniatures, *, excuse_known: bool) -> list[Leak]:
    competition, layout = miniatures.registry.under(benchmark).get(name), miniatures.layout(name, benchmark)
    return [leak for leak in audit_leaks(competition, layout, excuse_known=excuse_known).leaks if leak.fails]


@pytest.mark.parametrize("name", CHANGED)
def test_version_2_leaks(name: str, miniatures: Miniatures) -> None:
    assert not failing(name, "v2", miniatures, excuse_known=True)


@pytest.mark.parametrize("name", REPAIRED)
def test_a_repaired_leak_is_only_excused(name: str, miniatures: Miniatures) -> None:
    assert failing(name, "v1", miniatures, excuse_known=False)
    assert not failing(name, "v2", miniatures, excuse_known=False)
