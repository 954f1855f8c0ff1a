"""The Model Context Protocol inside a sandbox, over stdin and stdout: `mlebench mcp`.

A script of its own: only the standard library, Python 3.8 or newer.

    python3 -I mcp.py URL HOME

It lies in the sandbox and runs as the agent, so the harness never reads a message of the protocol: files are sent to
the validator as any client sends them, and time and budget are asked of the gateway (URL), which counts them. HOME is
the folder with `instructions.txt` and `submission/`.
"""

from __future__ import annotations

import http.client
import json
import os
import selectors
import sys
import urllib.parse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

_HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
_STATELESS = ["2026-07-28"]
_MARK = "----------------------------form"
_PIECE = 1 << 20
_SECONDS = 900.0  # a large submission may wait for its turn
_INFO = {
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "mlebench", "version": "1"},
    "instructions": "Your task, the form of your submission, and what is left of your time and of your budget.",
}
_FRESH = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}  # what the stateless version adds


class Problem(Exception):
    """Why a tool has no answer; the model is told."""


class Tools:
    """What the agent can ask."""

    def __init__(self, url: str, home: Path) -> None:
        self._url, self._home = url, home

    def task(self) -> tuple[str, dict[str, Any]]:
        """Your task: what to do, where the files are, the limits and the rules."""
        try:
            text = (self._home / "instructions.txt").read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise Problem(f"The instructions cannot be read: {error}.") from error
        return text, {"instructions": text}

    def validate(self, path: str = "") -> tuple[str, dict[str, Any]]:
        """Whether a file is a valid submission, and if not why. It tells no score. Ask as often as you like."""
        chosen = Path(path) if path else self._home / "submission" / "submission.csv"
        try:
            if not chosen.is_file():  # whoever opens a pipe waits
                raise Problem(f"{path or chosen}: there is no such file.")
            with chosen.open("rb") as file:
                said = self._ask("POST", "/validate", file)
        except (OSError, ValueError) as error:
            raise Problem(f"{path or chosen}: {getattr(error, 'strerror', None) or error}") from error
        text = "\n".join([said["result"], *(f"Warning: {warning}" for warning in said["warnings"])])
        return text, {"valid": said["valid"], "message": said["result"], "warnings": said["warnings"]}

    def time_left(self) -> tuple[str, dict[str, Any]]:
        """How many seconds of your time are left. When they are over, all your processes are ended."""
        time = self._ask("GET", "/status")["time"]
        if time is None:
            raise Problem("Your time has not begun.")
        return f"{time['left_seconds']:.0f} of {time['limit_seconds']:.0f} seconds are left.", time

    def budget_left(self) -> tuple[str, dict[str, Any]]:
        """What you may still spend on language models, in tokens and dollars, and what you have spent."""
        budget = self._ask("GET", "/status")["budget"]
        if budget is None:
            return "This run has no language model.", {"tokens": None, "dollars": None}
        parts = []
        for unit in ("tokens", "dollars"):
            used, left = f"{budget[unit]['used']:.6g}", budget[unit]["left"]
            parts.append(f"{unit}: {used} used, " + ("no limit" if left is None else f"{left:.6g} left"))
        return "; ".join(parts) + ".", budget

    def _ask(self, method: str, path: str, file: IO[bytes] | None = None) -> Any:
        try:
            address = urllib.parse.urlsplit(self._url)
            connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=_SECONDS)
            with closing(connection):
                if file is None:
                    connection.request(method, path)
                else:
                    size = os.fstat(file.fileno()).st_size
                    connection.request(method, path, _form(file, size, connection), _form_headers(size))
                answer = connection.getresponse()
                said = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Problem(f"The gateway gives no answer: {error}") from error
        if answer.status != 200:
            raise Problem(str(said.get("error")))
        return said


def _form_headers(size: int) -> dict[str, str]:
    length = size + len(_head()) + len(_tail())
    return {"Content-Type": f"multipart/form-data; boundary={_MARK}", "Content-Length": str(length)}


def _form(file: IO[bytes], size: int, connection: http.client.HTTPConnection) -> Iterator[bytes]:
    """Exactly `size` bytes of the file, though somebody may be writing to it; no more of it once there is an answer."""
    yield _head()
    while size and not _is_answered(connection):
        piece = file.read(min(_PIECE, size))
        if not piece:
            raise Problem("The file became shorter while it was read.")
        size -= len(piece)
        yield piece
    if not size:
        yield _tail()


def _is_answered(connection: http.client.HTTPConnection) -> bool:
    with selectors.DefaultSelector() as waiting:
        waiting.register(connection.sock, selectors.EVENT_READ)
        return bool(waiting.select(0))


def _head() -> bytes:
    return f'--{_MARK}\r\nContent-Disposition: form-data; name="file"; filename="submission.csv"\r\n\r\n'.encode()


def _tail() -> bytes:
    return f"\r\n--{_MARK}--\r\n".encode()


_PATH = {"type": "string", "description": "The file; without it, the submission in its place."}
_ARGUMENTS: dict[str, dict[str, Any]] = {"task": {}, "validate": {"path": _PATH}, "time_left": {}, "budget_left": {}}


def _listed(name: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": _ARGUMENTS[name], "additionalProperties": False}
    about = getattr(Tools, name).__doc__
    return {"name": name, "description": about, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


def _error(code: int, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


def _call(tools: Tools, parameters: dict[str, Any]) -> dict[str, Any]:
    name, given = parameters.get("name"), parameters.get("arguments") or {}
    if not isinstance(name, str) or name not in _ARGUMENTS:
        return _error(-32602, f"There is no such tool. There are: {', '.join(_ARGUMENTS)}")
    if not isinstance(given, dict) or not all(key in _ARGUMENTS[name] and type(given[key]) is str for key in given):
        return _error(-32602, f"{name}: these are not its arguments.")
    try:
        text, structured = getattr(tools, name)(**given)
    except (Problem, AttributeError, LookupError, TypeError) as error:
        problem = error if isinstance(error, Problem) else "What answers there is no gateway of a run."
        return {"result": {"content": [{"type": "text", "text": str(problem)}], "isError": True}}
    return {"result": {"content": [{"type": "text", "text": text}], "structuredContent": structured, "isError": False}}


def answer(tools: Tools, line: bytes) -> dict[str, Any] | None:
    """What one message is answered with; null where it wants no answer."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {"jsonrpc": "2.0", "id": None, **_error(-32700, "This is no JSON.")}
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return {"jsonrpc": "2.0", "id": None, **_error(-32600, "This is no request.")}
    if "id" not in message:
        return None
    method, parameters = message["method"], message.get("params")
    said = _answered(tools, method, parameters if isinstance(parameters, dict) else {})
    if "result" in said:
        said["result"] = {**_FRESH, **said["result"]}
    return {"jsonrpc": "2.0", "id": message["id"], **said}


def _answered(tools: Tools, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    if method == "initialize":
        asked = parameters.get("protocolVersion")
        return {"result": {"protocolVersion": asked if asked in _HANDSHAKE else _HANDSHAKE[-1], **_INFO}}
    if method == "server/discover":
        return {"result": {"supportedVersions": _STATELESS, **_INFO}}
    if method == "ping":
        return {"result": {}}
    if method == "tools/list":
        return {"result": {"tools": [_listed(name) for name in _ARGUMENTS]}}
    if method == "tools/call":
        return _call(tools, parameters)
    return _error(-32601, "There is no such method.")


def serve(url: str, home: Path, messages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer, line by line, until there are no more."""
    tools = Tools(url, home)
    for line in messages:
        if line.strip() and (said := answer(tools, line)) is not None:
            answers.write(json.dumps(said).encode() + b"\n")
            answers.flush()


if __name__ == "__main__":
    serve(sys.argv[1], Path(sys.argv[2]), sys.stdin.buffer, sys.stdout.buffer)
