from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mlebench.data import filter_csv, split_csv, split_rows
from mlebench.data.tables import csv_blocks, large_tables
from mlebench.data.tables.pandas_rules import our_pandas


@pytest.fixture(autouse=True)
def _as_in_a_preparation() -> Iterator[None]:
    with our_pandas():
        yield


def rides(rows: int) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    place = rng.normal(-73.9, 0.1, rows)
    return pd.DataFrame(
        {
            "key": [f"2010-01-01 {i}" for i in range(rows)],
            "fare": np.where(rng.random(rows) < 0.3, np.round(place), place.round(4)).astype(str),
            "place": np.where(rng.random(rows) < 0.1, "", np.char.mod("%.15f", place)),
            "people": rng.integers(0, 6, rows),
        }
    )


def text(rows: int = 2000) -> str:
    return rides(rows).to_csv(index=False)


CASES = {
    "plain": text(),
    "no final line end": text().rstrip("\n"),
    "CRLF": text().replace("\n", "\r\n"),
    "blank lines": text().replace("\n2010-01-01 7", "\n\n2010-01-01 7"),
    "words for missing": text().replace("2010-01-01 15", "NA").replace("2010-01-01 17", "None"),
    "quoted line break": text().replace("2010-01-01 1234,", '"a\nb ""c"", d",'),
    "quoted header": text().replace("key", '"key"', 1),
    "blank in a column of integers": text() + "k,1.5,2.5,\n",
    "float in a column of integers": text() + "k,1.5,2.5,1.5\n",
    "text in a column of numbers": text() + "k,1.5,nAn,1\n",
    "tiny and huge numbers": text() + "k,1e-7,123456789012345678.0,1\nk,-0.0,1e300,2\n",
    "infinite and overflowing numbers": text() + "k,inf,1.5,1\nk,0.5,0.1e400,2\n",
    "true and false": text().replace(",0\n", ",True\n"),
    "short row": text() + "k,1.5\n",
    "repeated name": text().replace("place", "fare", 1),
    "row names": text().replace("key,", "", 1),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("test_size", [0.1, 25])
def test_splits_like_pandas(case: str, test_size: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 5000)
    source = tmp_path / "source.csv"
    source.write_bytes(CASES[case].encode())
    train, test = split_rows(pd.read_csv(source), test_size)

    found = split_csv(source, tmp_path / "made" / "train.csv", tmp_path / "made" / "test.csv", test_size)

    assert (tmp_path / "made" / "train.csv").read_text() == train.to_csv(index=False)
    assert (tmp_path / "made" / "test.csv").read_text() == found.to_csv(index=False) == test.to_csv(index=False)
    assert {path.name for path in (tmp_path / "made").iterdir()} == {"train.csv", "test.csv"}


@pytest.mark.parametrize("case", ["plain", "CRLF", "words for missing", "tiny and huge numbers"])
def test_usual_files_need_no_data_frame(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_tables, "split_rows", None)
    source = tmp_path / "source.csv"
    source.write_bytes(CASES[case].encode())
    split_csv(source, tmp_path / "train.csv", tmp_path / "test.csv", 0.1)


NUMBERS = ["0", "7", "-7", "10", "-10", "99", "999999999999999999", "-9223372036854775808"]
UNUSUAL = ["07", "+7", "-0", "00", "-010", "7 ", '"7"', "", "7.0"]


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("surprise", [None, *UNUSUAL, "NA"])
def test_whole_numbers_and_texts_are_written_as_pandas_writes_them(
    surprise: str | None, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 400)
    rows = [[NUMBERS[i % len(NUMBERS)], f"word{i}", str(i)] for i in range(600)]
    if surprise is not None:
        rows[590][1 if surprise == "NA" else 0] = surprise
    source = tmp_path / "source.csv"
    source.write_text("\n".join(",".join(row) for row in [["a", "b", "c"], *rows]) + end)
    train, test = split_rows(pd.read_csv(source), 0.1)

    split_csv(source, tmp_path / "train.csv", tmp_path / "test.csv", 0.1)

    assert (tmp_path / "train.csv").read_text() == train.to_csv(index=False)
    assert (tmp_path / "test.csv").read_text() == test.to_csv(index=False)


FLOATS = ["0.0", "-0.0", "0.0001", "0.00012", "0.00001", "0.00010", "1.50", "-1.5", ".5", "5.", "00.5", "+1.5", "1e5"]
FLOATS += ["12345678.1234567", "123456789.12345678", "0.100000000000001", "0.10000000000000001", "1234567890123456.7"]
TEXTS = [
    "",
    "N",
    "1",
    "-",
    "n",
    "1x",
    "1.x",
    "1.#IND",
    "-1.#QNAN",
    "#N/A N/A",
    "<NA>",
    "None",
    "nan",
    "nane",
    "NA ",
    "é",
]


@pytest.mark.parametrize(("column", "cell"), [*((1, cell) for cell in FLOATS), *((0, cell) for cell in TEXTS)])
def test_a_line_stands_only_where_pandas_would_write_it_so(
    column: int, cell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 2000)
    rows = [[f"key{i}", f"{i}.25", str(i), f"{i % 7}"] for i in range(600)]
    rows[590][column] = cell
    source = tmp_path / "source.csv"
    source.write_text("\n".join(",".join(row) for row in [["a", "b", "c", "d"], *rows]), encoding="utf-8")
    train, test = split_rows(pd.read_csv(source), 0.1)

    split_csv(source, tmp_path / "train.csv", tmp_path / "test.csv", 0.1)

    assert (tmp_path / "train.csv").read_text(encoding="utf-8") == train.to_csv(index=False)
    assert (tmp_path / "test.csv").read_text(encoding="utf-8") == test.to_csv(index=False)


@pytest.mark.parametrize("case", [case for case in CASES if case != "row names"])
def test_filters_like_pandas(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 5000)
    source, target = tmp_path / "source.csv", tmp_path / "made" / "target.csv"
    source.write_bytes(CASES[case].encode())
    rows = pd.read_csv(source)
    keys = rows["key"].iloc[::3]

    filter_csv(source, target, "key", keys)

    assert target.read_text() == rows[rows["key"].isin(keys)].to_csv(index=False)


def test_rows_can_be_chosen_by_numbers_too(tmp_path: Path) -> None:
    (tmp_path / "source.csv").write_text(text())
    rows = pd.read_csv(tmp_path / "source.csv")

    filter_csv(tmp_path / "source.csv", tmp_path / "target.csv", "people", pd.Series([1, 4]))

    assert (tmp_path / "target.csv").read_text() == rows[rows["people"].isin([1, 4])].to_csv(index=False)
