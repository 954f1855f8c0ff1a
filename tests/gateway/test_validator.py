"""The validator as a client meets it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mlebench.gateway import Checker, ValidatorServer
from tests.conftest import Miniatures

TASK = "spooky-author-identification"


@pytest.fixture
def server(miniatures: Miniatures, tmp_path: Path) -> Iterator[ValidatorServer]:
    layout = miniatures.layout(TASK)
    checker = Checker(layout.data_dir)
    server = ValidatorServer(checker, miniatures.registry.folders[TASK], tmp_path / "calls.jsonl", max_bytes=1 << 20)
    yield server
    server.close()
    checker.close()


def post(url: str, body: bytes, kind: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(url, body, {"Content-Type": kind})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def form(content: bytes, field: str = "file") -> bytes:
    return (
        b'--mark\r\nContent-Disposition: form-data; name="note"\r\n\r\nfirst\r\n--mark\r\n'
        b'Content-Disposition: form-data; name="' + field.encode() + b'"; filename="a.csv"\r\n'
        b"Content-Type: text/csv\r\n\r\n" + content + b"\r\n--mark--\r\n"
    )


KIND = "multipart/form-data; boundary=mark"


def test_valid_and_invalid_without_a_score(server: ValidatorServer, miniatures: Miniatures, tmp_path: Path) -> None:
    sample = (miniatures.layout(TASK).public / "sample_submission.csv").read_bytes()
    status, answer = post(f"{server.url}/validate", form(sample), KIND)
    assert (status, answer) == (200, {"valid": True, "result": f"The submission for {TASK} is valid."})
    status, answer = post(f"{server.url}/validate", form(b"id,EAP\r\n--mar\r\n1,2"), KIND)
    assert status == 200
    assert answer["valid"] is False
    assert set(answer) == {"valid", "result"}
    assert str(tmp_path.parent) not in answer["result"]
    calls = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    assert [call["valid"] for call in calls] == [True, False]
    assert not any("score" in call for call in calls)
    assert server.calls == 2


def test_requests_that_are_no_upload(server: ValidatorServer) -> None:
    assert post(f"{server.url}/validate", b"id,x\n", "text/csv")[0] == 400
    assert post(f"{server.url}/validate", form(b"x", field="data"), KIND)[0] == 400
    assert post(f"{server.url}/validate", form(b"x")[:80], KIND)[0] == 400
    assert post(f"{server.url}/score", form(b"x"), KIND)[0] == 404
    status, answer = post(f"{server.url}/validate", form(b"x" * (2 << 20)), KIND)
    assert (status, answer["error"]) == (413, "the file is larger than 1 MiB")


def test_health(server: ValidatorServer) -> None:
    with urllib.request.urlopen(f"{server.url}/health") as response:
        assert json.load(response) == {"status": "running"}
