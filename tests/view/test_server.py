"""`mlebench view` as a user starts and ends it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.sandboxes import alive, until
from tests.view.groups import end, make_group, write


@contextmanager
def view(*arguments: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and the address that it prints."""
    command = [sys.executable, "-m", "mlebench", "view", *map(str, arguments), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(3)]
            assert lines[1].startswith("Open http://"), (lines, process.poll())
            yield process, lines[1].split()[1]
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_ended(runs: Path, number: signal.Signals) -> None:
    group = make_group(runs, "a")
    folder = end(group, group.spec.runs[0])
    write(folder, "code/main.py", "print(1)\n")
    with view(runs) as (process, address), httpx.Client(timeout=60) as client:
        assert address.startswith("http://127.0.0.1:")
        assert '<a href="/groups/a">' in client.get(address).text
        assert "print" in client.get(f"{address}groups/a/files/{folder.name}/code/main.py").text  # a process of its own
        children = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
        assert children
        process.send_signal(number)  # while a connection is open
        out, err = process.communicate()
        assert "Traceback" not in out + err
        assert process.returncode == 0
        assert until(lambda: not any(map(alive, children)), 60)


def test_a_single_group_is_opened_by_its_folder(runs: Path) -> None:
    make_group(runs, "a")
    make_group(runs, "b")
    with view(runs / "b") as (_, address), httpx.Client(timeout=60) as client:
        assert address.endswith("/groups/b")
        assert client.get(address).status_code == 200
        assert client.get(address.replace("/groups/b", "/groups/a")).status_code == 404


def test_beyond_this_machine_the_printed_address_has_the_token(runs: Path) -> None:
    with view(runs, "--host", "0.0.0.0") as (_, address), httpx.Client(timeout=60, follow_redirects=True) as client:
        port = httpx.URL(address).port
        assert client.get(f"http://127.0.0.1:{port}/").status_code == 401
        token = httpx.URL(address).params["token"]
        assert client.get(f"http://127.0.0.1:{port}/", params={"token": token}).status_code == 200


def test_two_requests_that_break_off_do_not_end_it(runs: Path) -> None:
    make_group(runs, "a")
    with view(runs) as (_, address), httpx.Client(timeout=60) as client:
        url = httpx.URL(address)
        for text in (
            b"GET / HTTP/1.1\r\n",
            b"\x16\x03\x01\x00",
            b"GET /groups/a/raw/metadata.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ):
            with socket.create_connection((url.host, url.port or 0)) as connection:
                connection.sendall(text)
        assert client.get(address).status_code == 200


@pytest.mark.attack
def test_a_file_that_merely_lies_there_opens_no_door(
    runs: Path,
    cli: Cli,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(runs)
    write(runs, "mlebench.toml", '[view]\nhost = "0.0.0.0"\ntoken = "known-to-the-attacker"\nport = 0\n')
    refused = cli("view", runs)
    assert refused.code == 2
    assert "show your runs to others" in refused.err
    shown = cli("config", "view")
    assert "(set)" in shown.out
    assert "known-to-the-attacker" not in shown.out


def test_wrong_usage_is_said_in_one_message(runs: Path, cli: Cli) -> None:  # noqa: F811
    missing = cli("view", runs / "nothing")
    assert (missing.code, "There is no folder" in missing.err) == (2, True)
    (runs / "file").touch()
    assert cli("view", runs / "file").code == 2
    assert cli("view", runs, "--port", "70000").code == 2
    assert "at least 16 letters" in cli("view", runs, "--token", "short").err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        used = cli("view", runs, "--port", taken.getsockname()[1])
    assert used.code == 1
    assert "is in use" in used.err
    assert "--port 0" in used.err
