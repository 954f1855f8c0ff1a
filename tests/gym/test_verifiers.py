"""Episodes through verifiers' own command, in an environment of its own, with a scripted model."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from tests.environments import environment
from tests.gym.test_environment import HAND_IN, TASK
from tests.sandbox.conftest import bubblewrap_problem

ANSWERS = [f"Let me try.\n```python\n{HAND_IN}\n```", "validate", "I am done.\n\nsubmit"]


def _choice(said: dict[str, Any], reason: str | None) -> dict[str, Any]:
    return {"index": 0, "finish_reason": reason, **said}


class Model(BaseHTTPRequestHandler):
    """Says its answers one after the other."""

    heard: list[str] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        turn = sum(message["role"] == "assistant" for message in asked["messages"])
        self.heard.append(str(asked["messages"][-1]["content"]))
        said = {"id": "c", "created": 0, "model": asked["model"]}
        message = {"role": "assistant", "content": ANSWERS[min(turn, 2)]}
        if asked.get("stream"):
            parts = [({"delta": message}, None), ({"delta": {}}, "stop")]
            chunks = [{**said, "object": "chat.completion.chunk", "choices": [_choice(*part)]} for part in parts]
            text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        else:
            text = json.dumps({**said, "object": "chat.completion", "choices": [_choice({"message": message}, "stop")]})
        body = text.encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if asked.get("stream") else "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def test_a_model_plays_an_episode_and_its_trace_has_reward_and_mark(tmp_path: Path) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    prepare(Registry.default().get(TASK), tmp_path / "data", Embedded(), PrepareOptions())
    programs = environment("verifiers", with_mlebench=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    own = {"MLEBENCH_DATA_DIR": str(tmp_path / "data"), "OPENAI_API_KEY": "x"}
    own["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    command = [str(programs / "vf-eval"), "mlebench-verifiers", "-m", "scripted", "--no-push"]
    command += ["--client.base-url", f"http://127.0.0.1:{server.server_address[1]}/v1"]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **own}, capture_output=True, text=True)
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ended with exit code 0." in Model.heard[1]
    assert Model.heard[2].endswith("is valid.")
    (file,) = tmp_path.rglob("traces.jsonl")
    text = file.read_text()
    assert '"training":true' in text.replace(": ", ":")
    assert '"score":1.09861' in text.replace(": ", ":")
