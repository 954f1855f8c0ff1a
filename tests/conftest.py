"""Fixtures that all tests share."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from mlebench.catalog import Competition, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature

# A busy machine is no bug; CI must not be red by chance, while developers go on looking.
settings.register_profile("mlebench", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("mlebench")

# The user's own settings must not change what the tests see.
for name in [name for name in os.environ if name.startswith("MLEBENCH_") and name != "MLEBENCH_TEST_NO_SKIPS"]:
    del os.environ[name]
os.environ["XDG_CONFIG_HOME"] = os.devnull  # no config file of the user's either


@pytest.fixture(scope="session")
def registry() -> Registry:
    return Registry()


class Miniatures:
    """Miniatures prepared on first use, in one folder for all parallel workers."""

    def __init__(self, registry: Registry, data_dir: Path) -> None:
        self.registry = registry
        self.data_dir = data_dir

    def layout(self, competition_id: str, benchmark: str = "v1") -> DataLayout:
        competition: Competition = self.registry.under(benchmark).get(competition_id)
        # Apart: a miniature's raw data is made anew, and tests of the other version may be reading it.
        data_dir = self.data_dir if benchmark == "v1" else self.data_dir.with_name(f"{self.data_dir.name}-{benchmark}")
        return prepare(competition, data_dir, Miniature(), PrepareOptions(keep_raw=True)).layout


@pytest.fixture(scope="session")
def miniatures(registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Miniatures:
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    return Miniatures(registry, shared / "miniatures")


@pytest.fixture
def attack(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Count an attack on the project's promises; the summary says how many were tried, and in which sandboxes."""
    parameters = request.node.callspec.params.values() if hasattr(request.node, "callspec") else ()
    names = {*request.fixturenames, *(value for value in parameters if isinstance(value, str))}
    where = next((words for name, words in _SETTINGS.items() if name in names), "elsewhere")
    return lambda name: record_property("attack", f"{where}: {name}")


_USER = "root" if os.geteuid() == 0 else "an ordinary user"
_SETTINGS = {  # a fixture or a parameter -> where a test's attacks are tried
    "docker": "in docker",
    "docker_lab": "in docker",
    "bubblewrap as an ordinary user": "in bubblewrap as an ordinary user",
    "bubblewrap": f"in bubblewrap as {_USER}",
    "bubblewrap_lab": f"in bubblewrap as {_USER}",
}


@pytest.fixture(autouse=True)
def _count_attack(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("attack"):
        request.getfixturevalue("attack")(request.node.name)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = {outcome: terminalreporter.getreports(outcome) for outcome in ("passed", "failed")}
    tried = {
        outcome: [
            value.partition(": ")[0]
            for report in found
            if report.when == "call"
            for name, value in report.user_properties
            if name == "attack"
        ]
        for outcome, found in reports.items()
    }
    everywhere = Counter(tried["passed"] + tried["failed"])
    if everywhere:
        held = f"{len(tried['passed'])} in tests that passed, {len(tried['failed'])} in tests that failed"
        terminalreporter.write_line(f"{everywhere.total()} attacks tried: {held}")
        terminalreporter.write_line("  " + ", ".join(f"{count} {where}" for where, count in sorted(everywhere.items())))


# Where everything is installed (CI), a skipped test is a failure: a check that did not run is not green.
_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _skipped.append(f"{report.nodeid}: {report.longrepr[2] if isinstance(report.longrepr, tuple) else ''}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if os.environ.get("MLEBENCH_TEST_NO_SKIPS") and _skipped and not hasattr(session.config, "workerinput"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print("\nSkipped, although nothing may be skipped here:", *_skipped, sep="\n  ")
