import io
import warnings

import pandas as pd
import pytest

from mlebench.grading import InvalidSubmission, SubmissionWarning, ranked_guesses, single_spaced, texts, warn_of_unknown


def column(*cells: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO("id,t\n" + "".join(f"{i},{cell}\n" for i, cell in enumerate(cells))))


def test_missing_values_and_words_for_them_are_blank():
    assert texts(column("a b", "", "None", "7"), "t") == ["a b", "", "", "7"]


@pytest.mark.parametrize("cells", [("1", "2"), ("1.5", ""), ("True", "False"), ("True", "")])
def test_a_column_without_any_text_is_refused(cells):
    with pytest.raises(InvalidSubmission, match="must hold text"):
        texts(column(*cells), "t")


def test_numbers_are_written_as_pandas_prints_them_where_allowed():
    assert texts(column("7", "12.50"), "t", allow_numbers=True) == ["7.0", "12.5"]
    assert texts(column("7", ""), "t", allow_numbers=True) == ["7.0", ""]
    assert texts(column("True", ""), "t", allow_numbers=True) == ["True", ""]


def test_a_blank_column_and_one_of_very_long_numbers_are_texts():
    assert texts(column("", ""), "t") == ["", ""]
    assert texts(column("9" * 40), "t") == ["9" * 40]


def test_an_absent_column_is_refused():
    with pytest.raises(InvalidSubmission, match="Missing column"):
        texts(column("a"), "other")


def test_blanks_are_refused_where_not_allowed():
    with pytest.raises(InvalidSubmission, match="blank in row 2"):
        texts(column("a", "null"), "t", allow_blank=False)


def guesses(cells: list[object]) -> list[tuple[int, str]]:
    found = ranked_guesses(pd.DataFrame({"Id": cells}), "Id")
    return [(row, found.names[code]) for row, code in zip(found.row.tolist(), found.code.tolist(), strict=True)]


def test_guesses_are_split_at_single_spaces() -> None:
    with pytest.warns(SubmissionWarning, match="empty guess"):
        assert guesses(["a b", "a  b", None]) == [(0, "a"), (0, "b"), (1, "a"), (1, ""), (1, "b")]


def test_whole_numbers_are_guesses_and_decimals_are_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert guesses([12, 7]) == [(0, "12"), (1, "7")]
    with pytest.warns(SubmissionWarning, match="decimals"):
        assert guesses([12, 7.0]) == [(0, "12.0"), (1, "7.0")]


def test_only_names_that_are_no_class_are_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unknown(["rust"], ["rust", "scab"], "labels", "ignored")
    with pytest.warns(SubmissionWarning, match=r"\('Rust'\); ignored"):
        warn_of_unknown(["rust", "Rust"], ["rust", "scab"], "labels", "ignored")


@pytest.mark.parametrize("cells", [("True", ""), ("99999999999999999999999", "1"), ("1", "2")])
def test_a_column_without_any_text_crashes_where_spaces_are_made_single(cells):
    table = column(*cells)
    assert single_spaced(table, "t")["t"].tolist()[0] == table["t"].tolist()[0]
