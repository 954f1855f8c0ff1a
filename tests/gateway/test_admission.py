"""A sandbox that floods its door costs itself, not the sandboxes beside it."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from mlebench.gateway import http
from mlebench.gateway.admission import MOST_CONNECTIONS, fair_share
from mlebench.gateway.model.upstream import in_pieces
from mlebench.sandbox.inside.waiting import readable
from tests.gateway.conftest import Chain
from tests.gateway.provider import Provider

WEB = httpx.Client(trust_env=False, timeout=30)
# Connects without saying a word, as often as the kernel takes it, and tells how often that was.
IDLE = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
kept = []
for _ in range(2500):
    each = socket.socket(socket.AF_UNIX)
    each.settimeout(0.5)
    try:
        each.connect(sys.argv[1])
    except OSError:
        break
    kept.append(each)
print(len(kept), flush=True)
sys.stdin.read()
"""


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.fixture
def crowd() -> Iterator[Callable[[Path], int]]:
    """A function that fills a door from another process; the crowd goes with the test."""
    processes: list[subprocess.Popen[str]] = []

    def fill(door: Path) -> int:
        command = [sys.executable, "-c", IDLE, str(door)]
        processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert processes[-1].stdout is not None
        return int(processes[-1].stdout.readline())

    yield fill
    for process in processes:
        process.communicate("")


@pytest.mark.attack
@pytest.mark.parametrize("door", ["validator", "model", "hosts"])
def test_idle_connections_do_not_take_the_harness_descriptors(
    open_chain: Callable[..., Chain], crowd: Callable[[Path], int], door: str
) -> None:
    hostile, other = open_chain(hosts=("mirror.example",)), open_chain()
    before = descriptors()
    path = hostile.gateway.doors[{"validator": 5000, "model": 5001, "hosts": 5002}[door]]
    assert crowd(path) > MOST_CONNECTIONS
    time.sleep(0.5)
    assert descriptors() - before <= MOST_CONNECTIONS + 20
    answer = WEB.post(f"{other.url('validator')}/validate", files={"file": ("s.csv", b"id\n1\n")})
    assert answer.json()["valid"] is True


@pytest.mark.attack
@pytest.mark.parametrize(
    "said", [b"", b"GET /health HTTP/1.1\r\nX-Slow: ", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET"]
)
def test_who_says_nothing_or_only_half_is_dropped(
    open_chain: Callable[..., Chain], monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(http, "HEAD_SECONDS", 0.3)
    chain = open_chain()
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(chain.gateway.doors[5000]))
        client.sendall(said)
        ended = threading.Event()

        def drip() -> None:  # one letter at a time does not help
            while said and not ended.wait(0.05):
                try:
                    client.sendall(b"x")
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            while client.recv(1000):
                pass
        except ConnectionError:
            pass
        finally:
            ended.set()
            thread.join()


@pytest.mark.attack
def test_a_flood_of_requests_is_paced(chain: Chain) -> None:
    count, threads = 150, 4
    started = time.monotonic()

    def ask() -> None:
        with httpx.Client(trust_env=False, timeout=30) as client:
            for _ in range(count):
                assert client.get(f"{chain.url('validator')}/health").status_code == 200

    flood = [threading.Thread(target=ask) for _ in range(threads)]
    for thread in flood:
        thread.start()
    for thread in flood:
        thread.join()
    # 200 at once, then 200 a second.
    assert time.monotonic() - started > (count * threads - 200) / 200 * 0.9


def test_a_place_that_is_given_back_is_given_on(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain()
    path = str(chain.gateway.doors[5000])
    for _ in range(2):
        crowd = [socket.socket(socket.AF_UNIX) for _ in range(MOST_CONNECTIONS + 5)]
        for each in crowd:
            each.connect(path)
        for each in crowd:
            each.close()
    assert WEB.get(f"{chain.url('validator')}/health").json() == {"status": "running"}


def test_many_doors_share_what_the_process_has() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert fair_share(1) == min(MOST_CONNECTIONS, limit // 3)
    assert fair_share(10**6) == 8
    assert fair_share(0) == fair_share(1)


LARGE = {"model": "plain", "messages": [{"role": "user", "content": "x" * (8 << 20)}]}
SMALL = {"model": "plain", "messages": [{"role": "user", "content": "x"}]}


def ask(chain: Chain, request: dict[str, Any]) -> int:
    return WEB.post(f"{chain.url('model')}/v1/chat/completions", json=request, timeout=300).status_code


def reader_of(chain: Chain) -> int:
    assert chain.gateway._model is not None
    return int(chain.gateway._model._reader._process.pid)


@pytest.mark.attack
def test_a_large_request_holds_up_its_own_sandbox_alone(
    open_chain: Callable[..., Chain], provider: tuple[Provider, str]
) -> None:
    hostile, other = open_chain(), open_chain()
    assert ask(hostile, LARGE) == 200
    assert provider[0].seen[-1]["body"] == LARGE
    reader = reader_of(hostile)
    os.kill(reader, signal.SIGSTOP)  # as if the reading took without end
    with ThreadPoolExecutor(1) as thread:
        try:
            waiting = thread.submit(ask, hostile, LARGE)
            for request in (SMALL, LARGE, SMALL):
                assert ask(other, request) == 200
            assert WEB.get(f"{hostile.url('validator')}/health").status_code == 200
            assert not waiting.done()
        finally:
            os.kill(reader, signal.SIGCONT)
        assert waiting.result(300) == 200


def test_a_reader_that_is_lost_costs_one_request_and_ends_with_its_gateway(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain()
    assert ask(chain, LARGE) == 200
    os.kill(lost := reader_of(chain), signal.SIGKILL)
    assert [ask(chain, LARGE) for _ in range(2)] == [500, 200]
    new = reader_of(chain)
    assert new != lost
    chain.gateway.close()
    assert not psutil.pid_exists(new)


@pytest.mark.attack
def test_a_large_request_is_sent_on_with_turns_for_others_in_between() -> None:
    async def others(turns: list[int]) -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    async def sent() -> tuple[list[bytes], int]:
        turns = [0]
        task = asyncio.ensure_future(others(turns))
        pieces = [piece async for piece in in_pieces(bytes(40 << 20))]
        task.cancel()
        return pieces, turns[0]

    pieces, turns = asyncio.run(sent())
    assert b"".join(pieces) == bytes(40 << 20)
    assert max(map(len, pieces)) <= 256 << 10
    assert turns >= len(pieces) == 160


@pytest.mark.attack
def test_descriptors_beyond_1024_can_be_waited_for() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    here, there = socket.socketpair()
    try:
        high = socket.socket(fileno=fcntl.fcntl(here.fileno(), fcntl.F_DUPFD, 2000))
        with here, there, high:
            assert not readable(high, 0.01)
            there.sendall(json.dumps({}).encode())
            assert readable(high, 5)
            high.recv(100)
            there.close()
            assert readable(high, 5)  # the end
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    sources = Path(__file__).parents[2] / "src"
    assert [path for path in sources.rglob("*.py") if "select.select(" in path.read_text()] == []
