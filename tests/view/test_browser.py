"""The pages in a real browser: they follow what happens, no script of a run's gets in, and everybody can read them."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import uvicorn

from mlebench.runs import RunGroup
from mlebench.runs.record import Snapshot
from mlebench.view.app import make_app
from mlebench.view.server import guarded, listen
from tests.browser import EVIL, PATIENCE, Reader, barriers, width
from tests.runs.conftest import Harness, harness  # noqa: F401
from tests.sandboxes import HAND_IN
from tests.view.groups import begin, end, fail, make_group, write

EVIL_NAME = EVIL.replace("/", "")


@contextmanager
def served(runs: Path) -> Iterator[str]:
    """The pages on loopback, and their address."""
    app, listener = make_app(runs), listen("127.0.0.1", 0, None)
    server = uvicorn.Server(uvicorn.Config(guarded(app, listener), log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener.sock]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.port}"
    finally:
        server.should_exit = True
        thread.join()
        app.state.view.highlighter.close()


@pytest.fixture
def reader(browser: Any, runs: Path) -> Iterator[Reader]:
    with served(runs) as address:
        reader = Reader(browser, address)
        yield reader
        reader.leaves()


def finished_groups(runs: Path) -> list[RunGroup]:
    """Two groups, with all that a run can have."""
    groups = []
    for name, score in (("2026-01-01_run-group_one", 0.99), ("2026-01-02_run-group_two", 0.2)):
        group = make_group(runs, name, agent=name[-3:])
        for run in group.spec.runs:
            taken = [Snapshot(bytes=9, sha256="0" * 64, seconds=60.0 * n, path=f"snapshots/{n}.csv") for n in (1, 2)]
            folder = end(group, run, score, snapshots=taken)
            scores = [{"seconds": each.seconds, "score": score * each.seconds / 120} for each in taken]
            (folder / "snapshots.json").write_text(json.dumps(scores))
            write(folder, "run.log", "all went well\n")
            write(folder, "code/main.py", '"""Train."""\nimport os\n\n\ndef main() -> int:\n    return 42  # why not\n')
            write(folder, "submission/submission.csv", "id,target\n1,0.5\n")
            write(folder, "validations.jsonl", [{"at": "2026-01-02T03:04:05", "valid": True, "message": "fine"}])
            attempts = [{"number": 0, "kind": "draft", "plan": "a plan"}, {"number": 1, "parent": 0, "kind": "improve"}]
            write(folder, "logs/journal.jsonl", attempts)
            step = {
                "source": "agent",
                "message": "I look.\n" * 300,
                "tool_calls": [{"function_name": "bash", "arguments": {}}],
            }
            write(
                folder,
                "trajectory.json",
                {"agent": {"name": "x"}, "steps": [step, {"source": "user", "message": "go"}]},
            )
        groups.append(group)
    return groups


def test_from_the_list_to_a_line_of_code(reader: Reader, runs: Path) -> None:
    finished_groups(runs)
    page = reader.page
    page.goto("/")
    reader.sees("2 groups")
    page.get_by_label("Name contains").fill("two")
    page.get_by_role("button", name="Filter").click()
    reader.sees("1 group,")
    page.get_by_role("link", name="2026-01-02_run-group_two").click()
    page.get_by_role("link", name="starter-wine-cultivars").click()
    reader.sees("Score")
    for tab, text in (("Trajectory", "I look."), ("Attempts", "improve")):
        page.get_by_role("link", name=tab, exact=True).click()
        reader.sees(text)
    page.get_by_role("link", name="Code", exact=True).click()
    page.get_by_role("link", name="main.py").click()
    page.locator("span.k", has_text="def").wait_for()  # exactly one
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="Submission", exact=True).click()
    page.get_by_role("columnheader", name="target").wait_for()


def test_groups_are_chosen_and_compared(reader: Reader, runs: Path) -> None:
    finished_groups(runs)
    reader.page.goto("/")
    for box in reader.page.get_by_role("checkbox").all():
        box.check()
    # The list is fetched again meanwhile; what was ticked stays so.
    with reader.page.expect_response(lambda answer: answer.url.endswith("/"), timeout=PATIENCE):
        pass
    reader.page.get_by_role("button", name="Compare").click()
    reader.sees("one is ahead by 50.0 points")


def test_a_live_group_is_followed_to_its_end(browser: Any, harness: Harness, tmp_path: Path) -> None:  # noqa: F811
    go = tmp_path / "go"
    wait = f"while not Path({str(go)!r}).exists(): time.sleep(0.05)"
    group = harness.group(f"import time\n{HAND_IN}\nprint('begun', flush=True)\n{wait}\nprint('handed in', flush=True)")
    run = group.spec.runs[0]
    with served(tmp_path / "runs") as address:
        following, overview = Reader(browser, address), Reader(browser, address)
        work = threading.Thread(target=harness.run, args=[group])
        work.start()
        try:
            overview.page.goto(f"/groups/{group.group_id}")
            overview.sees("begun")  # the last line of a run at work
            overview.sees("at work")
            following.page.goto(f"/groups/{group.group_id}/files/{run.run_id}/run.log?part=last")
            following.sees("begun")
            following.sees("Followed as it grows")
        finally:
            go.touch()
            following.sees("handed in")
            following.sees("this is all")
            work.join()
        overview.sees("not at work")
        overview.sees("finished")
        for reader in (following, overview):
            reader.leaves()


def test_what_is_added_is_text_and_an_attempt_that_begins_anew_replaces_it(reader: Reader, runs: Path) -> None:
    group = make_group(runs, "a")
    folder = begin(group, group.spec.runs[0])
    with group.locked():
        reader.page.goto(f"/groups/a/files/{folder.name}/run.log?part=last")
        reader.sees("line 1")
        with (folder / "run.log").open("a") as log:
            log.write(f"{EVIL}\n")
        reader.sees(EVIL)
        (folder / "run.log").write_text("anew\n")
        reader.sees("anew")
        assert "line 1" not in reader.page.locator("#follow").inner_text()
        shutil.rmtree(folder)
        reader.sees("not there any more")
    reader.faults[:] = [fault for fault in reader.faults if "404" not in fault]  # the browser notes the missing file


@pytest.mark.attack
def test_no_script_of_a_run_is_executed(reader: Reader, runs: Path) -> None:
    group = make_group(runs, "a", agent=EVIL)
    folder = fail(group, group.spec.runs[0], EVIL)
    running = begin(group, group.spec.runs[1])
    for own in (folder, running):
        write(own, "run.log", f"{EVIL}\n")
        write(own, f"code/{EVIL_NAME}", EVIL)
        write(own, f"code/{EVIL_NAME}.html", f"<html><body>{EVIL}</body></html>")
        write(own, "submission/submission.csv", f"id,{EVIL}\n1,{EVIL}\n")
        write(own, "logs/tree.html", f"<html><body>{EVIL}</body></html>")
        write(own, "logs/journal.jsonl", [{"number": 0, "kind": EVIL, "plan": EVIL, "problem": EVIL}])
        write(own, "validations.jsonl", [{"valid": False, "message": EVIL}])
        step = {"source": EVIL, "message": EVIL, "tool_calls": [{"function_name": EVIL, "arguments": {EVIL: EVIL}}]}
        write(own, "trajectory.json", {"steps": [step], "agent": {"name": EVIL}})
    files = (
        f"code/{quote(EVIL_NAME)}",
        f"code/{quote(EVIL_NAME)}.html",
        "submission/submission.csv",
        "logs/tree.html",
        "code",
    )
    with group.locked():
        pages = ["/", f"/?q={quote(EVIL)}", "/groups/a", f"/compare?group=a&group={quote(EVIL)}"]
        for own in (folder, running):
            pages += [f"/groups/a/runs/{own.name}{page}" for page in ("", "/trajectory", "/attempts")]
            pages += [f"/groups/a/files/{own.name}/{name}" for name in (*files, "run.log", "run.log?part=last")]
        for page in pages:
            reader.page.goto(page)
            assert reader.page.locator("main").is_visible(), page
            assert reader.page.locator("main script, main img, main iframe").count() == 0, page
        reader.page.goto("/groups/a")
        with reader.page.expect_response(lambda answer: answer.url.endswith("/groups/a"), timeout=PATIENCE):
            pass  # the page is brought up to date with the same texts
        assert reader.page.locator("main script, main img").count() == 0


@pytest.mark.attack
def test_an_agents_page_is_saved_and_not_opened(reader: Reader, runs: Path) -> None:
    group = make_group(runs, "a")
    folder = end(group, group.spec.runs[0])
    write(folder, "logs/tree.html", f"<html><body>{EVIL}</body></html>")
    reader.page.goto(f"/groups/a/files/{folder.name}/logs/tree.html")
    with reader.page.expect_download() as download:
        reader.page.get_by_role("link", name="save").click()
    assert download.value.path().read_text().startswith("<html>")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_the_pages(browser: Any, runs: Path, scheme: str) -> None:
    groups = finished_groups(runs)
    fail(groups[0], groups[0].spec.runs[0], "it fell over")
    begin(groups[1], groups[1].spec.runs[0])
    name = groups[0].spec.runs[1].run_id
    group = groups[0].group_id
    pages = [
        *("/", f"/groups/{group}", f"/groups/{group}/runs/{name}", f"/groups/{group}/runs/{name}/trajectory"),
        *(
            f"/groups/{group}/runs/{name}/attempts",
            f"/groups/{group}/files/{name}",
            f"/groups/{group}/files/{name}/code/main.py",
        ),
        *(f"/groups/{group}/files/{name}/run.log?part=last", f"/groups/{group}/files/{name}/submission/submission.csv"),
        *(f"/compare?group={group}&group={groups[1].group_id}", f"/groups/{groups[1].group_id}", "/nothing"),
    ]
    with served(runs) as address, groups[1].locked():
        page = browser.new_page(base_url=address, color_scheme=scheme)
        for each in pages:
            page.goto(each)
            assert barriers(page) == [], each
        page.close()


def test_nothing_sticks_out_of_a_phone(browser: Any, runs: Path) -> None:
    groups = finished_groups(runs)
    group, run = groups[0].group_id, groups[0].spec.runs[0].run_id
    with served(runs) as address:
        page = browser.new_page(base_url=address, viewport={"width": 360, "height": 740})
        for each in (
            "/",
            f"/groups/{group}",
            f"/groups/{group}/runs/{run}",
            f"/groups/{group}/files/{run}/code/main.py",
        ):
            page.goto(each)
            assert width(page) <= 360, each
        page.close()
