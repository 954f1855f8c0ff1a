"""The site of a leaderboard in a real browser: its pages lead to each other, and everybody can read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mlebench.catalog import Registry
from mlebench.standings import write_site
from tests.browser import Reader, barriers, browser, width
from tests.bundles.conftest import Results, made, results

__all__ = ["browser", "made", "results"]


def test_somebody_cannot_read_the_site(browser: Any, results: Results, registry: Registry, tmp_path: Path) -> None:
    (tmp_path / "bundles").mkdir()
    results.bundle().rename(tmp_path / "bundles" / "one.zip")
    (tmp_path / "bundles" / "broken.zip").write_text("no bundle")
    write_site(tmp_path / "bundles", tmp_path / "site", registry, results.data_dir)
    site = tmp_path / "site"
    for settings in ({}, {"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 740}}):
        reader = Reader(browser, site.as_uri(), **settings)
        for path in sorted(site.rglob("*.html")):
            reader.page.goto(path.as_uri())
            assert barriers(reader.page) == [], path.name
            assert str(tmp_path) not in reader.page.content(), "a public page says nothing of this machine"
            assert width(reader.page) <= reader.page.viewport_size["width"], path.name
            for address in reader.page.evaluate("Array.from(document.links, (link) => link.getAttribute('href'))"):
                assert address.startswith("#") or (path.parent / address).exists(), address
        reader.leaves()
