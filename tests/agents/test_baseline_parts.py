"""The parts of the baseline agent on small data of each kind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from threadpoolctl import threadpool_limits

from mlebench.agents.registry import BUILT_IN

sys.path.insert(0, str(BUILT_IN / "baseline"))

from solver import denoise, learn, prior, retrieve
from solver.files import Files
from solver.jobs import label_job
from solver.metric import guess_metric
from solver.sample import Sample, find_sample
from solver.sandbox import Sandbox


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    for name in ("data", "submission", "logs", "scratch"):
        (tmp_path / name).mkdir()
    sandbox = Sandbox(
        data=tmp_path / "data",
        submission=tmp_path / "submission",
        logs=tmp_path / "logs",
        home=tmp_path,
        scratch=tmp_path / "scratch",
        seed=0,
        time_limit=30.0,
    )
    with threadpool_limits(1):  # as in a real run: threads that wait for busy cores only cost time
        yield sandbox


def opened(sandbox: Sandbox) -> tuple[Files, Sample]:
    files = Files(sandbox.data, sandbox.scratch)
    sample = find_sample(files)
    assert sample is not None
    return files, sample


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("the area under the roc curve", "auc"),
        ("submissions are scored by multi-class log loss; accuracy does not count", "log_loss"),
        ("root mean squared logarithmic error", "rmsle"),
        ("rmse between", "rmse"),
        ("mean absolute error", "mae"),
        ("quadratic weighted kappa", "kappa"),
        ("poetry", None),
    ],
)
def test_the_metric_is_what_the_text_names_first(text: str, metric: str | None) -> None:
    assert guess_metric(text) == metric


def test_columns_are_matched_to_classes_with_and_without_a_common_beginning() -> None:
    labels = pd.Series([1, 2, 3] * 4)
    job = label_job(labels, ["cultivar_1", "cultivar_2", "cultivar_3"])
    assert job is not None
    assert job.classes == [1, 2, 3]
    job = label_job(pd.Series(["Black-grass", "Fat Hen"] * 3), ["black_grass", "fat_hen"])
    assert job is not None
    assert job.classes == ["Black-grass", "Fat Hen"]
    assert label_job(pd.Series(["x", "y"]), ["a", "b"]) is None


def test_a_table_with_numbers_levels_dates_and_gaps(sandbox: Sandbox) -> None:
    rng = np.random.default_rng(0)
    rows = pd.DataFrame({"id": range(300), "x": rng.normal(size=300), "level": rng.choice(["a", "b", "c"], 300)})
    rows["day"] = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, 300), "D")
    rows.loc[::7, "x"] = np.nan
    rows["y"] = 3 * rows["x"].fillna(0) + (rows["level"] == "a") * 2 + rng.normal(0, 0.1, 300)
    rows[:200].to_csv(sandbox.data / "train.csv", index=False)
    rows[200:].drop(columns="y").to_csv(sandbox.data / "test.csv", index=False)
    rows[200:][["id"]].assign(y=0.5).to_csv(sandbox.data / "sample_submission.csv", index=False)
    (sandbox.data / "description.md").write_text("## Evaluation\nRMSE\n")
    files, sample = opened(sandbox)
    submission = learn.solve(sandbox, files, sample)
    assert submission is not None
    assert sample.accepts(submission)
    error = np.sqrt(np.mean((submission["y"] - rows["y"][200:].to_numpy()) ** 2))
    assert error < 0.4 * rows["y"].std()


def test_batches_that_differ_from_a_reference_are_found(sandbox: Sandbox) -> None:
    rng = np.random.default_rng(1)
    frames, labels = [], []
    for batch in range(120):
        rows = rng.normal(size=(40, 4))
        if batch % 3 == 0:
            rows[:, batch % 4] += 1.2
        frames.append(pd.DataFrame(rows, columns=list("abcd")).assign(batch=batch))
        labels.append(int(batch % 3 == 0))
    pd.DataFrame(rng.normal(size=(500, 4)), columns=list("abcd")).to_csv(sandbox.data / "reference.csv", index=False)
    pd.concat(frames[:60]).to_csv(sandbox.data / "train_rows.csv", index=False)
    pd.concat(frames[60:]).to_csv(sandbox.data / "test_rows.csv", index=False)
    pd.DataFrame({"batch": range(60), "drifted": labels[:60]}).to_csv(sandbox.data / "train.csv", index=False)
    pd.DataFrame({"batch": range(60, 120)}).to_csv(sandbox.data / "test.csv", index=False)
    sample_table = pd.DataFrame({"batch": range(60, 120), "drifted": 0.5})
    sample_table.to_csv(sandbox.data / "sample_submission.csv", index=False)
    files, sample = opened(sandbox)
    submission = learn.solve(sandbox, files, sample)
    assert submission is not None
    truth = np.array(labels[60:])
    assert submission["drifted"][truth == 1].mean() > submission["drifted"][truth == 0].mean() + 0.3


def test_shares_of_a_whole_add_up(sandbox: Sandbox) -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=120)
    votes = pd.DataFrame({"yes": (x > 0) * 3, "no": (x <= 0) * 2, "perhaps": rng.integers(0, 2, 120) + 1})
    table = pd.concat([pd.DataFrame({"id": range(120), "x": x}), votes], axis=1)
    table[:90].to_csv(sandbox.data / "train.csv", index=False)
    table[90:][["id", "x"]].to_csv(sandbox.data / "test.csv", index=False)
    sample_table = table[90:][["id"]].assign(yes=0.34, no=0.33, perhaps=0.33)
    sample_table.to_csv(sandbox.data / "sample_submission.csv", index=False)
    files, sample = opened(sandbox)
    submission = learn.solve(sandbox, files, sample)
    assert submission is not None
    np.testing.assert_allclose(submission[["yes", "no", "perhaps"]].sum(axis=1), 1.0, atol=1e-9)


def test_texts_are_found_for_queries(sandbox: Sandbox) -> None:
    topics = ["apples pears orchard harvest", "engines pistons fuel valves", "violins strings concert bows"]
    passages = [f"This passage speaks of {topic} and nothing else, number {i}." for i, topic in enumerate(topics * 4)]
    pd.DataFrame({"passage": [f"p{i}" for i in range(12)], "text": passages}).to_csv(
        sandbox.data / "passages.csv", index=False
    )
    questions = [f"Where can one read about {topic.split()[1]} and {topic.split()[2]}?" for topic in topics]
    pd.DataFrame({"query": ["q0", "q1", "q2"], "question": questions}).to_csv(sandbox.data / "test.csv", index=False)
    pd.DataFrame({"query": ["q0", "q1", "q2"], "passages": "p0 p1 p2 p3"}).to_csv(
        sandbox.data / "sample_submission.csv", index=False
    )
    files, sample = opened(sandbox)
    submission = retrieve.solve(sandbox, files, sample)
    assert submission is not None
    for row, found in enumerate(submission["passages"]):
        assert {int(token[1:]) % 3 for token in found.split()} == {row}


def test_pictures_are_cleaned_pixel_by_pixel(sandbox: Sandbox) -> None:
    rng = np.random.default_rng(3)
    clean = [np.clip(np.add.outer(np.arange(24) * 5, np.arange(24) * s), 0, 255).astype(np.uint8) for s in range(1, 7)]
    spoilt = [np.clip(c + rng.normal(0, 25, c.shape), 0, 255).astype(np.uint8) for c in clean]
    for folder in ("train", "train_cleaned", "test"):
        (sandbox.data / folder).mkdir()
    for number in range(5):
        Image.fromarray(spoilt[number]).save(sandbox.data / "train" / f"{number}.png")
        Image.fromarray(clean[number]).save(sandbox.data / "train_cleaned" / f"{number}.png")
    Image.fromarray(spoilt[5]).save(sandbox.data / "test" / "5.png")
    ids = [f"5_{row}_{column}" for row in range(1, 25) for column in range(1, 25)]
    pd.DataFrame({"id": ids, "value": 1.0}).to_csv(sandbox.data / "sampleSubmission.csv", index=False)
    files, sample = opened(sandbox)
    submission = denoise.solve(sandbox, files, sample)
    assert submission is not None
    truth = clean[5].ravel() / 255
    before = np.sqrt(np.mean((spoilt[5].ravel() / 255 - truth) ** 2))
    after = np.sqrt(np.mean((submission["value"] - truth) ** 2))
    assert after < 0.6 * before


def test_ids_keep_their_leading_zeros(sandbox: Sandbox) -> None:
    (sandbox.data / "sample_submission.csv").write_text("id,y\n007,0.5\n010,0.5\n")
    _, sample = opened(sandbox)
    assert list(sample.ids) == ["007", "010"]
    assert sample.table.to_csv(index=False) == "id,y\n007,0.5\n010,0.5\n"


def test_constants_where_rows_tell_nothing(sandbox: Sandbox) -> None:
    pd.DataFrame({"id": ["a1", "b2"], "y": [2.0, 4.0]}).to_csv(sandbox.data / "train.csv", index=False)
    pd.DataFrame({"id": ["c3"], "y": [0.5]}).to_csv(sandbox.data / "sample_submission.csv", index=False)
    files, sample = opened(sandbox)
    submission = prior.solve(sandbox, files, sample)
    assert submission is not None
    assert submission["y"].to_list() == [3.0]


def test_the_work_stops_when_the_time_is_over(sandbox: Sandbox) -> None:
    sandbox.time_limit = 0.0
    assert sandbox.left() == 0.0
