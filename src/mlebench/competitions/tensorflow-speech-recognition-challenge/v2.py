import hashlib
import io
import wave
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import split_groups, write_csv
from mlebench.data.archives.sevenzip import each_7z_member

from .prepare import ARCHIVE, clips_of, word_of, write_clips

COMMANDS = ["yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"]
NOISE = "_background_noise_"
HELD_OUT = 0.1  # of speakers, and of each recording of noise


def prepare(raw: Path, public: Path, private: Path) -> None:
    clips = clips_of(raw)
    words = pd.DataFrame({"clip": [clip for clip in clips if word_of(clip) != NOISE]})
    words["speaker"] = [clip.name.partition("_nohash_")[0] for clip in words["clip"]]
    train, test = split_groups(words, by="speaker", test_size=HELD_OUT)
    recordings: dict[str, bytes] = {}
    each_7z_member(raw / ARCHIVE, [str(clip) for clip in clips if word_of(clip) == NOISE], recordings.__setitem__)
    noise = {Path(name).name: cut(sound) for name, sound in sorted(recordings.items())}
    silences = [clip for _, held_out in noise.values() for clip in held_out]

    labels = [word if (word := word_of(clip)) in COMMANDS else "unknown" for clip in test["clip"]]
    labels += ["silence"] * len(silences)
    # In an order that tells nothing: of names that the contestant does not know, and of what is public anyway.
    keys = [hashlib.sha256(bytes(clip)).digest() for clip in [*test["clip"], *silences]]
    numbers = np.empty(len(keys), dtype=int)
    numbers[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    names = np.array([f"clip_{number:08d}.wav" for number in numbers])
    answers = pd.DataFrame({"fname": names, "label": labels}).sort_values("fname")
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(label="silence"), public / "sample_submission.csv")

    targets = {str(clip): public / "train/audio" / word_of(clip) / clip.name for clip in train["clip"]}
    targets |= {str(clip): public / "test/audio" / name for clip, name in zip(test["clip"], names, strict=False)}
    write_clips(raw, targets)
    for name, clip in zip(names[len(test) :], silences, strict=True):
        (public / "test/audio" / name).write_bytes(clip)
    (public / "train/audio" / NOISE).mkdir()
    for name, (kept, _) in noise.items():
        (public / "train/audio" / NOISE / name).write_bytes(kept)


def cut(recording: bytes) -> tuple[bytes, list[bytes]]:
    """A recording of noise without its last part, and clips of that part, a second each (or all of it, if shorter)."""
    with wave.open(io.BytesIO(recording)) as sound:
        form, count = sound.getparams(), sound.getnframes()
        kept = sound.readframes(count - int(HELD_OUT * count))
        last = sound.readframes(count)
    size = min(form.framerate * form.sampwidth * form.nchannels, len(last))
    clips = [last[start : start + size] for start in range(0, len(last) - size + 1, size)] if size else []
    return _wav(form, kept), [_wav(form, clip) for clip in clips]


def _wav(form: "wave._wave_params", frames: bytes) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setparams(form)
        sound.writeframes(frames)
    return buffer.getvalue()
