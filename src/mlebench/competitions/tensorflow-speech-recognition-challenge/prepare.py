from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pandas as pd

from mlebench.data import split_rows, write_csv
from mlebench.data.archives.sevenzip import each_7z_member, member_names_7z

ARCHIVE = "train.7z"


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(clips_of(raw), test_size=0.1)

    names = [f"clip_{number:08d}.wav" for number in range(len(test))]
    answers = pd.DataFrame({"fname": names, "label": [word_of(clip) for clip in test]})
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(label="silence"), public / "sample_submission.csv")

    targets = {str(clip): public / "train/audio" / word_of(clip) / clip.name for clip in train}
    targets |= {str(clip): public / "test/audio" / name for clip, name in zip(test, names, strict=True)}
    write_clips(raw, targets)


def clips_of(raw: Path) -> list[PurePosixPath]:
    clips = [PurePosixPath(name) for name in member_names_7z(raw / ARCHIVE)]
    clips = [clip for clip in clips if clip.suffix == ".wav" and clip.is_relative_to("train/audio")]
    return sorted(clips, key=lambda clip: f"{word_of(clip)}_{clip.name}")


def word_of(clip: PurePosixPath) -> str:
    return clip.parent.name


def write_clips(raw: Path, targets: Mapping[str, Path]) -> None:
    for folder in {target.parent for target in targets.values()}:
        folder.mkdir(parents=True, exist_ok=True)
    each_7z_member(raw / ARCHIVE, targets, lambda name, content: _write(targets[name], content))


def _write(target: Path, content: bytes) -> None:
    target.write_bytes(content)
