"""Placing the files that a table names, which is most of what preparing image competitions is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mlebench.data.files.place import place_all
from mlebench.errors import DataError


def place_named(source: Path, names: Iterable[str], target: Path, new_names: Iterable[str] | None = None) -> None:
    """Place the files called `names` in folder `source` into folder `target`, there called `new_names`.

    Names may have folders in them (`cats/1.jpg`); without `new_names` they stay what they are.
    """
    names = list(names)
    renamed = names if new_names is None else list(new_names)
    pairs = ((f"{source}/{old}", f"{target}/{new}") for old, new in zip(names, renamed, strict=True))
    try:
        place_all(pairs, f"placing {target.name}", len(names))
    except FileNotFoundError as error:
        raise DataError(f"The raw data has no file {error.filename}.") from error
