"""One table of sources: what a competition names, what options choose, what packages add."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.data.prepare import PrepareOptions
from mlebench.data.sources.acquire import Archive, Kaggle, Miniature, RawTree
from mlebench.data.sources.choice import SOURCES, SourceOptions, source_for
from mlebench.data.sources.embedded import Embedded
from mlebench.data.sources.local import Local
from mlebench.errors import CatalogError
from tests.data.toy import make_competition


@pytest.mark.parametrize(
    ("named", "asked", "expected"),
    [
        ("kaggle", SourceOptions(command="x"), Kaggle(command="x")),
        ("embedded", SourceOptions(), Embedded()),
        ("local", SourceOptions(), Local()),
        ("kaggle", SourceOptions(miniature=True, seed=3), Miniature(3)),
        ("local", SourceOptions(miniature=True), Miniature()),
        ("embedded", SourceOptions(miniature=True), Embedded()),  # the real thing is small enough
        ("local", SourceOptions(raw_dir=Path("r")), RawTree(Path("r"))),
        ("kaggle", SourceOptions(archive=Path("a.zip")), Archive(Path("a.zip"))),
    ],
)
def test_choice(named: str, asked: SourceOptions, expected: object, tmp_path: Path) -> None:
    competition = make_competition(tmp_path, source=named)
    assert source_for(competition, asked, PrepareOptions()) == expected


def test_every_built_in_source_can_be_loaded() -> None:
    assert SOURCES.names() == ["kaggle", "embedded", "local", "raw-dir", "archive", "miniature"]
    for name in SOURCES.names():
        assert SOURCES.load(name).__doc__


def test_unknown_source_names_file_field_and_near_names(tmp_path: Path) -> None:
    competition = make_competition(tmp_path, source="lokal")
    with pytest.raises(CatalogError, match=r"competition\.yaml: source: (.|\n)*Did you mean local"):
        source_for(competition, SourceOptions(), PrepareOptions())


def test_installed_package_adds_a_source(tmp_path: Path) -> None:
    """A real installed package: a module on the path and its dist-info."""
    (tmp_path / "shelf.py").write_text(
        "from mlebench.data.sources.base import RawSource\n"
        "from tests.data.toy import write_raw\n"
        "class Shelf(RawSource):\n"
        "    label = 'shelf'\n"
        "    def obtain(self, competition, layout):\n"
        "        return write_raw(layout.data_dir.parent / 'made')\n"
    )
    info = tmp_path / "shelf-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shelf\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[mlebench.data_sources]\nshelf = shelf:Shelf\n")
    make_competition(tmp_path / "competitions", source="shelf")
    code = (
        "import mlebench; from mlebench.data.manifest import read_manifest;"
        "print(read_manifest(mlebench.prepare('toy', data_dir='data', competitions_dir='competitions')).source)"
    )
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
        env={"PYTHONPATH": f"{tmp_path}:{root}"},
    )  # fmt: skip
    assert done.stdout.strip() == "shelf", done.stderr
