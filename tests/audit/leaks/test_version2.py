"""Version 2 of a competition gives nothing away, and what it repairs is found in version 1."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mlebench.audit import audit_leaks
from mlebench.audit.leaks.report import Leak
from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import RawTree
from tests.competitions.test_repairs_of_splits import changed, copied, repeated
from tests.conftest import Miniatures

CHANGED = [name for name in Registry().ids() if Registry().get(name).v2 is not None]
REPAIRED = [
    "facebook-recruiting-iii-keyword-extraction",
    "hubmap-kidney-segmentation",
    "multi-modal-gesture-recognition",
    "random-acts-of-pizza",
    "seti-breakthrough-listen",
    "siim-isic-melanoma-classification",
    "smartphone-decimeter-2022",
]


def failing(name: str, benchmark: str, miniatures: Miniatures, *, excuse_known: bool) -> list[Leak]:
    competition, layout = miniatures.registry.under(benchmark).get(name), miniatures.layout(name, benchmark)
    return [leak for leak in audit_leaks(competition, layout, excuse_known=excuse_known).leaks if leak.fails]


@pytest.mark.parametrize("name", CHANGED)
def test_version_2_leaks(name: str, miniatures: Miniatures) -> None:
    """Without excuses; and what is listed as repaired is all that the audit finds in version 1."""
    assert not failing(name, "v2", miniatures, excuse_known=False)
    assert bool(failing(name, "v1", miniatures, excuse_known=False)) == (name in REPAIRED)


PICTURES = "train_images"
COPIES: dict[str, Callable[[Path], object]] = {
    "aptos2019-blindness-detection": copied(PICTURES),
    "cassava-leaf-disease-classification": copied(PICTURES),
    "chaii-hindi-and-tamil-question-answering": changed("train.csv", repeated("context")),
    "plant-pathology-2021-fgvc8": copied(PICTURES),
    "whale-categorization-playground": copied("train"),
}


@pytest.mark.parametrize("name", COPIES)
def test_copies_are_on_both_sides(name: str, tmp_path: Path) -> None:
    """The audit tells of copies as of a caution. The raw data has some here, as the real data does."""
    raw, found = tmp_path / "raw", []
    Registry().get(name).build_miniature(raw, np.random.default_rng(0))
    COPIES[name](raw)
    for benchmark in ("v1", "v2"):
        competition = Registry().under(benchmark).get(name)
        options = PrepareOptions(keep_raw=True, verify=False)
        layout = prepare(competition, tmp_path / benchmark, RawTree(raw), options).layout
        found.append({leak.kind for leak in audit_leaks(competition, layout, excuse_known=False).leaks})
    assert "duplicate" in found[0]
    assert not found[1] & {"duplicate", "answer-column", "answer-values"}


def _more_cats_and_dogs(raw: Path) -> None:
    """As the names of the real data are: by number within each animal."""
    with zipfile.ZipFile(raw / "train.zip", "w") as archive:
        for animal in ("cat", "dog"):
            for number in range(400):
                archive.writestr(
                    f"train/{animal}.{number}.jpg", np.random.default_rng(number).bytes(40) + animal.encode()
                )


def _more_leaves(raw: Path) -> None:
    """Twelve times as many, each with bytes of its own; the table is in the order of the labels, as the real one is."""
    table = pd.read_csv(raw / "train.csv")
    copies = [table.assign(image_id=f"{number}_" + table["image_id"]) for number in range(12)]
    for copy, old in ((copy, old) for copy in copies for old in table.itertuples()):
        new = copy.loc[old.Index, "image_id"]
        folder = raw / "train_images" / old.label
        (folder / new).write_bytes((folder / old.image_id).read_bytes() + new.encode())
    pd.concat(copies).sort_values(["label", "image_id"]).to_csv(raw / "train.csv", index=False)


def _more_seedlings(raw: Path) -> None:
    for picture in list((raw / "train").rglob("*.png")):
        for number in range(12):
            picture.with_stem(f"{number}_{picture.stem}").write_bytes(picture.read_bytes() + bytes([number]))


SORTED: dict[str, Callable[[Path], None]] = {
    "dogs-vs-cats-redux-kernels-edition": _more_cats_and_dogs,
    "paddy-disease-classification": _more_leaves,
    "plant-seedlings-classification": _more_seedlings,
}


@pytest.mark.parametrize("name", SORTED)
def test_a_known_seed_gives_sorted_labels_away(name: str, tmp_path: Path) -> None:
    """Miniatures are too small for the audit to be sure: the raw data has some hundred samples here."""
    raw, found = tmp_path / "raw", []
    Registry().get(name).build_miniature(raw, np.random.default_rng(0))
    SORTED[name](raw)
    for benchmark in ("v1", "v2"):
        competition = Registry().under(benchmark).get(name)
        layout = prepare(competition, tmp_path / benchmark, RawTree(raw), PrepareOptions(verify=False)).layout
        found.append([leak for leak in audit_leaks(competition, layout).leaks if leak.kind == "order"])
    [known] = found[0]
    assert known.column == "place before a shuffle with the seed 0"
    assert known.issue is not None
    assert not found[1]
