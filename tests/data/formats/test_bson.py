import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mlebench.data import DataError
from mlebench.data.formats.bson import bson_elements, copy_documents, copy_without, scan_bson


def document(*elements: bytes) -> bytes:
    body = b"".join(elements)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


def int32(name: str, value: int) -> bytes:
    return b"\x10" + name.encode() + b"\0" + struct.pack("<i", value)


def int64(name: str, value: int) -> bytes:
    return b"\x12" + name.encode() + b"\0" + struct.pack("<q", value)


def text(name: str, value: str) -> bytes:
    data = value.encode() + b"\0"
    return b"\x02" + name.encode() + b"\0" + struct.pack("<i", len(data)) + data


def binary(name: str, value: bytes) -> bytes:
    return b"\x05" + name.encode() + b"\0" + struct.pack("<i", len(value)) + b"\0" + value


@st.composite
def products(draw: st.DrawFn) -> tuple[int, int, list[bytes]]:
    """Id, category and the elements in any order, as other writers might put them."""
    number, category = draw(st.integers(-(2**31), 2**31 - 1)), draw(st.integers(0, 9))
    elements = [
        draw(st.sampled_from([int32, int64]))("_id", number),
        draw(st.sampled_from([int32, int64]))("category_id", category),
        binary("picture", draw(st.binary(max_size=12))),
        text("name", draw(st.text(max_size=5).filter(lambda value: "\0" not in value))),
    ]
    return number, category, draw(st.permutations(elements)) if draw(st.booleans()) else elements


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(products(), min_size=1, max_size=12), data=st.data())
def test_split_of_a_file(rows: list[tuple[int, int, list[bytes]]], data: st.DataObject, tmp_path: Path) -> None:
    source, target = tmp_path / "all.bson", tmp_path / "some.bson"
    whole = [document(*elements) for _, _, elements in rows]
    source.write_bytes(b"".join(whole))

    table = scan_bson(source, ["_id", "category_id"])
    assert table[["_id", "category_id"]].to_numpy().tolist() == [[number, c] for number, c, _ in rows]

    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))), dtype=bool)
    copy_documents(source, table[chosen], target)
    assert target.read_bytes() == b"".join(d for d, wanted in zip(whole, chosen, strict=True) if wanted)

    copy_without(source, table[chosen], "category_id", target)
    stripped = [document(*(e for e in elements if b"category_id\0" not in e[:13])) for _, _, elements in rows]
    assert target.read_bytes() == b"".join(d for d, wanted in zip(stripped, chosen, strict=True) if wanted)


def test_elements_of_a_document() -> None:
    data = document(int32("a", 1), document(int32("x", 1)).join([b"\x03inner\0", b""]), b"\x0anothing\0")
    assert [element.name for element in bson_elements(data)] == [b"a", b"inner", b"nothing"]


@pytest.mark.parametrize("cut", [1, 3, 10])
def test_incomplete_file_is_an_error(cut: int, tmp_path: Path) -> None:
    (tmp_path / "cut.bson").write_bytes((document(int32("_id", 5), text("name", "abc")) * 2)[:-cut])
    with pytest.raises(DataError, match="byte"):
        scan_bson(tmp_path / "cut.bson", ["_id"])


def test_missing_field_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.bson").write_bytes(document(text("_id", "abc")))
    with pytest.raises(DataError, match="no whole number '_id'"):
        scan_bson(tmp_path / "other.bson", ["_id"])
