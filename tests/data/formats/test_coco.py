import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.model_selection import train_test_split

from mlebench.data import DataError, coco

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text('a{}[],\n"é: ', max_size=4)
ENTRIES = st.dictionaries(st.sampled_from(["id", "é", "name", "zone"]), SCALARS, max_size=3)
VALUES = st.recursive(SCALARS | ENTRIES, lambda inner: st.lists(inner, max_size=4), max_leaves=6)
DOCUMENTS = st.lists(ENTRIES | VALUES, max_size=6) | st.dictionaries(
    st.sampled_from(["images", "info", "annotations"]), st.lists(ENTRIES, max_size=7) | VALUES
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=DOCUMENTS, chunk=st.integers(1, 4))
def test_written_text_is_that_of_the_indented_encoder(
    document: Any, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coco, "_CHUNK", chunk)
    coco.write_json(document, tmp_path / "document.json")
    assert (tmp_path / "document.json").read_text() == json.dumps(document, indent=4, sort_keys=True)


def document(labels: list[int]) -> coco.Entry:
    return {
        "annotations": [{"image_id": i, "category_id": label} for i, label in enumerate(labels)],
        "images": [{"id": i, "file_name": f"{i}.jpg"} for i in range(len(labels))],
    }


def ids(pictures: list[coco.Labelled]) -> list[int]:
    return [picture.image["id"] for picture in pictures]


def test_small_categories_give_their_last_picture() -> None:
    train, test = coco.split_categories(document([7, 5, 5, 9, 9, 9, 9]), 0.2)
    assert ids(train) == [0, 1, 3, 4, 5]
    assert sorted(ids(test)) == [2, 6]


def test_larger_categories_are_split_like_lists() -> None:
    train, test = coco.split_categories(document([1] * 11), 0.2)
    wanted_train, wanted_test = train_test_split(list(range(11)), test_size=0.2, random_state=0)
    assert ids(train) == wanted_train
    assert sorted(ids(test)) == sorted(wanted_test)


def test_lists_that_do_not_fit_are_named() -> None:
    broken = document([1, 1, 1])
    broken["images"].reverse()
    with pytest.raises(DataError, match="image 0 stands beside image 2"):
        coco.split_categories(broken, 0.2)


def test_damaged_document_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(DataError, match=r"broken\.json"):
        coco.read_json(tmp_path / "broken.json")
