"""Leaky cases for the leak audit: what is hidden, and which kind of finding it must bring about."""

from __future__ import annotations

import gzip
import io
import json
import random
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import py7zr
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sklearn.model_selection import train_test_split

from tests.audit.leaks.workshop import Workshop

Hide = Callable[[Workshop], None]
LEAKS: dict[str, list[Hide]] = {}  # by kind
ALSO: dict[Hide, set[str]] = {}
CODES = {"ash": 3, "elm": 1, "oak": 2}


def leaks(kind: str, *also: str) -> Callable[[Hide], Hide]:
    """`also`: kinds that the same thing is as well."""

    def add(hide: Hide) -> Hide:
        LEAKS.setdefault(kind, []).append(hide)
        ALSO[hide] = set(also)
        return hide

    return add


def answers(shop: Workshop) -> str:
    return shop.test[["id", "label"]].to_csv(index=False)


@leaks("private-file")
def answers_under_another_name(shop: Workshop) -> None:
    (shop.public / "notes.bin").write_text(answers(shop))


@leaks("private-file")
def answers_in_a_zip(shop: Workshop) -> None:
    with zipfile.ZipFile(shop.public / "extra.zip", "w") as archive:
        archive.writestr("deep/notes.bin", answers(shop))


@leaks("private-file")
def answers_in_a_tar_in_a_zip(shop: Workshop) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as inner:
        info = tarfile.TarInfo("notes.bin")
        info.size = len(answers(shop).encode())
        inner.addfile(info, io.BytesIO(answers(shop).encode()))
    with zipfile.ZipFile(shop.public / "extra.zip", "w") as archive:
        archive.writestr("inner.tar.gz", buffer.getvalue())


@leaks("private-file")
def answers_in_a_7z(shop: Workshop) -> None:
    with py7zr.SevenZipFile(shop.public / "extra.7z", "w") as archive:
        archive.writestr(answers(shop), "notes.bin")


@leaks("answer-column")
def label_left_in_the_test_table(shop: Workshop) -> None:
    shop.test.to_csv(shop.public / "test.csv", index=False)


@leaks("answer-column")
def label_in_a_packed_test_table(shop: Workshop) -> None:
    (shop.public / "test_more.csv.gz").write_bytes(gzip.compress(shop.test.to_csv(index=False).encode()))


@leaks("answer-column")
def label_in_json_lines(shop: Workshop) -> None:
    shop.test.to_json(shop.public / "test.jsonl", orient="records", lines=True)


@leaks("answer-column", "duplicate")
def rows_of_the_test_set_left_in_the_training_table(shop: Workshop) -> None:
    pd.concat([shop.train, shop.test]).sample(frac=1, random_state=0).to_csv(shop.public / "train.csv", index=False)


@leaks("answer-values")
def label_under_another_name(shop: Workshop) -> None:
    shop.test[["id", "label"]].set_axis(["sample", "tree"], axis=1).to_parquet(shop.public / "extra.parquet")


@leaks("answer-values")
def label_of_a_third_of_the_rows(shop: Workshop) -> None:
    shop.test[["id", "label"]].set_axis(["sample", "tree"], axis=1)[:20].to_csv(shop.public / "x.csv", index=False)


@leaks("answer-values")
def label_in_a_file_for_each_sample(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        note = {"camera": "A1", "meta": {"species": CODES[row.label]}}
        (shop.public / f"{row.id}_notes.json").write_text(json.dumps(note))


def sequences(shop: Workshop) -> pd.Series:
    lists = [" ".join(map(str, shop.rng.permutation(8)[:5])) for _ in range(len(shop.test))]
    shop.test["label"] = lists
    shop.train["label"] = "1 2 3"
    return shop.test["label"]


@leaks("answer-values")
def sequence_under_other_names(shop: Workshop) -> None:
    for one, text in zip(shop.test["id"], sequences(shop)):
        events = [{"Name": "abcdefgh"[int(word)], "Begin": 9 * i} for i, word in enumerate(text.split())]
        (shop.public / f"{one}.json").write_text(json.dumps({"Labels": events}))


def circle(shop: Workshop) -> tuple[np.ndarray, list[list[int]]]:
    y, x, radius = *shop.rng.integers(15, 45, 2), shop.rng.integers(6, 14)
    rows, columns = np.mgrid[:60, :60]
    turns = np.linspace(0, 2 * np.pi, 24)
    points = [[int(x + radius * np.cos(t)), int(y + radius * np.sin(t))] for t in turns]
    return (rows - y) ** 2 + (columns - x) ** 2 <= radius**2, points


def runs(mask: np.ndarray) -> str:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.T.ravel().astype(int), [0]]))) + 1
    return " ".join(f"{a} {b - a}" for a, b in zip(edges[::2], edges[1::2]))


def masks(shop: Workshop) -> list[tuple[np.ndarray, list[list[int]]]]:
    drawn = [circle(shop) for _ in range(len(shop.test))]
    shop.test["label"] = [runs(mask) for mask, _ in drawn]
    shop.train["label"] = "1 2"
    table = shop.test[["id", "label"]].assign(height=60, width=60)
    table.to_csv(shop.private / "test.csv", index=False)
    return drawn


@leaks("answer-values")
def polygons_of_the_masks(shop: Workshop) -> None:
    for one, (_, points) in zip(shop.test["id"], masks(shop)):
        (shop.public / f"{one}.json").write_text(json.dumps([{"geometry": {"coordinates": [points]}}]))


@leaks("answer-values")
def pictures_of_the_masks(shop: Workshop) -> None:
    for one, (mask, _) in zip(shop.test["id"], masks(shop)):
        Image.fromarray((mask * 255).astype("uint8")).save(shop.public / f"{one}_overlay.png")


@leaks("feature")
def code_for_the_label(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["ward"] = table["label"].map(CODES) * 10 + shop.rng.integers(0, 3, len(table))


@leaks("feature")
def filled_in_for_one_label_alone(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["giver"] = np.where((table["label"] == "oak") & (shop.rng.random(len(table)) < 0.5), "bob", "N/A")


@leaks("feature")
def number_that_grows_with_the_target(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["label"] = shop.rng.normal(50, 20, len(table))
        table["late"] = np.log(table["label"].clip(1)) + shop.rng.normal(0, 0.001, len(table))


@leaks("metadata")
def label_in_file_names(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        path = shop.public / "test" / f"{row.label}.{row.id}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shop.picture())


@leaks("metadata")
def label_in_sizes(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        (shop.public / f"{row.id}.dat").write_bytes(shop.rng.bytes(1000 * CODES[row.label] + shop.rng.integers(9)))


@leaks("metadata")
def label_in_time_stamps(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        path = shop.public / f"{row.id}.dat"
        path.write_bytes(shop.rng.bytes(500))
        shop.stamped.append((path, 1.6e9 + 86_400 * CODES[row.label] + float(shop.rng.integers(3_600))))


@leaks("metadata")
def label_in_the_order_of_an_archive(shop: Workshop) -> None:
    with tarfile.open(shop.public / "test.tar", "w") as archive:
        for one in shop.test.sort_values("label")["id"]:
            info = tarfile.TarInfo(f"{one}.dat")
            info.size = 300
            archive.addfile(info, io.BytesIO(shop.rng.bytes(300)))


@leaks("metadata")
def label_in_png_text(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        text = PngInfo()
        text.add_text("Comment", f"batch {CODES[row.label]}")
        (shop.public / f"{row.id}.png").write_bytes(shop.picture(pnginfo=text))


@leaks("metadata")
def label_in_exif(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        tags = Image.Exif()
        tags[0x010F] = f"maker {CODES[row.label]}"
        (shop.public / f"{row.id}.jpg").write_bytes(shop.picture(format="JPEG", exif=tags))


@leaks("metadata")
def label_in_dicom_tags(shop: Workshop) -> None:
    for row in shop.test.itertuples():
        ward = f"WARD{CODES[row.label]} ".encode()
        tags = struct.pack("<HH2sH", 8, 0x1040, b"LO", len(ward)) + ward
        pixels = struct.pack("<HH2sHI", 0x7FE0, 0x10, b"OW", 0, 200) + shop.rng.bytes(200)
        (shop.public / f"{row.id}.dcm").write_bytes(bytes(128) + b"DICM" + tags + pixels)


@leaks("order")
def rows_sorted_by_label(shop: Workshop) -> None:
    shop.test = shop.test.sort_values("label", ignore_index=True)


@leaks("order")
def ids_numbered_by_label(shop: Workshop) -> None:
    numbers = shop.test["label"].rank(method="first").astype(int) + 70_000
    shop.test["id"] = [f"s{number}" for number in numbers]


@leaks("order")
def rows_drawn_from_sorted_ones_by_a_known_seed(shop: Workshop) -> None:
    rows = pd.concat([shop.train, shop.test]).sort_values("label")
    shop.train, shop.test = train_test_split(rows, test_size=len(shop.test), random_state=0)


@leaks("order")
def rows_shuffled_from_sorted_ones_by_a_known_seed(shop: Workshop) -> None:
    rows = list(shop.test.sort_values("label").itertuples(index=False))
    random.Random(0).shuffle(rows)
    shop.test = pd.DataFrame(rows)


@leaks("duplicate")
def rows_on_both_sides(shop: Workshop) -> None:
    shop.train = pd.concat([shop.train, shop.test[:15].assign(id=[f"t{i}" for i in range(15)])])


@leaks("duplicate")
def files_on_both_sides(shop: Workshop) -> None:
    for name, ids in (("train", shop.train["id"]), ("test", shop.test["id"])):
        (shop.public / name).mkdir()
        for i, one in enumerate(ids):
            content = np.random.default_rng(i if i < 12 else int(one[1:]) + 1000).bytes(700)
            (shop.public / name / f"{one}.wav").write_bytes(content)
    shop.train.loc[:11, "label"] = shop.test["label"][:12].to_numpy()


@leaks("near-duplicate")
def rows_with_other_last_digits(shop: Workshop) -> None:
    extra = {f"f{i}": lambda rows, i=i: shop.rng.normal(0, 1, rows) for i in range(8)}
    shop.train, shop.test = (
        t.assign(**{k: make(len(t)) for k, make in extra.items()}) for t in (shop.train, shop.test)
    )
    copies = shop.test[:30].assign(id=[f"t{i}" for i in range(30)])
    numbers = copies.select_dtypes("number").columns
    copies[numbers] *= 1 + 1e-7
    shop.train = pd.concat([shop.train, copies])


WORDS = [
    a + b for a in ("ba", "ko", "li", "mu", "ne", "pro", "sta") for b in ("den", "fir", "gal", "mon", "rus", "tek")
]


def text(rng: np.random.Generator, words: int = 30) -> list[str]:
    return [str(word) for word in rng.choice(WORDS, words)]


@leaks("near-duplicate")
def texts_with_a_word_changed(shop: Workshop) -> None:
    originals = [text(shop.rng) for _ in range(len(shop.test))]
    shop.test["story"] = [" ".join(words) for words in originals]
    changed = [" ".join([*words[:7], "indeed", *words[8:]]) + "!" for words in originals[:30]]
    shop.train["story"] = [*changed, *(" ".join(text(shop.rng)) for _ in range(len(shop.train) - 30))]
    shop.train.loc[:29, "label"] = shop.test["label"][:30].to_numpy()


def pictures_again(shop: Workshop, again: Callable[[bytes], bytes]) -> None:
    for name in ("train", "test"):
        (shop.public / name).mkdir()
    for row in range(len(shop.test)):
        content = shop.picture()
        (shop.public / "test" / f"{shop.test['id'][row]}.png").write_bytes(content)
        copied = again(content) if row < 30 else shop.picture()
        (shop.public / "train" / f"{shop.train['id'][row]}.png").write_bytes(copied)
    shop.train.loc[:29, "label"] = shop.test["label"][:30].to_numpy()


@leaks("near-duplicate")
def pictures_saved_again(shop: Workshop) -> None:
    pictures_again(shop, lambda content: shop.picture(3, base=Image.open(io.BytesIO(content)).convert("RGB")))


@leaks("near-duplicate")
def pictures_cropped(shop: Workshop) -> None:
    def crop(content: bytes) -> bytes:
        whole = Image.open(io.BytesIO(content)).convert("RGB")
        return shop.picture(base=whole.crop((8, 0, 48, 40)).resize((48, 48)))

    pictures_again(shop, crop)


def with_groups(shop: Workshop, column: str, *, apart: bool, telling: bool) -> None:
    kinds = {f"p{i}": str(shop.rng.choice(["ash", "elm", "oak"])) for i in range(40)}
    for number, table in enumerate((shop.train, shop.test)):
        names = list(kinds)[20 * number : 20 * number + 20] if apart else list(kinds)
        table[column] = shop.rng.choice(names, len(table))
        if telling:
            keep = shop.rng.random(len(table)) < 0.9
            table["label"] = np.where(keep, table[column].map(kinds), table["label"])


@leaks("group")
def patients_on_both_sides(shop: Workshop) -> None:
    with_groups(shop, "patient_id", apart=False, telling=True)


@leaks("group")
def unnamed_groups_on_both_sides(shop: Workshop) -> None:
    with_groups(shop, "c17", apart=False, telling=True)


def build(hide: Hide, root: Path, seed: int) -> Workshop:
    shop = Workshop(root, seed)
    hide(shop)
    return shop
