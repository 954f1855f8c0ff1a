"""A local HTTP server that speaks enough of Kaggle's interface for the real client.

The client knows only fixed addresses, so that the server plays the proxy through which it reaches them: the
interface at http://localhost/api, and the storage at another host to which downloads are redirected.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any
from urllib.parse import urlsplit

STORAGE = "storage.invalid"


@dataclass
class Bundle:
    """One competition's download and how the server misbehaves over it."""

    content: bytes = b""
    etag: str = '"v1"'
    claimed_size: int | None = None
    statuses: list[int] = field(default_factory=list)  # answers before the good one
    cuts: list[int] = field(default_factory=list)  # bytes after which a transfer breaks off, one per transfer
    ranges: bool = True
    retry_after: str | None = None


@dataclass
class Request:
    """What the server was asked."""

    host: str
    name: str
    headers: dict[str, str]


class KaggleServer(ThreadingHTTPServer):
    """Serves `bundles` by competition, `leaderboards` and `kernels` as lists of pages, and `sources` of kernels."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bundles: dict[str, Bundle] = defaultdict(lambda: Bundle(statuses=[404] * 99))
        self.leaderboards: dict[str, list[list[str]]] = {}
        self.kernels: dict[str, list[list[dict[str, Any]]]] = {}
        self.sources: dict[str, str | int] = {}  # by author/kernel: its source, or the status of the answer
        self.requests: list[Request] = []
        self.asked_for: list[dict[str, Any]] = []  # lists of kernels
        self.sent: dict[str, int] = defaultdict(int)

    def server_bind(self) -> None:
        """Without the look-up of the machine's name, which takes seconds where there is no network."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up when they know enough; that is no news."""

    @property
    def environment(self) -> dict[str, str]:
        """What the client must find in its environment to end up here."""
        address = f"http://127.0.0.1:{self.server_address[1]}"
        return {"KAGGLE_API_ENVIRONMENT": "LOCALHOST", "HTTP_PROXY": address, "http_proxy": address}

    def start(self) -> None:
        """Serve on a thread."""
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def asked(self, host: str) -> list[Request]:
        """Requests to one host."""
        return [request for request in self.requests if request.host == host]


class _Handler(BaseHTTPRequestHandler):
    server: KaggleServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        name = body.get("competitionName", "")
        self._note(name)
        method = self.path.rsplit("/", 1)[-1]
        if "Authorization" not in self.headers:
            self._json(401, {"code": 401, "message": "Unauthenticated"})
        elif method == "GetLeaderboard":
            self._board(name, body.get("pageToken") or "0")
        elif method == "ListKernels":
            self._kernels(body)
        elif method == "GetKernel":
            self._source(f"{body['userName']}/{body['kernelSlug']}")
        elif self._misbehaves(name):
            pass
        else:
            self.send_response(302)
            self.send_header("Location", f"http://{STORAGE}/{name}.zip?signature=1")
            self.send_header("Content-Length", "0")
            self.end_headers()

    def do_GET(self) -> None:
        name = urlsplit(self.path).path.strip("/").removesuffix(".zip")
        self._note(name)
        bundle = self.server.bundles[name]
        start = 0
        if bundle.ranges and "Range" in self.headers and self.headers.get("If-Range") == bundle.etag:
            start = int(self.headers["Range"].removeprefix("bytes=").rstrip("-"))
        size = bundle.claimed_size or len(bundle.content)
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(size - start))
        self.send_header("ETag", bundle.etag)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{size - 1}/{size}")
        self.end_headers()
        content = bundle.content[start:]
        if bundle.cuts:
            content = content[: bundle.cuts.pop(0)]
            self.close_connection = True
        try:
            for at in range(0, len(content), 1 << 16):
                self.wfile.write(content[at : at + (1 << 16)])
                self.server.sent[name] += len(content[at : at + (1 << 16)])
        except OSError:
            self.close_connection = True
        if bundle.claimed_size:
            self.close_connection = True

    def _misbehaves(self, name: str) -> bool:
        bundle = self.server.bundles[name]
        if not bundle.statuses:
            return False
        status = bundle.statuses.pop(0)
        self._json(status, {"code": status, "message": f"status {status}"}, bundle.retry_after)
        return True

    def _board(self, name: str, token: str) -> None:
        pages = self.server.leaderboards.get(name, [[]])
        page = int(token)
        rows = [{"teamId": i, "teamName": f"team {i}", "score": score} for i, score in enumerate(pages[page])]
        following = str(page + 1) if page + 1 < len(pages) else ""
        self._json(200, {"submissions": rows, "nextPageToken": following})

    def _kernels(self, body: dict[str, Any]) -> None:
        pages = self.server.kernels.get(body["competition"], [[]])
        page = int(body.get("pageToken") or "0")
        self.server.asked_for.append(body)
        following = str(page + 1) if page + 1 < len(pages) else ""
        self._json(200, {"kernels": pages[page], "nextPageToken": following})

    def _source(self, ref: str) -> None:
        source = self.server.sources.get(ref, 404)
        if isinstance(source, int):
            self._json(source, {"code": source, "message": f"status {source}"})
        else:
            self._json(200, {"blob": {"source": source, "language": "python", "kernelType": "notebook"}})

    def _json(self, status: int, content: Any, retry_after: str | None = None) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(body)

    def _note(self, name: str) -> None:
        host = urlsplit(self.path).hostname or ""
        self.server.requests.append(Request(host, name, dict(self.headers)))

    def log_message(self, format: str, *args: Any) -> None:
        pass
