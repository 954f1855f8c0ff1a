"""What a new user of the coding agents types wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

KEYS = {
    "claude-code": "ANTHROPIC_API_KEY",
    "codex": "OPENAI_API_KEY",
    "gemini-cli": "GEMINI_API_KEY",
    "opencode": "OPENAI_API_KEY",
}
coding_agent = pytest.mark.parametrize("name", KEYS)


@pytest.fixture(autouse=True)
def _nothing_set_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no address of a provider, and no program installed."""
    for provider in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE", "GOOGLE_GEMINI"):
        for end in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(f"{provider}_{end}", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@coding_agent
def test_a_run_without_a_model_is_told_how_to_name_one(name: str, cli: Cli) -> None:
    code, _, said = cli("run", "--split", "starter", "--agent", name)
    assert code == 2
    assert "--model NAME" in said


@coding_agent
def test_a_missing_program_is_named_with_the_command_that_installs_it(
    name: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEYS[name], "a-key")
    code, _, said = cli("run", "--split", "starter", "--agent", name, "--model", "some-model")
    assert code == 2
    assert f"mlebench agents build {name}" in said


@coding_agent
def test_a_missing_key_is_named_and_the_key_of_another_provider_does_not_count(
    name: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(next(key for key in KEYS.values() if key != KEYS[name]), "a-key")
    code, _, said = cli("run", "--split", "starter", "--agent", name, "--model", "some-model")
    assert code == 1
    assert f"Export {KEYS[name]} " in said


@coding_agent
def test_an_argument_that_it_does_not_have_is_refused(name: str, cli: Cli) -> None:
    code, _, said = cli("run", "--split", "starter", "--agent", name, "--model", "some-model", "-A", "efort=high")
    assert code == 2
    assert f"The agent '{name}' has no argument 'efort'." in said
