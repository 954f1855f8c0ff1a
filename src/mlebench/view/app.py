"""The app: which address leads to which page, and what is said where there is none."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.foreign import ForeignError
from mlebench.view import file_pages, group_pages, run_pages
from mlebench.view.asked import AppState
from mlebench.view.code import Highlighter
from mlebench.view.index import Index
from mlebench.view.pages import render
from mlebench.view.trajectory import Trajectories

_log = logging.getLogger(__name__)


def make_app(root: Path, *, only: str | None = None, registry: Callable[[], Registry] = Registry.default) -> Starlette:
    """The pages about the groups in a folder; with `only`, about this one. It is served behind a `Guard`."""
    app = Starlette(
        routes=[
            Route("/", group_pages.groups),
            Route("/compare", group_pages.compare),
            Route("/groups/{group}", group_pages.group),
            Route("/groups/{group}/runs/{run}", run_pages.run),
            Route("/groups/{group}/runs/{run}/trajectory", run_pages.trajectory),
            Route("/groups/{group}/runs/{run}/attempts", run_pages.journal),
            Route("/groups/{group}/files/{path:path}", file_pages.files),
            Route("/groups/{group}/tail/{path:path}", file_pages.tail),
            Route("/groups/{group}/raw/{path:path}", file_pages.raw),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        exception_handlers={
            HTTPException: _told,
            ForeignError: _missing,
            OSError: _missing,
            MlebenchError: _failed,
            Exception: _failed,
        },
    )
    app.state.view = AppState(Index(root, only), functools.cache(registry), Highlighter(), Trajectories())
    return app


def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return render("error.html", error.status_code, title=f"{error.status_code}", message=error.detail)


def _missing(request: Request, error: Exception) -> Response:
    return _told(request, file_pages.missing(error))


def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, MlebenchError):
        return render("error.html", 500, title="This cannot be shown", message=str(error))
    _log.error("A page could not be made: %s", request.url.path, exc_info=error)
    return render("error.html", 500, title="This cannot be shown", message="A fault of mlebench: see its messages.")
