"""Retrieval: for each query the ids of the texts that fit best."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import pandas as pd
from scipy import sparse

from solver.arrays import Floats, Values
from solver.features import count_words, is_text
from solver.files import Files
from solver.sample import Sample
from solver.sandbox import Sandbox
from solver.tables import Table, read_tables

MOST_TEXTS = 20_000  # all pairs are compared
NEIGHBOURS = 3


@dataclass(frozen=True)
class Texts:
    """Ids and their texts."""

    ids: Values
    texts: pd.Series[str]


def solve(sandbox: Sandbox, files: Files, sample: Sample) -> pd.DataFrame | None:
    """Applies where the sample's cells hold several ids of another table of texts."""
    if len(sample.targets) != 1:
        return None
    target = sample.targets[0]
    cells = sample.table[target].dropna().astype(str)
    lengths = count_words(cells)
    if cells.empty or lengths.median() < 2:
        return None
    wanted = int(lengths.max())
    tables = read_tables(files)
    passages = _with_ids(tables, {token for cell in cells.head(50) for token in cell.split()})
    queries = _with_ids(tables, set(sample.ids))
    if passages is None or queries is None or len(passages.ids) > MOST_TEXTS:
        return None
    sandbox.log(f"{len(queries.ids)} queries, {len(passages.ids)} texts, {wanted} wanted for each")
    index = Index(passages.texts)
    weights = _tuned(sandbox, index, passages.ids, _training(tables, target), wanted)
    order = pd.Index(queries.ids).get_indexer(pd.Index(sample.ids))
    scores = index.scores(index.views(queries.texts.iloc[order]), weights)
    best = np.argsort(-scores, axis=1)[:, :wanted]
    return sample.filled({target: [" ".join(passages.ids[row]) for row in best]})


def _texts(frame: pd.DataFrame, without: str | None = None) -> list[str]:
    return [c for c in frame.columns if c != without and frame[c].dtype.kind not in "iufb" and is_text(frame[c])]


def _with_ids(tables: list[Table], ids: set[str]) -> Texts | None:
    """The table of texts that has all these ids."""
    for table in tables:
        texts = _texts(table.frame)
        for column in table.frame.columns if texts else ():
            keys = table.frame[column].astype(str)
            if column not in texts and keys.is_unique and ids <= set(keys):
                return Texts(keys.to_numpy(), table.frame[texts].fillna("").astype(str).agg(" ".join, axis=1))
    return None


def _training(tables: list[Table], target: str) -> tuple[pd.Series[str], list[set[str]]] | None:
    """Queries with known answers."""
    for table in tables:
        if target in table.frame.columns and "train" in table.name.lower():
            frame = table.frame.dropna(subset=[target]).head(1000)
            texts = _texts(frame, target)
            if texts:
                asked = frame[texts].fillna("").astype(str).agg(" ".join, axis=1)
                return asked, [set(cell.split()) for cell in frame[target].astype(str)]
    return None


def _words(text: str) -> list[str]:
    """Words without the commonest ones and without the usual English endings."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    words = (word for word in re.findall(r"\w+", text.lower()) if word not in ENGLISH_STOP_WORDS)
    return [re.sub(r"(ings?|ed|es|s|ly|ers?)$", "", word) if len(word) > 4 else word for word in words]


def _words_and_pairs(text: str) -> list[str]:
    words = _words(text)
    return words + [f"{first} {second}" for first, second in pairwise(words)]


class Index:
    """The texts, compared with queries in several ways, and with each other."""

    def __init__(self, texts: pd.Series[str]) -> None:
        from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

        self._words = TfidfVectorizer(sublinear_tf=True, analyzer=_words_and_pairs)
        self._letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True, min_df=2)
        self._weights = [maker.fit_transform(texts) for maker in (self._words, self._letters)]
        self._counter = CountVectorizer(analyzer=_words)
        self._saturated = _saturated(self._counter.fit_transform(texts))
        near = self._weights[0] @ self._weights[0].T
        near.setdiag(0)
        self._near = near.tocsr()

    def views(self, queries: pd.Series[str]) -> list[Floats]:
        """Likeness by words, by letters, and by words as BM25 counts them; one row for each query."""
        found = [
            self._words.transform(queries) @ self._weights[0].T,
            self._letters.transform(queries) @ self._weights[1].T,
            (self._counter.transform(queries) > 0).astype(np.float32) @ self._saturated.T,
        ]
        dense = [np.asarray(view.todense(), dtype=np.float32) for view in found]
        return [view / (view.max(axis=1, keepdims=True) + 1e-9) for view in dense]

    def scores(self, views: list[Floats], weights: tuple[float, ...]) -> Floats:
        """The mixture, with a push for texts that are like the best ones: what belongs together is found together."""
        *shares, push = weights
        mixed = np.asarray(sum(share * view for share, view in zip(shares, views, strict=True)))
        total = mixed / max(1e-9, sum(shares))
        if not push:
            return total
        best = np.argpartition(-total, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        trust = np.take_along_axis(total, best, axis=1)
        trust = trust / (trust.sum(axis=1, keepdims=True) + 1e-9)
        pushed = np.empty_like(total)
        for row in range(len(total)):
            pushed[row] = trust[row] @ self._near[best[row]].toarray()
        return total + push * pushed


def _saturated(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Counts of words as BM25 weighs them: rare words more, repeated words less, long texts less."""
    length = np.asarray(counts.sum(axis=1)).ravel()
    frequency = np.asarray((counts > 0).sum(axis=0)).ravel()
    rarity = np.log(1 + (counts.shape[0] - frequency + 0.5) / (frequency + 0.5))
    cells = counts.tocoo().astype(np.float32)
    norm = 1.2 * (0.25 + 0.75 * length[cells.row] / max(length.mean(), 1e-9))
    cells.data = cells.data * 2.2 / (cells.data + norm) * rarity[cells.col]
    return cells.tocsr()


def _tuned(
    sandbox: Sandbox, index: Index, ids: Values, training: tuple[pd.Series[str], list[set[str]]] | None, wanted: int
) -> tuple[float, ...]:
    """The mixture that finds most of what the training queries should find."""
    best: tuple[float, tuple[float, ...]] = (-1.0, (1.0, 0.5, 1.0, 1.0))
    if training is not None:
        queries, truth = training
        views = index.views(queries)
        for push, shares in product((0.0, 1.5, 3.0), ((1, 0, 1), (1, 1, 1), (1, 1, 0), (0, 0, 1))):
            if sandbox.left() < 1:
                break
            weights = (*map(float, shares), push)
            best = max(best, (_precision(index.scores(views, weights), ids, truth, wanted), weights))
        sandbox.log(f"average precision on training queries {best[0]:.4f} with weights {best[1]}")
    return best[1]


def _precision(scores: Floats, ids: Values, truth: list[set[str]], wanted: int) -> float:
    """Mean average precision of the first `wanted` texts."""
    best = np.argpartition(-scores, min(wanted, scores.shape[1] - 1), axis=1)[:, :wanted]
    order = np.take_along_axis(best, np.argsort(-np.take_along_axis(scores, best, 1), axis=1), 1)
    total = 0.0
    for row, right in zip(order, truth, strict=True):
        hits = np.array([ids[place] in right for place in row])
        found = (np.cumsum(hits) / np.arange(1, len(row) + 1) * hits).sum()
        total += found / max(1, min(len(right), wanted))
    return total / max(1, len(truth))
