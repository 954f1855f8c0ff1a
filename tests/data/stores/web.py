"""A web server that serves a folder, counts what it was asked for, and can be made to misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
        self.cut = 0  # so many answers end before their content does
        self.endless, self.sent = "", 0  # the object that never ends, and how much of it was taken

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
        if self.server.cut:
            self.server.cut -= 1
            self.send_response(200)
            self.send_header("content-length", "1000")
            self.end_headers()
            self.wfile.write(b"not all")
            return
        if self.server.endless and self.path.endswith(self.server.endless):
            self._send_without_end()
            return
        super().do_GET()

    def _send_without_end(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):  # who had enough
            while self.server.sent < 1 << 30:
                self.wfile.write(bytes(1 << 16))
                self.server.sent += 1 << 16

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
