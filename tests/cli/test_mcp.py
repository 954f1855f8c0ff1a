from __future__ import annotations

import pytest

from tests.cli.conftest import Cli


def test_outside_of_a_sandbox_the_command_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VALIDATOR_URL", raising=False)
    done = cli("mcp")
    assert done.code == 2
    assert "no sandbox of a run" in done.err
