import re
from pathlib import Path

import pandas as pd

from mlebench.data import DataError, member_names, repack, write_csv

TRAIN_DAYS, DAYS = 2, 4


def prepare(raw: Path, public: Path, private: Path) -> None:
    archive = raw / "train2.zip"
    clips = sorted(Path(name).name for name in member_names(archive) if re.fullmatch(r"train2/\d.*\.aif", name))
    days = sorted({_day(clip) for clip in clips})
    if len(days) != DAYS:
        raise DataError(f"{archive}: expected clips of {DAYS} days, found {len(days)}.")
    train = [clip for clip in clips if _day(clip) in days[:TRAIN_DAYS]]
    test = [clip for clip in clips if _day(clip) in days[TRAIN_DAYS:]]
    train_names = [re.sub(r"TRAIN\d+", f"TRAIN{i}", clip) for i, clip in enumerate(train)]
    test_names = [f"{clip.partition('TRAIN')[0]}Test{i}.aif" for i, clip in enumerate(test)]

    for folder, old, new in (("train2", train, train_names), ("test2", test, test_names)):
        names = {f"train2/{a}": f"{folder}/{b}" for a, b in zip(old, new, strict=True)}
        repack(archive, names, public / f"{folder}.zip")
    has_whale = [int(Path(clip).stem.endswith("_1")) for clip in test]
    answers = pd.DataFrame({"clip": test_names, "probability": has_whale})
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(probability=0), public / "sampleSubmission.csv")


def _day(clip: str) -> str:
    return clip.partition("_")[0]
