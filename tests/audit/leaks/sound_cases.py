"""Sound cases for the leak audit, most of them look-alikes of leaks: none may bring about a finding."""

from __future__ import annotations

import json
import zipfile

import numpy as np
from PIL import Image

from tests.audit.leaks.cases import CODES, Hide, circle, masks, sequences, text, with_groups
from tests.audit.leaks.workshop import Workshop

CLEAN: list[Hide] = []


def clean(hide: Hide) -> Hide:
    CLEAN.append(hide)
    return hide


@clean
def nothing_hidden(shop: Workshop) -> None:
    pass


@clean
def patients_on_one_side_each(shop: Workshop) -> None:
    with_groups(shop, "patient_id", apart=True, telling=True)


@clean
def patients_that_tell_nothing(shop: Workshop) -> None:
    with_groups(shop, "patient_id", apart=False, telling=False)


@clean
def honest_feature_that_is_right_in_nine_of_ten(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        guess = table["label"].map(CODES)
        table["hint"] = np.where(shop.rng.random(len(table)) < 0.9, guess, shop.rng.integers(1, 4, len(table)))


@clean
def values_missing_at_random(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["giver"] = np.where(shop.rng.random(len(table)) < 0.5, "bob", "N/A")


@clean
def rows_counted_from_one_on_both_sides(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["id"] = range(1, len(table) + 1)


@clean
def coarse_features_that_repeat(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["height"], table["width"] = table["height"].round(-1), table["width"].round()


@clean
def harmless_pictures_with_tags(shop: Workshop) -> None:
    for name, table in (("train", shop.train), ("test", shop.test)):
        (shop.public / name).mkdir()
        for one in table["id"]:
            tags = Image.Exif()
            tags[0x010F] = f"maker {shop.rng.integers(3)}"
            (shop.public / name / f"{one}.jpg").write_bytes(shop.picture(format="JPEG", exif=tags))


@clean
def pictures_of_the_same_composition(shop: Workshop) -> None:
    base = Image.fromarray(np.tile(np.linspace(40, 200, 48)[:, None, None], (1, 48, 3)).astype("uint8"))
    for name, table in (("train", shop.train), ("test", shop.test)):
        (shop.public / name).mkdir()
        for one in table["id"]:
            (shop.public / name / f"{one}.png").write_bytes(shop.picture(40, base=base))


@clean
def texts_from_the_same_words(shop: Workshop) -> None:
    for table in (shop.train, shop.test):
        table["story"] = ["Dear all, I would like to ask " + " ".join(text(shop.rng)) for _ in range(len(table))]


@clean
def sequences_that_are_others(shop: Workshop) -> None:
    for one in shop.test["id"][sequences(shop).index]:
        events = [{"Name": "abcdefgh"[i], "Begin": 9 * n} for n, i in enumerate(shop.rng.permutation(8)[:5])]
        (shop.public / f"{one}.json").write_text(json.dumps({"Labels": events}))


@clean
def polygons_of_something_else(shop: Workshop) -> None:
    masks(shop)
    for one in shop.test["id"]:
        (shop.public / f"{one}.json").write_text(json.dumps([{"geometry": {"coordinates": [circle(shop)[1]]}}]))


@clean
def archives_with_harmless_files(shop: Workshop) -> None:
    with zipfile.ZipFile(shop.public / "test.zip", "w") as archive:
        for one in shop.test["id"]:
            archive.writestr(f"{one}.dat", shop.rng.bytes(int(shop.rng.integers(400, 600))))
