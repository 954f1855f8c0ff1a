"""Miniature raw tree for inaturalist-2019-fgvc6."""

import io
import json
import tarfile
from pathlib import Path

import numpy as np
from PIL import Image

# training images per category: 1, 2-4 and more are split in three different ways
COUNTS = [1, 1, 2, 3, 4, 4, 5, 6, 8, 9, 10, 17, 25]
ICONIC = ["Plants", "Insects", "Birds", "Reptiles", "Fungi", "Amphibians"]


def jpeg(rng, shade):
    buf = io.BytesIO()
    pixels = shade + rng.normal(0, 12, (12, 16, 3))
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(buf, "JPEG", quality=80)
    return buf.getvalue()


def write_tar(path, files):
    """A gzip-compressed tar with fixed times, so that it's the same in each run."""
    import gzip

    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, mtime=0) as gz,
        tarfile.open(fileobj=gz, mode="w") as tar,
    ):
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(files[name]), 1_550_000_000, 0o644
            tar.addfile(info, io.BytesIO(files[name]))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    categories = sorted(int(c) for c in rng.choice(1010, len(COUNTS), replace=False))
    counts = dict(zip([categories[i] for i in rng.permutation(len(categories))], COUNTS, strict=True))
    shades = {c: rng.integers(40, 215, 3) for c in categories}
    place = {c: ICONIC[i % len(ICONIC)] for i, c in enumerate(categories)}
    train = [c for c in categories for _ in range(counts[c])]
    train = [train[i] for i in rng.permutation(len(train))]
    val = [c for c in categories for _ in range(2)]

    info = {
        "year": 2019,
        "version": "1.0",
        "description": "miniature",
        "contributor": "nobody",
        "url": "http://example.org",
        "date_created": "2019-03-01 00:00:00.000000",
    }
    licenses = [
        {"id": 1, "name": "Attribution License", "url": "http://creativecommons.org/licenses/by/2.0/"},
        {"id": 2, "name": "Public Domain", "url": ""},
    ]
    # species names are hidden in the real files, too: genus and above are random words
    cats = [
        {
            "id": c,
            "name": str(c),
            "kingdom": "Plantae",
            "phylum": f"p{c % 3}",
            "class": f"c{c % 5}",
            "order": f"o{c % 7}",
            "family": f"f{c % 11}",
            "genus": f"g{c}",
        }
        for c in categories
    ]
    holders = ["Anna Müller", "Иван Петров", "José Nuñez", "bob"]  # non-ASCII, as in the real file
    files = {}

    def annotate(labels, first):
        images, annotations = [], []
        for i, c in enumerate(labels):
            name = f"train_val2019/{place[c]}/{c}/{rng.bytes(16).hex()}.jpg"
            files[name] = jpeg(rng, shades[c])
            images.append(
                {
                    "license": int(rng.integers(1, 3)),
                    "file_name": name,
                    "rights_holder": holders[rng.integers(4)],
                    "height": 12,
                    "width": 16,
                    "id": first + i,
                }
            )
            annotations.append({"image_id": first + i, "category_id": c, "id": first + i})
        return {
            "info": info,
            "images": images,
            "licenses": licenses,
            "annotations": annotations,
            "categories": cats,
        }

    for name, data in (("train2019", annotate(train, 0)), ("val2019", annotate(val, len(train)))):
        text = json.dumps(data, ensure_ascii=False)
        (raw / f"{name}.json").write_text(text, encoding="utf-8")
    write_tar(raw / "train_val2019.tar.gz", files)

    tests = {f"test2019/{rng.bytes(16).hex()}.jpg": jpeg(rng, rng.integers(40, 215, 3)) for _ in range(5)}
    write_tar(raw / "test2019.tar.gz", tests)
    images = [
        {"id": 268243 + i, "file_name": n, "width": 16, "height": 12, "license": 1, "rights_holder": "bob"}
        for i, n in enumerate(tests)
    ]
    (raw / "test2019.json").write_text(json.dumps({"info": info, "images": images, "licenses": licenses}))
    (raw / "kaggle_sample_submission.csv").write_text(
        "id,predicted\n" + "".join(f"{268243 + i},71 108 339\n" for i in range(5))
    )
