"""What stands in files of samples is read, and what is no such file is nothing."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from scipy.io import savemat

from mlebench.audit.leaks.documents import read_values
from mlebench.data.formats.dicom import dicom_tags


def matlab(**values: object) -> bytes:
    buffer = io.BytesIO()
    savemat(buffer, values)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "values"),
    [
        ("a.json", b'{"a": {"b": [1, 2]}, "c": "x"}', {"a.b[]": ["1", "2"], "c": ["x"]}),
        ("a.xml", b"<r><o k='1'>cat</o><o k='2'>dog</o></r>", {"r.o@k": ["1", "2"], "r.o": ["cat", "dog"]}),
        ("a.csv", b"t,v\n1,x\n2,y\n", {"t": ["1", "2"], "v": ["x", "y"]}),
        ("a.tsv", b"t\tv\n1\tx\n", {"t": ["1"], "v": ["x"]}),
        ("a.mat", matlab(Video={"Labels": [{"Name": "ok"}]}), {"Video.Labels.Name": ["ok"]}),
        ("a.mat", matlab(x=np.array([1.5, 2.5])), {"x[]": ["1.5", "2.5"]}),
        (
            "a.nmea",
            b"$GPGGA,120000.00,3730.0000,S,12215.0000,W,4,12*00\nrubbish\n$GPGGA,,,,\n",
            {"latitude": ["-37.5"], "longitude": ["-122.25"]},
        ),
        ("a.json", b'{"a": [', {}),
        ("a.mat", b"MATLAB 5.0 and nothing more", {}),
        ("a.xml", b'<!DOCTYPE r [<!ENTITY a "aaaa">]><r>&a;</r>', {}),
        ("a.bin", b"{}", {}),
    ],
)
def test_values_by_path(name: str, content: bytes, values: dict[str, list[str]]) -> None:
    assert read_values(name, content) == values


def element(group: int, number: int, kind: bytes, value: bytes) -> bytes:
    return struct.pack("<HH2sH", group, number, kind, len(value)) + value


def test_dicom_tags_end_before_the_pixels() -> None:
    tags = element(0x10, 0x20, b"LO", b"P7") + element(0x28, 0x10, b"US", struct.pack("<H", 512))
    pixels = struct.pack("<HH2sHI", 0x7FE0, 0x10, b"OW", 0, 4) + b"abcd"
    file = bytes(128) + b"DICM" + tags + pixels
    assert dicom_tags(file) == {"0010,0020": "P7", "0028,0010": "512"}
    assert dicom_tags(file[:141]) == {}
    assert dicom_tags(b"no DICOM") == {}


def test_dicom_tags_without_types() -> None:
    syntax = element(2, 0x10, b"UI", b"1.2.840.10008.1.2\0")
    tag = struct.pack("<HHI", 0x10, 0x20, 2) + b"P7"
    assert dicom_tags(bytes(128) + b"DICM" + syntax + tag)["0010,0020"] == "P7"
