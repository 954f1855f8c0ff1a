"""Miniature of the raw data of SIIM-ISIC Melanoma Classification."""

import io
import struct
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

SHARDS, PER_SHARD, REAL_TEST = 8, 9, 6
SITES = ["torso", "lower extremity", "upper extremity", "head/neck", "palms/soles", "oral/genital"]

# ---- TFRecord framing and tf.train.Example encoding, by hand -----------------------------------
CRC_TABLE = []
for n in range(256):
    for _ in range(8):
        n = (n >> 1) ^ (0x82F63B78 if n & 1 else 0)
    CRC_TABLE.append(n)


def masked_crc32c(data):
    crc = 0xFFFFFFFF
    for b in data:
        crc = CRC_TABLE[(crc ^ b) & 255] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def varint(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def feature(value):
    if isinstance(value, bytes):
        return field(1, field(1, value))  # bytes_list
    return field(3, field(1, varint(int(value))))  # int64_list, packed


def example(features):
    entries = b"".join(field(1, field(1, k.encode()) + field(2, feature(v))) for k, v in features.items())
    return field(1, entries)


def tfrecord(examples):
    out = b""
    for e in examples:
        head = struct.pack("<Q", len(e))
        out += head + struct.pack("<I", masked_crc32c(head)) + e + struct.pack("<I", masked_crc32c(e))
    return out


# ---- a minimal DICOM file (explicit VR little endian, RGB) --------------------------------------
def element(group, elem, vr, value):
    if isinstance(value, str):
        value = value.encode()
    if len(value) % 2:
        value += b"\0" if vr in ("UI", "OB") else b" "
    head = struct.pack("<HH", group, elem) + vr.encode()
    size = b"\0\0" + struct.pack("<I", len(value)) if vr in ("OB", "OW") else struct.pack("<H", len(value))
    return head + size + value


def dicom(pixels, name, patient, sex, age):
    def us(n):
        return struct.pack("<H", n)

    meta = (
        element(2, 1, "OB", b"\0\1")
        + element(2, 2, "UI", "1.2.840.10008.5.1.4.1.1.7")
        + element(2, 3, "UI", "1.2.3." + name[-7:].lstrip("0"))
        + element(2, 16, "UI", "1.2.840.10008.1.2.1")
    )
    body = (
        element(8, 0x60, "CS", "XC")
        + element(0x10, 0x10, "PN", patient)
        + element(0x10, 0x20, "LO", patient)
        + element(0x10, 0x40, "CS", sex)
        + element(0x10, 0x1010, "AS", age)
        + element(0x28, 2, "US", us(3))
        + element(0x28, 4, "CS", "RGB")
        + element(0x28, 6, "US", us(0))
        + element(0x28, 0x10, "US", us(pixels.shape[0]))
        + element(0x28, 0x11, "US", us(pixels.shape[1]))
        + element(0x28, 0x100, "US", us(8))
        + element(0x28, 0x101, "US", us(8))
        + element(0x28, 0x102, "US", us(7))
        + element(0x28, 0x103, "US", us(0))
        + element(0x7FE0, 0x10, "OW", pixels.tobytes())
    )
    return bytes(128) + b"DICM" + element(2, 0, "UL", struct.pack("<I", len(meta))) + meta + body


def jpeg(pixels):
    buf = io.BytesIO()
    Image.fromarray(pixels).save(buf, "JPEG", quality=80)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    out = raw
    for d in ("train", "test", "jpeg/train", "jpeg/test", "tfrecords"):
        (out / d).mkdir(parents=True, exist_ok=True)

    total = SHARDS * PER_SHARD
    names = [f"ISIC_{n:07d}" for n in np.sort(rng.choice(9_900_000, total + REAL_TEST, replace=False) + 15_000)]
    names = [names[i] for i in rng.permutation(len(names))]
    patients = [f"IP_{n:07d}" for n in rng.choice(9_000_000, 20, replace=False)]
    shard_of = rng.permutation(np.arange(total) % SHARDS)
    # every shard holds at least two malignant images, so that a test split has both classes
    target = np.zeros(total, int)
    for s in range(SHARDS):
        target[rng.choice(np.flatnonzero(shard_of == s), 2, replace=False)] = 1

    rows, shards = [], [[] for _ in range(SHARDS)]
    for i, name in enumerate(names):
        train = i < total
        y = int(target[i]) if train else 0
        patient = patients[rng.integers(20)]
        sex = ["male", "female", ""][rng.choice(3, p=[0.5, 0.45, 0.05])]
        age = rng.integers(3, 18) * 5.0 if rng.random() > 0.06 else np.nan
        site = SITES[rng.integers(6)] if rng.random() > 0.06 else ""
        diagnosis = (
            "melanoma" if y else ["unknown", "nevus", "seborrheic keratosis"][rng.choice(3, p=[0.8, 0.15, 0.05])]
        )
        shade = 190 - 70 * y + rng.normal(0, 18)
        yy, xx = np.mgrid[:10, :12]
        lesion = ((yy - 5) ** 2 + (xx - 6) ** 2 < 8 + 6 * y)[..., None]
        pixels = np.where(lesion, shade - 60, shade) + np.array([25, 0, -10]) + rng.normal(0, 6, (10, 12, 3))
        pixels = pixels.clip(0, 255).astype(np.uint8)
        part = "train" if train else "test"
        age_tag = "" if np.isnan(age) else f"{int(age):03d}Y"
        (out / part / f"{name}.dcm").write_bytes(dicom(pixels, name, patient, sex[:1].upper(), age_tag))
        jpg = jpeg(pixels)
        (out / "jpeg" / part / f"{name}.jpg").write_bytes(jpg)
        features = {
            "image": jpg,
            "image_name": name.encode(),
            "patient_id": patients.index(patient),
            "sex": ["male", "female", ""].index(sex),
            "age_approx": 0 if np.isnan(age) else age,
            "anatom_site_general_challenge": SITES.index(site) if site else 6,
        }
        if train:
            # the real training shards carry the labels too
            features |= {"diagnosis": 1 if y else 0, "target": y}
            shards[shard_of[i]].append(example(features))
            rows.append((name, patient, sex, age, site, diagnosis, "malignant" if y else "benign", y))
        else:
            shards.append([example(features)])
            rows.append((name, patient, sex, age, site))

    cols = ["image_name", "patient_id", "sex", "age_approx", "anatom_site_general_challenge"]
    pd.DataFrame(rows[:total], columns=[*cols, "diagnosis", "benign_malignant", "target"]).to_csv(
        out / "train.csv", index=False
    )
    test = pd.DataFrame(rows[total:], columns=cols)
    test.to_csv(out / "test.csv", index=False)
    test[["image_name"]].assign(target=0).to_csv(out / "sample_submission.csv", index=False)
    for s in range(SHARDS):  # the last real shard is smaller and named 2061
        label = 2061 if s == SHARDS - 1 else 2071
        (out / "tfrecords" / f"train{s:02d}-{label}.tfrec").write_bytes(tfrecord(shards[s]))
    (out / "tfrecords" / "test00-687.tfrec").write_bytes(tfrecord([e for s in shards[SHARDS:] for e in s]))
