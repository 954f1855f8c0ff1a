import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data import DataError, place_shards, text_feature
from mlebench.data.formats.tfrecords import scalar_features


def field(number: int, payload: bytes) -> bytes:
    size, encoded = len(payload), b""
    while size > 127:
        encoded, size = encoded + bytes([size & 127 | 128]), size >> 7
    return bytes([number << 3 | 2]) + encoded + bytes([size]) + payload


def record(features: dict[str, bytes]) -> bytes:
    entries = (field(1, field(1, key.encode()) + field(2, value)) for key, value in features.items())
    example = field(1, b"".join(entries))
    return struct.pack("<QI", len(example), 0) + example + struct.pack("<I", 0)


def texts(*values: str) -> bytes:
    return field(1, b"".join(field(1, value.encode()) for value in values))


WHOLE_NUMBER = field(3, field(1, b"\x04"))


@given(names=st.lists(st.text(min_size=1)), image=st.binary(max_size=40_000))
def test_names_come_in_the_order_of_the_file(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], image: bytes
) -> None:
    path = tmp_path_factory.mktemp("shard") / "train00-2.tfrec"
    features = {"image": field(1, field(1, image)), "target": WHOLE_NUMBER}
    path.write_bytes(b"".join(record({**features, "image_name": texts(name, "second")}) for name in names))
    assert text_feature(path, "image_name") == names


def test_a_record_without_the_feature_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.tfrec"
    path.write_bytes(record({"target": WHOLE_NUMBER}))
    with pytest.raises(DataError, match="no bytes feature 'image_name'"):
        text_feature(path, "image_name")


@given(st.data())
def test_damage_is_an_error_that_names_the_file(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = record({"image_name": texts("ISIC_1"), "target": WHOLE_NUMBER})
    path = tmp_path_factory.mktemp("shard") / "cut.tfrec"
    path.write_bytes(whole[: data.draw(st.integers(1, len(whole) - 1))])
    with pytest.raises(DataError, match=r"cut\.tfrec"):
        text_feature(path, "image_name")


def test_scalars_of_every_kind_without_the_pictures(tmp_path: Path) -> None:
    path = tmp_path / "a.tfrec"
    features = {
        "image": field(1, field(1, bytes(500))),
        "image_name": texts("ISIC_1"),
        "target": WHOLE_NUMBER,
        "age": field(2, field(1, struct.pack("<f", 2.5))),
        "nothing": field(3, b""),
    }
    path.write_bytes(record(features) * 2)
    assert scalar_features(path) == [{"image_name": "ISIC_1", "target": 4, "age": 2.5}] * 2
    path.write_bytes(record(features)[:-30])
    with pytest.raises(DataError, match=r"a\.tfrec"):
        scalar_features(path)


def test_shards_are_numbered_anew_and_keep_their_counts(tmp_path: Path) -> None:
    shards = [tmp_path / "train03-7.tfrec", tmp_path / "train01-9.tfrec"]
    for shard in shards:
        shard.write_text(shard.name)
    place_shards(shards, tmp_path / "out", "ld_test")
    assert {path.name: path.read_text() for path in (tmp_path / "out").iterdir()} == {
        "ld_test00-7.tfrec": "train03-7.tfrec",
        "ld_test01-9.tfrec": "train01-9.tfrec",
    }
