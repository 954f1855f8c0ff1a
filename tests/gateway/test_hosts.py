"""The door to listed hosts: what passes, what does not, and that both are written down."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from mlebench.errors import MlebenchError
from mlebench.gateway.hosts.hello import is_handshake, server_name
from mlebench.gateway.hosts.rules import AllowList, is_name, is_public, parse_address
from mlebench.gateway.server import GatewayHost
from mlebench.gateway.sockets import tcp_listener
from tests.gateway.conftest import Chain, until


@pytest.mark.parametrize(
    ("entries", "host", "port", "allowed"),
    [
        (["mirror.example.org"], "mirror.example.org", 443, True),
        (["mirror.example.org"], "MIRROR.example.org.", 80, True),
        (["mirror.example.org"], "mirror.example.org", 22, False),
        (["mirror.example.org"], "evil-mirror.example.org", 443, False),
        (["mirror.example.org"], "sub.mirror.example.org", 443, False),
        (["mirror.example.org"], "mirror.example.org.evil.net", 443, False),
        ([".example.org"], "a.b.example.org", 443, True),
        (["*.example.org"], "a.example.org", 443, True),
        ([".example.org"], "example.org", 443, True),
        ([".example.org"], "notexample.org", 443, False),
        (["mirror.example.org:8080"], "mirror.example.org", 8080, True),
        (["mirror.example.org:8080"], "mirror.example.org", 443, False),
        (["10.0.0.5:3141"], "10.0.0.5", 3141, True),
        (["10.0.0.0/8"], "10.1.2.3", 443, True),
        (["10.0.0.0/8"], "::ffff:10.1.2.3", 443, True),
        (["[fd00::1]:3141"], "fd00::1", 3141, True),
        (["mirror.example.org"], "93.184.216.34", 443, False),
        ([], "mirror.example.org", 443, False),
    ],
)
def test_rules(entries: list[str], host: str, port: int, allowed: bool) -> None:
    assert AllowList(entries).names(host, port) is allowed


@pytest.mark.parametrize("entry", ["", "http://mirror", "a b", "mirror:99999x", "mirror.example.org/simple", "127.1"])
def test_rules_that_make_no_sense_are_explained(entry: str) -> None:
    with pytest.raises(MlebenchError, match="no host that can be opened"):
        AllowList([entry])


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1",
     "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "ff02::1"],
)  # fmt: skip
def test_addresses_that_are_not_public_need_an_entry(address: str) -> None:
    parsed = ipaddress.ip_address(address)
    assert not is_public(parsed)
    assert not AllowList([".example.org"]).leads_to(parsed, 443)
    assert is_public(ipaddress.ip_address("93.184.216.34"))


def test_odd_spellings_of_addresses_are_neither_names_nor_addresses() -> None:
    for host in ("127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "localhost..", "a_b.1"):
        assert parse_address(host) is None
        assert not is_name(host)


class Web:
    """A web site on the loopback, which a name of the tests leads to."""

    def __init__(self, host: GatewayHost) -> None:
        self.requests: list[dict[str, Any]] = []
        self.app = Starlette(routes=[Route("/{path:path}", self._page, methods=["GET", "POST"])])
        listener = tcp_listener()
        self.port = int(listener.getsockname()[1])
        self.endpoint = host.serve(self.app, listener)

    async def _page(self, request: Request) -> JSONResponse:
        headers, body = dict(request.headers), (await request.body()).decode()
        self.requests.append({"path": request.url.path, "headers": headers, "body": body})
        return JSONResponse({"body": body, "query": str(request.query_params)})


@pytest.fixture
def web(host: GatewayHost) -> Iterator[Web]:
    web = Web(host)
    yield web
    web.endpoint.close()


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Names that the tests make up, and where they lead."""
    known: dict[str, str] = {}
    real = socket.getaddrinfo

    def look_up(host: Any, port: Any, *arguments: Any, **settings: Any) -> Any:
        if host in known:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (known[host], port))]
        if str(host).endswith(".invalid"):
            raise socket.gaierror
        return real(host, port, *arguments, **settings)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


def talk(chain: Chain, *pieces: bytes) -> bytes:
    """Send these to the door of the sandbox; what it says until it closes."""
    with socket.create_connection(("127.0.0.1", chain.ports["hosts"]), timeout=10) as client:
        answer = b""
        for piece in pieces:
            client.sendall(piece)
            answer += client.recv(1 << 16)
        client.shutdown(socket.SHUT_WR)
        while more := client.recv(1 << 16):
            answer += more
    return answer


def test_a_listed_host_is_reached(open_chain: Callable[..., Chain], web: Web, names: dict[str, str]) -> None:
    chain = open_chain(hosts=(f"mirror.example:{web.port}", "127.0.0.0/8:" + str(web.port)))
    names["mirror.example"] = "127.0.0.1"
    request = f"GET http://mirror.example:{web.port}/simple/?q=1 HTTP/1.1\r\nHost: other.example\r\n"
    answer = talk(chain, f"{request}Proxy-Authorization: Basic eA==\r\nX-Own: 1\r\n\r\n".encode())
    assert b"200 OK" in answer
    assert b'"query":"q=1"' in answer
    seen = web.requests[0]
    assert seen["path"] == "/simple/"
    assert seen["headers"] == {"host": f"mirror.example:{web.port}", "x-own": "1", "connection": "close"}
    tunnel = f"CONNECT mirror.example:{web.port} HTTP/1.1\r\n\r\n".encode()
    # The site speaks no TLS, and says so: it was reached.
    answer = talk(chain, tunnel, hello("mirror.example"))
    assert answer.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 400 Bad Request")
    assert until(lambda: len(chain.journal("hosts")) == 2)
    entries = chain.journal("hosts")
    assert [(entry["method"], entry["allowed"]) for entry in entries] == [("GET", True), ("CONNECT", True)]
    assert entries[1]["address"] == "127.0.0.1"
    assert entries[1]["bytes_down"] > 50
    record = chain.gateway.record()
    assert record.hosts is not None
    assert record.hosts["allowed"] == {"mirror.example": 2}
    assert record.channels[-1].startswith("hosts (mirror.example")


@pytest.mark.parametrize(
    ("request_line", "status", "reason"),
    [
        ("CONNECT other.example:443", 403, "not open"),
        ("CONNECT 127.0.0.1:443", 403, "not open"),
        ("CONNECT 169.254.169.254:80", 403, "not open"),
        ("CONNECT mirror.example:22", 403, "not open"),
        ("CONNECT mirror.example:443", 403, "not public"),
        ("CONNECT gone.invalid:443", 502, "resolved"),
        ("CONNECT 2130706433:443", 400, "no name"),
        ("CONNECT mirror.example@other.example:443", 400, "CONNECT"),
        ("GET http://other.example/", 403, "not open"),
        ("GET https://mirror.example/", 400, "CONNECT"),
        ("GET /simple", 400, "CONNECT"),
        ("GET file:///etc/passwd", 400, "CONNECT"),
    ],
)
def test_everything_else_is_refused_and_written_down(
    open_chain: Callable[..., Chain], names: dict[str, str], request_line: str, status: int, reason: str
) -> None:
    chain = open_chain(hosts=("mirror.example", "gone.invalid"))
    names["mirror.example"] = "127.0.0.1"  # a listed name that leads into the machine
    answer = talk(chain, f"{request_line} HTTP/1.1\r\nHost: mirror.example\r\n\r\n".encode())
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    assert until(lambda: chain.journal("hosts") != [])
    entry = chain.journal("hosts")[0]
    assert not entry["allowed"]
    assert reason in entry["reason"]
    record = chain.gateway.record()
    assert record.hosts is not None
    assert (record.hosts["allowed"], record.hosts["refused"]) == ({}, 1)


def hello(name: str | None) -> bytes:
    """The first message of a real TLS client."""
    context = ssl.create_default_context()
    context.check_hostname = False
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname=name)
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


def test_the_name_in_a_tls_hello_is_read() -> None:
    for name in ("mirror.example", None):
        message = hello(name)
        assert is_handshake(message[:5])
        assert server_name(message) == name
    with pytest.raises(ValueError, match="incomplete"):
        server_name(hello("mirror.example")[:60])
    with pytest.raises(ValueError, match="hello"):
        server_name(b"GET / HTTP/1.1\r\n\r\n")


@pytest.mark.parametrize(
    ("first", "passes"),
    [
        ("mirror.example", True),
        ("other.example", False),
        (None, False),
        (b"GET / HTTP/1.1\r\nHost: other.example\r\n\r\n", False),
        (b"SSH-2.0-client\r\n", False),
    ],
)
@pytest.mark.attack
def test_a_tunnel_serves_the_host_that_it_was_opened_to(
    open_chain: Callable[..., Chain], names: dict[str, str], first: str | bytes | None, passes: bool
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        chain = open_chain(hosts=(f"mirror.example:{port}", f"127.0.0.1:{port}"))
        names["mirror.example"] = "127.0.0.1"
        heard: list[bytes] = []

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                while piece := connection.recv(1 << 16):
                    heard.append(piece)
                connection.sendall(b"done")

        thread = threading.Thread(target=serve)
        thread.start()
        sent = first if isinstance(first, bytes) else hello(first)
        with socket.create_connection(("127.0.0.1", chain.ports["hosts"]), timeout=10) as client:
            client.sendall(f"CONNECT mirror.example:{port} HTTP/1.1\r\n\r\n".encode())
            assert b"200" in client.recv(1000)
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            assert client.recv(100) == (b"done" if passes else b"")
        thread.join(5)
    assert b"".join(heard) == (sent if passes else b"")
    assert until(lambda: chain.journal("hosts") != [])
    assert chain.journal("hosts")[0]["allowed"] is passes


def test_endless_headers_are_refused(open_chain: Callable[..., Chain]) -> None:
    chain = open_chain(hosts=("mirror.example",))
    with socket.create_connection(("127.0.0.1", chain.ports["hosts"]), timeout=10) as client:
        client.sendall(b"GET http://mirror.example/ HTTP/1.1\r\nX: " + b"x" * (100 << 10))
        assert client.recv(100).startswith(b"HTTP/1.1 431")
