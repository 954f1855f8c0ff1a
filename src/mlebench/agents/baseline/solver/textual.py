"""Words and letters of text columns, weighted by how rare they are."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
from scipy import sparse

from solver.arrays import Pair
from solver.features import Blocks

MOST_WORDS, MOST_LETTERS = 60_000, 60_000
LONGEST = 6000  # characters of one text


def text_blocks(train: pd.DataFrame, test: pd.DataFrame, columns: list[str], blocks: Blocks, *, quick: bool) -> None:
    """Add word and letter weights of each column; trees get a few directions in which the texts differ most."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    for column in columns:
        texts = [side[column].fillna("").astype(str).str.slice(0, LONGEST) for side in (train, test)]
        makers = [
            TfidfVectorizer(
                ngram_range=(1, 2),
                sublinear_tf=True,
                min_df=2 if len(train) > 300 else 1,
                max_features=MOST_WORDS,
                token_pattern=r"(?u)\b\w+\b|[^\w\s]",
            )
        ]
        if not quick:
            makers.append(
                TfidfVectorizer(
                    analyzer="char_wb",
                    ngram_range=(2, 5) if len(train) < 20_000 else (3, 4),
                    sublinear_tf=True,
                    min_df=2,
                    max_features=MOST_LETTERS,
                )
            )
        for maker in makers:
            try:
                weights = maker.fit_transform(texts[0])
            except ValueError:  # no words at all
                continue
            others = maker.transform(texts[1])
            blocks.linear.append((weights, others))
            blocks.text = True
            if maker is makers[0] and weights.shape[1] > 60 and len(train) > 60:
                blocks.later.append(partial(_directions, weights, others))


def _directions(weights: sparse.csr_matrix, others: sparse.csr_matrix) -> Pair:
    from sklearn.decomposition import TruncatedSVD

    found = TruncatedSVD(30, random_state=0)
    return found.fit_transform(weights).astype(np.float32), found.transform(others).astype(np.float32)
