import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.io import loadmat, savemat

from mlebench.grading import Expected

from .grade import Sequences
from .grade import check as check_v1
from .prepare import TEST_ARCHIVE
from .prepare import prepare as prepare_v1

HEADER = b"MATLAB 5.0 MAT-file, labels removed".ljust(116)  # without a date: the same bytes each time


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    target = public / "test.tar.gz"
    target.unlink()  # which may be the raw file itself
    with (
        tarfile.open(raw / TEST_ARCHIVE, "r|*") as labelled,
        target.open("wb") as file,
        gzip.GzipFile("", "wb", compresslevel=1, fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w|") as unlabelled,
    ):
        for member in labelled:
            content = labelled.extractfile(member)
            data = content.read() if content else b""
            if member.name.endswith(".zip"):
                data = without_labels(data)
            member.size = len(data)
            unlabelled.addfile(member, io.BytesIO(data))


def without_labels(sample: bytes) -> bytes:
    """A sample's zip with `Video.Labels` of its .mat file emptied, and all else as it was."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sample)) as before, zipfile.ZipFile(buffer, "w") as after:
        for info in before.infolist():
            data = before.read(info)
            after.writestr(info, empty_labels(data) if info.filename.endswith("_data.mat") else data)
    return buffer.getvalue()


def empty_labels(mat: bytes) -> bytes:
    variables = {name: value for name, value in loadmat(io.BytesIO(mat)).items() if not name.startswith("__")}
    variables["Video"]["Labels"][0, 0] = np.empty((0, 0))
    buffer = io.BytesIO()
    savemat(buffer, variables, do_compression=True)
    return HEADER + buffer.getvalue()[len(HEADER) :]


def check(submission: pd.DataFrame, expected: Expected) -> list[Sequences]:
    """A blank cell is an empty list; among single numbers it makes them 5.0, which means 5."""
    if "Sequence" in submission.columns:
        cells = submission["Sequence"].convert_dtypes().astype("string").fillna("")
        submission = submission.assign(Sequence=cells)
    return check_v1(submission, expected)
