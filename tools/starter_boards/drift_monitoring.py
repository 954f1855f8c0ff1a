"""Drifted batches: tests of each feature against the reference, joint tests, and detectors learnt from labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata, wasserstein_distance
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.ensemble import (
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    IsolationForest,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PowerTransformer, StandardScaler
from sklearn.svm import SVC

from starter_boards import SEED, Model


class Stream:
    """A reference and the batches of a stream, as arrays."""

    def __init__(self, public: Path, part: str) -> None:
        """Read reference.csv and the rows of one part."""
        reference = pd.read_csv(public / "reference.csv")
        rows = pd.read_csv(public / f"{part}_rows.csv")
        self.reference = reference.to_numpy()
        batches = rows.groupby("batch_id", sort=True)
        self.ids = np.array(list(batches.groups))
        self.batches = [batch.drop(columns="batch_id").to_numpy() for _, batch in batches]
        self.centre, self.scale = np.nanmean(self.reference, axis=0), np.nanstd(self.reference, axis=0)
        even = PowerTransformer().fit(self.reference)
        self.even_reference = np.nan_to_num(even.transform(self.reference))
        self.even = [np.nan_to_num(even.transform(batch)) for batch in self.batches]


@lru_cache(maxsize=4)
def stream(public: Path, part: str) -> Stream:
    """One part of the data, read once per process."""
    return Stream(public, part)


# ---------------------------------------------------- statistics: a row per batch, a column per feature


def mean_shift(data: Stream) -> np.ndarray:
    """Distance of the means in standard errors."""
    means = np.array([np.nanmean(batch, axis=0) for batch in data.batches])
    return np.abs(means - data.centre) / data.scale * np.sqrt(len(data.batches[0]))


def median_shift(data: Stream) -> np.ndarray:
    """Distance of the medians."""
    medians = np.array([np.nanmedian(batch, axis=0) for batch in data.batches])
    return np.abs(medians - np.nanmedian(data.reference, axis=0)) / data.scale


def spread_change(data: Stream) -> np.ndarray:
    """Change of the logarithm of the standard deviation."""
    spread = np.array([batch.std(axis=0) for batch in data.even])
    return np.abs(np.log(spread + 1e-6) - np.log(data.even_reference.std(axis=0)))


def missing(data: Stream) -> np.ndarray:
    """Share of lost values."""
    return np.array([np.isnan(batch).mean(axis=0) for batch in data.batches])


def kolmogorov(data: Stream) -> np.ndarray:
    """Largest distance of the distribution functions (the Kolmogorov-Smirnov statistic)."""
    known = [np.sort(column[~np.isnan(column)]) for column in data.reference.T]
    return np.array(
        [[_distance(column, old) for column, old in zip(batch.T, known, strict=True)] for batch in data.batches]
    )


def _distance(column: np.ndarray, old: np.ndarray) -> float:
    new = np.sort(column[~np.isnan(column)])
    places = np.concatenate([old, new])
    below_old = np.searchsorted(old, places, side="right") / len(old)
    below_new = np.searchsorted(new, places, side="right") / len(new)
    return float(np.abs(below_old - below_new).max())


def transport(data: Stream) -> np.ndarray:
    """Wasserstein distance in standard deviations."""
    known = [column[~np.isnan(column)] for column in data.reference.T]
    return (
        np.array(
            [
                [
                    wasserstein_distance(column[~np.isnan(column)], old)
                    for column, old in zip(batch.T, known, strict=True)
                ]
                for batch in data.batches
            ]
        )
        / data.scale
    )


def stability_index(data: Stream, bins: int = 5) -> np.ndarray:
    """Population stability index over bins of the reference."""
    edges = np.nanquantile(data.reference, np.linspace(0, 1, bins + 1)[1:-1], axis=0)

    def shares(rows: np.ndarray) -> np.ndarray:
        place = (rows[:, None, :] > edges[None]).sum(axis=1)
        return np.array([(place == i).mean(axis=0) for i in range(bins)]) + 0.01

    old = shares(data.reference)
    return np.array([((new - old) * np.log(new / old)).sum(axis=0) for new in map(shares, data.batches)])


def repeats(data: Stream) -> np.ndarray:
    """Share of values that equal the one before."""
    return np.array([(np.diff(batch, axis=0) == 0).mean(axis=0) for batch in data.batches])


def longest_repeat(data: Stream) -> np.ndarray:
    """Length of the longest run of one value."""
    result = []
    for batch in data.batches:
        run, longest = np.ones(batch.shape[1]), np.ones(batch.shape[1])
        for before, after in pairwise(batch):
            run = np.where(before == after, run + 1, 1)
            longest = np.maximum(longest, run)
        result.append(longest)
    return np.array(result)


def correlation_change(data: Stream) -> np.ndarray:
    """Change of the correlations, a column for each pair of features."""
    pairs = np.triu_indices(data.reference.shape[1], 1)
    old = np.arctanh(np.corrcoef(data.even_reference.T)[pairs].clip(-0.99, 0.99))
    new = np.array([np.corrcoef(batch.T)[pairs] for batch in data.even])
    return np.abs(np.arctanh(np.nan_to_num(new).clip(-0.99, 0.99)) - old)


def odd_rows(data: Stream) -> np.ndarray:
    """Quantiles of the rows' Mahalanobis distance from the reference."""
    precision = np.linalg.inv(np.cov(data.even_reference.T) + 0.02 * np.eye(data.reference.shape[1]))
    centre = data.even_reference.mean(axis=0)
    distances = [np.einsum("ij,jk,ik->i", b - centre, precision, b - centre) for b in data.even]
    return np.array([np.quantile(d, (0.25, 0.5, 0.75, 0.9, 1.0)) for d in distances])


def unexplained(data: Stream) -> np.ndarray:
    """Error of each feature as explained by the others, in units of the reference's."""
    width = data.reference.shape[1]
    old = data.even_reference
    result = np.empty((len(data.even), width))
    for feature in range(width):
        others = np.delete(np.arange(width), feature)
        weights = np.linalg.lstsq(np.c_[old[:, others], np.ones(len(old))], old[:, feature], rcond=None)[0]
        usual = np.std(old[:, feature] - np.c_[old[:, others], np.ones(len(old))] @ weights)
        for number, batch in enumerate(data.even):
            error = batch[:, feature] - np.c_[batch[:, others], np.ones(len(batch))] @ weights
            result[number, feature] = np.sqrt(np.mean(error**2)) / usual
    return result


STATISTICS: dict[str, Callable[[Stream], np.ndarray]] = {
    f.__name__: f
    for f in (
        mean_shift,
        median_shift,
        spread_change,
        missing,
        kolmogorov,
        transport,
        stability_index,
        repeats,
        longest_repeat,
        correlation_change,
        odd_rows,
        unexplained,
    )
}


@lru_cache(maxsize=64)
def statistic(public: Path, part: str, name: str) -> np.ndarray:
    """A statistic of all batches of a part."""
    return STATISTICS[name](stream(public, part))


def summary(values: np.ndarray) -> np.ndarray:
    """Largest, second largest and mean over features, which do not depend on the feature at fault."""
    ordered = np.sort(values, axis=1)
    return np.column_stack([ordered[:, -1], ordered[:, -2], ordered.mean(axis=1)])


def table(public: Path, part: str, names: Sequence[str], whole: bool = False) -> np.ndarray:
    """Statistics side by side, summed up unless `whole`."""
    parts = [statistic(public, part, name) for name in names]
    return np.hstack([values if whole else summary(values) for values in parts])


# ------------------------------------------------------------------------------ detectors


def write(public: Path, scores: np.ndarray) -> pd.DataFrame:
    """The submission."""
    return pd.DataFrame({"batch_id": stream(public, "test").ids, "drifted": scores})


def alarm(public: Path, name: str, how: str) -> pd.DataFrame:
    """One statistic: its largest or mean value over features."""
    values = statistic(public, "test", name)
    return write(public, values.max(axis=1) if how == "largest" else values.mean(axis=1))


def labels(public: Path) -> np.ndarray:
    """Labels of the training batches."""
    return pd.read_csv(public / "train.csv").sort_values("batch_id")["drifted"].to_numpy()


def several(public: Path, names: Sequence[str], how: str = "mean") -> pd.DataFrame:
    """Several statistics, each as its excess over healthy training batches: the mean or the largest."""
    healthy = labels(public) == 0
    scores = []
    for name in names:
        usual = statistic(public, "train", name).max(axis=1)[healthy]
        value = statistic(public, "test", name).max(axis=1)
        scores.append((value - usual.mean()) / (usual.std() + 1e-9))
    return write(public, np.max(scores, axis=0) if how == "largest" else np.mean(scores, axis=0))


def learnt(
    public: Path, estimator: Any, names: Sequence[str], whole: bool = False, batches: int | None = None
) -> pd.DataFrame:
    """A classifier of batches on their statistics."""
    truth = labels(public)[:batches]
    fitted = clone(estimator).fit(table(public, "train", names, whole)[:batches], truth)
    return write(public, fitted.predict_proba(table(public, "test", names, whole))[:, 1])


def blend(public: Path, members: Sequence[Model]) -> pd.DataFrame:
    """Mean rank of several detectors."""
    ranks = [rankdata(member(public)["drifted"]) for member in members]
    return write(public, np.mean(ranks, axis=0))


def told_apart(public: Path, estimator: Any) -> pd.DataFrame:
    """How well a classifier tells the batch from the reference, by cross-validation."""
    data = stream(public, "test")
    rng = np.random.default_rng(SEED)
    scores = []
    for batch in data.even:
        old = data.even_reference[rng.permutation(len(data.even_reference))[:100]]
        rows, origin = np.vstack([old, batch]), np.r_[np.zeros(len(old)), np.ones(len(batch))]
        guess = cross_val_predict(estimator, rows, origin, cv=3, method="predict_proba")[:, 1]
        scores.append(np.mean(guess[origin == 1]) - np.mean(guess[origin == 0]))
    return write(public, np.array(scores))


def outliers(public: Path, how: str) -> pd.DataFrame:
    """Mean oddity of a batch's rows, by a model of the reference."""
    data = stream(public, "test")
    if how == "forest":
        forest = IsolationForest(random_state=SEED).fit(data.even_reference)
        scores = [-forest.score_samples(batch).mean() for batch in data.even]
    elif how == "neighbours":
        near = NearestNeighbors(n_neighbors=5).fit(data.even_reference)
        scores = [near.kneighbors(batch)[0].mean() for batch in data.even]
    else:
        pca = PCA(5).fit(data.even_reference)
        scores = [np.mean((batch - pca.inverse_transform(pca.transform(batch))) ** 2) for batch in data.even]
    return write(public, np.array(scores))


def one_feature(public: Path, feature: int) -> pd.DataFrame:
    """Watches one feature's mean."""
    return write(public, statistic(public, "test", "mean_shift")[:, feature])


def at_random(public: Path) -> pd.DataFrame:
    """Numbers at random."""
    return write(public, np.random.default_rng(SEED).random(len(stream(public, "test").ids)))


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    univariate = ["mean_shift", "spread_change", "missing", "kolmogorov"]
    without_order = [name for name in STATISTICS if "repeat" not in name]
    core = ["mean_shift", "spread_change", "missing", "longest_repeat", "unexplained", "odd_rows"]
    sets = {
        "tests of one feature": univariate,
        "means and spreads": ["mean_shift", "spread_change"],
        "distances": ["kolmogorov", "transport", "stability_index"],
        "without order": without_order,
        "core": core,
        "all": list(STATISTICS),
    }
    yield "constant", lambda public: write(public, np.zeros(len(stream(public, "test").ids)))
    yield "at random", at_random
    for feature in (0, 3, 7):
        yield f"mean of feature {feature}", partial(one_feature, feature=feature)
    for name in STATISTICS:
        for how in ("largest", "mean"):
            yield f"{how} {name.replace('_', ' ')}", partial(alarm, name=name, how=how)
    for how in ("forest", "neighbours", "components"):
        yield f"odd rows by {how}", partial(outliers, how=how)
    yield "told apart by logistic regression", partial(told_apart, estimator=LogisticRegression())
    yield "told apart by neighbours", partial(told_apart, estimator=KNeighborsClassifier(9))
    yield "told apart by naive Bayes", partial(told_apart, estimator=GaussianNB())
    for name, names in sets.items():
        for how in ("mean", "largest"):
            yield f"{how} excess, {name}", partial(several, names=names, how=how)

    forest = RandomForestClassifier(200, random_state=SEED)
    extra = ExtraTreesClassifier(200, random_state=SEED)
    boosted = GradientBoostingClassifier(n_estimators=60, max_depth=2, subsample=0.7, random_state=SEED)
    careful = ExtraTreesClassifier(300, min_samples_leaf=3, max_features=0.5, random_state=SEED)

    def logistic(c: float) -> Any:
        return make_pipeline(PowerTransformer(), LogisticRegression(C=c, max_iter=2000))

    learners = {
        "logistic C=0.03": logistic(0.03),
        "logistic C=0.3": logistic(0.3),
        "forest": forest,
        "extra trees": extra,
        "boosting": boosted,
        "support vectors": make_pipeline(PowerTransformer(), SVC(probability=True, random_state=SEED)),
        "naive Bayes": make_pipeline(PowerTransformer(), GaussianNB()),
    }
    for name, names in sets.items():
        for kind, estimator in learners.items():
            yield f"learnt by {kind}, {name}", partial(learnt, estimator=estimator, names=names)
    for kind in ("logistic C=0.03", "forest", "extra trees"):
        for name in ("tests of one feature", "all"):
            yield (
                f"learnt by {kind}, {name}, every feature",
                partial(learnt, estimator=learners[kind], names=sets[name], whole=True),
            )
    for batches in (15, 30, 60):
        for kind in ("logistic C=0.3", "forest"):
            yield (
                f"learnt by {kind} from {batches} batches",
                partial(learnt, estimator=learners[kind], names=core, batches=batches),
            )
    yield (
        "learnt by 7 neighbours, core",
        partial(learnt, estimator=make_pipeline(StandardScaler(), KNeighborsClassifier(7)), names=core),
    )
    yield (
        "learnt by histogram boosting, all",
        partial(learnt, estimator=HistGradientBoostingClassifier(max_iter=50, random_state=SEED), names=sets["all"]),
    )
    for name in ("core", "all"):
        yield f"learnt by careful extra trees, {name}", partial(learnt, estimator=careful, names=sets[name])
    for name in ("core", "all", "without order"):
        members = [
            partial(learnt, estimator=estimator, names=sets[name]) for estimator in (logistic(0.1), careful, boosted)
        ]
        yield f"blend of three learners, {name}", partial(blend, members=members)
    both = [
        partial(learnt, estimator=careful, names=sets["all"]),
        partial(learnt, estimator=logistic(0.1), names=core),
        partial(several, names=core, how="largest"),
    ]
    yield "blend of learners and excess", partial(blend, members=both)
