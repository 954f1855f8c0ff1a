"""Genre of a verse: bags of words and characters under linear models, naive Bayes and blends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import softmax
from sklearn.base import clone
from sklearn.decomposition import TruncatedSVD
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from starter_boards import SEED, Model

VECTORS = {
    "words": TfidfVectorizer(),
    "counts": CountVectorizer(),
    "words as written": TfidfVectorizer(lowercase=False, sublinear_tf=True, token_pattern=r"\w+|[^\w\s]"),
    "words without stop words": TfidfVectorizer(stop_words="english", sublinear_tf=True),
    "frequent words": TfidfVectorizer(max_features=500),
    "pairs": TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2),
    "characters": TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True, min_df=3),
    "everything": make_union(
        TfidfVectorizer(lowercase=False, sublinear_tf=True, token_pattern=r"\w+|[^\w\s]", ngram_range=(1, 2), min_df=2),
        TfidfVectorizer(lowercase=False, analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True, min_df=3),
    ),
}


@lru_cache(maxsize=4)
def matrices(public: Path, vectors: str, rows: int | None) -> tuple[Any, np.ndarray, Any]:
    """Training matrix, labels, test matrix."""
    train, test = pd.read_csv(public / "train.csv")[:rows], pd.read_csv(public / "test.csv")
    vectorizer = clone(VECTORS[vectors])
    return vectorizer.fit_transform(train["text"]), train["genre"].to_numpy(), vectorizer.transform(test["text"])


def write(public: Path, genres: np.ndarray) -> pd.DataFrame:
    """The submission."""
    return pd.read_csv(public / "test.csv")[["id"]].assign(genre=genres)


@dataclass(frozen=True)
class Classifier:
    """An estimator on one kind of vectors."""

    estimator: Any
    vectors: str = "words"
    rows: int | None = None

    def __call__(self, public: Path) -> pd.DataFrame:
        """The submission."""
        rows, genres, wanted = matrices(public, self.vectors, self.rows)
        return write(public, clone(self.estimator).fit(rows, genres).predict(wanted))

    def scores(self, public: Path) -> tuple[np.ndarray, np.ndarray]:
        """Classes and a share for each, whatever the estimator gives."""
        rows, genres, wanted = matrices(public, self.vectors, self.rows)
        fitted = clone(self.estimator).fit(rows, genres)
        if hasattr(fitted, "predict_proba"):
            return fitted.classes_, fitted.predict_proba(wanted)
        return fitted.classes_, softmax(3 * fitted.decision_function(wanted), axis=1)


def blend(public: Path, members: tuple[Classifier, ...]) -> pd.DataFrame:
    """The class with the largest mean share."""
    results = [member.scores(public) for member in members]
    return write(public, results[0][0][np.mean([shares for _, shares in results], axis=0).argmax(axis=1)])


def lengths(public: Path) -> pd.DataFrame:
    """From the length of the verse and its punctuation only."""
    train, test = pd.read_csv(public / "train.csv"), pd.read_csv(public / "test.csv")

    def features(texts: pd.Series) -> np.ndarray:
        marks = [texts.str.count(mark) for mark in (r"\w+", ",", ";", ":", r"\?", "!", "[A-Z]")]
        return np.column_stack([texts.str.len(), *marks])

    fitted = LogisticRegression(max_iter=2000, class_weight="balanced")
    model = make_pipeline(StandardScaler(), fitted).fit(features(train["text"]), train["genre"])
    return write(public, model.predict(features(test["text"])))


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    logistic = partial(LogisticRegression, max_iter=300)
    balanced = partial(LogisticRegression, max_iter=300, class_weight="balanced")
    sgd = partial(SGDClassifier, random_state=SEED)

    yield "most frequent", Classifier(DummyClassifier())
    yield "drawn by share", Classifier(DummyClassifier(strategy="stratified", random_state=SEED))
    yield "length and punctuation", lengths
    for vectors in list(VECTORS)[:-1]:
        for c in (1, 5) if vectors != "counts" else (0.1, 1):
            yield f"{vectors}, logistic C={c}", Classifier(logistic(C=c), vectors)
        yield f"{vectors}, balanced logistic", Classifier(balanced(C=0.3 if vectors == "counts" else 3), vectors)
        for c in (0.1, 0.5) if vectors != "counts" else (0.01, 0.05):
            yield f"{vectors}, support vectors C={c}", Classifier(LinearSVC(C=c), vectors)
        yield f"{vectors}, naive Bayes", Classifier(MultinomialNB(), vectors)
        yield f"{vectors}, naive Bayes, less smooth", Classifier(MultinomialNB(alpha=0.1), vectors)
        yield f"{vectors}, complement Bayes", Classifier(ComplementNB(alpha=0.3), vectors)
    for vectors in ("words", "words as written", "pairs", "characters"):
        even = LinearSVC(C=0.2, class_weight="balanced")
        yield f"{vectors}, balanced support vectors", Classifier(even, vectors)
        yield f"{vectors}, ridge", Classifier(RidgeClassifier(alpha=1), vectors)
        yield f"{vectors}, even naive Bayes", Classifier(MultinomialNB(alpha=0.1, fit_prior=False), vectors)
        yield f"{vectors}, gradient descent", Classifier(sgd(alpha=3e-4), vectors)
    for vectors in ("words", "pairs"):
        yield f"{vectors}, Bernoulli Bayes", Classifier(BernoulliNB(alpha=0.1), vectors)
        yield f"{vectors}, nearest mean", Classifier(NearestCentroid(), vectors)
        yield f"{vectors}, modified Huber", Classifier(sgd(loss="modified_huber", alpha=1e-3), vectors)
    for k in (1, 5, 20):
        yield f"words, {k} neighbours", Classifier(KNeighborsClassifier(k, metric="cosine"))
    for depth in (5, 15):
        yield f"words, tree of depth {depth}", Classifier(DecisionTreeClassifier(max_depth=depth, random_state=SEED))
    for rows in (150, 500, 1500):
        yield f"words, logistic, {rows} verses", Classifier(balanced(C=3), rows=rows)
        yield f"words, naive Bayes, {rows} verses", Classifier(MultinomialNB(alpha=0.3), rows=rows)
        yield f"characters, support vectors, {rows} verses", Classifier(LinearSVC(C=0.3), "characters", rows)
    yield "frequent words, forest", Classifier(RandomForestClassifier(120, random_state=SEED), "frequent words")
    yield "frequent words, extra trees", Classifier(ExtraTreesClassifier(120, random_state=SEED), "frequent words")
    for size in (20, 60):
        topics = make_pipeline(TruncatedSVD(size, random_state=SEED), StandardScaler())
        yield f"{size} topics, logistic", Classifier(make_pipeline(topics, balanced()), "words")
        boosted = HistGradientBoostingClassifier(max_iter=30, random_state=SEED)
        yield f"{size} topics, boosting", Classifier(make_pipeline(topics, boosted), "words")

    def one_by_one(c: float) -> Any:
        return OneVsRestClassifier(LogisticRegression(C=c, solver="liblinear", class_weight="balanced", tol=1e-2))

    everything = {
        **{f"logistic C={c}": one_by_one(c) for c in (1, 4, 16)},
        **{f"support vectors C={c}": LinearSVC(C=c, class_weight="balanced") for c in (0.03, 0.1, 0.3)},
        "complement Bayes": ComplementNB(alpha=0.3),
        "even naive Bayes": MultinomialNB(alpha=0.05, fit_prior=False),
        "ridge": RidgeClassifier(alpha=2, class_weight="balanced"),
    }
    for name, estimator in everything.items():
        yield f"everything, {name}", Classifier(estimator, "everything")

    written = Classifier(balanced(C=5), "words as written")
    pairs = Classifier(balanced(C=5), "pairs")
    characters = Classifier(LinearSVC(C=0.2, class_weight="balanced"), "characters")
    bayes = Classifier(MultinomialNB(alpha=0.1, fit_prior=False), "pairs")
    word_bayes = Classifier(MultinomialNB(alpha=0.2, fit_prior=False), "words as written")
    complement = Classifier(ComplementNB(alpha=0.3), "characters")
    ridge = Classifier(RidgeClassifier(alpha=1), "words as written")
    blends = {
        "written, pairs": (written, pairs),
        "written, characters": (written, characters),
        "written, Bayes": (written, bayes),
        "characters, Bayes": (characters, bayes),
        "characters, word Bayes": (characters, word_bayes),
        "written, characters, Bayes": (written, characters, bayes),
        "pairs, characters, word Bayes": (pairs, characters, word_bayes),
        "ridge, characters, Bayes": (ridge, characters, bayes),
        "both kinds of Bayes": (bayes, word_bayes),
        "characters, both kinds of Bayes": (characters, bayes, word_bayes),
        "written, pairs, characters, Bayes, word Bayes": (written, pairs, characters, bayes, word_bayes),
        "all but one": (written, pairs, characters, bayes, word_bayes, ridge),
        "complement Bayes, written": (complement, written),
    }
    one = Classifier(one_by_one(4), "everything")
    two = Classifier(LinearSVC(C=0.1, class_weight="balanced"), "everything")
    firm = Classifier(LinearSVC(C=0.3, class_weight="balanced"), "everything")
    blends |= {
        "everything by two": (one, two),
        "everything by two, Bayes": (one, two, bayes),
        "everything by two, word Bayes": (one, two, word_bayes),
        "everything by two, both kinds of Bayes": (one, two, bayes, word_bayes),
        "everything by one, Bayes": (one, bayes),
        "everything by one, word Bayes": (one, word_bayes),
        "everything by support vectors, word Bayes": (two, word_bayes),
        "everything by one, written, word Bayes": (one, written, word_bayes),
        "everything by firm vectors, both kinds of Bayes": (firm, bayes, word_bayes),
        "everything by firm vectors, written, both kinds of Bayes": (firm, written, bayes, word_bayes),
        "everything by support vectors, both kinds of Bayes": (two, bayes, word_bayes),
        "everything by three, both kinds of Bayes": (one, two, firm, bayes, word_bayes),
        "everything by two, ridge, both kinds of Bayes": (one, two, ridge, bayes, word_bayes),
        "everything by two, complement Bayes, word Bayes": (one, two, complement, word_bayes),
    }
    for name, members in blends.items():
        yield f"blend of {name}", partial(blend, members=members)
