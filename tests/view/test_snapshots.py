"""The picture of snapshots: in order, the better ones higher up, and within its frame whatever a file says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from mlebench.runs.record import Snapshot
from mlebench.view.snapshots import Scored, picture
from tests.view.groups import end, make_group, write


def scored(seconds: float, score: float | None) -> Scored:
    return Scored(Snapshot(bytes=1, sha256="0" * 64, seconds=seconds, path=f"snapshots/{seconds}.csv"), score)


@pytest.mark.parametrize("lower", [True, False])
def test_better_is_up_and_time_goes_to_the_right(lower: bool) -> None:
    found = picture([scored(120.0, 0.5), scored(60.0, 0.9), scored(240.0, 0.1)], lower_is_better=lower)
    assert found is not None
    assert [each.score for _, _, each in found.points] == [0.9, 0.5, 0.1]
    assert [x for x, _, _ in found.points] == [200.0, 330.0, 590.0]
    heights = [y for _, y, _ in found.points]
    assert heights == sorted(heights, reverse=lower)
    assert (found.best, found.worst) == ((0.1, 0.9) if lower else (0.9, 0.1))
    assert found.path.count("H") == found.path.count("V") == 2


@given(st.lists(st.tuples(st.floats(0, allow_nan=False), st.none() | st.floats(allow_nan=False, allow_infinity=False))))
def test_nothing_lies_outside_of_the_picture(values: list[tuple[float, float | None]]) -> None:
    found = picture([scored(*value) for value in values], lower_is_better=True)
    for x, y, _ in found.points if found else ():
        assert 70 <= x <= 590
        assert 12 <= y <= 190


@pytest.mark.parametrize("scores", [[], [0.5], [None, 0.5], [None, None]])
def test_one_score_makes_no_picture(scores: list[float | None]) -> None:
    assert picture([scored(60.0 * n, score) for n, score in enumerate(scores, 1)], lower_is_better=False) is None


def test_scores_that_are_none_spoil_the_page(client: TestClient, runs: Path) -> None:
    group = make_group(runs, "a")
    taken = [scored(float(n), None).snapshot for n in range(1, 6)]
    folder = end(group, group.spec.runs[0], 0.99, snapshots=taken)
    scores = ["0.25", "NaN", "Infinity", '"<script>"', "0.75"]
    entries = ",".join(f'{{"seconds": {n}.0, "score": {score}}}' for n, score in enumerate(scores, 1))
    write(folder, "snapshots.json", f"[{entries}]")
    page = client.get(f"/groups/a/runs/{folder.name}").text
    assert page.count('<circle class="point"') == 2
    assert page.count("snapshots/") == 2 * len(taken), "the table has all of them"
    assert "from 0.25 to 0.75" in page
