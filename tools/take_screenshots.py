"""Take the pictures of docs/images from real pages: `python tools/take_screenshots.py GROUP OTHER`, with Chromium.

Both are folders of run groups, made by:

    mlebench run --agent baseline --split starter --seeds 2 --time-limit 2m --snapshot-every 10s
    mlebench run --agent dummy --split starter --seeds 2
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
MLEBENCH = str(Path(sys.executable).parent / "mlebench")
COLOURS = 128  # enough for pages, and a third of the size


def take(browser: Any, address: str, name: str, *, above: str | None = None, height: int = 900) -> None:
    """The top of a page, or what is below the element `above`, as a small PNG."""
    page = browser.new_page(viewport={"width": 1100, "height": height})
    page.goto(address)
    if above is not None:
        page.locator(above).first.evaluate("(element) => element.scrollIntoView()")
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(COLOURS).save(IMAGES / f"{name}.png", optimize=True)
    page.close()


@contextmanager
def viewer(runs: Path) -> Iterator[str]:
    """`mlebench view`, and the address that it prints."""
    with subprocess.Popen([MLEBENCH, "view", str(runs), "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        finally:
            server.terminate()


def main() -> None:
    """Make the pages, and take a picture of each."""
    group, other = (Path(each).resolve() for each in sys.argv[1:])
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        made = Path(scratch)
        (made / "bundles").mkdir()
        for command in (
            ["report", group, "--output", made / "report.html"],
            ["report", other, group, "--output", made / "both.html"],
            ["bundle", group, "-o", made / "bundles" / "baseline.zip"],
            ["leaderboard", "site", made / "bundles", "--output", made / "site"],
        ):
            subprocess.run([MLEBENCH, *map(str, command)], check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        take(browser, (made / "report.html").as_uri(), "report", height=1000)
        take(browser, (made / "both.html").as_uri(), "compare", above="#side-by-side")
        take(browser, (made / "site" / "index.html").as_uri(), "leaderboard", height=700)
        with viewer(group.parent) as address:
            page = f"{address.rstrip('/')}/groups/{group.name}"
            take(browser, page, "view", height=760)
            run = next(path.parent.name for path in sorted(group.glob("*/snapshots.json")))
            take(browser, f"{page}/runs/{run}", "view-run")
        browser.close()


if __name__ == "__main__":
    main()
