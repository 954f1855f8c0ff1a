"""Disease progression of 220 patients: much noise, so simple models are hard to beat and blends help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import TransformedTargetRegressor
from sklearn.cross_decomposition import PLSRegression
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import (
    BaggingRegressor,
    ExtraTreesRegressor,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
    RandomForestRegressor,
    StackingRegressor,
    VotingRegressor,
)
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, DotProduct, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import BayesianRidge, ElasticNet, HuberRegressor, Lasso, LassoCV, LinearRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, QuantileTransformer, SplineTransformer, StandardScaler
from sklearn.svm import SVR
from sklearn.tree import DecisionTreeRegressor

from starter_boards import SEED, Model
from starter_boards.tables import Fitted

TELLING = ["bmi", "blood_pressure", "ltg"]
BLOOD = ["tc", "ldl", "hdl", "tch", "ltg", "glucose"]


def write(ids: np.ndarray, fitted: Any, rows: np.ndarray) -> pd.DataFrame:
    """The predicted progression."""
    return pd.DataFrame({"id": ids, "progression": np.ravel(fitted.predict(rows))})


def scaled(*steps: Any) -> Any:
    """Centred and scaled."""
    return make_pipeline(StandardScaler(), *steps)


def products(*steps: Any) -> Any:
    """With products of features."""
    return make_pipeline(StandardScaler(), PolynomialFeatures(2, include_bias=False), StandardScaler(), *steps)


def standard_target(model: Any) -> Any:
    """Fitted to the scaled target."""
    return TransformedTargetRegressor(model, transformer=StandardScaler())


def root_target(model: Any) -> Any:
    """Fitted to the root of the target, whose noise is more even."""
    return TransformedTargetRegressor(model, func=np.sqrt, inverse_func=np.square)


def process(length: float) -> Any:
    """A Gaussian process of a linear and a smooth part."""
    kernel = 0.1 * DotProduct() + 0.3 * RBF(length) + WhiteKernel(0.6)
    return standard_target(GaussianProcessRegressor(kernel, optimizer=None))


def models() -> Iterator[tuple[str, Model]]:
    """All models of the board."""
    fitted = partial(Fitted, "progression", write)
    forest = partial(RandomForestRegressor, random_state=SEED)
    extra = partial(ExtraTreesRegressor, random_state=SEED)

    yield "mean", fitted(DummyRegressor())
    yield "median", fitted(DummyRegressor(strategy="median"))
    yield "age only", fitted(LinearRegression(), features=["age"])
    yield "body mass index only", fitted(LinearRegression(), features=["bmi"])
    yield "least squares", fitted(LinearRegression())
    for alpha in (1, 10, 30, 100, 300):
        yield f"ridge {alpha}", fitted(scaled(Ridge(alpha)))
        yield f"ridge {alpha}, root of the target", fitted(scaled(root_target(Ridge(alpha))))
    for alpha in (0.3, 1, 3, 6):
        yield f"lasso {alpha}", fitted(scaled(Lasso(alpha)))
        yield f"elastic net {alpha}", fitted(scaled(ElasticNet(alpha / 5, l1_ratio=0.3)))
    yield "Bayesian ridge", fitted(scaled(BayesianRidge()))
    yield "robust regression", fitted(scaled(HuberRegressor(max_iter=1000)))
    for parts in (1, 2, 4):
        yield f"partial least squares, {parts} parts", fitted(scaled(PLSRegression(parts)))
    for alpha in (100, 300, 1000):
        yield f"ridge {alpha} on products", fitted(products(Ridge(alpha)))
    for alpha in (2, 4, 6):
        yield f"lasso {alpha} on products", fitted(products(Lasso(alpha, max_iter=5000)))
    yield "lasso on products, by cross-validation", fitted(products(LassoCV(max_iter=5000)))
    for alpha in (10, 30, 100):
        splines = make_pipeline(SplineTransformer(4, degree=2), Ridge(alpha / 20))
        yield f"splines and ridge {alpha}", fitted(scaled(splines))
    for c in (1, 5, 20, 60):
        for gamma in (0.01, 0.05):
            yield f"support vectors C={c} gamma={gamma}", fitted(scaled(SVR(C=c, gamma=gamma, epsilon=5)))
    for alpha, gamma in ((1, 0.02), (3, 0.02), (1, 0.005), (0.3, 0.005)):
        kernel = standard_target(KernelRidge(alpha=alpha, gamma=gamma, kernel="rbf"))
        yield f"kernel ridge {alpha}, gamma={gamma}", fitted(scaled(kernel))
    for length in (3.0, 5.0, 8.0):
        yield f"Gaussian process, length {length}", fitted(scaled(process(length)))
    for k in (1, 3, 7, 15, 30):
        yield f"{k} neighbours", fitted(scaled(KNeighborsRegressor(k)))
    for depth in (1, 2, 3, 5):
        yield f"tree of depth {depth}", fitted(DecisionTreeRegressor(max_depth=depth, random_state=SEED))
    for trees, leaf in ((20, 1), (150, 1), (150, 5), (150, 15)):
        yield f"forest of {trees}, leaves of {leaf}", fitted(forest(trees, min_samples_leaf=leaf))
        yield f"extra trees, {trees}, leaves of {leaf}", fitted(extra(trees, min_samples_leaf=leaf))
    for rounds, rate, depth in ((100, 0.1, 3), (100, 0.03, 3), (150, 0.03, 2), (300, 0.03, 1)):
        boosted = GradientBoostingRegressor(
            n_estimators=rounds, learning_rate=rate, max_depth=depth, subsample=0.7, random_state=SEED
        )
        yield f"gradient boosting {rounds} x {rate}, depth {depth}", fitted(boosted)
    for rounds in (30, 100):
        boosted = HistGradientBoostingRegressor(max_iter=rounds, random_state=SEED)
        yield f"histogram boosting, {rounds} rounds", fitted(boosted)
    for alpha in (1, 10):
        network = MLPRegressor(hidden_layer_sizes=(20,), alpha=alpha, solver="lbfgs", max_iter=300, random_state=SEED)
        yield f"neural network alpha={alpha}", fitted(scaled(standard_target(network)))
    for rows in (30, 60, 120):
        yield f"ridge, {rows} rows", fitted(scaled(Ridge(10)), rows=rows)
        yield f"forest, {rows} rows", fitted(forest(100), rows=rows)
    for name, features in (("telling", TELLING), ("blood", BLOOD)):
        yield f"ridge, {name} features", fitted(scaled(Ridge(10)), features=features)
        yield f"forest, {name} features", fitted(forest(150, min_samples_leaf=5), features=features)
        yield f"support vectors, {name} features", fitted(scaled(SVR(C=20, gamma=0.05)), features=features)

    ridge = scaled(Ridge(30))
    splines = scaled(SplineTransformer(4, degree=2), Ridge(5))
    vectors = scaled(SVR(C=20, gamma=0.02, epsilon=5))
    gauss = scaled(process(5.0))
    lasso = products(Lasso(4, max_iter=5000))
    trees = extra(200, min_samples_leaf=5)
    boosted = GradientBoostingRegressor(
        n_estimators=300, learning_rate=0.03, max_depth=1, subsample=0.7, random_state=SEED
    )
    blends = {
        "ridge, support vectors": [ridge, vectors],
        "ridge, extra trees": [ridge, trees],
        "splines, extra trees": [splines, trees],
        "support vectors, extra trees": [vectors, trees],
        "Gaussian process, extra trees": [gauss, trees],
        "splines, Gaussian process, extra trees": [splines, gauss, trees],
        "splines, lasso on products, extra trees": [splines, lasso, trees],
        "lasso on products, support vectors, extra trees": [lasso, vectors, trees],
        "ridge, Gaussian process, boosting": [ridge, gauss, boosted],
        "splines, support vectors, boosting, extra trees": [splines, vectors, boosted, trees],
        "all seven": [ridge, splines, vectors, gauss, lasso, trees, boosted],
    }
    for name, members in blends.items():
        yield f"blend of {name}", fitted(VotingRegressor([(str(i), m) for i, m in enumerate(members)]))
    yield "blend, root of the target", fitted(root_target(VotingRegressor([("r", ridge), ("e", trees)])))
    stack = [("r", ridge), ("s", vectors), ("l", lasso), ("e", trees)]
    yield "stack of four", fitted(StackingRegressor(stack, Ridge(1000)))
    for name, base in (("support vectors", vectors), ("lasso on products", lasso), ("splines", splines)):
        yield f"bagged {name}", fitted(BaggingRegressor(base, 12, random_state=SEED))
    for leaf, share in ((3, 0.5), (8, 0.5), (5, 0.3)):
        yield (
            f"extra trees, leaves of {leaf}, {share} of the features",
            fitted(extra(200, min_samples_leaf=leaf, max_features=share)),
        )
    yield "extra trees on products", fitted(products(trees))
    yield (
        "ridge on quantiles",
        fitted(make_pipeline(QuantileTransformer(n_quantiles=50, output_distribution="normal"), Ridge(30))),
    )
