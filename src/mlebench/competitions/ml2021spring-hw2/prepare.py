from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import split_positions, track, write_csv

FOLDER = "timit_11/timit_11"
CHUNK = 1 << 16


def prepare(raw: Path, public: Path, private: Path) -> None:
    source, target = raw / FOLDER, public / FOLDER
    target.mkdir(parents=True)
    samples, labels, kaggle_test = (
        np.load(source / name, mmap_mode="r") for name in ("train_11.npy", "train_label_11.npy", "test_11.npy")
    )
    train, test = split_positions(len(samples), len(kaggle_test) / (len(samples) + len(kaggle_test)))

    _save_rows(samples, train, target / "train_11.npy")
    _save_rows(labels, train, target / "train_label_11.npy")
    _save_rows(samples, test, target / "test_11.npy")
    answers = pd.DataFrame({"Id": np.arange(len(test)), "ClassId": labels[test].astype(str)})
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(ClassId=0), public / "sampleSubmission.csv")


def _save_rows(array: npt.NDArray[np.generic], rows: npt.NDArray[np.intp], path: Path) -> None:
    """What `np.save(path, array[rows])` writes, without the rows in memory."""
    shape = (len(rows), *array.shape[1:])
    out = np.lib.format.open_memmap(path, mode="w+", dtype=array.dtype, shape=shape)
    for start in track(range(0, len(rows), CHUNK), f"writing {path.name}"):
        out[start : start + CHUNK] = array[rows[start : start + CHUNK]]
    out.flush()
