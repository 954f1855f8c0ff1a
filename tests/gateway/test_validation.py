"""The validator behind its socket, asked as an agent asks it."""

from __future__ import annotations

import socket
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from mlebench.gateway.validation import Validator
from tests.gateway.conftest import Chain, Checker, until

FORM = "multipart/form-data; boundary=b"
WEB = httpx.Client(verify=False, trust_env=False, headers={"connection": "close"})


def ask(url: str, content: Any, **settings: Any) -> httpx.Response:
    return WEB.post(f"{url}/validate", files={"file": ("submission.csv", content)}, timeout=20, **settings)


@pytest.fixture
def url(chain: Chain) -> str:
    return chain.url("validator")


def test_it_says_valid_or_why_not_and_is_well(chain: Chain, url: str) -> None:
    answer = ask(url, b"id,x\n1,2\n")
    assert answer.status_code == 200
    assert answer.json() == {"valid": True, "result": "The submission is valid.", "warnings": []}
    answer = ask(url, b"x\n2\n")
    assert answer.json() == {"valid": False, "result": "The submission is invalid. No column 'id'.", "warnings": []}
    assert WEB.get(f"{url}/health").json() == {"status": "running"}
    assert [entry["valid"] for entry in chain.journal("validator")] == [True, False]
    assert chain.journal("validator")[0]["bytes"] == 9
    assert chain.gateway.record().validator_calls == 2


def test_the_text_that_scripts_look_for_is_there(url: str) -> None:
    assert '"valid": true' in ask(url, b"id,x\n1,2\n").text


def test_curl_works(url: str, tmp_path: Path) -> None:
    file = tmp_path / "submission.csv"
    file.write_bytes(b"id,x\n" + b"1,2\n" * (1 << 19))
    command = ["curl", "-sS", "-F", f"file=@{file}", f"{url}/validate"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except FileNotFoundError:
        pytest.skip("curl is not installed")
    assert '"valid": true' in done.stdout


def test_faults_of_the_harness_are_not_the_agents_and_tell_nothing(chain: Chain, url: str) -> None:
    answer = ask(url, b"crash")
    assert answer.status_code == 500
    assert "secret place" not in answer.text
    assert ask(url, b"unknown").status_code == 500
    assert [entry["valid"] for entry in chain.journal("validator")] == [None, None]


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        (b"id,x\n", "text/csv", "as a form"),
        (b"", "multipart/form-data", "as a form"),
        (b"nonsense", FORM, "form"),
        (b'--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n', FORM, "no field"),
        (b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nid,x', FORM, "too early"),
    ],
)
def test_other_uploads_are_explained(url: str, body: bytes, kind: str, message: str) -> None:
    answer = WEB.post(f"{url}/validate", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_the_file_is_found_among_other_fields(url: str, checker: Checker) -> None:
    fields = {"file": ("s.csv", b"id\r\n--b\r\n"), "more": ("m.csv", b"nothing")}
    answer = WEB.post(f"{url}/validate", data={"comment": "file"}, files=fields)
    assert answer.json()["valid"] is True
    assert checker.checked == [b"id\r\n--b\r\n"]


def test_other_pages_say_what_there_is(url: str) -> None:
    for answer in (WEB.get(f"{url}/validate"), WEB.get(f"{url}/score"), WEB.post(f"{url}/health")):
        assert answer.status_code == 404
        assert "/validate" in answer.json()["error"]


class Served:
    """A validator with limits of its own, on TCP."""

    def __init__(self, host: GatewayHost, checker: Checker, folder: Path, **limits: Any) -> None:
        self.log = folder / "log.jsonl"
        self.validator = Validator(checker, folder, self.log, **limits)
        listener = tcp_listener()
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.endpoint = host.serve(self.validator.app, listener)


def upload_of(url: str, length: int, more: str = "") -> socket.socket:
    """An upload that has only begun."""
    client = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=10)
    head = "POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    client.sendall(f"{head}{more}Content-Length: {length}\r\n\r\n--b\r\n".encode())
    return client


@pytest.fixture
def serve(host: GatewayHost, checker: Checker, tmp_path: Path) -> Any:
    made: list[Served] = []

    def make(**limits: Any) -> Served:
        made.append(Served(host, checker, tmp_path, **limits))
        return made[-1]

    yield make
    for served in made:
        served.endpoint.close()
        served.validator.close()


def test_a_large_upload_streams_through_and_too_large_a_one_does_not(
    serve: Callable[..., Served], checker: Checker
) -> None:
    served = serve(max_bytes=8 << 20)
    content = b"id,x\n" + b"1" * (7 << 20)
    assert ask(served.url, content).json()["valid"] is True
    assert checker.sizes == [len(content)]

    def endless() -> Any:  # says no length, so that only counting helps
        yield b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n'
        for _ in range(200):
            yield b"1" * (1 << 17)

    headers = {"content-type": FORM}
    answer = WEB.post(f"{served.url}/validate", content=endless(), headers=headers, timeout=20)
    assert answer.status_code == 413
    with upload_of(served.url, 99_999_999, "Expect: 100-continue\r\n") as client:  # as curl does
        told = b""
        while b"8 MiB" not in told:
            told += client.recv(1000)
    assert told.startswith(b"HTTP/1.1 413")
    # A client that reads only after it has sent everything, and wants the connection closed.
    large = urllib.request.Request(f"{served.url}/validate", b"x" * (20 << 20), {"content-type": FORM})
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(large, timeout=20)
    assert raised.value.code == 413
    raised.value.close()
    assert len(checker.checked) == 1
    assert until(lambda: served.log.read_text().count('"status": 413') == 3)


def test_too_many_calls_are_told_to_wait(serve: Callable[..., Served], checker: Checker) -> None:
    served = serve(calls_per_minute=3)
    answers = [ask(served.url, b"id\n") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert len(checker.checked) == 3
    assert served.log.read_text().count("\n") == 5


def test_calls_of_one_sandbox_wait_for_each_other(serve: Callable[..., Served], checker: Checker) -> None:
    served = serve()
    checker.seconds = 0.05
    threads = [threading.Thread(target=ask, args=[served.url, b"id\n"]) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(checker.checked) == 6
    assert checker.most_running == 1


def test_a_client_that_leaves_while_it_uploads_blocks_nobody(serve: Callable[..., Served]) -> None:
    served = serve()
    upload_of(served.url, 1000).close()
    assert ask(served.url, b"id\n").json()["valid"] is True
    assert until(lambda: '"status": 499' in served.log.read_text())
