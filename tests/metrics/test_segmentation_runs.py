import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mlebench.metrics.segmentation import (
    checked_runs,
    decode_runs,
    encode_runs,
    parse_integers,
    pixels_before,
    runs_area,
    runs_intersection,
    runs_text,
)

mask = hnp.arrays(bool, st.integers(0, 60))
SIZE = 40
sized = hnp.arrays(bool, SIZE)


def drawn(runs, size):
    pixels = np.zeros(size, int)
    for start, length in zip(*runs, strict=True):
        pixels[start - 1 : start - 1 + length] += 1
    return pixels


@given(st.text("0159 -+_x.²\t\n", max_size=45))
def test_numbers_are_read_as_python_reads_them(text):
    try:
        expected = np.array([int(part) for part in text.split()], dtype=np.int64)
    except (ValueError, OverflowError):
        with pytest.raises(ValueError, match=r"number"):
            parse_integers(text)
    else:
        np.testing.assert_array_equal(parse_integers(text), expected)


@given(st.lists(st.integers(0, 2**70) | st.integers(10**18 - 2, 10**18 + 2) | st.integers(2**63 - 2, 2**63 + 2)))
def test_large_numbers_are_exact_or_refused(values):
    text = " ".join(map(str, values))
    if max(values, default=0) < 2**63:
        assert parse_integers(text).tolist() == values
    else:
        with pytest.raises(ValueError, match="too large"):
            parse_integers(text)


@given(mask)
def test_decoding_undoes_encoding(flat):
    runs = decode_runs(runs_text(encode_runs(flat)))
    np.testing.assert_array_equal(drawn(runs, len(flat)), flat.astype(int))
    assert runs_area(runs) == flat.sum()


@given(sized, sized)
def test_intersection_is_that_of_drawn_masks(a, b):
    runs_a, runs_b = encode_runs(a), encode_runs(b)
    assert runs_intersection(runs_a, runs_b) == (a & b).sum()


@given(sized.filter(np.any))
def test_pixels_before_a_place_are_counted(flat):
    assert pixels_before(encode_runs(flat), np.arange(1, SIZE + 2)).tolist() == [0, *np.cumsum(flat)]


@given(st.lists(st.integers(-1, 12), max_size=8))
def test_a_list_is_refused_exactly_where_drawing_it_fails(values):
    starts, lengths = values[0::2], values[1::2]
    pairs = starts[: len(lengths)], lengths
    valid = (
        len(values) % 2 == 0
        and starts == sorted(starts)
        and all(v >= 1 for v in values)
        and (drawn(pairs, 60) <= 1).all()
    )
    text = " ".join(map(str, values))
    if valid:
        np.testing.assert_array_equal(drawn(decode_runs(text), 60), drawn(pairs, 60))
        np.testing.assert_array_equal(drawn(checked_runs(np.array(values, int)), 60), drawn(pairs, 60))
        np.testing.assert_array_equal(drawn(decode_runs(text, pixels=7), 7), drawn(pairs, 7))
    else:
        with pytest.raises(ValueError, match=r"\w"):
            decode_runs(text)


@pytest.mark.parametrize("text", ["1.5 2", "a b", "1,2", "1 " + "9" * 30, "1 " + "9" * 9000, "nan 1"])
def test_what_is_not_a_whole_number_is_refused(text):
    with pytest.raises(ValueError, match="number"):
        decode_runs(text)


def test_runs_past_the_last_pixel_may_overlap_there():
    assert runs_area(decode_runs("5 9000000000000000000 30 4", pixels=10)) == 6
