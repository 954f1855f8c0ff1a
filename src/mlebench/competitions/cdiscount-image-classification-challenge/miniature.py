"""Miniature of the Cdiscount raw files: three BSON files (written by hand) and CSVs."""

import struct
from pathlib import Path

import numpy as np
import pandas as pd

N = 260  # products; about 1 in 5 goes to Kaggle's own test file


def document(elements):
    body = b"".join(kind + name.encode() + b"\0" + data for kind, name, data in elements)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


def int32(name, value):
    return b"\x10", name, struct.pack("<i", value)


def images(pictures):
    """imgs: an array of documents {"picture": binary}."""
    docs = [document([(b"\x05", "picture", struct.pack("<i", len(p)) + b"\0" + p)]) for p in pictures]
    return b"\x04", "imgs", document([(b"\x03", str(i), d) for i, d in enumerate(docs)])


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


DC_CODES = ["00", "010", "011", "100", "101", "110", "1110", "11110", "111110", "1111110"]
JPEG_HEAD = (
    b"\xff\xd8"
    + segment(0xDB, b"\0" + b"\x08" * 64)
    + segment(0xC0, bytes([8, 0, 16, 0, 16, 1, 1, 0x11, 0]))
    + segment(0xC4, bytes([0x00, 0, 1, 5, 1, 1, 1, 1] + [0] * 9) + bytes(range(10)))
    + segment(0xC4, bytes([0x10, 1] + [0] * 15) + b"\0")
    + segment(0xDA, bytes([1, 1, 0, 0, 63, 0]))
)


def picture(rng, k):
    """16x16 grey JPEG of four flat 8x8 blocks, written by hand so that no encoder version matters.
    The category shows in the brightness."""
    bits, last = "", 0
    for level in (rng.integers(-6, 7, 4) + 30 * k - 90).tolist():
        d, last = level - last, level
        size = abs(d).bit_length()
        bits += DC_CODES[size] + (f"{d if d > 0 else d + (1 << size) - 1:0{size}b}" if size else "") + "0"
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)).replace(b"\xff", b"\xff\0")
    return JPEG_HEAD + data + b"\xff\xd9"


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    category = [1000010653, 1000018296, 1000000237, 1000004141, 1000015309, 1000022497, 1000011423]
    names = [
        "TELEPHONIE - GPS",
        "JEUX - JOUETS",
        "MUSIQUE",
        "LIBRAIRIE",
        "DECO - LINGE - LUMINAIRE",
        "BRICOLAGE - OUTILLAGE - QUINCAILLERIE",
        "INFORMATIQUE",
    ]
    pd.DataFrame(
        {
            "category_id": category,
            "category_level1": names,
            "category_level2": [n.split()[0] + " - ACCESSOIRES" for n in names],
            "category_level3": [f"{n}, DIVERS" for n in names],
        }
    ).sort_values("category_id").to_csv(raw / "category_names.csv", index=False)

    train, test, test_ids = [], [], []
    for i in range(N):
        k = rng.choice(7, p=[0.3, 0.25, 0.15, 0.1, 0.1, 0.06, 0.04])
        imgs = images([picture(rng, k) for _ in range(rng.choice([1, 2, 3, 4], p=[0.6, 0.2, 0.1, 0.1]))])
        if rng.random() < 0.2:
            test.append(document([int32("_id", i), imgs]))
            test_ids.append(i)
        else:
            train.append(document([int32("_id", i), int32("category_id", category[k]), imgs]))
    (raw / "train.bson").write_bytes(b"".join(train))
    (raw / "train_example.bson").write_bytes(b"".join(train[:100]))
    (raw / "test.bson").write_bytes(b"".join(test))
    pd.DataFrame({"_id": test_ids, "category_id": category[0]}).to_csv(raw / "sample_submission.csv", index=False)
