from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import split_groups

from .prepare import CHUNK, load, test_share_of, write_parts

FRAMES = 11  # of a sample: its own, and five on either side


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Utterances are not divided. A sample is followed by one of its utterance if ten of their frames are the same."""
    utterance = utterances(load(raw, "train_11.npy"))
    samples = pd.DataFrame({"place": np.arange(len(utterance))})
    train, test = split_groups(samples, utterance, test_size=test_share_of(raw))
    write_parts(raw, public, private, train["place"].to_numpy(), test["place"].to_numpy())


def utterances(samples: npt.NDArray[np.float32]) -> npt.NDArray[np.intp]:
    """A number for each sample, that of its utterance. Samples are in the order of time."""
    frame = samples.shape[1] // FRAMES
    begins = np.ones(len(samples), dtype=bool)
    for start in range(1, len(samples), CHUNK):
        before, after = samples[start - 1 : start + CHUNK - 1], samples[start : start + CHUNK]
        begins[start : start + CHUNK] = (before[: len(after), frame:] != after[:, :-frame]).any(axis=1)
    return begins.cumsum()
