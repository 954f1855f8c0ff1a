"""Decimal numbers as pandas parsed them when v1 was made, which differs from exact rounding in the last digits."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

_PLAIN = re.compile(r"([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?")
_DIGITS = 17
_LARGEST_POWER = 308


def v1_floats(texts: pd.Series[Any]) -> pd.Series[Any]:
    """A column of decimal numbers, read as text, as the floats that v1 saw; blanks are missing."""
    return texts.map(v1_float, na_action="ignore").astype(float)


def v1_float(text: str) -> float:
    """The float that pandas' former default parser makes of a decimal number.

    It collects the first 17 digits, leading zeros among them, in a float, which rounds at each step, and multiplies
    or divides once by a power of ten.

    >>> v1_float("-122.00167572346335"), float("-122.00167572346335")
    (-122.00167572346336, -122.00167572346335)
    """
    match = _PLAIN.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]):
        return float(text)
    sign, whole, decimals, power = match.groups()
    digits = (whole + decimals)[:_DIGITS]
    exponent = len(whole) - len(digits) + int(power or 0)
    if abs(exponent) > _LARGEST_POWER:
        return float(text)
    number = 0.0
    for digit in digits:
        number = number * 10.0 + int(digit)
    number = number * float(f"1e{exponent}") if exponent > 0 else number / float(f"1e{-exponent}")
    return -number if sign == "-" else number
