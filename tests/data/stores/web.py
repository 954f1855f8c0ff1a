"""A web server that serves a folder, counts what it was asked for, and can be made to fall silent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class FolderServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), self.handler)
        self.folder, self.asked = folder, list[str]()
        self.silent_after: int | None = None  # so many requests
        self.silent, self.closing = threading.Event(), threading.Event()
        self.faults: list[int] = []  # HTTP codes to answer with first

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handler(self, *arguments: object) -> _Handler:
        return _Handler(*arguments, directory=str(self.folder))  # type: ignore[arg-type]


class _Handler(SimpleHTTPRequestHandler):
    server: FolderServer

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.server.silent_after is not None and len(self.server.asked) > self.server.silent_after:
            self.server.silent.set()
            self.server.closing.wait()
            return
        if self.server.faults:
            self.send_error(self.server.faults.pop())
            return
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[FolderServer]:
    with FolderServer(folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()
