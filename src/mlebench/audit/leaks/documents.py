"""Public files of one wanted row each, as values by path: JSON, MATLAB, NMEA, XML and CSV."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd

MAX_DOCUMENT = 8 << 20
_MAX_VALUES = 5_000
Values = dict[str, list[str]]  # by path: `Video.Labels[].Name`


def read_values(name: str, content: bytes) -> Values:
    """What stands in a file, by its suffix; nothing where it is damaged, cut off or of another kind."""
    reader = READERS.get(Path(name).suffix.lower())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return reader(content) if reader else {}
    except Exception:  # whatever a reader raises over odd content: then there is nothing to compare
        return {}


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _flat(inner, f"{path}[]")
    elif isinstance(value, np.ndarray):
        for inner in value.ravel()[:_MAX_VALUES].tolist():
            yield from _flat(inner, f"{path}[]")
    else:
        yield path, str(value)


def _collected(pairs: Iterator[tuple[str, str]]) -> Values:
    values: Values = {}
    for path, value in pairs:
        found = values.setdefault(path, [])
        if len(found) < _MAX_VALUES:
            found.append(value)
    return values


def _json(content: bytes) -> Values:
    return _collected(_flat(json.loads(content)))


def _matlab(content: bytes) -> Values:
    from scipy.io import loadmat

    found = loadmat(io.BytesIO(content), simplify_cells=True)
    return _collected(_flat({name: value for name, value in found.items() if not name.startswith("__")}))


def _xml(content: bytes) -> Values:
    if b"<!ENTITY" in content:  # entities can grow without limit
        return {}

    def each(node: ElementTree.Element, path: str) -> Iterator[tuple[str, str]]:
        path = f"{path}.{node.tag}" if path else node.tag
        yield from ((f"{path}@{name}", value) for name, value in node.attrib.items())
        if node.text and node.text.strip():
            yield path, node.text.strip()
        for inner in node:
            yield from each(inner, path)

    return _collected(each(ElementTree.fromstring(content), ""))


def _table(content: bytes, separator: str = ",") -> Values:
    frame = pd.read_csv(io.BytesIO(content), sep=separator, dtype=str, keep_default_na=False, nrows=_MAX_VALUES)
    return {str(name): frame[name].tolist() for name in frame.columns}


def _nmea(content: bytes) -> Values:
    """Positions of a receiver: degrees and minutes, as degrees."""
    values: Values = {"latitude": [], "longitude": []}
    places = {"GGA": 2, "RMC": 3, "GLL": 1}
    for line in content.decode(errors="replace").splitlines()[:_MAX_VALUES]:
        fields = line.split(",")
        first = places.get(fields[0][-3:])
        if first is None or len(fields) < first + 4:
            continue
        for name, place, digits in (("latitude", first, 2), ("longitude", first + 2, 3)):
            text, side = fields[place], fields[place + 1]
            if text:
                degrees = int(text[:digits]) + float(text[digits:]) / 60
                values[name].append(repr(-degrees if side in ("S", "W") else degrees))
    return values


READERS: dict[str, Callable[[bytes], Values]] = {
    ".json": _json,
    ".geojson": _json,
    ".mat": _matlab,
    ".xml": _xml,
    ".csv": _table,
    ".tsv": lambda content: _table(content, "\t"),
    ".nmea": _nmea,
}
