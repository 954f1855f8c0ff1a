from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mlebench.view.app import make_app
from mlebench.view.server import guarded, listen
from tests.browser import browser  # noqa: F401


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    return folder


@pytest.fixture
def client(runs: Path) -> Iterator[TestClient]:
    """The pages as they are served on loopback."""
    app = make_app(runs)
    with listen("127.0.0.1", 0, None) as listener:
        yield TestClient(
            guarded(app, listener), base_url=f"http://localhost:{listener.port}", raise_server_exceptions=False
        )
    app.state.view.highlighter.close()
