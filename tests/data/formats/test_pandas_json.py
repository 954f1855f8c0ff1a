import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.formats.pandas_json import pandas_json, recoded_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('/\\"\x7f\n\x00\x1fu07fé😀'), max_size=15)


def by_pandas(text: str) -> bytes:
    return pd.DataFrame({"a": [text]}).to_json(orient="records", lines=True).encode()


@given(TEXTS)
def test_texts_are_escaped_as_pandas_escapes_them(text):
    assert pandas_json({"a": text}) + b"\n" == by_pandas(text)


@given(TEXTS, st.booleans())
def test_recoding_gives_the_same_from_either_kind_of_json(text, ascii_only):
    inside = json.dumps(text, ensure_ascii=ascii_only)[1:-1].encode()
    assert recoded_text(inside) == by_pandas(text)[6:-3]


@pytest.mark.parametrize("inside", [rb"\u0041\u00E9\/", rb"\u000a\u007f\u0008", rb"\\u0041\\\u0041", rb"\uD83D\uDE00"])
def test_unusual_escapes(inside):
    assert recoded_text(inside) == by_pandas(json.loads(b'"' + inside + b'"'))[6:-3]
