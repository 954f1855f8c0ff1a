"""Miniature raw tree for tensorflow-speech-recognition-challenge."""

import io
import os
import tempfile
import wave
from pathlib import Path

import numpy as np
import py7zr

CORE = ["yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"]
OTHER = [
    "bed",
    "bird",
    "cat",
    "dog",
    "eight",
    "five",
    "four",
    "happy",
    "house",
    "marvin",
    "nine",
    "one",
    "seven",
    "sheila",
    "six",
    "three",
    "tree",
    "two",
    "wow",
    "zero",
]
WORDS = sorted(CORE + OTHER)


def wav(samples):
    buf = io.BytesIO()
    with wave.open(buf, "wb") as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(16000)
        w.writeframes(samples.clip(-32000, 32000).astype("<i2").tobytes())
    return buf.getvalue()


def clip(rng, word, length=600):  # far shorter than the real second
    t = np.arange(length)
    return 6000 * np.sin(t * (0.05 + 0.03 * WORDS.index(word))) + rng.normal(0, 500, length)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    files = {}
    speakers = [f"{n:08x}" for n in rng.choice(2**32, 25, replace=False)]
    for word in WORDS:
        for s in rng.choice(len(speakers), int(rng.integers(3, 7)), replace=False):
            for repeat in range(int(rng.integers(1, 3))):  # the same file name occurs under many words
                files[f"train/audio/{word}/{speakers[s]}_nohash_{repeat}.wav"] = wav(clip(rng, word))
    names = sorted(files)
    for name in ("doing_the_dishes", "exercise_bike", "white_noise"):
        files[f"train/audio/_background_noise_/{name}.wav"] = wav(rng.normal(0, 800, 1500))
    files["train/audio/_background_noise_/README.md"] = b"Longer recordings of noise.\n"
    lists = {p: [n[len("train/audio/") :] for n in names if hash_share(n) == p] for p in (0, 1)}
    files["train/validation_list.txt"] = ("\n".join(lists[0]) + "\n").encode()
    files["train/testing_list.txt"] = ("\n".join(lists[1]) + "\n").encode()
    files["train/LICENSE"] = b"Creative Commons BY 4.0\n"
    files["train/README.md"] = b"Speech commands, version 0.01 (miniature).\n"
    write_7z(raw / "train.7z", files)

    tests = [f"clip_{n:09x}.wav" for n in rng.choice(16**8, 8, replace=False)]
    write_7z(raw / "test.7z", {f"test/audio/{n}": wav(clip(rng, str(rng.choice(WORDS)))) for n in tests})
    rows = "fname,label\n" + "".join(f"{n},silence\n" for n in sorted(tests))
    write_7z(raw / "sample_submission.7z", {"sample_submission.csv": rows.encode()})
    (raw / "link_to_gcp_credits_form.txt").write_text("https://example.org/form\n")


def hash_share(name):
    """A stable bucket 0..9 of the speaker."""
    return sum(name.rsplit("/", 1)[1].split("_")[0].encode()) % 10


def write_7z(path, files):
    with tempfile.TemporaryDirectory() as tmp, py7zr.SevenZipFile(path, "w") as archive:
        for name in sorted(files):
            p = Path(tmp) / name
            p.parent.mkdir(parents=True, exist_ok=True)
            p.write_bytes(files[name])
            os.utime(p, (1_510_000_000, 1_510_000_000))  # the archive stores the time
            archive.write(p, name)
