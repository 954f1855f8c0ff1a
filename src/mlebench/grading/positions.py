"""Where ids stand among others."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc


def positions(given: pd.Series[Any] | pd.Index[Any], among: pd.Series[Any] | pd.Index[Any]) -> npt.NDArray[np.intp]:
    """For each given id its row in `among`, where each stands once; -1 for those that are not there.

    Ids of different types are never equal.

    >>> positions(pd.Series(["b", "x"]), pd.Series(["a", "b"])).tolist()
    [1, -1]
    """
    texts = [isinstance(ids.dtype, pd.StringDtype) for ids in (given, among)]
    if not all(texts):
        return np.full(len(given), -1) if any(texts) else pd.Index(among).get_indexer(pd.Index(given))
    found: npt.NDArray[np.int32] = pc.fill_null(pc.index_in(_array(given), value_set=_array(among)), -1).to_numpy()
    return found.astype(np.intp)


def _array(texts: pd.Series[Any] | pd.Index[Any]) -> pa.LargeStringArray | pa.ChunkedArray:
    return pa.array(texts, type=pa.large_string(), from_pandas=True)
