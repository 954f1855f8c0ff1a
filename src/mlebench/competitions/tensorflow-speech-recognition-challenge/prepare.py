from pathlib import Path, PurePosixPath

import pandas as pd

from mlebench.data import split_rows, write_csv
from mlebench.data.archives.sevenzip import each_7z_member, member_names_7z


def prepare(raw: Path, public: Path, private: Path) -> None:
    clips = [PurePosixPath(name) for name in member_names_7z(raw / "train.7z")]
    clips = [clip for clip in clips if clip.suffix == ".wav" and clip.is_relative_to("train/audio")]
    train, test = split_rows(sorted(clips, key=lambda clip: f"{_label(clip)}_{clip.name}"), test_size=0.1)

    names = [f"clip_{number:08d}.wav" for number in range(len(test))]
    answers = pd.DataFrame({"fname": names, "label": [_label(clip) for clip in test]})
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(label="silence"), public / "sample_submission.csv")

    targets = {str(clip): public / "train/audio" / _label(clip) / clip.name for clip in train}
    targets |= {str(clip): public / "test/audio" / name for clip, name in zip(test, names, strict=True)}
    for folder in {target.parent for target in targets.values()}:
        folder.mkdir(parents=True)
    each_7z_member(raw / "train.7z", targets, lambda name, content: _write(targets[name], content))


def _label(clip: PurePosixPath) -> str:
    return clip.parent.name


def _write(target: Path, content: bytes) -> None:
    target.write_bytes(content)
