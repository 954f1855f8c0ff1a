"""What a request asks for: the group and the run that its address names, numbers, a page of a long list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from mlebench.catalog import Registry
from mlebench.runs import PlannedRun
from mlebench.view.code import Highlighter
from mlebench.view.index import Index, IndexedGroup
from mlebench.view.trajectory import Trajectories

Item = TypeVar("Item")
_LARGEST = 10**15


@dataclass(frozen=True)
class AppState:
    """What all pages are made from."""

    index: Index
    registry: Callable[[], Registry]
    highlighter: Highlighter
    trajectories: Trajectories

    @staticmethod
    def of(request: Request) -> AppState:
        """The one of the app."""
        state: AppState = request.app.state.view
        return state


def group_of(request: Request) -> IndexedGroup:
    """The group that the address names."""
    group = AppState.of(request).index.get(request.path_params["group"])
    if group is None:
        raise HTTPException(404, "There is no such run group.")
    return group


def run_of(request: Request) -> tuple[IndexedGroup, PlannedRun]:
    """The run that the address names."""
    group = group_of(request)
    run = group.run(request.path_params["run"])
    if run is None:
        raise HTTPException(404, "There is no such run in this group.")
    return group, run


def number(request: Request, name: str, default: int = 0) -> int:
    """A whole number of the query, from 0; nonsense counts as the default."""
    given = request.query_params.get(name, "")
    return min(int(given[:18]), _LARGEST) if given.isascii() and given.isdigit() else default


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A part of a long list; pages count from 1."""

    items: list[Item]
    number: int
    pages: int
    total: int
    start: int  # of its first item, from 0


def page_of(request: Request, items: Sequence[Item], size: int) -> Page[Item]:
    """The page that is asked for, or the last one where there are not so many."""
    pages = max(1, -(-len(items) // size))
    current = min(max(1, number(request, "page", 1)), pages)
    start = (current - 1) * size
    return Page(list(items[start : start + size]), current, pages, len(items), start)
