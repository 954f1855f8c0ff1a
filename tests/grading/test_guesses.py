import warnings

import pandas as pd
import pytest

from mlebench.errors import SubmissionWarning
from mlebench.grading import ranked_guesses, warn_of_unknown


def test_guesses_are_split_at_single_spaces() -> None:
    with pytest.warns(SubmissionWarning, match="empty guess"):
        assert ranked_guesses(pd.DataFrame({"Id": ["a b", "a  b", None]}), "Id") == [["a", "b"], ["a", "", "b"], [""]]


def test_whole_numbers_are_guesses_and_decimals_are_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ranked_guesses(pd.DataFrame({"Id": [12, 7]}), "Id") == [["12"], ["7"]]
    with pytest.warns(SubmissionWarning, match="decimals"):
        assert ranked_guesses(pd.DataFrame({"Id": [12, 7.0]}), "Id") == [["12.0"], ["7.0"]]


def test_only_names_that_are_no_class_are_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unknown(["rust"], ["rust", "scab"], "labels", "ignored")
    with pytest.warns(SubmissionWarning, match=r"\('Rust'\); ignored"):
        warn_of_unknown(["rust", "Rust"], ["rust", "scab"], "labels", "ignored")
