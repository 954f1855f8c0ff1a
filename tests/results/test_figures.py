"""Figures for papers: both formats, whatever the names, and a message where matplotlib is absent."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from mlebench.catalog import Registry, split_ids
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import group_on_disk, published


@pytest.fixture
def group(tmp_path: Path, registry: Registry) -> Path:
    low = split_ids("low", registry)
    made = group_on_disk(
        tmp_path, registry, low, lambda i, s: "gold" if s else "none", hours=5.0, snapshots=lambda i, s: {2: "gold"}
    )
    return made.folder


def test_both_formats_of_each_figure_and_the_runs(group: Path, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
    pytest.importorskip("matplotlib")
    done = cli("report", f"$a_b$ <x>={group}", "--figures", tmp_path / "figures", "--export-csv", tmp_path / "r.csv")
    assert done.code == 0
    assert "medal %" in done.out
    names = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert names == ["any_medal.png", "any_medal.svg", "any_medal_by_hour.png", "any_medal_by_hour.svg"]
    for path in (tmp_path / "figures").iterdir():
        if path.suffix == ".svg":
            words = "".join(ElementTree.parse(path).getroot().itertext())
            assert "$a_b$ <x>" in words, "a name is text, neither formula nor markup"
            assert "runs with a medal, %" in words
        else:
            with Image.open(path) as picture:
                assert picture.size == (1920, 1080)
                assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 3
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 45
    before = (tmp_path / "figures" / "any_medal.svg").read_bytes()
    cli("report", f"$a_b$ <x>={group}", "--figures", tmp_path / "figures")
    assert (tmp_path / "figures" / "any_medal.svg").read_bytes() == before, "the same results, the same file"


def test_without_snapshots_there_is_no_curve(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    pytest.importorskip("matplotlib")
    path = published(tmp_path / "x.json", registry, [("leaf-classification", "gold")])
    assert cli("report", path, "--figures", tmp_path / "f").code == 0
    assert sorted(each.name for each in (tmp_path / "f").iterdir()) == ["any_medal.png", "any_medal.svg"]


def test_what_is_missing_is_named(
    group: Path,
    tmp_path: Path,
    cli: Cli,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = cli("report", group, "--figures", tmp_path / "figures")
    assert (done.code, "pip install 'mlebench[figures]'" in done.err) == (1, True)
    assert not (tmp_path / "figures").exists()


def test_a_folder_that_cannot_be_written_is_named(group: Path, cli: Cli) -> None:  # noqa: F811
    pytest.importorskip("matplotlib")
    done = cli("report", group, "--figures", "/proc/none")
    assert (done.code, "cannot be written to /proc/none" in done.err) == (1, True)


def test_miniatures_have_no_medals_to_draw(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    made = group_on_disk(tmp_path, registry, ["leaf-classification"], lambda i, s: "none", kind="miniature")
    done = cli("report", made.folder, "--figures", tmp_path / "f")
    assert (done.code, "nothing to draw" in done.err) == (1, True)
