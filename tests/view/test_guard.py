"""Who is let in, and what a browser is told."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mlebench.errors import MlebenchError, WrongUsage
from mlebench.view.app import make_app
from mlebench.view.server import Listener, guarded, listen
from tests.view.groups import make_group

TOKEN = "sixteen-letters-at-least"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listen("127.0.0.1", 0, TOKEN) as listener:
        yield listener


@pytest.mark.attack
@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "localhost@evil"],
)
def test_a_strangers_name_that_leads_to_this_machine_reads_nothing(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "Run groups" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8350", "[::1]:8350"])
def test_names_of_this_machine_are_taken(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.attack
@pytest.mark.parametrize("path", ["/", "/groups/a", "/static/view.js", "/compare", "/nothing"])
def test_nothing_is_served_without_the_token(runs: Path, listener: Listener, path: str) -> None:
    make_group(runs, "a")
    client = TestClient(guarded(make_app(runs), listener), base_url="http://localhost", follow_redirects=False)
    for query in ("", "?token=", "?token=wrong", f"?token={TOKEN[:-1]}", f"?token={TOKEN}x", "?token=%ff%00é"):
        answer = client.get(path + query)
        assert answer.status_code == 401, query
        assert "set-cookie" not in answer.headers
    client.cookies.set(f"mlebench_view_{listener.port}", "wrong")
    assert client.get(path).status_code == 401


def test_the_token_leaves_the_address_for_a_cookie(runs: Path, listener: Listener) -> None:
    client = TestClient(guarded(make_app(runs), listener), base_url="http://localhost", follow_redirects=False)
    answer = client.get(f"/?q=x&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?q=x")
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert client.get("/?q=x").status_code == 200


@pytest.mark.attack
def test_an_address_with_the_token_leads_to_no_other_host(runs: Path, listener: Listener) -> None:
    for path in ("//evil.example/x", "///evil.example", "/\\evil.example"):
        client = TestClient(guarded(make_app(runs), listener), base_url="http://localhost", follow_redirects=False)
        to = client.get(f"http://localhost{path}?token={TOKEN}").headers["location"]
        assert to.startswith("/"), to
        assert not to.startswith(("//", "/\\")), to


def test_beyond_this_machine_a_token_is_made_up(runs: Path) -> None:
    with listen("0.0.0.0", 0, None) as one, listen("0.0.0.0", 0, None) as other:
        assert not one.is_local
        assert one.token != other.token
        assert one.token is not None
        assert len(one.token) > 30
        assert f"?token={one.token}" in one.address()
        client = TestClient(guarded(make_app(runs), one), base_url="http://some.name")
        assert client.get("/").status_code == 401
        assert client.get(f"/?token={one.token}").status_code == 200


def test_every_answer_keeps_the_browser_in_bounds(client: TestClient, runs: Path) -> None:
    make_group(runs, "a")
    for path in ("/", "/groups/a", "/groups/a/files/metadata.json", "/groups/a/raw/metadata.json", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert client.get("/", headers={"host": "evil"}).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_changed(client: TestClient, runs: Path, method: str) -> None:
    group = make_group(runs, "a")
    before = {path: path.stat().st_mtime_ns for path in runs.rglob("*")}
    for path in ("/", "/groups/a", f"/groups/a/files/{group.spec.runs[0].run_id}/run.json"):
        assert client.request(method, path).status_code == 405
        assert client.get(path).status_code == 200
    assert {path: path.stat().st_mtime_ns for path in runs.rglob("*")} == before


def test_a_port_in_use_is_said_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(MlebenchError, match=rf"Port {port} is in use\.\n.*--port 0"):
            listen("127.0.0.1", port, None)


@pytest.mark.parametrize(
    "token", ["", "short", "ä" * 20, "with\nline-ends-in-it", "with;semicolons;in;it", "sixteen-letters-at-least\n"]
)
def test_a_token_that_protects_nothing_is_refused(token: str) -> None:
    with pytest.raises(WrongUsage, match="at least 16 letters"):
        listen("127.0.0.1", 0, token)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(MlebenchError):
        listen("192.0.2.1", 0, None)
    with pytest.raises(WrongUsage, match="no address of this machine"):
        listen("no such host", 0, None)
