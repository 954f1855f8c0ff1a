"""Pages about one run: how it stands, its trajectory, the tree of its attempts."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.gateway.access import VALIDATIONS
from mlebench.runs import PlannedRun, RunRecord
from mlebench.runs.run_folder import LOG, SANDBOX
from mlebench.runs.traces import where_to_look
from mlebench.view.asked import AppState, number, page_of, run_of
from mlebench.view.attempts import JOURNAL, MOST, tree
from mlebench.view.files import last_entries
from mlebench.view.index import IndexedGroup, report_of
from mlebench.view.pages import render
from mlebench.view.snapshots import picture, scored_snapshots
from mlebench.view.trajectory import TRAJECTORY, text

_STEPS = 20  # on a page
_VALIDATIONS = 50
_SUBMISSION = "submission/submission.csv"
_LARGEST = 32 << 20  # bytes of a journal


def run(request: Request) -> Response:
    """How a run stands, and all that there is of it."""
    group, planned = run_of(request)
    record = group.group.record(planned)
    facts = group.group.spec.competitions.get(planned.competition_id)
    snapshots = scored_snapshots(group, planned, record)
    look = [path.relative_to(group.folder).as_posix() for path in where_to_look(group.group, record)]
    return render(
        "run.html",
        **_heading(group, planned, record, "overview"),
        report=report_of(group.group, planned),
        figures=group.figures(record),
        look=look,
        validations=_validations(group, planned),
        snapshots=snapshots,
        picture=picture(snapshots, lower_is_better=bool(facts and facts.is_lower_better)),
    )


def trajectory(request: Request) -> Response:
    """What the agent asked of a model, step by step."""
    group, planned = run_of(request)
    heading = _heading(group, planned, group.group.record(planned), "trajectory")
    conversation = number(request, "conversation")
    if not heading["places"]["trajectory"]:
        raise HTTPException(404, "This run has no trajectory.")
    try:
        found = AppState.of(request).trajectories.read(group.folder, heading["places"]["trajectory"], conversation)
    except MlebenchError as error:
        return render("trajectory.html", **heading, problem=error.message)
    page = page_of(request, range(len(found.raw_steps)), _STEPS)
    steps = found.steps(page.start, page.start + _STEPS)
    return render(
        "trajectory.html", **heading, problem="", found=found, page=page, steps=steps, conversation=conversation
    )


def journal(request: Request) -> Response:
    """The tree of an agent's attempts."""
    group, planned = run_of(request)
    heading = _heading(group, planned, group.group.record(planned), "attempts")
    place = heading["places"]["attempts"]
    if not place:
        raise HTTPException(404, "This run has no journal of attempts.")
    entries = last_entries(group.folder, place, MOST, _LARGEST)
    return render("attempts.html", **heading, attempts=tree(entries), most=MOST)


def _heading(group: IndexedGroup, planned: PlannedRun, record: RunRecord, tab: str) -> dict[str, Any]:
    """What stands above every page of a run; `places` are files of it, as far as they are there."""
    return {
        "group": group,
        "run": planned,
        "record": record,
        "state": "cut off" if record.state == "running" and not group.at_work else record.state.replace("_", " "),
        "tab": tab,
        "places": {
            "log": _place(group, planned, LOG),
            "code": _place(group, planned, "code"),
            "submission": _place(group, planned, _SUBMISSION),
            "trajectory": _place(group, planned, TRAJECTORY),
            "attempts": _place(group, planned, JOURNAL),
        },
    }


def _place(group: IndexedGroup, planned: PlannedRun, name: str) -> str:
    """Where a file or folder of a run lies; as long as the agent works, in its sandbox."""
    for place in (f"{planned.run_id}/{name}", f"{planned.run_id}/{SANDBOX}/{name}"):
        with suppress(foreign.ForeignError):
            if foreign.inside(group.folder, place).exists():
                return place
    return ""


def _validations(group: IndexedGroup, planned: PlannedRun) -> list[dict[str, Any]]:
    """The last calls of the validator, the latest first."""
    try:
        entries = last_entries(group.folder, f"{planned.run_id}/{VALIDATIONS}", _VALIDATIONS)
    except (OSError, foreign.ForeignError):
        return []
    verdicts = {"true": "valid", "false": "not valid"}
    return [
        {
            **{name: text(entry.get(name)) for name in ("at", "message", "warnings", "seconds")},
            "verdict": verdicts.get(text(entry.get("valid")), "not checked"),
            "bytes": size if isinstance(size := entry.get("bytes"), int) else None,
        }
        for entry in reversed(entries)
    ]
