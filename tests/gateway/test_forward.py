"""The forwarder: a script for any Python, between a sandbox's loopback and a Unix socket."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mlebench.scratch import Scratch
from tests.gateway.conftest import until

SCRIPT = Path(__file__).parents[2] / "src" / "mlebench" / "gateway" / "forward.py"


class SandboxSpec:
    """A forwarder in front of a Unix socket on which `serve` answers each connection."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "door.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(200)
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self, serve: Callable[[socket.socket], None]) -> None:
        threading.Thread(target=self._accept, args=[serve], daemon=True).start()
        command = [sys.executable, "-I", "-S", str(SCRIPT), f"0={self.path}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split()[1])

    def _accept(self, serve: Callable[[socket.socket], None]) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=[connection], daemon=True).start()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def close(self) -> None:
        self.listener.close()
        if self.process is not None and self.process.stdout is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()


@pytest.fixture
def sandbox() -> Iterator[SandboxSpec]:
    with Scratch("test", short=True) as folder:
        sandbox = SandboxSpec(folder)
        yield sandbox
        sandbox.close()


def read_all(connection: socket.socket) -> bytes:
    pieces = []
    while piece := connection.recv(1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def test_an_end_of_input_is_passed_on_and_the_answer_still_arrives(sandbox: SandboxSpec) -> None:
    def serve(connection: socket.socket) -> None:
        with connection:
            digest = hashlib.sha256(read_all(connection)).hexdigest()  # waits for the client's end
            connection.sendall(digest.encode())

    sandbox.start(serve)
    data = os.urandom(5 << 20)
    with sandbox.connect() as client:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        assert read_all(client).decode() == hashlib.sha256(data).hexdigest()


def test_the_server_may_end_first_and_still_listen(sandbox: SandboxSpec) -> None:
    heard: list[bytes] = []

    def serve(connection: socket.socket) -> None:
        with connection:
            connection.sendall(b"goodbye")
            connection.shutdown(socket.SHUT_WR)
            heard.append(read_all(connection))

    sandbox.start(serve)
    with sandbox.connect() as client:
        assert read_all(client) == b"goodbye"
        client.sendall(b"one more thing")
    assert until(lambda: heard == [b"one more thing"])


def test_bytes_are_passed_on_as_they_come(sandbox: SandboxSpec) -> None:
    def serve(connection: socket.socket) -> None:
        with connection:
            while piece := connection.recv(100):
                connection.sendall(piece.upper())

    sandbox.start(serve)
    with sandbox.connect() as client:
        for word in (b"first", b"second", b"third"):
            client.sendall(word)
            assert client.recv(100) == word.upper()


def test_many_connections_at_once_with_much_to_carry(sandbox: SandboxSpec) -> None:
    def serve(connection: socket.socket) -> None:
        with connection:
            while piece := connection.recv(1 << 16):
                connection.sendall(piece)

    sandbox.start(serve)
    data = os.urandom(1 << 20)
    results: list[bool] = []

    def ask() -> None:
        with sandbox.connect() as client:
            sender = threading.Thread(target=lambda: (client.sendall(data), client.shutdown(socket.SHUT_WR)))
            sender.start()
            results.append(read_all(client) == data)
            sender.join()

    threads = [threading.Thread(target=ask) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert results == [True] * 60


def test_a_server_that_refuses_while_the_client_still_sends_is_heard(sandbox: SandboxSpec) -> None:
    def serve(connection: socket.socket) -> None:
        with connection:
            connection.recv(10)
            connection.sendall(b"too large")

    sandbox.start(serve)
    with sandbox.connect() as client:
        client.sendall(b"x" * (8 << 20))
        assert client.recv(100) == b"too large"


def test_a_client_that_leaves_is_noticed_by_the_server(sandbox: SandboxSpec) -> None:
    gone = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection:
            connection.sendall(b"hello")
            if read_all(connection) == b"":
                gone.set()

    sandbox.start(serve)
    with sandbox.connect() as client:
        client.recv(5)
    assert gone.wait(5)


def test_a_door_without_anybody_behind_it_is_closed_at_once(sandbox: SandboxSpec) -> None:
    sandbox.start(lambda connection: connection.close())
    sandbox.listener.close()
    with sandbox.connect() as client:
        try:
            answer = client.recv(1)
        except ConnectionResetError:
            answer = b""
    assert answer == b""


def test_it_ends_with_the_process_that_started_it(sandbox: SandboxSpec) -> None:
    starter = "import subprocess, sys; p = subprocess.Popen(sys.argv[1:]); print(p.pid, flush=True); input()"
    command = [sys.executable, "-c", starter, sys.executable, "-I", "-S", str(SCRIPT), f"0={sandbox.path}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        forwarder = int(next(line for line in lines if not line.startswith("ready")))
        process.kill()
    assert until(lambda: not _runs(forwarder))


def _runs(process: int) -> bool:
    try:
        return b") Z" not in Path(f"/proc/{process}/stat").read_bytes()
    except FileNotFoundError:
        return False


def test_a_port_that_is_taken_is_named(sandbox: SandboxSpec) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-I", "-S", str(SCRIPT), f"{taken.getsockname()[1]}={sandbox.path}"]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "in use" in done.stderr
