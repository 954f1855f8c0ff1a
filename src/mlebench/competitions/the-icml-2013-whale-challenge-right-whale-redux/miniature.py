"""Miniature of the Right Whale Redux raw archive: train2.zip, test2.zip, sampleSubmission.csv."""

import struct
import zipfile
from pathlib import Path

import numpy as np

RATE, SAMPLES = 2000, 400
TRAIN_DAYS = ["20090328", "20090329", "20090330", "20090331"]
TEST_DAYS = ["20090404", "20090405", "20090406"]


def aiff(samples):
    """16-bit mono AIFF; the sample rate is an 80-bit IEEE extended float."""
    data = samples.astype(">i2").tobytes()
    exponent = RATE.bit_length() - 1
    rate80 = struct.pack(">HQ", 16383 + exponent, RATE << (63 - exponent))
    comm = b"COMM" + struct.pack(">IhIh", 18, 1, len(samples), 16) + rate80
    ssnd = b"SSND" + struct.pack(">III", len(data) + 8, 0, 0) + data
    return b"FORM" + struct.pack(">I", 4 + len(comm) + len(ssnd)) + b"AIFF" + comm + ssnd


def clip(rng, whale):
    """Noise; a whale call is an upward sweep from 80 to 250 Hz."""
    t = np.arange(SAMPLES) / RATE
    x = rng.normal(0, 500, SAMPLES)
    if whale:
        x += 1500 * np.sin(2 * np.pi * (80 * t + 425 * t * t))
    return aiff(x.round())


def day_of_clips(rng, day, n):
    """(start of the file name, 0/1) in time order: a 15-minute recording, then seconds into it."""
    recording, second = rng.integers(0, 12, n) * 8, rng.integers(0, 900, n)
    for i in np.lexsort((second, recording)):
        stamp = f"{day}_{recording[i] // 4:02d}{recording[i] % 4 * 15:02d}00"
        yield f"{stamp}_{second[i]:03d}s{rng.integers(0, 10)}ms", int(rng.random() < 0.3)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    def write(path, members):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
            for name, data in members:
                z.writestr(zipfile.ZipInfo(name, (2013, 5, 1, 0, 0, 0)), data)

    train = [c for d, n in zip(TRAIN_DAYS, [30, 25, 22, 18]) for c in day_of_clips(rng, d, n)]
    files = [(f"train2/{c}_TRAIN{i}_{y}.aif", clip(rng, y)) for i, (c, y) in enumerate(train)]
    write(raw / "train2.zip", [files[i] for i in rng.permutation(len(files))])

    test = [c for d in TEST_DAYS for c in day_of_clips(rng, d, 6)]
    names = [f"{c}_Test{i}.aif" for i, (c, _) in enumerate(test)]
    write(raw / "test2.zip", [(f"test2/{n}", clip(rng, y)) for n, (_, y) in zip(names, test)])
    (raw / "sampleSubmission.csv").write_text("clip,probability\n" + "".join(f"{n},0\n" for n in names))
