"""What the pages show, and that nothing of it is believed."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mlebench.runs.record import Snapshot
from mlebench.view.attempts import tree
from tests.browser import EVIL
from tests.view.groups import begin, end, fail, make_group, write


class Elements(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.scripts: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "script":
            self.scripts.append(dict(attrs).get("src"))


def test_an_empty_folder_says_so(client: TestClient) -> None:
    assert "There is no run group here yet" in client.get("/").text


def test_a_group_shows_how_its_runs_stand(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a", agent="some-agent", seeds=2)
    good, bad, running, planned = group.spec.runs
    end(group, good, 0.99)
    fail(group, bad, "it fell over")
    begin(group, running)
    write(group.folder_of(running), "validations.jsonl", [{"valid": True}, {"valid": False}, {"valid": None}])
    with group.locked():
        page = client.get("/groups/a").text
        for word in ("some-agent", "finished", "failed", "running", "planned", "it fell over", "line 1", "1 min"):
            assert word in page
        assert '<td class="number">1,234</td>' in page  # tokens
        assert "$0.0123" in page
        assert '<td class="number">2</td>' in page  # submissions that were checked up to now
        assert "at work" in client.get("/").text
        assert 'data-live="2"' in page
    only = client.get("/groups/a?state=failed").text
    assert "it fell over" in only
    assert good.competition_id not in only.replace(bad.competition_id, "")
    assert client.get("/groups/a?state=nonsense").status_code == 200
    assert client.get(f"/groups/a/runs/{planned.run_id}").status_code == 200


def test_a_run_whose_harness_has_died_does_not_run(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a")
    begin(group, group.spec.runs[0])
    assert "cut off" in client.get("/groups/a").text
    assert "cut off" in client.get(f"/groups/a/runs/{group.spec.runs[0].run_id}").text


def test_a_run_shows_all_that_there_is_of_it(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a")
    snapshots = [Snapshot(bytes=9, sha256="0" * 64, seconds=60.0, path="snapshots/00000060.0.csv")]
    folder = end(group, group.spec.runs[0], 0.99, snapshots=snapshots)
    address = f"/groups/a/runs/{folder.name}"
    assert "Trajectory" not in client.get(address).text
    write(folder, "snapshots.json", '[{"seconds": 60.0, "score": 0.875}, 3, {"seconds": []}]')
    write(folder, "validations.jsonl", [{"at": "2026-01-01T01:02:03", "valid": False, "message": "no column id"}])
    write(folder, "run.log", "said this last\n")
    write(folder, "code/main.py", "print(1)\n")
    write(folder, "submission/submission.csv", "id,target\n7,0.5\n")
    write(folder, "logs/journal.jsonl", [{"number": 0, "kind": "draft", "score": 0.7, "plan": "a plan"}])
    call = {"function_name": "bash", "arguments": {"command": "ls"}}
    step = {"source": "agent", "message": "I look.", "tool_calls": [call], "metrics": {"prompt_tokens": 12}}
    step |= {"observation": {"results": [{"content": "file-a"}]}, "reasoning_content": "hm"}
    write(
        folder,
        "trajectory.json",
        {"agent": {"name": "x"}, "steps": [step] * 45, "subagent_trajectories": [{"steps": []}]},
    )
    page = client.get(address).text
    for word in ("0.99", "no column id", "said this last", "0.875", "00000060.0.csv", "Attempts", "Trajectory", "gold"):
        assert word in page
    trajectory = client.get(f"{address}/trajectory?page=3").text
    for word in ("Step 45", "I look.", "bash", "file-a", "hm", "prompt tokens 12", "45 steps"):
        assert word in trajectory
    assert "Step 40" not in trajectory
    assert client.get(f"{address}/trajectory?conversation=1").status_code == 200
    assert "a plan" in client.get(f"{address}/attempts").text
    assert '<th scope="col">target</th>' in client.get(f"/groups/a/files/{folder.name}/submission/submission.csv").text
    as_text = client.get(f"/groups/a/files/{folder.name}/submission/submission.csv?as=text").text
    assert "7,0.5" in as_text
    assert '<span class="nb">print</span>' in client.get(f"/groups/a/files/{folder.name}/code/main.py").text


def test_what_an_agent_has_made_is_shown_while_it_works(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a")
    folder = begin(group, group.spec.runs[0])
    write(folder, "sandbox/logs/journal.jsonl", [{"number": 0, "kind": "draft"}])
    write(folder, "sandbox/submission/submission.csv", "id\n1\n")
    page = client.get(f"/groups/a/runs/{folder.name}").text
    assert f"/groups/a/files/{folder.name}/sandbox/submission/submission.csv" in page
    assert "draft" in client.get(f"/groups/a/runs/{folder.name}/attempts").text


@pytest.mark.attack
def test_nothing_that_comes_from_a_run_becomes_part_of_a_page(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a", agent=EVIL)
    folder = fail(group, group.spec.runs[0], EVIL)
    begin(group, group.spec.runs[1], model_trouble=EVIL, left_behind=[EVIL], model_name=EVIL, arguments={EVIL: EVIL})
    for run in group.spec.runs:
        own = group.folder_of(run)
        write(own, "run.log", EVIL)
        write(own, f"code/{EVIL.replace('/', '')}", EVIL)
        write(own, "code/main.py", f"# {EVIL}\n")
        write(own, "submission/submission.csv", f"id,{EVIL}\n1,{EVIL}\n")
        entry = {"at": EVIL, "valid": False, "message": EVIL, "warnings": [EVIL], "seconds": EVIL}
        write(own, "validations.jsonl", [entry])
        write(
            own, "logs/journal.jsonl", [dict.fromkeys(("number", "kind", "plan", "score", "problem", "output"), EVIL)]
        )
        call = {"function_name": EVIL, "arguments": {EVIL: EVIL}}
        step = {**dict.fromkeys(("source", "message", "timestamp", "reasoning_content"), EVIL), "tool_calls": [call]}
        step |= {"observation": {"results": [{"content": EVIL}]}, "metrics": {EVIL: 1}}
        write(own, "trajectory.json", {"steps": [step], "agent": {"name": EVIL}, "notes": EVIL})
    with group.locked():
        pages = [
            "/",
            f"/?q={EVIL}",
            "/groups/a",
            f"/groups/a?state={EVIL}",
            f"/compare?group={EVIL}&group=a",
            f"/{EVIL}",
        ]
        for run in group.spec.runs:
            pages += [f"/groups/a/runs/{run.run_id}{end_}" for end_ in ("", "/trajectory", "/attempts")]
            for path in ("", "/code", "/code/main.py", "/submission/submission.csv", "/run.log", "/run.log?part=last"):
                pages.append(f"/groups/a/files/{run.run_id}{path}")
        pages.append(f"/groups/a/files/{folder.name}/code/{EVIL.replace('/', '')}")
        shown = {page: client.get(page) for page in pages}
    for page, answer in shown.items():
        assert answer.status_code in (200, 404), page
        elements = Elements(answer.text)
        assert elements.scripts == ["/static/view.js"], page
        assert not elements.names & {"img", "iframe", "object", "style", "svg"}, page
        assert not [name for name in elements.attributes if name.startswith("on") or name == "style"], page
    assert sum(html.escape(EVIL, quote=False)[:20] in answer.text for answer in shown.values()) > 10


def test_groups_are_compared_as_the_command_does_it(client: TestClient, runs: Path) -> None:
    for name, scores in (("a", (0.99, 0.99)), ("b", (0.1, 0.99))):
        group = make_group(runs, name, agent=f"agent-{name}")
        for run, score in zip(group.spec.runs, scores, strict=True):
            end(group, run, score)
    page = client.get("/compare?group=a&group=b").text
    assert "agent-a is ahead" in page
    assert "fewer than 3 seeds" in page.lower() or "seed" in page
    assert "Choose two groups" in client.get("/compare?group=a&group=nope").text
    make_group(runs, "c", agent="agent-c")
    assert client.get("/compare?group=a&group=c").status_code == 200


def test_long_lists_are_paged(client: TestClient, runs: Path) -> None:
    for number in range(27):
        make_group(runs, f"group-{number:03}", tasks=("starter-wine-cultivars",), seeds=1)
    first, second = client.get("/").text, client.get("/?page=2").text
    assert "group-026" in first
    assert "group-000" not in first
    assert "group-000" in second
    assert "Page 1 of 2" in first
    assert "group-005" in client.get("/?q=P-005").text
    assert "group-006" not in client.get("/?q=P-005").text
    assert "No group has" in client.get("/?q=nothing").text
    for page in ("0", "-1", "99999999999999999999", "x"):
        assert client.get(f"/?page={page}").status_code == 200


def test_attempts_stand_below_what_they_build_on() -> None:
    entries = [
        {"number": 0},
        {"number": 1},
        {"number": 2, "parent": 0},
        {"number": 3, "parent": 2},
        {"number": 4, "parent": 9},
    ]
    assert [(each.number, each.depth) for each in tree(entries)] == [("0", 0), ("2", 1), ("3", 2), ("1", 0), ("4", 0)]
    deep = [{"number": n, "parent": n - 1} for n in range(3000)]
    assert len(tree(deep)) == 3000
