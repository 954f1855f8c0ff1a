"""The parts of the baseline agent on small data of each kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from solver import denoise, learn, prior, retrieve
from solver.files import Files
from solver.form import find_form, first_submission
from solver.jobs import indicator_jobs, label_job
from solver.sample import Sample, read_sample
from solver.sandbox import Sandbox
from solver.task import Task, find_task

from mlebench.agents.registry import BUILT_IN


def opened(sandbox: Sandbox) -> tuple[Files, Sample]:
    files = Files(sandbox.data, sandbox.scratch)
    form = find_form(files, sandbox.submission_form())
    assert form is not None
    sandbox.hand_in_first(first_submission(form, None), form.name)
    sample = read_sample(sandbox.handed_in)
    assert sample is not None
    return files, sample


def task_of(sandbox: Sandbox, metric: str | None = None) -> Task:
    task = find_task(*opened(sandbox), metric)
    assert task is not None
    return task


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


def test_without_a_sample_the_test_rows_are_handed_in_where_they_have_its_form(sandbox: Sandbox) -> None:
    with zipfile.ZipFile(sandbox.data / "test_v2.txt.zip", "w") as archive:
        archive.writestr("test_v2.txt", '"id","sentence"\n0,"She said "" no "" ."\n1,"Not today at all ."\n')
    description = sandbox.data / "description.md"
    description.write_text("## Data\n    id,sentence\n## Submission\n    id,word\n")
    assert find_form(Files(sandbox.data, sandbox.scratch), sandbox.submission_form()) is None
    description.write_text("## Submission\nLike this:\n\n    id,sentence\n    0,a text\n\n## Data\n")
    _, sample = opened(sandbox)
    assert sample.id_column == "id"
    assert sample.table["sentence"].to_list() == ['She said " no " .', "Not today at all ."]


def test_several_labels_in_one_cell_become_one_job_each() -> None:
    jobs = indicator_jobs(pd.Series(["Bark,Purr", "Purr", None]), ["bark", "purr"])
    assert jobs is not None
    assert [job.y.tolist() for job in jobs] == [[1, 0, 0], [1, 1, 0]]


def test_labels_written_in_several_ways_are_read_alike_in_every_process() -> None:
    program = (
        "import pandas as pd; from solver.jobs import indicator_jobs\n"
        "cells = pd.Series(['Bark,Purr', 'bark', 'BARK,purr', 'bArk', 'PURR'])\n"
        "print([job.y.tolist() for job in indicator_jobs(cells, ['bark', 'purr'])])"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=BUILT_IN / "baseline",
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "1234"
    }
    assert len(answers) == 1


def test_labels_in_the_names_of_folders(sandbox: Sandbox) -> None:
    for name in ("train/cat/1.png", "train/cat/2.png", "train/dog/3.png", "train/dog/4.png", "test/5.png"):
        path = sandbox.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", (4, 4)).save(path)
    pd.DataFrame({"id": [5], "label": [0.5]}).to_csv(sandbox.data / "sample_submission.csv", index=False)
    (job,) = task_of(sandbox).jobs
    assert (job.style, job.y.tolist()) == ("probability", [0, 0, 1, 1])


def test_pictures_and_their_labels_in_one_json_file(sandbox: Sandbox) -> None:
    images = [{"id": f"p{number}", "file_name": f"p{number}.jpg"} for number in range(8)]
    labels = [{"id": number, "image_id": f"p{number}", "category_id": number % 2 + 7} for number in range(8)]
    (sandbox.data / "train.json").write_text(json.dumps({"images": images, "annotations": labels}))
    pd.DataFrame({"Id": ["p8", "p9"], "Category": [7, 7]}).to_csv(sandbox.data / "sample_submission.csv", index=False)
    (job,) = task_of(sandbox, "accuracy").jobs
    assert (job.columns, job.style, job.classes) == (["Category"], "label", [7, 8])


@pytest.mark.parametrize(
    ("shown", "labels", "metric", "style"),
    [
        ("a b c", ["a", "b", "c", "d"], None, "top"),
        ("a", ["a", "b", "c", "d"], None, "label"),
        (0, [0, 1, 2, 3], "kappa", "grade"),
        (0, [0, 1, 0, 1], "accuracy", "label"),
        (0, [0, 1, 0, 1], "auc", "probability"),
        (0.5, [0.1, 0.7, 1.3, 2.9], "rmse", "number"),
    ],
)
def test_predictions_take_the_form_that_the_sample_and_the_metric_ask_for(
    sandbox: Sandbox, shown: object, labels: list[object], metric: str | None, style: str
) -> None:
    train = pd.DataFrame({"id": range(40), "x": np.linspace(0, 1, 40), "y": labels * 10})
    train.to_csv(sandbox.data / "train.csv", index=False)
    pd.DataFrame({"id": range(40, 60), "x": np.linspace(0, 1, 20)}).to_csv(sandbox.data / "test.csv", index=False)
    pd.DataFrame({"id": range(40, 60), "y": shown}).to_csv(sandbox.data / "sample_submission.csv", index=False)
    (job,) = task_of(sandbox, metric).jobs
    assert job.style == style
    words = {"auc": "area under", "rmse": "RMSE", "kappa": "kappa", "accuracy": "accuracy", None: ""}[metric]
    (sandbox.data / "description.md").write_text(f"## Evaluation\n{words}\n")
    files, sample = opened(sandbox)
    submission = learn.solve(sandbox, files, sample)
    assert submission is not None
    assert sample.accepts(submission)
    told = submission["y"].astype(str).str.split()
    if style in ("label", "grade", "top"):
        assert {part for cell in told for part in cell} <= {str(label) for label in labels}
        assert set(told.map(len)) == {3 if style == "top" else 1}


def test_no_column_becomes_constant_where_the_metric_is_a_correlation(sandbox: Sandbox) -> None:
    targets = [f"y{number}" for number in range(5)]
    train = pd.DataFrame({"id": range(30), "x": range(30)}).assign(**dict.fromkeys(targets, np.arange(30) % 2 / 2))
    train.to_csv(sandbox.data / "train.csv", index=False)
    test = pd.DataFrame({"id": range(30, 40), "x": range(10)})
    test.to_csv(sandbox.data / "test.csv", index=False)
    test[["id"]].assign(**dict.fromkeys(targets, np.linspace(0, 1, 10))).to_csv(
        sandbox.data / "sample_submission.csv", index=False
    )
    (sandbox.data / "description.md").write_text("## Evaluation\nSpearman correlation\n")
    files, sample = opened(sandbox)
    sandbox.time_limit = 0.0  # for nothing but the mean of each column
    submission = learn.solve(sandbox, files, sample)
    assert submission is not None
    pd.testing.assert_frame_equal(submission, sample.table)


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
