"""Passages for a query: word and character matching, topics, feedback, and ranking learnt from the training queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, normalize

from starter_boards import SEED, Model


class Texts(NamedTuple):
    """Passages, and the queries to answer."""

    passages: tuple[str, ...]
    queries: tuple[str, ...]


Scorer = Callable[[Texts], np.ndarray]  # a score for each query and passage


@lru_cache(maxsize=2)
def read(public: Path) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Passages, training queries, test queries."""
    passages, train, test = (pd.read_csv(public / f"{name}.csv") for name in ("passages", "train", "test"))
    return passages, train, test


def write(public: Path, scores: np.ndarray, guesses: int = 5) -> pd.DataFrame:
    """The best passages of each query."""
    passages, _, test = read(public)
    best = passages["passage_id"].to_numpy()[np.argsort(-scores, axis=1, kind="stable")[:, :guesses]]
    return test[["query_id"]].assign(passage_ids=[" ".join(row) for row in best])


def rank(public: Path, scorer: Scorer, guesses: int = 5) -> pd.DataFrame:
    """The submission of a scorer."""
    passages, _, test = read(public)
    return write(public, scorer(Texts(tuple(passages["text"]), tuple(test["query"]))), guesses)


# ------------------------------------------------------------------------------ words


@cache
def stem(word: str) -> str:
    """A crude stem."""
    for ending in ("ational", "ization", "ations", "ation", "ments", "ment", "ingly", "ings", "ness", "ing"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    for ending in ("edly", "ies", "ers", "ed", "es", "er", "ly", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=10_000)
def plain_words(text: str) -> list[str]:
    """Lower-case words."""
    return re.findall(r"[a-z0-9]+", text.lower())


def content_words(text: str) -> list[str]:
    """Words without stop words."""
    return [word for word in plain_words(text) if word not in ENGLISH_STOP_WORDS]


@lru_cache(maxsize=10_000)
def stems(text: str) -> list[str]:
    """Stems of words that are no stop words."""
    return [stem(word) for word in content_words(text)]


# ---------------------------------------------------------------------------- scorers


def cosine(texts: Texts, vectorizer: TfidfVectorizer) -> np.ndarray:
    """Cosine of weighted vectors."""
    passages = vectorizer.fit_transform(texts.passages)
    return (vectorizer.transform(texts.queries) @ passages.T).toarray()


def bm25(
    texts: Texts, k: float = 1.2, b: float = 0.75, words: Callable[[str], list[str]] = content_words
) -> np.ndarray:
    """Okapi BM25."""
    vectorizer = CountVectorizer(analyzer=words)
    counts = vectorizer.fit_transform(texts.passages).tocsr().astype(float)
    length = np.asarray(counts.sum(axis=1)).ravel()
    frequency = np.asarray((counts > 0).sum(axis=0)).ravel()
    rarity = np.log1p((counts.shape[0] - frequency + 0.5) / (frequency + 0.5))
    norm = np.repeat(k * (1 - b + b * length / length.mean()), np.diff(counts.indptr))
    weights = csr_matrix((counts.data * (k + 1) / (counts.data + norm), counts.indices, counts.indptr), counts.shape)
    queries = (vectorizer.transform(texts.queries) > 0).astype(float)
    return (queries.multiply(rarity) @ weights.T).toarray()


def overlap(texts: Texts, words: Callable[[str], list[str]] = plain_words, jaccard: bool = False) -> np.ndarray:
    """Number (or share) of common words."""
    vectorizer = CountVectorizer(analyzer=words, binary=True)
    passages = vectorizer.fit_transform(texts.passages).astype(float)
    queries = vectorizer.transform(texts.queries).astype(float)
    common = (queries @ passages.T).toarray()
    if not jaccard:
        return common
    return common / (passages.sum(axis=1).T + queries.sum(axis=1) - common + 1)


def topics(texts: Texts, size: int, words: Callable[[str], list[str]] = stems) -> np.ndarray:
    """Cosine of latent topics."""
    vectorizer = TfidfVectorizer(analyzer=words, sublinear_tf=True, min_df=2)
    svd = TruncatedSVD(size, random_state=SEED)
    passages = normalize(svd.fit_transform(vectorizer.fit_transform(texts.passages)))
    return normalize(svd.transform(vectorizer.transform(texts.queries))) @ passages.T


def titles(texts: Texts) -> np.ndarray:
    """Whether the title in front of a passage stands in the query, by the share of its words."""
    heads = tuple(text.split(":")[0] if ":" in text[:50] else "" for text in texts.passages)
    return overlap(Texts(heads, texts.queries), stems) / np.array([max(1, len(stems(head))) for head in heads])


def unit(scores: np.ndarray) -> np.ndarray:
    """Scores of each query scaled to a largest one of 1, so that scorers can be added."""
    return scores / np.maximum(scores.max(axis=1, keepdims=True), 1e-9)


@lru_cache(maxsize=16)
def signal(texts: Texts, name: str) -> np.ndarray:
    """The scores of one of the scorers below, reckoned once per process."""
    return SIGNALS[name](texts)


def blend(texts: Texts, parts: tuple[tuple[float, str], ...]) -> np.ndarray:
    """A weighted sum of scorers."""
    return sum(weight * unit(signal(texts, name)) for weight, name in parts)


def feedback(texts: Texts, scorer: Scorer, best: int = 3, weight: float = 0.3) -> np.ndarray:
    """Passages that resemble the best ones gain (pseudo-relevance feedback)."""
    scores = unit(scorer(texts))
    vectors = TfidfVectorizer(analyzer=stems, sublinear_tf=True).fit_transform(texts.passages)
    top = np.argsort(-scores, axis=1)[:, :best]
    gained = np.zeros_like(scores)
    for place in range(best):
        chosen = top[:, place]
        likeness = (vectors[chosen] @ vectors.T).toarray()
        likeness[np.arange(len(chosen)), chosen] = 0
        gained += likeness * scores[np.arange(len(chosen)), chosen][:, None]
    return scores + weight * gained


# ----------------------------------------------------------------------------- learnt

SIGNALS: dict[str, Scorer] = {
    "bm25": partial(bm25, words=stems),
    "bm25 short": partial(bm25, words=stems, b=0.3, k=0.6),
    "words": partial(cosine, vectorizer=TfidfVectorizer(analyzer=stems, sublinear_tf=True)),
    "characters": partial(
        cosine, vectorizer=TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True)
    ),
    "pairs": partial(cosine, vectorizer=TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)),
    "topics": partial(topics, size=150),
    "titles": titles,
    "overlap": partial(overlap, words=stems),
}


BEST_BLEND = ((1, "bm25"), (0.5, "words"), (0.5, "characters"), (0.3, "titles"))
RANK = -1  # the plane of the blend's ranks


@lru_cache(maxsize=2)
def planes(public: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features of (training query, passage), truth, features of (test query, passage)."""
    passages, train, test = read(public)
    texts = Texts(tuple(passages["text"]), (*train["query"], *test["query"]))
    layers = [scorer(texts) for scorer in SIGNALS.values()]
    layers += [unit(layers[i]) for i in range(4)]
    mixed = blend(texts, BEST_BLEND)
    layers += [feedback(texts, lambda _: mixed, best, 0.5) for best in (1, 3)]
    layers.append(np.broadcast_to(np.array([len(text) for text in texts.passages]), mixed.shape))
    layers.append(np.argsort(np.argsort(-mixed, axis=1), axis=1))
    features = np.stack(layers, axis=2).astype(np.float32)
    wanted = [set(ids.split()) for ids in train["passage_ids"]]
    truth = np.array([[passage in ids for passage in passages["passage_id"]] for ids in wanted])
    return features[: len(train)], truth, features[len(train) :]


def learnt(
    public: Path,
    learners: tuple[object, ...],
    chosen: tuple[int, ...] | None = None,
    queries: int | None = None,
    pool: int = 60,
) -> pd.DataFrame:
    """Classifiers of (query, passage) pairs put the most likely passages of each query into a new order."""
    train, truth, test = planes(public)
    train, truth = train[:queries], truth[:queries]
    columns = list(chosen or range(train.shape[2]))
    near, near_test = train[:, :, RANK] < pool, test[:, :, RANK] < pool
    scores = np.where(near_test, 0.0, -test[:, :, RANK])
    for learner in learners:
        fitted = clone(learner).fit(train[near][:, columns], truth[near])
        scores[near_test] += fitted.predict_proba(test[near_test][:, columns])[:, 1]
    return write(public, scores)


def shuffled(public: Path) -> pd.DataFrame:
    """Passages at random."""
    passages, _, test = read(public)
    return write(public, np.random.default_rng(SEED).random((len(test), len(passages))))


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    yield "at random", shuffled
    yield (
        "longest passages",
        lambda public: rank(public, lambda t: np.tile([len(p) for p in t.passages], (len(t.queries), 1)).astype(float)),
    )
    for name, words in (("words", plain_words), ("content words", content_words), ("stems", stems)):
        yield f"common {name}", partial(rank, scorer=partial(overlap, words=words))
        yield f"share of common {name}", partial(rank, scorer=partial(overlap, words=words, jaccard=True))
        for k, b in ((0.6, 0.3), (1.2, 0.75), (2.0, 0.9), (1.2, 0.3), (0.6, 0.75)):
            yield f"BM25 k={k} b={b}, {name}", partial(rank, scorer=partial(bm25, k=k, b=b, words=words))
        for sublinear in (False, True):
            vectorizer = TfidfVectorizer(analyzer=words, sublinear_tf=sublinear)
            way = ", sublinear" if sublinear else ""
            yield f"cosine of {name}{way}", partial(rank, scorer=partial(cosine, vectorizer=vectorizer))
        for size in (30, 100, 250):
            yield f"{size} topics of {name}", partial(rank, scorer=partial(topics, size=size, words=words))
    yield "cosine, default", partial(rank, scorer=partial(cosine, vectorizer=TfidfVectorizer()))
    yield "cosine, without rarity", partial(rank, scorer=partial(cosine, vectorizer=TfidfVectorizer(use_idf=False)))
    yield (
        "cosine, stop words removed",
        partial(rank, scorer=partial(cosine, vectorizer=TfidfVectorizer(stop_words="english"))),
    )
    yield "cosine, 500 words", partial(rank, scorer=partial(cosine, vectorizer=TfidfVectorizer(max_features=500)))
    yield "cosine, 2000 words", partial(rank, scorer=partial(cosine, vectorizer=TfidfVectorizer(max_features=2000)))
    for low, high in ((2, 2), (1, 2), (1, 3)):
        vectorizer = TfidfVectorizer(ngram_range=(low, high), sublinear_tf=True)
        yield f"cosine, {low} to {high} words", partial(rank, scorer=partial(cosine, vectorizer=vectorizer))
    for low, high in ((2, 3), (3, 3), (3, 5), (4, 6)):
        for analyzer in ("char_wb", "char"):
            vectorizer = TfidfVectorizer(analyzer=analyzer, ngram_range=(low, high), sublinear_tf=True)
            kind = "characters within words" if analyzer == "char_wb" else "characters"
            yield f"{low} to {high} {kind}", partial(rank, scorer=partial(cosine, vectorizer=vectorizer))
    for guesses in (1, 2):
        yield f"BM25, {guesses} guesses", partial(rank, scorer=partial(signal, name="bm25"), guesses=guesses)
    yield "titles only", partial(rank, scorer=titles)
    blends: dict[str, tuple[tuple[float, str], ...]] = {
        "BM25 and characters": ((1, "bm25"), (1, "characters")),
        "BM25 and topics": ((1, "bm25"), (0.5, "topics")),
        "BM25 and titles": ((1, "bm25"), (0.3, "titles")),
        "words and characters": ((1, "words"), (1, "characters")),
        "words and titles": ((1, "words"), (0.3, "titles")),
        "words, characters, topics": ((1, "words"), (1, "characters"), (0.5, "topics")),
        "BM25, characters, titles": ((1, "bm25"), (1, "characters"), (0.3, "titles")),
        "BM25, words, characters, titles": ((1, "bm25"), (1, "words"), (1, "characters"), (0.3, "titles")),
        "BM25, characters, topics, titles": ((1, "bm25"), (1, "characters"), (0.5, "topics"), (0.3, "titles")),
        "all": ((1, "bm25"), (0.5, "words"), (1, "characters"), (0.5, "topics"), (0.3, "titles"), (0.2, "pairs")),
    }
    for name, parts in blends.items():
        scorer = partial(blend, parts=parts)
        yield f"blend of {name}", partial(rank, scorer=scorer)
        for best, weight in ((1, 0.5), (3, 0.3)):
            again = partial(feedback, scorer=scorer, best=best, weight=weight)
            yield f"blend of {name}, feedback of {best}", partial(rank, scorer=again)
    logistic = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=1000))
    boosted = HistGradientBoostingClassifier(max_iter=60, learning_rate=0.05, max_leaf_nodes=8, random_state=SEED)
    trees = ExtraTreesClassifier(150, min_samples_leaf=10, random_state=SEED)
    for queries in (10, 30, 100, None):
        way = f"{queries or 'all'} queries"
        yield f"learnt, logistic, {way}", partial(learnt, learners=(logistic,), queries=queries)
        yield f"learnt, boosting, {way}", partial(learnt, learners=(boosted,), queries=queries)
    yield "learnt, logistic, words only", partial(learnt, learners=(logistic,), chosen=(0, 2, 4, 7))
    yield "learnt, logistic, no feedback", partial(learnt, learners=(logistic,), chosen=tuple(range(12)))
    for pool in (15, 300):
        yield f"learnt, logistic, pool of {pool}", partial(learnt, learners=(logistic,), pool=pool)
    yield "learnt, extra trees", partial(learnt, learners=(trees,))
    yield "learnt, logistic and boosting", partial(learnt, learners=(logistic, boosted))
    yield "learnt, all three", partial(learnt, learners=(logistic, boosted, trees))
