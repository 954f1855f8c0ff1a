"""Pages about groups: the list, one group with its runs, several compared."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from mlebench.errors import MlebenchError
from mlebench.runs.figures import Figures, last_line
from mlebench.runs.run_folder import LOG
from mlebench.view.asked import AppState, group_of, page_of
from mlebench.view.index import IndexedGroup, Row
from mlebench.view.pages import render

_GROUPS, _RUNS = 25, 100  # on a page
_MOST_COMPARED = 8


class Standing(NamedTuple):
    """A run in the list of its group."""

    row: Row
    state: str
    now: Figures | None  # while it runs
    says: str  # why it failed, or the last line that its agent printed


def groups(request: Request) -> Response:
    """All groups, the newest first."""
    index, wanted = AppState.of(request).index, request.query_params.get("q", "").strip()
    names = [name for name in index.names() if wanted.lower() in name.lower()]
    page = page_of(request, names, _GROUPS)
    found = [group for name in page.items if (group := index.get(name))]
    return render("groups.html", page=page, groups=found, wanted=wanted, root=index.root.name)


def group(request: Request) -> Response:
    """One group and its runs."""
    shown = group_of(request)
    if shown.problem:
        return render("error.html", 500, title=shown.name, message=shown.problem)
    wanted = request.query_params.get("state", "")
    rows = [row for row in shown.rows if not wanted or shown.state(row) == wanted]
    page = page_of(request, rows, _RUNS)
    standings = [_standing(shown, row) for row in page.items]
    return render("group.html", group=shown, spec=shown.group.spec, page=page, standings=standings, wanted=wanted)


def _standing(group: IndexedGroup, row: Row) -> Standing:
    state = group.state(row)
    said = last_line(group.folder / row.run_id / LOG)
    run = group.run(row.run_id) if state == "running" else None
    if run is not None:
        return Standing(row, state, group.figures(group.group.record(run)), said)
    nothing = "No submission. " if state == "finished" and not row.handed_in else ""
    return Standing(row, state, None, nothing + (row.message or said))


def compare(request: Request) -> Response:
    """Several groups, as `mlebench compare` does it."""
    from mlebench.results import load_results
    from mlebench.results.compare import compare as compare_results
    from mlebench.results.run import together

    state = AppState.of(request)
    names = list(dict.fromkeys(request.query_params.getlist("group")))
    found = [shown for name in names[:_MOST_COMPARED] if (shown := state.index.get(name))]
    comparison, problem = None, ""
    if len(found) < 2:
        problem = "Choose two groups or more in the list."
    else:
        registry = state.registry()
        try:
            results = {each.name: load_results([each.folder], registry) for each in found}
            comparison = compare_results(together(results), registry)
        except MlebenchError as error:
            problem = error.message
    left_out = names[_MOST_COMPARED:]
    return render("compare.html", groups=found, comparison=comparison, problem=problem, left_out=left_out)
