"""The validator as an ASGI application: `POST /validate` (form field `file`), `GET /health` and `GET /status`.

It says whether a submission is valid, and if not why, and what may still cost points. It runs outside the sandbox and
has no answers. `/status` is what is left of the run's time and budget, as the gateway counts them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mlebench.gateway.checker import NAME, Answer
from mlebench.gateway.journal import Journal
from mlebench.gateway.upload import BadUpload, TooLarge, discard, save_upload

_log = logging.getLogger(__name__)
_MIB = 1 << 20
_USAGE = "there are /validate (POST), /health (GET) and /status (GET)"
_FORM_BYTES = 64 << 10  # what a form adds to its file


class Checks(Protocol):
    """What checks a submission; in the harness a `Checker`."""

    def check(self, competition_folder: Path, submission: Path) -> Answer:
        """Valid, or why not."""


class Validator:
    """The validator of one sandbox. `app` is served by the gateway.

    `calls` counts the checked submissions, `faults` those that we failed to check.
    """

    def __init__(
        self,
        checker: Checks,
        competition_folder: Path,
        log: Path,
        *,
        uploads: Path | None = None,
        max_bytes: int = 2048 * _MIB,
        calls_per_minute: int = 120,
        hide: Callable[[str, Path], str] | None = None,
        status: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        self.calls = self.faults = 0
        self._hide = hide
        self._run = log.parent.name
        self._checker, self._competition, self._max = checker, competition_folder, max_bytes
        self._uploads = uploads
        self._journal = Journal(log, max_bytes=256 * _MIB)
        self._rate = _Rate(calls_per_minute, 60.0)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="mlebench-validator")
        # One upload at a time for each sandbox: a flood waits for itself, and the disk holds one file.
        self._turn = asyncio.Lock()
        self.app = Starlette(
            routes=[
                Route("/validate", self._validate, methods=["POST"]),
                Route("/health", lambda request: _Answer({"status": "running"})),
                Route("/status", lambda request: _Answer(status())),
            ],
            exception_handlers={HTTPException: _no_such_page},
        )

    def close(self) -> None:
        """Let go of the thread; a check that still runs ends with its checker."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _validate(self, request: Request) -> Response:
        started = time.monotonic()
        entry: dict[str, Any] = {"bytes": None, "valid": None}
        status, content = 499, {"error": "the client hung up"}
        wait = self._rate.wait()
        stream = request.stream()
        try:
            if wait:
                status, content = 429, {"error": f"too many calls; try again in {wait:.0f} s"}
            elif (length := request.headers.get("content-length", "0")).isdigit() and int(length) > self._limit:
                status, content = 413, self._too_large()
            else:
                async with self._turn:
                    status, content = await self._check(request, stream, entry)
            if status in (400, 413):
                await discard(request, stream)
        except ClientDisconnect:
            pass
        finally:
            entry["valid"] = content.get("valid")
            entry["message"] = content.get("result") or content.get("error")
            entry["warnings"] = content.get("warnings", [])
            self._journal.write({**entry, "status": status, "seconds": round(time.monotonic() - started, 3)})
        headers = {"retry-after": f"{wait:.0f}"} if wait else None
        return _Answer(content, status, headers)

    @property
    def _limit(self) -> int:
        return self._max + _FORM_BYTES

    async def _check(
        self, request: Request, stream: AsyncIterator[bytes], entry: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        folder = Path(await self._in_thread(lambda: tempfile.mkdtemp(dir=self._uploads)))
        path = folder / NAME
        try:
            with path.open("wb") as file:
                entry["bytes"] = await save_upload(
                    stream,
                    request.headers.get("content-type", ""),
                    "file",
                    lambda data: self._in_thread(lambda: file.write(data)),
                    self._limit,
                )
            answer = await self._in_thread(lambda: self._verdict(path))
        except TooLarge:
            return 413, self._too_large()
        except TimeoutError:
            return 408, {"error": "the upload took too long"}
        except BadUpload as problem:
            return 400, {"error": str(problem)}
        except ClientDisconnect:
            raise
        except Exception:  # a fault of ours; its words could name places outside the sandbox
            self.faults += 1
            _log.exception("%s: a submission could not be checked.", self._run)
            return 500, {"error": "The submission could not be checked: the validator has a problem."}
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self.calls += 1
        if answer.valid is None:
            self.faults += 1
            _log.error("%s: %s", self._run, answer.message)
            return 500, {"error": answer.message}
        return 200, {"valid": answer.valid, "result": answer.message, "warnings": answer.warnings}

    def _verdict(self, path: Path) -> Answer:
        answer = self._checker.check(self._competition, path)
        if self._hide is None:
            return answer
        told = [self._hide(text, path) for text in (answer.message, *answer.warnings)]
        return Answer(answer.valid, told[0], told[1:])

    def _too_large(self) -> dict[str, Any]:
        return {"error": f"the file is larger than {self._max // _MIB} MiB"}

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


class _Rate:
    """So many calls within so many seconds."""

    def __init__(self, calls: int, seconds: float) -> None:
        self._calls, self._seconds = calls, seconds
        self._recent: deque[float] = deque()

    def wait(self) -> float:
        """Zero where the call may go on, else the seconds until one may."""
        now = time.monotonic()
        while self._recent and now - self._recent[0] >= self._seconds:
            self._recent.popleft()
        if len(self._recent) < self._calls:
            self._recent.append(now)
            return 0.0
        return max(1.0, self._seconds - (now - self._recent[0]))


class _Answer(JSONResponse):
    # With spaces after the colons, as scripts in sandboxes search for '"valid": true'.
    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode() + b"\n"


async def _no_such_page(request: Request, problem: Exception) -> Response:
    return _Answer({"error": _USAGE}, 404)
