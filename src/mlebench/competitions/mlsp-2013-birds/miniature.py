"""Miniature of the MLSP 2013 Birds raw archive: mlsp_contest_dataset.zip and a PDF stub."""

import io
import wave
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

N_REC, N_SPECIES = 110, 19
SPECIES = """BRCR Brown Creeper|PAWR Pacific Wren|PSFL Pacific-slope Flycatcher|RBNU Red-breasted Nuthatch
DEJU Dark-eyed Junco|OSFL Olive-sided Flycatcher|HETH Hermit Thrush|CBCH Chestnut-backed Chickadee
VATH Varied Thrush|HEWA Hermit Warbler|SWTH Swainson's Thrush|HAFL Hammond's Flycatcher|WETA Western Tanager
BHGB Black-headed Grosbeak|GCKI Golden Crowned Kinglet|WAVI Warbling Vireo|MGWA MacGillivray's Warbler
STJA Stellar's Jay|CONI Common Nighthawk""".replace("\n", "|").split("|")


def wav(rng):
    buf = io.BytesIO()
    with wave.open(buf, "wb") as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(16000)
        w.writeframes(rng.integers(-3000, 3000, 160).astype("<i2").tobytes())
    return buf.getvalue()


def bmp(rng, size=(8, 6)):
    buf = io.BytesIO()
    Image.fromarray(rng.integers(0, 256, size[::-1] + (3,), dtype=np.uint8)).save(buf, "BMP")
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    fold = (rng.random(N_REC) < 0.45).astype(int)
    stem = [
        f"PC{rng.integers(1, 19)}_20{rng.choice(['09', '10'])}0{rng.integers(5, 8)}{rng.integers(1, 29):02d}"
        f"_0{rng.integers(5, 9)}{rng.integers(0, 60):02d}00_{i:04d}"
        for i in range(N_REC)
    ]
    present = rng.random((N_REC, N_SPECIES)) < 0.1
    present[rng.random(N_REC) < 0.3] = False  # many recordings have no bird at all

    lines = lambda header, rows: "\n".join([header, *rows]) + "\n"
    labels = ["?" if f else ",".join(map(str, np.flatnonzero(y))) for f, y in zip(fold, present)]
    hist, feats, rects = [], [], []
    for i in range(N_REC):
        h = np.zeros(100)
        for s in range(rng.integers(0, 3)):
            feats.append(f"{i},{s}," + ",".join(f"{v:.6g}" for v in rng.normal(0, 1, 38)))
            x, y = rng.integers(0, 1000), rng.integers(0, 200)
            rects.append(f"{i},{s},{x},{x + 20},{y},{y + 9}")
            h[rng.integers(19, 100)] += 1
        h[:N_SPECIES] += 2 * present[i]  # a little signal
        hist.append(f"{i}," + ",".join(f"{v:.4g}" for v in h / max(h.sum(), 1)))

    e, s = "mlsp_contest_dataset/essential_data/", "mlsp_contest_dataset/supplemental_data/"
    files = {
        "mlsp_contest_dataset/README.txt": "miniature of the contest data\n",
        e + "CVfolds_2.txt": lines("rec_id,fold", [f"{i},{f}" for i, f in enumerate(fold)]),
        e + "rec_id2filename.txt": lines("rec_id,filename", [f"{i},{n}" for i, n in enumerate(stem)]),
        e + "rec_labels_test_hidden.txt": lines(
            "rec_id,[labels]", [f"{i},{l}" if l else f"{i}" for i, l in enumerate(labels)]
        ),
        e + "species_list.txt": lines(
            "class_id,code,species", [f"{i},{x.split(' ', 1)[0]},{x.split(' ', 1)[1]}" for i, x in enumerate(SPECIES)]
        ),
        e + "sample_submission.csv": lines(
            "rec_id,species,probability", [f"{i},{j},0" for i in np.flatnonzero(fold) for j in range(N_SPECIES)]
        ),
        s + "histogram_of_segments.txt": lines("rec_id,[histogram of segment features]", hist),
        s + "segment_features.txt": lines("rec_id,segment_id,[feature vector]", feats),
        s + "segment_rectangles.txt": lines("rec_id,segment_id,min_x,max_x,min_y,max_y", rects),
        s + "segment_clusters.bmp": bmp(rng, (40, 30)),
        s + "segment_mosaic.bmp": bmp(rng, (50, 20)),
    }
    for i, n in enumerate(stem):
        files[f"{e}src_wavs/{n}.wav"] = wav(rng)
        for folder in ["filtered_spectrograms", "spectrograms", "supervised_segmentation"]:
            files[f"{s}{folder}/{n}.bmp"] = bmp(rng)
        if not fold[i] and rng.random() < 0.15:
            files[f"{s}segmentation_examples/{n}.bmp"] = bmp(rng)
    with zipfile.ZipFile(raw / "mlsp_contest_dataset.zip", "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            z.writestr(zipfile.ZipInfo(name, (2013, 6, 18, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    (raw / "mlsp13birdchallenge_documentation.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
