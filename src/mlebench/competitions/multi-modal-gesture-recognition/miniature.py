"""Miniature raw tree: multi-modal-gesture-recognition."""

import gzip
import io
import struct
import tarfile
import wave
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.io import savemat

NAMES = [
    "vattene",
    "vieniqui",
    "perfetto",
    "furbo",
    "cheduepalle",
    "chevuoi",
    "daccordo",
    "seipazzo",
    "combinato",
    "freganiente",
    "ok",
    "cosatifarei",
    "basta",
    "prendere",
    "noncenepiu",
    "fame",
    "tantotempo",
    "buonissimo",
    "messidaccordo",
    "sonostufo",
]


def mat(rng, sequence, labelled):
    """The _data.mat file: a struct Video with a hand position per frame that follows the gesture."""
    frames, labels = 10 * (len(sequence) + 1), []
    hand = rng.normal(0, 0.05, (frames, 3))
    for k, g in enumerate(sequence):
        hand[10 * k + 2 : 10 * k + 8] += [np.cos(g), np.sin(g), g / 20]
        labels.append({"Name": NAMES[g - 1], "Begin": 10 * k + 3, "End": 10 * k + 8})
    video = {
        "NumFrames": frames,
        "FrameRate": 20,
        "MaxDepth": 3975,
        "Frames": {"HandRight": hand.round(3)},
        "Labels": labels if labelled else [],
    }
    buf = io.BytesIO()
    savemat(buf, {"Video": video}, do_compression=True)
    return b"MATLAB 5.0 MAT-file, miniature".ljust(116) + buf.getvalue()[116:]  # no date: same bytes each time


def sample(rng, name, sequence, labelled):
    """One SampleNNNNN.zip. The three videos are placeholders, not playable."""
    sound = io.BytesIO()
    with wave.open(sound, "wb") as w:
        w.setparams((1, 2, 8000, 0, "NONE", ""))
        w.writeframes(rng.integers(-99, 99, 200).astype("<i2").tobytes())
    files = [("audio.wav", sound.getvalue()), ("data.mat", mat(rng, sequence, labelled))]
    files += [(f"{kind}.mp4", b"\0\0\0\x18ftypmp42" + rng.bytes(40)) for kind in ["color", "depth", "user"]]
    return put_zip([(f"{name}_{tail}", data) for tail, data in files])


def put_zip(members):
    buf = io.BytesIO()
    with zipfile.ZipFile(buf, "w") as z:
        for name, data in members:
            z.writestr(zipfile.ZipInfo(name, (2013, 5, 1, 0, 0, 0)), data)
    return buf.getvalue()


def put_tar_gz(path, members):
    with (
        path.open("wb") as f,
        gzip.GzipFile("", "wb", fileobj=f, mtime=0) as g,
        tarfile.open(fileobj=g, mode="w") as t,
    ):
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))


def put_7z(path, name, data):
    """A 7z archive with one stored member, spelt out because 7z writers put in the current time."""
    crc = struct.pack("<I", zlib.crc32(data))
    size = bytes([0x80 | len(data) >> 8, len(data) & 255])
    title = name.encode("utf-16-le") + b"\0\0"
    head = (
        b"\1\4\6\0\1\x09"
        + size
        + b"\0"
        + b"\7\x0b\1\0\1\1\0\x0c"
        + size
        + b"\x0a\1"
        + crc
        + b"\0\x08\0\0"
        + b"\5\1\x11"
        + bytes([len(title) + 1])
        + b"\0"
        + title
        + b"\0\0"
    )
    start = struct.pack("<QQI", len(data), len(head), zlib.crc32(head))
    path.write_bytes(b"7z\xbc\xaf\x27\x1c\0\4" + struct.pack("<I", zlib.crc32(start)) + start + data + head)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    numbers = np.sort(rng.choice(np.arange(1, 400), 48, replace=False))
    truth = {}
    for part in range(4):
        members = []
        for k in numbers[12 * part : 12 * part + 12]:
            # mostly each gesture once, sometimes a short clip, sometimes a repetition
            length = int(rng.choice([1, 5, 12, 20], p=[0.05, 0.15, 0.2, 0.6]))
            seq = [int(g) for g in rng.permutation(20)[:length] + 1]
            if rng.random() < 0.3:
                seq.append(seq[0])
            truth[k] = seq
            members.append((f"Sample{k:05d}.zip", sample(rng, f"Sample{k:05d}", seq, True)))
        put_tar_gz(raw / f"training{part + 1}.tar.gz", members)
    order = rng.permutation(numbers)
    rows = [f"{k:04d},{' '.join(map(str, truth[k]))}" for k in order]
    (raw / "training.csv").write_text("\n".join(["Id,Sequence", *rows]) + "\n")

    hidden = np.arange(410, 416)
    for part in range(3):
        members = []
        for k in hidden[2 * part : 2 * part + 2]:
            seq = [int(g) for g in rng.permutation(20)[:8] + 1]
            members.append((f"Sample{k:05d}.zip", sample(rng, f"Sample{k:05d}", seq, False)))
        put_tar_gz(raw / f"validation{part + 1}.tar.gz", members)
    pd.DataFrame({"Id": [f"{k:04d}" for k in hidden]}).to_csv(raw / "test.csv", index=False)
    pd.DataFrame({"Id": [f"{k:04d}" for k in hidden], "Sequence": "1 2 3"}).to_csv(
        raw / "randomPredictions.csv", index=False
    )
    put_7z(raw / "devel01-40.7z", "devel01.txt", rng.bytes(300))
    put_7z(raw / "valid_all_files_combined.7z", "valid01.txt", rng.bytes(300))
    (raw / "sample_code_mmrgc.zip").write_bytes(put_zip([("readme.m", b"% sample code\n")]))
