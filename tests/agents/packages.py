"""Packages and registries for tests of tools: real pip and real npm, without any network."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


def write_wheel(
    folder: Path, name: str = "greeting", version: str = "1.2.3", requires: str = "", code: str = ""
) -> None:
    """A package whose module says hello, and which brings a program of its name."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"def main():\n    print('hello from {name} {version}')\n{code}",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        + (f"Requires-Dist: {requires}\n" if requires else ""),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\nsay-{name} = {name}:main\n",
    }
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
        wheel.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD")))


def only_wheels_of(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let pip know no other index."""
    patch.setenv("PIP_CONFIG_FILE", "/dev/null")
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_FIND_LINKS", str(folder))


def _archive(name: str, version: str) -> bytes:
    package = {"name": name, "version": version, "bin": {f"say-{name}": "say.sh"}}
    files = {"package.json": json.dumps(package), "say.sh": f"#!/bin/sh\necho hello from {name} {version}\n"}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path, text in files.items():
            member = tarfile.TarInfo(f"package/{path}")
            member.size, member.mode = len(text), 0o755
            archive.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


@contextmanager
def npm_registry(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry that has `greeting` 1.2.3, and that npm alone knows."""
    archive = _archive("greeting", "1.2.3")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = f"http://127.0.0.1:{self.server.server_address[1]}"
            digest = "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()
            about = {
                "name": "greeting",
                "version": "1.2.3",
                "bin": {"say-greeting": "say.sh"},
                "dist": {"tarball": f"{host}/greeting.tgz", "integrity": digest},
            }
            whole = {"name": "greeting", "dist-tags": {"latest": "1.2.3"}, "versions": {"1.2.3": about}}
            known = {"/greeting": json.dumps(whole).encode(), "/greeting.tgz": archive}
            body = known.get(self.path, b"{}")
            self.send_response(200 if self.path in known else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Not on the tests' output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    for name, value in {
        "registry": f"http://127.0.0.1:{server.server_address[1]}/",
        "userconfig": "/dev/null",
        "cache": str(folder / "npm-cache"),
        "fetch_retries": "0",
        "noproxy": "127.0.0.1",
    }.items():
        patch.setenv(f"npm_config_{name}", value)
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
