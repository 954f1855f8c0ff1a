"""Leaks of the benchmark that are known are found on miniatures, and excused as what they are and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.audit import audit_leaks
from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature

KNOWN = {
    "random-acts-of-pizza": ("feature", "test.json", "giver_username_if_known"),
    "multi-modal-gesture-recognition": ("answer-values", "test.tar.gz/*.zip/*_data.mat", "Video.Labels[].Name"),
    "smartphone-decimeter-2022": ("answer-values", "test/*/supplemental/span_log.nmea", "latitude"),
    "hubmap-kidney-segmentation": ("answer-values", "test/*.json", None),
    "siim-isic-melanoma-classification": ("answer-column", "tfrecords/test*-*.tfrec", "target"),
    "facebook-recruiting-iii-keyword-extraction": ("duplicate", "test.csv", None),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_leak_is_found_and_excused(name: str, registry: Registry, tmp_path: Path) -> None:
    competition = registry.get(name)
    layout = prepare(competition, tmp_path, Miniature(), PrepareOptions()).layout
    report = audit_leaks(competition, layout)
    excused = [(leak.kind, leak.file, leak.column) for leak in report.leaks if leak.issue and not leak.caution]
    assert KNOWN[name] in excused
    assert not report.failed, [str(leak) for leak in report.leaks if leak.fails]

    bare = audit_leaks(competition, layout, excuse_known=False)
    assert [(leak.kind, leak.file, leak.column) for leak in bare.leaks if leak.fails] == excused
