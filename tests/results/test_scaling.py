"""Any medal by hour: what a run would have won at each time, by its snapshots."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mlebench.catalog import Registry, split_ids
from mlebench.results import load_results
from mlebench.results.run import together
from mlebench.results.scaling import scaling
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import group_on_disk, published


@pytest.fixture
def runs(tmp_path: Path, registry: Registry) -> Path:
    """All of low, two seeds, 6 hours: half of the competitions win after 2 hours, a quarter lose it again after 4."""
    low = split_ids("low", registry)
    quick, lost = set(low[:12]), set(low[:6])

    def taken(competition_id: str, seed: int) -> dict[float, str]:
        if competition_id not in quick:
            return {}
        return {1: "none", 2: "gold", 4: "none" if competition_id in lost else "bronze"}

    def outcome(competition_id: str, seed: int) -> str:
        return "gold" if competition_id in quick - lost or (competition_id not in quick and seed == 0) else "none"

    group_on_disk(tmp_path / "runs", registry, low, outcome, agent="quick", name="g0", hours=6.0, snapshots=taken)
    group_on_disk(tmp_path / "runs", registry, low, lambda i, s: "none", agent="slow", name="g1", snapshots=taken)
    return tmp_path / "runs"


def test_each_hour_by_hand(runs: Path, registry: Registry) -> None:
    (curve,) = scaling(load_results([runs / "g0"], registry)).curves
    assert [point.hours for point in curve.points] == [1, 2, 3, 4, 5, 6]
    # A look that was due at two hours came 0.4 seconds later and counts; the last point is what was handed in.
    assert [point.medals.part for point in curve.points] == [0, 24, 24, 12, 12, 22]
    last = curve.points[-1]
    assert last.any_medal == pytest.approx((100 * (16 + 6) / 44, 100 * 5 / 22, 2))
    assert last.interval is not None
    assert last.interval.low < last.any_medal.mean < last.interval.high
    assert curve.points[0].interval == pytest.approx((0, 15.4), abs=0.1)
    assert (curve.split, curve.competitions, curve.seeds, curve.is_headline) == ("low", 22, 2, True)


def test_an_agent_that_ended_early_keeps_what_it_handed_in(tmp_path: Path, registry: Registry) -> None:
    group = group_on_disk(
        tmp_path, registry, split_ids("low", registry), lambda i, s: "gold", hours=6.0,
        snapshots=lambda i, s: {}, duration_seconds=1.5 * 3600,
    )  # fmt: skip
    (curve,) = scaling(load_results([group.folder], registry)).curves
    assert [point.any_medal.mean for point in curve.points] == [0, 100, 100, 100, 100, 100]


def test_snapshots_that_nobody_graded_are_told(runs: Path, registry: Registry) -> None:
    for path in (runs / "g0").glob("*/snapshots.json"):
        path.write_text("[]")
    found = scaling(load_results([runs / "g0"], registry))
    assert any("24 runs have snapshots that are not graded" in note for note in found.notes)


def test_a_split_that_is_not_whole_is_counted_as_everywhere(tmp_path: Path, registry: Registry) -> None:
    group = group_on_disk(
        tmp_path, registry, ["leaf-classification"], lambda i, s: "gold", snapshots=lambda i, s: {1: "gold"}
    )
    found = scaling(load_results([group.folder], registry))
    assert found.curves[0].points[-1].medals == (2, 44)
    assert "low lacks 42 of 44 runs" in found.notes[0]


def test_several_groups_in_one_chart(runs: Path, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
    for ending, start in (
        ("svg", "<svg "),
        ("html", "<!DOCTYPE html>"),
        ("csv", "agent,split,hours"),
        ("md", "| agent"),
    ):
        done = cli("report", runs, "--by", "hour", "--output", tmp_path / f"x.{ending}")
        assert done.code == 0
        assert "95 % interval" in done.out
        assert (tmp_path / f"x.{ending}").read_text().startswith(start)
    picture = ElementTree.parse(tmp_path / "x.svg").getroot()
    lines = [each for each in picture.iter() if each.tag.endswith("polyline")]
    assert len(lines) == 2
    assert [line.get("stroke-dasharray") for line in lines] == [None, "8 4"], "told apart without colours"
    assert len([each for each in picture.iter() if each.tag.endswith("polygon")]) == 2
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text())))
    assert {row["agent"] for row in rows} == {"quick", "slow"}
    asked = ["report", runs, "--by", "hour"]
    assert cli(*asked, "--json").out == cli(*asked, "--format", "json").out
    assert len(json.loads(cli(*asked, "--json").out)["curves"]) == 2


def test_names_of_strangers_stay_text(runs: Path, registry: Registry, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
    evil = "<script>alert(1)</script>\x1b"
    for ending in ("svg", "html"):
        assert cli("report", f"{evil}={runs / 'g0'}", "--by", "hour", "--output", tmp_path / f"x.{ending}").code == 0
        assert "<script" not in (tmp_path / f"x.{ending}").read_text()
    ElementTree.parse(tmp_path / "x.svg")  # which a control character would make impossible


def test_without_snapshots_the_way_to_them_is_told(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    path = published(tmp_path / "x.json", registry, [("leaf-classification", "gold")])
    done = cli("report", path, "--by", "hour")
    assert done.code == 1
    assert "mlebench run --snapshot-every 1h" in done.err
    assert cli("report", path, "--format", "svg").code == 2
    assert cli("report", path, "--by", "hour", "--format", "pdf").code == 2


def test_two_groups_of_one_agent_are_two_curves(runs: Path, registry: Registry) -> None:
    found = {name: load_results([runs / name], registry).renamed({"slow": "quick"}) for name in ("g0", "g1")}
    assert [curve.agent for curve in scaling(together(found)).curves] == ["quick (g0)", "quick (g1)"]
