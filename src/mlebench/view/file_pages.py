"""Pages about files: folders, parts of files, what has been added to one, a file as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from mlebench import foreign
from mlebench.view.asked import AppState, group_of, number
from mlebench.view.files import PART, list_folder, read_part, table_of, whole_characters
from mlebench.view.index import IndexedGroup
from mlebench.view.pages import render

_TABLES = {".csv": ",", ".tsv": "\t"}
_CHUNK = 1 << 20


def files(request: Request) -> Response:
    """A folder or a file of a group."""
    group, path = group_of(request), request.path_params["path"].strip("/")
    real = foreign.inside(group.folder, path)
    place = {"group": group, "path": path, "parts": _steps(path)}
    if real.is_dir():
        return render("folder.html", **place, folder=list_folder(group.folder, path))
    asked = number(request, "part", 1)
    last = request.query_params.get("part") == "last"
    part = read_part(group.folder, path, -PART if last else (max(1, asked) - 1) * PART)
    delimiter = _TABLES.get(PurePosixPath(path).suffix.lower())
    is_table = delimiter and part.start == 0 and request.query_params.get("as") != "text" and not part.is_binary
    lines = [] if part.is_binary or last else AppState.of(request).highlighter.lines(real.name, part.text)
    return render(
        "file.html",
        **place,
        part=part,
        number=-(-part.start // PART) + 1,
        parts_of_file=max(1, -(-part.size // PART)),
        table=table_of(part, delimiter) if is_table and delimiter else None,
        is_table=bool(delimiter),
        lines=lines,
        last=last,
        follow=last and is_written(group, path),
    )


def is_written(group: IndexedGroup, path: str) -> bool:
    """Whether a file may still grow: its run is at work, or its group where it is of no run."""
    if not group.at_work:
        return False
    states = {row.run_id: row.state for row in group.rows}
    return states.get(path.split("/")[0], "running") in ("running", "planned")


def tail(request: Request) -> Response:
    """What a file has beyond a place in it, for pages that follow it."""
    group, path = group_of(request), request.path_params["path"].strip("/")
    follow, start = is_written(group, path), number(request, "from")  # before reading: what comes last is not lost
    part = whole_characters(read_part(group.folder, path, start))
    restarted = start > part.size  # the run is tried again
    if restarted:
        part = whole_characters(read_part(group.folder, path))
    more = follow or (part.end < part.size and bool(part.data))
    return JSONResponse({"text": part.text, "next": part.end, "more": more, "restarted": restarted})


def raw(request: Request) -> Response:
    """A file as it is: only to be saved, since a browser would believe what is in it."""
    group, path = group_of(request), request.path_params["path"].strip("/")
    with foreign.opened(group.folder, path):
        pass  # where it cannot be opened, that is said while it still can be

    def content() -> Iterator[bytes]:
        with foreign.opened(group.folder, path) as file:
            while data := file.read(_CHUNK):
                yield data

    headers = {"content-disposition": "attachment"}  # the name is the address's
    return StreamingResponse(content(), headers=headers, media_type="application/octet-stream")


def _steps(path: str) -> list[tuple[str, str]]:
    """Each folder on the way, with its address."""
    names = [name for name in path.split("/") if name]
    return [(name, "/".join(names[: count + 1])) for count, name in enumerate(names)]


def missing(error: Exception) -> HTTPException:
    """What a reader is told where a file cannot be opened: where it leads is nobody's business."""
    if isinstance(error, PermissionError):
        return HTTPException(403, "This file may not be read by whoever runs mlebench view.")
    return HTTPException(404, "There is no such file, or it leads out of its run group.")
