"""The competition's own metric is what the baseline aims at, known from the public description alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from solver.jobs import Job
from solver.losses import IN_DOUBT, classes_loss, quantities_loss
from solver.metric import Metric, guess_metric
from solver.problems import Classes, Quantities
from solver.sandbox import Sandbox

from mlebench.catalog import Registry
from mlebench.metrics import classification, ranking, regression

Numbers = npt.NDArray[np.floating]


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("the area under the roc curve", "auc"),
        ("submissions are scored by multi-class log loss; accuracy does not count", "log_loss"),
        ("root mean squared logarithmic error", "rmsle"),
        ("rmse between", "rmse"),
        ("mean absolute error", "mae"),
        ("quadratic weighted kappa", "kappa"),
        ("matthews correlation coefficient", "mcc"),
        ("mean average precision at 5", "map"),
        ("average precision", "average_precision"),
        ("macro-averaged f1", "f1_macro"),
        ("micro f1", "f1"),
        ("poetry", None),
    ],
)
def test_the_metric_is_what_the_text_names_first(text: str, metric: str | None) -> None:
    assert guess_metric(text) == metric


# Competitions of which the catalog's name of the metric and the words of the description mean different things here.
SAID_OTHERWISE = {
    "tensorflow2-question-answering": ("accuracy", "f1"),  # the same where each row has one answer
    "tgs-salt-identification-challenge": (None, "average_precision"),  # of masks, which the baseline does not learn
}


def test_the_description_of_each_competition_leads_to_its_metric(sandbox: Sandbox, registry: Registry) -> None:
    wrong = {}
    for competition in map(registry.get, registry.ids()):
        (sandbox.data / "description.md").write_text(competition.description, encoding="utf-8")
        expected, found = guess_metric(competition.metric.name.lower()), guess_metric(sandbox.evaluation())
        if expected != found:
            wrong[competition.id] = (expected, found)
    assert wrong == SAID_OTHERWISE


def guesses(rows: int = 200, classes: int = 3) -> tuple[npt.NDArray[np.intp], Numbers]:
    """Classes of unequal size, and probabilities that know something of them."""
    rng = np.random.default_rng(0)
    y = rng.choice(classes, rows, p=[0.9, 0.1] if classes == 2 else [0.7, 0.2, 0.1])
    guess = rng.dirichlet(np.ones(classes), rows) + 0.4 * np.eye(classes)[y]
    return y, guess / guess.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("metric", "classes", "in_doubt", "score"),
    [
        ("log_loss", 3, 0.0, lambda y, guess: 1 - classification.multiclass_log_loss(np.eye(3)[y], guess)),
        ("auc", 2, 0.01, lambda y, guess: classification.roc_auc(y, guess[:, 1])),
        ("auc", 3, 0.01, lambda y, guess: classification.mean_column_roc_auc(np.eye(3)[y], guess)),
        ("average_precision", 2, 0.01, lambda y, guess: classification.average_precision(y, guess[:, 1])),
        ("accuracy", 3, IN_DOUBT, lambda y, guess: classification.accuracy(y, guess.argmax(axis=1))),
        ("f1", 3, IN_DOUBT, lambda y, guess: classification.accuracy(y, guess.argmax(axis=1))),
        ("f1_macro", 3, IN_DOUBT, lambda y, guess: classification.macro_f1(y, guess.argmax(axis=1))),
        ("mcc", 2, IN_DOUBT, lambda y, guess: classification.matthews_corrcoef(y, guess.argmax(axis=1))),
        ("kappa", 3, IN_DOUBT, lambda y, guess: classification.quadratic_weighted_kappa(y, guess.argmax(axis=1))),
        ("map", 3, IN_DOUBT, lambda y, guess: ranking.map_at_k([{c} for c in y], np.argsort(-guess).tolist(), k=2)),
    ],
)
def test_the_loss_of_classes_is_what_the_graders_score(
    metric: Metric, classes: int, in_doubt: float, score: Callable[[object, Numbers], float]
) -> None:
    y, guess = guesses(classes=classes)
    likelihood = -np.log(guess[np.arange(len(y)), y]).mean()
    loss = classes_loss(metric, y, guess, k=2)
    assert loss == pytest.approx(1 - score(y, guess) + in_doubt * likelihood, abs=1e-9)


@pytest.mark.parametrize(
    ("metric", "loss"),
    [
        ("rmse", regression.rmse),
        ("rmsle", regression.rmse),  # of logarithms, which are taken before
        ("mae", regression.mae),
        ("pearson", lambda y, guess: 1 - regression.pearson(y, guess)),
        ("spearman", lambda y, guess: 1 - ranking.spearman(y, guess)),
        (None, regression.rmse),
    ],
)
def test_the_loss_of_quantities_is_what_the_graders_score(
    metric: Metric | None, loss: Callable[[object, Numbers], float]
) -> None:
    rng = np.random.default_rng(0)
    y = rng.normal(size=100)
    guess = y + rng.normal(size=100)
    assert quantities_loss(metric, y, guess) == pytest.approx(loss(y, guess))
    assert quantities_loss(metric, y, np.zeros(100)) > quantities_loss(metric, y, y) == pytest.approx(0)


@pytest.mark.parametrize(
    ("metric", "classes", "score"),
    [("f1_macro", 3, classification.macro_f1), ("mcc", 2, classification.matthews_corrcoef)],
)
def test_rare_classes_are_decided_for_as_far_as_the_metric_rewards_it(
    metric: Metric, classes: int, score: Callable[[object, object], float]
) -> None:
    y, guess = guesses(rows=2000, classes=classes)
    # As a model sees it that knows how common each class is.
    guess = guess * np.bincount(y) / len(y)
    guess /= guess.sum(axis=1, keepdims=True)
    rows = np.arange(len(y))
    problem = Classes(Job(["y"], y, "label", list(range(classes))), y, np.full(len(y), True), metric)
    problem.settle(guess, rows)
    assert score(y, problem.finish(guess).argmax(axis=1)) > score(y, guess.argmax(axis=1)) + 0.02
    plain = Classes(Job(["y"], y, "label", list(range(classes))), y, np.full(len(y), True), "accuracy")
    plain.settle(guess, rows)
    np.testing.assert_array_equal(plain.finish(guess).argmax(axis=1), guess.argmax(axis=1))


def test_grades_are_pulled_apart_as_far_as_kappa_rewards_it() -> None:
    rng = np.random.default_rng(0)
    y = rng.choice([1.0, 2.0, 3.0, 4.0, 5.0], 1000, p=[0.1, 0.2, 0.4, 0.2, 0.1])
    problem = Quantities(Job(["y"], y, "grade", [1, 2, 3, 4, 5]), y, np.full(1000, True), "kappa")
    timid = 0.6 * problem.y + rng.normal(0, 0.2, 1000)
    before = classification.quadratic_weighted_kappa(y.astype(int), np.round(problem.finish(timid)).astype(int))
    problem.settle(timid, np.arange(1000))
    after = classification.quadratic_weighted_kappa(y.astype(int), np.round(problem.finish(timid)).astype(int))
    assert after > before + 0.02
