from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import split_positions, track, write_csv

FOLDER = "timit_11/timit_11"
CHUNK = 1 << 16


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, *split_positions(len(load(raw, "train_11.npy")), test_share_of(raw)))


def load(raw: Path, name: str) -> npt.NDArray[Any]:
    loaded: npt.NDArray[Any] = np.load(raw / FOLDER / name, mmap_mode="r")
    return loaded


def test_share_of(raw: Path) -> float:
    """As on Kaggle."""
    ours, theirs = (len(load(raw, name)) for name in ("train_11.npy", "test_11.npy"))
    return theirs / (ours + theirs)


def write_parts(
    raw: Path, public: Path, private: Path, train: npt.NDArray[np.intp], test: npt.NDArray[np.intp]
) -> None:
    target = public / FOLDER
    target.mkdir(parents=True)
    samples, labels = load(raw, "train_11.npy"), load(raw, "train_label_11.npy")
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
