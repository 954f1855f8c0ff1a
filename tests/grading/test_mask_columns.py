import pandas as pd
import pytest

from mlebench.grading import InvalidSubmission, SubmissionWarning, masks, require_whole_runs
from mlebench.metrics.segmentation import runs_text


def texts_of(cells, pixels=100, **options):
    table = pd.DataFrame({"id": [f"image{i}" for i in range(len(cells))], "rle": cells})
    return [runs_text(runs) for runs in masks(table, "rle", [pixels] * len(cells), on="id", **options)]


def test_masks_are_cut_at_the_last_pixel_and_blanks_are_empty():
    assert texts_of(["1 3 90 50", None, "  ", "200 5"]) == ["1 3 90 11", "", "", ""]


def test_a_wholly_blank_column_is_a_column_of_empty_masks():
    assert texts_of([float("nan")] * 2) == ["", ""]


def test_odd_counts_are_read_as_v1_does_and_warned_of():
    with pytest.warns(SubmissionWarning, match="'image0', 'image1'"):
        assert texts_of(["5 2 10", "7", "1 1"]) == ["5 2 10 2", "", "1 1"]


@pytest.mark.parametrize("cell", ["1 2 3 4 5", "0 4", "4 0", "5 2 1 2", "1 5 3 2", "0", "1.5 2", "a", "1 " + "9" * 30])
def test_what_v1_refuses_is_refused_with_the_name_of_the_row(cell):
    with pytest.raises(InvalidSubmission, match="image1"):
        texts_of(["1 1", cell])


@pytest.mark.parametrize("cells", [[1, 2], [1.5, None], [True, False]])
def test_a_column_of_numbers_is_refused(cells):
    with pytest.raises(InvalidSubmission, match="rle"):
        texts_of(cells)


def test_blanks_are_refused_where_they_are_not_allowed():
    with pytest.raises(InvalidSubmission, match="blank"):
        texts_of(["1 1", None], blank=False)


@pytest.mark.parametrize("cell", ["5 97", "5 9223372036854775807", "9223372036854775807 9223372036854775807", "5"])
def test_a_run_that_is_too_long_for_a_number_is_not_beyond_the_picture(cell):
    table = pd.DataFrame({"id": ["a", "b"], "rle": ["5 96", cell]})
    with pytest.raises(InvalidSubmission, match="'b' must hold pairs"):
        require_whole_runs(table, "rle", [100, 100], on="id")
