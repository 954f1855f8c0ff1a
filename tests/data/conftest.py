from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.sources import kaggle
from mlebench.data.sources.kaggle_client import credentials
from tests.data.kaggle_server import KaggleServer
from tests.data.toy import make_competition


@pytest.fixture
def toy(tmp_path: Path) -> Competition:
    return make_competition(tmp_path / "competitions")


@pytest.fixture
def layout(tmp_path: Path) -> DataLayout:
    layout = DataLayout(tmp_path / "data", "toy")
    layout.root.mkdir(parents=True)
    return layout


@pytest.fixture
def signed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without credentials."""
    pytest.importorskip("kagglesdk", reason="the Kaggle client is not installed (pip install 'mlebench[kaggle]')")
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in (
        *("KAGGLE_API_TOKEN", "KAGGLE_USERNAME", "KAGGLE_KEY", "KAGGLE_CONFIG_DIR", "XDG_CONFIG_HOME"),
        *("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy"),
    ):
        monkeypatch.delenv(name, raising=False)
    credentials.cache_clear()
    yield home
    credentials.cache_clear()


@pytest.fixture
def server(signed_out: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KaggleServer]:
    """Kaggle, on this machine, with pauses that do not hold up the tests."""
    monkeypatch.setattr(kaggle, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(kaggle, "ATTEMPTS", 4)
    with KaggleServer() as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        running.start()
        yield running
        running.shutdown()


@pytest.fixture
def signed_in(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> KaggleServer:
    monkeypatch.setenv("KAGGLE_API_TOKEN", "secret-token")
    return server
