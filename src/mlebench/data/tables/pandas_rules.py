"""One set of pandas' rules, whichever version is installed.

The project is written for pandas 3: texts have a type of their own and assignments never reach another table. pandas
2.3 has the same rules behind two options. They are set for the whole process, because pandas' way to set them for a
while is not safe with threads.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

_VERSION = tuple(int(part) for part in pd.__version__.split(".")[:2])

if _VERSION < (3, 0):
    pd.set_option("future.infer_string", True)
    pd.set_option("mode.copy_on_write", True)

# Options of `pandas.read_csv` that make it round decimal numbers exactly, as it does by itself from 3.1 on.
EXACT_FLOATS: dict[str, Any] = {} if _VERSION >= (3, 1) else {"float_precision": "round_trip"}
