"""Decimal numbers as pandas parsed them when v1 was made, which differs from exact rounding in the last digit."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

_PLAIN = re.compile(r"([+-]?)(\d*)\.?(\d*)")
_DIGITS = 17


def v1_floats(texts: pd.Series[Any]) -> pd.Series[Any]:
    """A column of decimal numbers, read as text, as the floats that v1 saw; blanks are missing."""
    return texts.map(v1_float, na_action="ignore").astype(float)


def v1_float(text: str) -> float:
    """The float that pandas' former default parser makes of a decimal number.

    It collects the first 17 digits in a float, which rounds at each step, and divides once by a power of ten.

    >>> v1_float("-122.00167572346335"), float("-122.00167572346335")
    (-122.00167572346336, -122.00167572346335)
    """
    match = _PLAIN.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]):
        return float(text)
    sign, whole, decimals = match.groups()
    digits = (whole + decimals)[:_DIGITS]
    number = 0.0
    for digit in digits:
        number = number * 10.0 + int(digit)
    exponent = len(whole) - len(digits)
    number = number * float(f"1e{exponent}") if exponent > 0 else number / float(f"1e{-exponent}")
    return -number if sign == "-" else number
