"""The page of the benchmarks."""

from __future__ import annotations

from pathlib import Path

from benchmarks.page import write
from benchmarks.table import Row, lines_of


def test_rows_of_both_tables_stay_when_another_is_measured_anew(tmp_path: Path) -> None:
    command, heavy = Row("mlebench x", "import y", 1.0, 2.0), Row("prepare z", "z rows", 3.0, 3.0, note="4 s")
    page = tmp_path / "page.md"
    write([command, heavy], page)
    again = command._replace(ratio=1.5)
    write([again], page)
    assert lines_of(page.read_text(encoding="utf-8")) == {row.what: row.line() for row in (again, heavy)}
