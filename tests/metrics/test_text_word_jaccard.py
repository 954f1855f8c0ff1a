import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import jaccard_score

from mlebench.metrics.text import word_jaccard

TEXTS = st.text(alphabet="aAbB \u00a0\t", max_size=12)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=8))
def test_it_is_scikit_learns_score_of_the_sets_of_words(pairs):
    words = sorted({word for pair in pairs for text in pair for word in text.lower().split()})
    table = [[[word in text.lower().split() for word in words] for text in pair] for pair in pairs]
    scores = word_jaccard([a for a, _ in pairs], [b for _, b in pairs])
    for (a, b), score in zip(table, scores, strict=True):
        if any(a) or any(b):
            assert np.isclose(score, jaccard_score(a, b))
        else:
            assert np.isnan(score)
