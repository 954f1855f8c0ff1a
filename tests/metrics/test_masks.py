import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import fbeta_score

from mlebench.metrics.masks import Masks, areas, decode_masks, dice_of_many, fbeta_of_many, intersections
from mlebench.metrics.segmentation import decode_runs, encode_runs, runs_area, runs_intersection, runs_text

SIZE = 40
drawn = hnp.arrays(bool, SIZE)
pairs_of_masks = st.lists(st.tuples(drawn, drawn), min_size=1, max_size=5)


def read(texts):
    found = decode_masks("".join(f"{text}\n" for text in texts).encode(), [9] * len(texts))
    return found if found is None else list(map(runs_text, found))


def texts_or_refusal(texts):
    try:
        return [runs_text(decode_runs(text, pixels=9)) for text in texts]
    except ValueError:
        return None


def sides_of(pairs):
    return [Masks.of(encode_runs(pair[side]) for pair in pairs) for side in (0, 1)]


@given(
    st.lists(
        st.lists(st.integers(0, 12), max_size=6).map(lambda cell: " ".join(map(str, cell))), min_size=1, max_size=4
    )
)
def test_many_masks_are_read_as_one_by_one_or_left_alone(texts):
    assert read(texts) == texts_or_refusal(texts)


@given(st.lists(st.text("019 -+_x.²\t\n", max_size=12), min_size=1, max_size=3))
def test_of_odd_texts_many_are_read_as_one_by_one_or_left_alone(texts):
    assert read(texts) in (None, texts_or_refusal(texts))


@pytest.mark.parametrize("number", [10**18, 2**63, 10**30])
def test_very_large_numbers_are_left_alone(number):
    assert read(["1 1", f"{number} 1"]) is None


@given(pairs_of_masks)
def test_areas_and_intersections_are_those_of_each(pairs):
    a, b = sides_of(pairs)
    assert areas(a).tolist() == [runs_area(mask) for mask in a] == [left.sum() for left, _ in pairs]
    assert intersections(a, b).tolist() == list(map(runs_intersection, a, b))
    assert intersections(a, b).tolist() == [(left & right).sum() for left, right in pairs]


@given(pairs_of_masks)
def test_dice_is_that_of_drawn_masks(pairs):
    totals = [left.sum() + right.sum() for left, right in pairs]
    wanted = [2 * (a & b).sum() / total if total else -1 for (a, b), total in zip(pairs, totals, strict=True)]
    np.testing.assert_allclose(dice_of_many(*sides_of(pairs), both_empty=-1), wanted)


@given(pairs_of_masks, st.sampled_from([0.5, 1, 2]))
def test_fbeta_is_that_of_pixels(pairs, beta):
    wanted = [fbeta_score(*pair, beta=beta, zero_division=0) for pair in pairs]
    np.testing.assert_allclose(fbeta_of_many(*sides_of(pairs), beta=beta), wanted)


@given(st.lists(drawn, min_size=2, max_size=5), st.integers(0, 2))
def test_a_part_of_masks_has_the_masks_themselves(masks, first):
    whole = Masks.of(map(encode_runs, masks))
    part = whole.part(first, 4)
    assert list(map(runs_text, part)) == list(map(runs_text, whole))[first:4]
    assert areas(part).tolist() == areas(whole)[first:4].tolist()


def test_pairs_beyond_those_that_are_looked_at_at_once_are_pairs_too():
    a, b = decode_masks(b"1 5\n7 2\n" * 5000, [9] * 10_000), decode_masks(b"4 4\n" * 10_000, [9] * 10_000)
    assert intersections(a, b).tolist() == [2, 1] * 5000
