"""The report's page in a real browser: sorted, filtered, read by everybody, and no script of a run's gets in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from mlebench.catalog import Registry
from mlebench.grading.grade import grade_submission
from mlebench.results import load_results
from mlebench.results.page import render_page
from mlebench.runs import RunGroup
from mlebench.runs.group import REPORT
from mlebench.runs.record import Failure
from mlebench.runs.run_folder import LOG
from tests.browser import EVIL, Reader, barriers, width
from tests.conftest import Miniatures
from tests.results.making import group_on_disk

IDS = (
    "spooky-author-identification",
    "leaf-classification",
    "dog-breed-identification",
    "aerial-cactus-identification",
)
ENDINGS = ("gold", "silver", "median", "invalid")
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 800, "height": 1100}


def write_page(folder: Path, *groups: RunGroup) -> Path:
    page = folder / "report.html"
    results = replace(load_results([group.folder for group in groups]), page=page)
    page.write_text(render_page(results), encoding="utf-8")
    return page


def two_agents(folder: Path, registry: Registry) -> Path:
    """Two agents with all that a page can show, one of them on miniatures too."""

    def ending(competition_id: str, seed: int) -> str:
        return ENDINGS[(IDS.index(competition_id) + seed) % len(ENDINGS)]

    groups = [
        group_on_disk(
            folder, registry, IDS, ending, agent=agent, name=f"2026-01-02_run-group_{agent}", hours=hours,
            snapshots=lambda i, s: {1: "none", 2: "bronze"},
        )
        for agent, hours in (("one", 3.0), ("two", 6.0))
    ]  # fmt: skip
    groups.append(
        group_on_disk(
            folder, registry, IDS[:1], lambda i, s: "gold", agent="two", name="2026-01-03_run-group_toy",
            kind="miniature", state="failed", failure=Failure(kind="agent", message="it fell over"),
        )
    )  # fmt: skip
    for group in groups:
        for run in group.spec.runs:
            (group.folder_of(run) / LOG).write_text(f"the last line of {run.run_id}\n")
    return write_page(folder, *groups)


def opened(browser: Any, page: Path, **settings: Any) -> Reader:
    reader = Reader(browser, page.parent.as_uri(), **settings)
    reader.page.goto(page.as_uri())
    return reader


def first_cells(table: Any) -> list[str]:
    return [cell.inner_text().split("\n")[0] for cell in table.locator("tbody tr:visible th").all()]


def test_competitions_are_sorted_and_filtered(browser: Any, tmp_path: Path, registry: Registry) -> None:
    reader = opened(browser, two_agents(tmp_path, registry))
    reader.sees("invalid submission")
    table = reader.page.locator("#competitions-1")
    names = first_cells(table)
    assert len(names) == len(IDS)
    table.get_by_role("button", name="Competition").click()
    assert first_cells(table) == sorted(names, key=str.lower)
    table.get_by_role("button", name="Competition").click()
    assert first_cells(table) == sorted(names, key=str.lower, reverse=True)
    assert table.locator("th[aria-sort=descending]").inner_text().startswith("Competition")
    table.get_by_role("button", name="Percentile").click()
    places = [float(row.get_attribute("data-percentile")) for row in table.locator("tbody tr").all()]
    assert places == sorted(places)
    assert len(set(places)) > 1
    tools = reader.page.locator("#tools-1")
    tools.get_by_label("Filter").fill("leaf")
    assert first_cells(table) == ["Leaf Classification"]
    assert tools.locator("output").inner_text() == "1 of 4 shown"
    tools.get_by_label("Filter").fill("")
    tools.get_by_label("with").select_option("gold")
    assert len(first_cells(table)) == 2
    assert len(first_cells(reader.page.locator("#competitions-2"))) == len(IDS) + 1, "each table has its own filter"
    reader.leaves()


def test_links_lead_to_the_files_of_runs(browser: Any, tmp_path: Path, registry: Registry) -> None:
    reader = opened(browser, two_agents(tmp_path, registry))
    for address in reader.page.evaluate("Array.from(document.links, (link) => link.getAttribute('href'))"):
        if address.startswith("#"):
            assert reader.page.locator(f"[id='{address[1:]}']").count() == 1, address
        else:
            assert (tmp_path / address).exists(), address
    reader.page.locator(".matrix a").first.click()
    assert "the last line of spooky-author-identification" in reader.page.inner_text("body")
    reader.leaves()


def test_scores_over_time_are_drawn(browser: Any, tmp_path: Path, registry: Registry) -> None:
    reader = opened(browser, two_agents(tmp_path, registry))
    choice = reader.page.get_by_label("Competition", exact=True)
    assert choice.locator("option").count() == len(IDS)
    for competition_id in IDS:
        choice.select_option(competition_id)
        assert reader.page.locator("#chart canvas").count() == 1
        assert reader.page.locator("#chart .u-legend").inner_text().count("seed") == 4
    reader.leaves()


@pytest.mark.parametrize(
    "settings",
    [{}, {"color_scheme": "dark"}, {"viewport": PHONE}, {"viewport": TABLET}],
    ids=["light", "dark", "phone", "tablet"],
)
def test_everybody_can_read_the_page(
    settings: dict[str, Any],
    browser: Any,
    tmp_path: Path,
    registry: Registry,
) -> None:
    reader = opened(browser, two_agents(tmp_path, registry), **settings)
    assert barriers(reader.page) == []
    assert width(reader.page) <= reader.page.viewport_size["width"]
    reader.leaves()


def test_print_holds_all_of_the_page(browser: Any, tmp_path: Path, registry: Registry) -> None:
    reader = opened(browser, two_agents(tmp_path, registry))
    reader.page.emulate_media(media="print", color_scheme="dark")
    assert reader.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert barriers(reader.page) == []
    assert not reader.page.locator("#tools-1").is_visible(), "nobody filters paper"
    folded = reader.page.locator("details dl").all()
    assert folded
    assert all(notes.is_visible() for notes in folded), "nobody unfolds paper"
    for table in reader.page.locator("table").all():
        box = table.bounding_box()
        assert box["x"] + box["width"] <= reader.page.viewport_size["width"]
    reader.leaves()


@pytest.mark.attack
def test_no_script_of_a_run_is_executed(
    browser: Any,
    tmp_path: Path,
    registry: Registry,
    miniatures: Miniatures,
) -> None:
    task = IDS[0]
    failed = Failure(kind="agent", message=EVIL)
    group = group_on_disk(
        tmp_path, registry, IDS[:2], lambda i, s: "gold", agent=EVIL, snapshots=lambda i, s: {1: "none", 2: "gold"},
        state="failed", failure=failed, left_behind=[f"submission/{EVIL}: not a plain file"], model_trouble=EVIL,
    )  # fmt: skip
    facts = {i: known.model_copy(update={"name": EVIL, "metric": EVIL}) for i, known in group.spec.competitions.items()}
    spec = group.spec.model_copy(update={"competitions": facts, "versions": {EVIL: EVIL}})
    (group.folder / "metadata.json").write_text(spec.model_dump_json())
    layout = miniatures.layout(task)
    cells = (layout.public / "sample_submission.csv").read_text().replace("0.", EVIL.replace('"', '""') + "0.", 1)
    (tmp_path / "evil.csv").write_text(cells)
    graded = grade_submission(registry.get(task), tmp_path / "evil.csv", layout.data_dir)
    assert graded.error is not None
    assert "<script>" in graded.error, "the grader quotes the cell"
    for run in group.spec.runs:
        folder = group.folder_of(run)
        (folder / LOG).write_text(f"{EVIL}\n")
        (folder / "code").mkdir()
        (folder / "code" / EVIL.replace("/", "")).touch()
        if run.competition_id == task:
            (folder / REPORT).write_text(graded.model_dump_json())
    reader = opened(browser, write_page(tmp_path, RunGroup.open(group.folder)))
    reader.sees(EVIL)
    assert reader.page.locator("img, iframe, main script:not([type])").count() == 0
    for button in reader.page.locator("thead button").all():
        button.click()
    reader.page.get_by_label("Filter").fill(EVIL)
    for choice in reader.page.get_by_label("Competition", exact=True).locator("option").all():
        reader.page.get_by_label("Competition", exact=True).select_option(choice.get_attribute("value"))
    assert reader.page.locator("img, iframe, main script:not([type])").count() == 0
    reader.page.goto(f"{tmp_path.as_uri()}/{quote(group.group_id)}/{group.spec.runs[0].run_id}/{LOG}")
    assert reader.page.locator("img").count() == 0, "a log is text"
    reader.leaves()
