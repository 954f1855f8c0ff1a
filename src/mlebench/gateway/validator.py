"""The validator: says whether a submission is valid, and if not why. Never a score.

It runs outside the room, next to the answers; only its sentence goes in.
"""

from __future__ import annotations

import json
import multiprocessing
import tempfile
import threading
import time
from concurrent.futures import TimeoutError as FutureTimeoutError
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from mlebench.errors import MlebenchError
from mlebench.gateway.multipart import BadUpload, save_field

_MIB = 1 << 20
NAME = "submission.csv"


class Answer(NamedTuple):
    """Valid, not valid, or (null) not known because the check itself failed."""

    valid: bool | None
    message: str


class Checker:
    """Checks submissions in a process of its own, since a hostile one could hang or swell its reader."""

    def __init__(self, data_dir: Path, *, seconds: float = 300.0, workers: int = 1) -> None:
        self._data_dir, self._seconds, self._workers = data_dir, seconds, workers
        self._lock = threading.Lock()
        self._pool: Any = None

    def check(self, competition_folder: Path, submission: Path) -> Answer:
        """One submission; the process is started with the first."""
        from pebble import ProcessExpired

        with self._lock:
            if self._pool is None:
                from pebble import ProcessPool

                self._pool = ProcessPool(max_workers=self._workers, context=multiprocessing.get_context("forkserver"))
        future = self._pool.schedule(
            _check, args=[competition_folder, submission, self._data_dir], timeout=self._seconds
        )
        try:
            valid, message = future.result()
            return Answer(valid, message)
        except FutureTimeoutError:
            return Answer(None, f"The submission could not be checked within {self._seconds:g} s.")
        except MlebenchError:
            return Answer(None, "The submission could not be checked: the validator has a problem.")
        except ProcessExpired:
            return Answer(None, "The submission could not be checked: reading it ended the checking process.")

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()


def _check(competition_folder: Path, submission: Path, data_dir: Path) -> tuple[bool, str]:
    from mlebench.catalog import load_competition
    from mlebench.grading.validate import validate_submission

    verdict = validate_submission(load_competition(competition_folder), submission, data_dir)
    return verdict.valid, verdict.message.replace(str(submission), NAME)


class ValidatorServer:
    """`/validate` and `/health` of one room, on a free port of this machine."""

    def __init__(self, checker: Checker, competition_folder: Path, log: Path, *, max_bytes: int = 2048 * _MIB) -> None:
        self.calls = 0
        self._checker, self._competition, self._log, self._max = checker, competition_folder, log, max_bytes
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()

    def validate(self, request: BaseHTTPRequestHandler) -> tuple[int, dict[str, Any]]:
        """Answer one upload."""
        length = request.headers.get("Content-Length", "")
        if not length.isdigit():
            return 411, {"error": "the request does not say its length"}
        body = _Body(request.rfile, int(length))
        if int(length) > self._max:
            body.discard()
            return 413, {"error": f"the file is larger than {self._max // _MIB} MiB"}
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="mlebench-validate-") as folder:
            path = Path(folder) / NAME
            try:
                with path.open("wb") as file:
                    save_field(body, int(length), request.headers.get("Content-Type", ""), "file", file)
            except BadUpload as problem:
                body.discard()
                return 400, {"error": str(problem)}
            with self._lock:  # one check at a time for each room: a flood waits for itself
                answer = self._checker.check(self._competition, path)
            self._record(path.stat().st_size, answer, time.monotonic() - started)
        if answer.valid is None:
            return 500, {"error": answer.message}
        return 200, {"valid": answer.valid, "result": answer.message}

    def _record(self, size: int, answer: Answer, seconds: float) -> None:
        self.calls += 1
        entry = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "bytes": size,
            "valid": answer.valid,
            "message": answer.message,
            "seconds": round(seconds, 3),
        }
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


class _Body:
    """What a client sends, up to the announced length."""

    def __init__(self, stream: Any, length: int) -> None:
        self._stream, self._left = stream, length

    def read(self, size: int) -> bytes:
        data: bytes = self._stream.read(min(size, self._left))
        self._left -= len(data)
        return data

    def discard(self, most: int = 256 * _MIB) -> None:
        """Read on without keeping it: a client that is still sending would not hear the answer."""
        while self._left > 0 and most > 0:
            data = self.read(1 << 16)
            most -= len(data)
            if not data:
                break


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news for the user's terminal."""


def _handler(server: ValidatorServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 60

        def do_GET(self) -> None:
            if self.path == "/health":
                self._answer(200, {"status": "running"})
            else:
                self._answer(404, {"error": "there are /validate (POST) and /health (GET)"})

        def do_POST(self) -> None:
            if self.path == "/validate":
                self._answer(*server.validate(self))
            else:
                self._answer(404, {"error": "there are /validate (POST) and /health (GET)"})

        def _answer(self, status: int, content: dict[str, Any]) -> None:
            body = json.dumps(content).encode() + b"\n"
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Calls are recorded by the server itself."""

    return Handler
