"""Many competitions: one that fails or dies costs only itself, and every problem is told before the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.data.layout import DataLayout
from mlebench.data.many import Outcome, Task, prepare_many
from mlebench.data.preflight import check_all
from mlebench.data.prepare import PrepareOptions
from mlebench.data.sources.acquire import Archive, Kaggle, Miniature, RawTree
from mlebench.errors import DataError
from tests.data.kaggle_server import STORAGE, Bundle, KaggleServer
from tests.data.toy import PREPARE, make_competition, write_raw, zip_tree


class Display:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: dict[str, list[str]] = {}
        self.amounts: dict[str, float] = {}
        self.finished_ids: list[str] = []

    def listener(self, competition_id: str) -> _Ear:
        return _Ear(self, competition_id)

    def finished(self, outcome: Outcome) -> None:
        self.finished_ids.append(outcome.competition_id)


class _Ear:
    def __init__(self, display: Display, name: str) -> None:
        self._display, self._name = display, name

    def stage(self, label: str, total: float | None) -> None:
        self._display.told.setdefault(self._name, []).append(label)

    def advance(self, amount: float) -> None:
        self._display.amounts[self._name] = self._display.amounts.get(self._name, 0) + amount


DIES = "import os, signal\ndef prepare(raw, public, private): os.kill(os.getpid(), signal.SIGKILL)\n"
FAILS = "def prepare(raw, public, private): raise ValueError('no good')\n"


def test_failures_and_deaths_do_not_stop_the_others(tmp_path: Path) -> None:
    programs = {"a-dies": DIES, "b-fails": FAILS, "c-works": PREPARE, "d-works": PREPARE}
    tasks = [
        Task(make_competition(tmp_path / "competitions", name, prepare=program), RawTree(tmp_path / "raw" / name))
        for name, program in programs.items()
    ]
    for name in programs:
        write_raw(tmp_path / "raw" / name)
    display = Display()
    outcomes = prepare_many(tasks, tmp_path / "data", PrepareOptions(), display, jobs=2)
    assert [outcome.competition_id for outcome in outcomes] == list(programs), "in the order of the tasks"
    assert [outcome.outcome for outcome in outcomes] == ["failed", "failed", "prepared", "prepared"]
    assert "signal 9" in str(outcomes[0].error)
    assert "ValueError: no good" in str(outcomes[1].error)
    assert sorted(display.finished_ids) == sorted(programs)
    assert {"preparing", "placing pictures", "unpacking inner.zip"} <= set(display.told["c-works"])
    for name in ("a-dies", "b-fails"):
        assert not DataLayout(tmp_path / "data", name).prepared.exists()
    again = prepare_many(tasks[2:], tmp_path / "data", PrepareOptions(), display, jobs=9)
    assert [outcome.outcome for outcome in again] == ["already prepared", "already prepared"]


def test_one_competition_needs_no_other_process(tmp_path: Path) -> None:
    where = "import os\n" + PREPARE + "    (public / 'pid.txt').write_text(str(os.getpid()))\n"
    competition = make_competition(tmp_path / "competitions", prepare=where)
    display = Display()
    prepare_many([Task(competition, Miniature())], tmp_path / "data", PrepareOptions(), display)
    import os

    assert (DataLayout(tmp_path / "data", "toy").public / "pid.txt").read_text() == str(os.getpid())
    assert display.told["toy"][0] == "building the miniature"


class TestBeforehand:
    def test_every_problem_is_listed_and_nothing_downloaded(self, tmp_path: Path, signed_in: KaggleServer) -> None:
        statuses = {"good": [], "rules": [403], "gone": [404], "rules-too": [403]}
        tasks = []
        for name, status in statuses.items():
            signed_in.bundles[name] = Bundle(b"x" * 1000, statuses=status * 9)
            tasks.append(Task(make_competition(tmp_path / "competitions", name), Kaggle(command="again")))
        with pytest.raises(DataError) as error:
            check_all(tasks, tmp_path / "data", PrepareOptions())
        text = str(error.value)
        assert "Nothing was begun, because of 3 problems" in text
        assert "competitions/rules/rules" in text
        assert "competitions/rules-too/rules" in text
        assert "gone: Kaggle has no data" in text
        assert "good" not in text
        assert not (tmp_path / "data").exists()

    def test_same_problem_of_many_is_said_once(self, tmp_path: Path, signed_in: KaggleServer) -> None:
        tasks = []
        for name in ("a", "b", "c"):
            signed_in.bundles[name] = Bundle(statuses=[401] * 9)
            tasks.append(Task(make_competition(tmp_path / "competitions", name), Kaggle(command="again")))
        with pytest.raises(DataError) as error:
            check_all(tasks, tmp_path / "data", PrepareOptions())
        assert str(error.value).count("credentials are missing") == 1
        assert "Nothing was begun" not in str(error.value)

    def test_space_is_summed_over_all(self, tmp_path: Path, signed_in: KaggleServer) -> None:
        from mlebench.data.limits import free_bytes

        share = free_bytes(tmp_path) / 1e9 / 3  # one alone would fit
        tasks = []
        for name in ("a", "b", "c"):
            signed_in.bundles[name] = Bundle(b"x")
            tasks.append(Task(make_competition(tmp_path / "competitions", name, archive_gb=share), Kaggle()))
        check_all(tasks[:1], tmp_path / "data", PrepareOptions())
        with pytest.raises(DataError, match=r"Not enough disk space(.|\n)*most by"):
            check_all(tasks, tmp_path / "data", PrepareOptions())

    def test_what_is_there_needs_neither_network_nor_account(self, tmp_path: Path, signed_out: Path) -> None:
        competition = make_competition(tmp_path / "competitions")
        layout = DataLayout(tmp_path / "data", "toy")
        layout.root.mkdir(parents=True)
        layout.archive.write_bytes(zip_tree(write_raw(tmp_path / "raw")))
        tasks = [Task(competition, Kaggle())]
        check_all(tasks, tmp_path / "data", PrepareOptions())
        outcomes = prepare_many(tasks, tmp_path / "data", PrepareOptions(), Display())
        assert outcomes[0].outcome == "prepared"
        check_all(tasks, tmp_path / "data", PrepareOptions())

    def test_local_problems_are_listed_too(self, tmp_path: Path) -> None:
        tasks = [
            Task(make_competition(tmp_path / "competitions", "a"), RawTree(tmp_path / "no")),
            Task(make_competition(tmp_path / "competitions", "b"), Archive(tmp_path / "no.zip")),
        ]
        with pytest.raises(DataError, match=r"2 problems(.|\n)*no such folder(.|\n)*no such file"):
            check_all(tasks, tmp_path / "data", PrepareOptions())

    def test_asking_reads_no_data(self, tmp_path: Path, signed_in: KaggleServer) -> None:
        signed_in.bundles["toy"] = Bundle(b"x" * (50 << 20))
        check_all([Task(make_competition(tmp_path / "competitions"), Kaggle())], tmp_path / "data", PrepareOptions())
        assert len(signed_in.asked(STORAGE)) == 1
        assert signed_in.sent["toy"] < 50 << 20, "only what was under way when the connection was closed"
