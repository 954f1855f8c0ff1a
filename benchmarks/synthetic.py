"""Synthetic raw data in bulk: cells are drawn from small pools of texts, tables are written by Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv


def pick(rng: np.random.Generator, pool: Sequence[str], count: int) -> Any:
    """`count` texts from the pool."""
    return pa.array(pool, pa.string()).take(pa.array(rng.integers(0, len(pool), count)))


def joined(*parts: Any, by: str = "") -> Any:
    """Texts put together row by row; numbers become texts first."""
    texts = [pa.scalar(part) if isinstance(part, str) else pc.cast(pa.array(part), pa.string()) for part in parts]
    return pc.binary_join_element_wise(*texts, by)


def hex_ids(rng: np.random.Generator, count: int, digits: int) -> list[str]:
    """Distinct hexadecimal ids, sorted."""
    text = rng.bytes(count * digits // 2).hex()
    return sorted(text[start : start + digits] for start in range(0, count * digits, digits))


def write_table(target: Path | IO[bytes], columns: Mapping[str, Any], *, quoted: bool = False, end: str = "\n") -> None:
    """A CSV file; `quoted` puts every text in quotes."""
    header = ",".join(f'"{name}"' if quoted else name for name in columns) + end
    options = pacsv.WriteOptions(include_header=False, quoting_style="needed" if quoted else "none", eol=end)
    table = pa.table({name: pa.array(values) for name, values in columns.items()})
    if isinstance(target, Path):
        with target.open("wb") as file:
            write_table(file, columns, quoted=quoted, end=end)
    else:
        target.write(header.encode())
        pacsv.write_csv(table, target, options)


def write_files(paths: Iterable[Path], content: bytes = b"picture") -> None:
    """Many small files; what preparation does with them does not depend on their size."""
    for path in paths:
        path.write_bytes(content)
