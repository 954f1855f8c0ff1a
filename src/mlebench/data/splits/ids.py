"""New ids for rows of public data sets, so that neither an id nor the order of rows tells anything."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd


def shuffled_ids(
    *parts: pd.DataFrame, seed: int, column: str = "id", form: str | None = None
) -> tuple[pd.DataFrame, ...]:
    """The parts with a new first column: the numbers from 1 up, shuffled over all parts together.

    Each part is sorted by it. `form` makes texts of the numbers, as in `"img_{:04d}"`.

    >>> train, test = shuffled_ids(pd.DataFrame({"y": [1, 2]}), pd.DataFrame({"y": [3]}), seed=0)
    >>> sorted([*train["id"], *test["id"]])
    [1, 2, 3]
    """
    numbers = np.random.default_rng(seed).permutation(sum(map(len, parts))) + 1
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return tuple(
        _numbered(part, given, column, form) for part, given in zip(parts, np.split(numbers, ends), strict=True)
    )


def _numbered(part: pd.DataFrame, given: npt.NDArray[np.int64], column: str, form: str | None) -> pd.DataFrame:
    order = np.argsort(given)
    sorted_ids = given[order].tolist()
    numbered = part.iloc[order].reset_index(drop=True)
    numbered.insert(0, column, [form.format(i) for i in sorted_ids] if form else sorted_ids)
    return numbered
