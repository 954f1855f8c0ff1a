from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.text import levenshtein

WORDS = st.text(alphabet="abé😀 ", max_size=7)


def slow(a: str, b: str) -> int:
    @cache
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        replaced = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1])
        return min(replaced, distance(i - 1, j) + 1, distance(i, j - 1) + 1)

    return distance(len(a), len(b))


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5))
def test_it_is_the_textbook_recursion(pairs):
    distances = levenshtein([a for a, _ in pairs], [b for _, b in pairs])
    assert distances.tolist() == [slow(a, b) for a, b in pairs]


def test_long_texts_do_not_overflow():
    assert levenshtein(["a" * 70_000], [""]).tolist() == [70_000]
