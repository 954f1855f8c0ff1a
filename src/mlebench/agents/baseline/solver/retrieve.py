"""Retrieval: for each query the ids of the texts that fit best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from solver.features import is_text
from solver.files import Files
from solver.room import Room
from solver.sample import Sample
from solver.tables import Table, read_tables

MOST_TEXTS = 100_000


@dataclass(frozen=True)
class Texts:
    """Ids and their texts."""

    ids: np.ndarray
    texts: pd.Series


def solve(room: Room, files: Files, sample: Sample) -> pd.DataFrame | None:
    """Applies where the sample's cells hold several ids of another table of texts."""
    if len(sample.targets) != 1:
        return None
    target = sample.targets[0]
    cells = sample.table[target].dropna().astype(str).str.split()
    if cells.empty or cells.str.len().median() < 2:
        return None
    wanted = int(cells.str.len().max())
    tokens = {token for cell in cells.head(50) for token in cell}
    tables = read_tables(files)
    passages = _with_ids(tables, tokens)
    queries = _with_ids(tables, set(sample.ids), text=True)
    if passages is None or queries is None:
        return None
    room.log(f"{len(queries.ids)} queries, {len(passages.ids)} texts, {wanted} wanted for each")
    order = pd.Index(queries.ids).get_indexer(pd.Index(sample.ids))
    asked = queries.texts.iloc[order]
    train, truth = _training(tables, target)
    weights = _tuned(room, passages, train, truth, wanted) if train is not None else None
    scores = _scores(passages.texts, asked, weights)
    best = np.argsort(-scores, axis=1)[:, :wanted]
    return sample.filled(**{target: [" ".join(passages.ids[row]) for row in best]})


def _with_ids(tables: list[Table], ids: set[str], text: bool = True) -> Texts | None:
    for table in tables:
        frame = table.frame.head(MOST_TEXTS)
        texts = [c for c in frame.columns if frame[c].dtype.kind not in "iufb" and is_text(frame[c])]
        for column in frame.columns:
            keys = frame[column].astype(str)
            if texts and column not in texts and keys.is_unique and ids <= set(keys):
                joined = frame[texts].fillna("").astype(str).agg(" ".join, axis=1)
                return Texts(keys.to_numpy(), joined)
    return None


def _training(tables: list[Table], target: str) -> tuple[pd.Series | None, list[set[str]]]:
    for table in tables:
        if target in table.frame.columns and "train" in table.name.lower():
            frame = table.frame.dropna(subset=[target]).head(2000)
            texts = [c for c in frame.columns if c != target and frame[c].dtype.kind not in "iufb" and is_text(frame[c])]
            if texts:
                asked = frame[texts].fillna("").astype(str).agg(" ".join, axis=1)
                return asked, [set(cell.split()) for cell in frame[target].astype(str)]
    return None, []


def _views(passages: pd.Series, queries: pd.Series) -> list[np.ndarray]:
    """Several ways to compare: words, stems by letters, and words with the usual saturation (BM25)."""
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

    views = []
    for maker in (
        TfidfVectorizer(sublinear_tf=True, stop_words="english"),
        TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True, min_df=2),
    ):
        texts = maker.fit_transform(passages)
        views.append(np.asarray((maker.transform(queries) @ texts.T).todense(), dtype=np.float32))
    counter = CountVectorizer(stop_words="english")
    counts = counter.fit_transform(passages).tocsr().astype(np.float32)
    asked = (counter.transform(queries) > 0).astype(np.float32)
    length = np.asarray(counts.sum(axis=1)).ravel()
    frequency = np.asarray((counts > 0).sum(axis=0)).ravel()
    rarity = np.log(1 + (counts.shape[0] - frequency + 0.5) / (frequency + 0.5))
    saturated = counts.tocoo()
    norm = 1.2 * (0.25 + 0.75 * length[saturated.row] / max(length.mean(), 1e-9))
    saturated.data = saturated.data * 2.2 / (saturated.data + norm) * rarity[saturated.col]
    views.append(np.asarray((asked @ saturated.tocsr().T).todense(), dtype=np.float32))
    return [view / (view.max(axis=1, keepdims=True) + 1e-9) for view in views]


def _scores(passages: pd.Series, queries: pd.Series, weights: np.ndarray | None) -> np.ndarray:
    views = _views(passages, queries)
    weights = np.ones(len(views)) if weights is None else weights
    return np.asarray(sum(weight * view for weight, view in zip(weights, views)))


def _tuned(
    room: Room, passages: Texts, queries: pd.Series, truth: list[set[str]], wanted: int
) -> np.ndarray:
    """The mixture of views that finds most of what the training queries should find."""
    views = _views(passages.texts, queries)
    grid = [np.array(w) for w in np.ndindex(3, 3, 3) if sum(w)]
    scored = [(_precision(sum(w * v for w, v in zip(ws, views)), passages.ids, truth, wanted), tuple(ws)) for ws in grid]
    best = max(scored)
    room.log(f"average precision on training queries {best[0]:.4f} with weights {best[1]}")
    return np.array(best[1], dtype=float)


def _precision(scores: np.ndarray, ids: np.ndarray, truth: list[set[str]], wanted: int) -> float:
    best = np.argpartition(-scores, min(wanted, scores.shape[1] - 1), axis=1)[:, :wanted]
    order = np.take_along_axis(best, np.argsort(-np.take_along_axis(scores, best, 1), axis=1), 1)
    total = 0.0
    for row, right in zip(order, truth):
        hits, found = 0, 0.0
        for place, index in enumerate(row, 1):
            if ids[index] in right:
                hits += 1
                found += hits / place
        total += found / min(len(right), wanted)
    return total / max(1, len(truth))
