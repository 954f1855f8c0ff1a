"""A real browser for tests of pages, and somebody who sits at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
PATIENCE = 120_000.0  # milliseconds, for machines that are busy
EVIL = "<script>alert('evil')</script><img src=x onerror=alert(1)>\"'>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"], timeout=PATIENCE
        )
        yield browser
        browser.close()


class Reader:
    """Somebody at the browser. What a page must never do is noted."""

    def __init__(self, browser: Any, address: str, **settings: Any) -> None:
        self.page = browser.new_page(base_url=address, **settings)
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", lambda said: self.faults.append(f"{said.type}: {said.text}"))
        self.page.on("request", lambda asked: self._request(asked.url, address))

    def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, url: str, address: str) -> None:
        if not url.startswith(f"{address}/"):
            self.faults.append(f"request to {url}")

    def sees(self, text: str) -> None:
        from playwright.sync_api import expect

        expect(self.page.locator("main")).to_contain_text(text, timeout=PATIENCE)

    def leaves(self) -> None:
        """Close the page, which must have done nothing that a page may not."""
        self.page.close()
        assert self.faults == []


def barriers(page: Any) -> list[Any]:
    """What keeps somebody from reading a page, as axe-core finds it."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        (fault["id"], [node["html"] for node in fault["nodes"]])
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def width(page: Any) -> int:
    """Of the whole page, in pixels; what scrolls by itself does not count."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
