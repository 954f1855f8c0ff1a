import pandas as pd
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.tables.gather import gather

SCHEMA = pa.schema([("whole", pa.int64()), ("text", pa.large_string()), ("float", pa.float64())])
whole = st.integers(-(2**63), 2**63 - 1)
row = st.tuples(st.none() | whole, st.none() | st.text(max_size=3), st.none() | st.floats(allow_nan=False))
full_row = st.tuples(whole, st.text(max_size=3), st.floats(allow_nan=False))
blocks = st.lists(st.lists(full_row, max_size=5) | st.lists(row, max_size=5), min_size=1, max_size=6)


def table_of(rows):
    columns = zip(*rows, strict=True) if rows else [[]] * len(SCHEMA)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.table(arrays, schema=SCHEMA)


@given(blocks, st.floats(0, 10))
def test_the_frame_is_that_of_arrow(rows, expected):
    tables = [table_of(block) for block in rows]
    pd.testing.assert_frame_equal(gather(iter(tables), expected), pa.concat_tables(tables).to_pandas())


def test_whole_numbers_stay_whole_without_blanks_and_become_floats_with_one():
    whole_numbers, blank = table_of([(2**60 + 1, "a", 0.5)]), table_of([(None, "b", 1.0)])
    assert gather([whole_numbers, whole_numbers], 1)["whole"].tolist() == [2**60 + 1] * 2
    assert gather([whole_numbers, blank], 9)["whole"].dtype == float
