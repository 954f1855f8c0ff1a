"""JSON text as pandas' `to_json` writes it: no blanks, `/` as `\\/`, everything beyond ASCII as `\\uxxxx`."""

from __future__ import annotations

import json
import re
from typing import Any

# In ASCII text between quotes: escapes that pandas writes in another way, such as `\u0041` or `\u00E9`.
_OTHER_ESCAPES = re.compile(rb"\\(?:/|u00[0-7]|u[0-9a-f]{0,3}[A-F])")
_DELETE = re.compile(r"(?<!\\)((?:\\\\)*)\\u007f")


def pandas_json(value: Any) -> bytes:
    """A value without floats as JSON.

    >>> pandas_json({"a": ["x/y", 1, True, None]})
    b'{"a":["x\\\\/y",1,true,null]}'
    """
    text = json.dumps(value, separators=(",", ":")).replace("/", "\\/")
    if "\\u007f" in text:  # the one character that Python escapes and pandas does not
        text = _DELETE.sub("\\1\x7f", text)
    return text.encode()


def recoded_text(inside: bytes) -> bytes:
    """The text inside the quotes of a JSON string, with pandas' escapes; quick where there is little to change."""
    if inside.isascii() and not _OTHER_ESCAPES.search(inside):
        return inside.replace(b"/", b"\\/")
    return pandas_json(json.loads(b'"' + inside + b'"'))[1:-1]
