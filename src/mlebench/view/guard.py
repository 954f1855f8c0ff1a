"""Who may read the pages, and what a browser may do with them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    # Scripts and styles are our own files; nothing else is loaded, framed or sent anywhere.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(:\d+)?")
_OTHER_HOST = "This address is not one that the pages are served under. Open the one that mlebench view printed.\n"
_NO_TOKEN = "These pages need their token: open the address that mlebench view printed.\n"


class Guard:
    """In front of the pages.

    `hosts` are the names in the address bar that are taken; null: any, which only a token makes safe. Without this, a
    page of a stranger whose name leads to this machine could read everything (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, *, hosts: Collection[str] | None, token: str | None, cookie: str) -> None:
        self._app, self._hosts, self._token, self._cookie = app, hosts, token, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on; in both cases with the headers that keep a browser in bounds."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        answer = self._answer(Request(scope)) or self._app
        await answer(scope, receive, send_with_headers)

    def _answer(self, request: Request) -> Response | None:
        host = _HOST.fullmatch(request.headers.get("host", "").lower())
        if self._hosts is not None and (host is None or host[1] not in self._hosts):
            return PlainTextResponse(_OTHER_HOST, 421)
        if self._token is None or self._is_token(request.cookies.get(self._cookie)):
            return None
        if not self._is_token(request.query_params.get("token")):
            return PlainTextResponse(_NO_TOKEN, 401)
        # The token goes from the address, where it could be read over a shoulder or in a history, into a cookie.
        others = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "token"])
        path = "/" + request.url.path.lstrip("/")  # two slashes would lead to another host
        answer = RedirectResponse(f"{path}?{others}" if others else path, 303)
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="lax")
        return answer

    def _is_token(self, given: str | None) -> bool:
        return given is not None and secrets.compare_digest(given.encode(), (self._token or "").encode())
