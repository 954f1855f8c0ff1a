import re
from pathlib import Path

import pandas as pd

from mlebench.data import DataError, member_names, repack, write_csv

TRAIN_DAYS, DAYS = 2, 4


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = parts(raw)
    write_parts(raw, public, private, train, test, [clip.partition("TRAIN")[0] for clip in test])


def parts(raw: Path) -> tuple[list[str], list[str]]:
    """The clips of the first days, and those of the last, in the order of time."""
    archive = raw / "train2.zip"
    clips = sorted(Path(name).name for name in member_names(archive) if re.fullmatch(r"train2/\d.*\.aif", name))
    days = sorted({_day(clip) for clip in clips})
    if len(days) != DAYS:
        raise DataError(f"{archive}: expected clips of {DAYS} days, found {len(days)}.")
    train = [clip for clip in clips if _day(clip) in days[:TRAIN_DAYS]]
    return train, [clip for clip in clips if _day(clip) in days[TRAIN_DAYS:]]


def write_parts(
    raw: Path, public: Path, private: Path, train: list[str], test: list[str], beginnings: list[str]
) -> None:
    """Test clips are numbered as they come; their names may begin with something of the old ones."""
    train_names = [re.sub(r"TRAIN\d+", f"TRAIN{i}", clip) for i, clip in enumerate(train)]
    test_names = [f"{beginning}Test{i}.aif" for i, beginning in enumerate(beginnings)]

    for folder, old, new in (("train2", train, train_names), ("test2", test, test_names)):
        names = {f"train2/{a}": f"{folder}/{b}" for a, b in zip(old, new, strict=True)}
        repack(raw / "train2.zip", names, public / f"{folder}.zip")
    has_whale = [int(Path(clip).stem.endswith("_1")) for clip in test]
    answers = pd.DataFrame({"clip": test_names, "probability": has_whale})
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(probability=0), public / "sampleSubmission.csv")


def _day(clip: str) -> str:
    return clip.partition("_")[0]
