from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Registry
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.sandbox import Resources
from tests.conftest import Miniatures
from tests.gateway.provider import OPENAI_KEY, Provider
from tests.sandboxes import HAND_IN, write_agent

TASK = "spooky-author-identification"

ASK_MODEL = (
    HAND_IN
    + """
import json, socket, urllib.request
body = json.dumps({"model": "plain", "messages": [{"role": "user", "content": "hello"}]}).encode()
headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, headers)
answer = json.load(urllib.request.urlopen(request))
seen = {"tokens": answer["usage"]["total_tokens"], "environment": json.dumps(dict(os.environ))}
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""
)


def options_of(*, sandbox: str = "process", grace: float = 0.5, retries: int = 0, **more: Any) -> RunOptions:
    """Options for a run, some of them of its sandbox."""
    ours = {name: more.pop(name) for name in ("workers", "seeds", "executor") if name in more}
    limits = {"time_limit": 600.0, "memory_gb": 2, "gpus": 0, **more.pop("resources", {})}
    sandboxes = RunSettings(resources=Resources(**limits), **more)
    return RunOptions(sandbox, sandboxes, grace=grace, retries=retries, **ours)


class Harness:
    """Runs agents on a miniature."""

    def __init__(self, folder: Path, registry: Registry, miniatures: Miniatures) -> None:
        self.folder, self.registry = folder, registry
        self.layout = miniatures.layout(TASK)
        self.data_dir = self.layout.data_dir

    def group(self, code: str, **options: object) -> RunGroup:
        agent = write_agent(self.folder / "agents", code)
        asked = options_of(**options)
        return create_group(self.folder / "runs", agent, [self.registry.get(TASK)], self.data_dir, asked)

    def run(self, group: RunGroup, **options: object) -> list[RunRecord]:
        from mlebench.agents import load_agent

        agent = load_agent(self.folder / "agents" / "tester")
        asked = options_of(**options)
        return run_group(group, agent, self.registry, self.data_dir, asked)

    def one(self, code: str, **options: object) -> tuple[RunGroup, RunRecord]:
        group = self.group(code, **options)
        return group, self.run(group, **options)[0]

    def grade(self, group: RunGroup) -> object:
        return grade_group(group, self.registry, self.data_dir, workers=1)


@pytest.fixture
def harness(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> Harness:
    return Harness(tmp_path, registry, miniatures)


@contextmanager
def set_up_provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """A provider that the harness is set up for."""
    provider, listener = Provider(), tcp_listener()
    with GatewayHost() as host:
        endpoint = host.serve(provider.app, listener)
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{listener.getsockname()[1]}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
        yield provider
        endpoint.close()


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with set_up_provider(monkeypatch) as provider:
        yield provider
