import sys

import pandas as pd
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.tables.bulk_texts import csv_cells, joined, text_buffer

# From 3.13 on Python also quotes a lone carriage return; what we write is as before.
LETTERS = 'aé😀 ,"\n' + "\r" * (sys.version_info < (3, 13))
CELLS = st.lists(st.none() | st.text(alphabet=LETTERS, max_size=6), min_size=1, max_size=9)


@given(CELLS)
def test_cells_are_quoted_as_pandas_quotes_them(cells):
    table = pd.DataFrame({"a": cells, "b": "x"}, dtype="object")
    lines = joined(csv_cells(pa.array(cells, pa.large_string())), "x\n", by=",")
    assert b"a,b\n" + bytes(text_buffer(lines)) == table.to_csv(index=False, lineterminator="\n").encode()
