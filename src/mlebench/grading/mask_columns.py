"""Masks written as run lengths: five competitions read them by the same rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from mlebench.data.tables.bulk_texts import ended, text_buffer
from mlebench.grading.messages import listed, refuse, warn
from mlebench.grading.text_columns import in_pieces, text_column, texts
from mlebench.metrics.masks import Masks, decode_masks
from mlebench.metrics.segmentation import Integers, Runs, checked_runs, parse_integers


def masks(submission: pd.DataFrame, column: str, pixels: Iterable[int], *, on: str, blank: bool = True) -> Masks:
    """The run lengths of each row, cut at the row's number of pixels; malformed ones are refused.

    A missing value is an empty mask, or refused without `blank`. Messages name rows by their id, `on`.
    """
    cells, pixels = text_column(submission, column, allow_blank=blank), pd.Series(list(pixels))
    pieces = zip(in_pieces(cells), in_pieces(pixels), strict=True)
    at_once = [decode_masks(bytes(text_buffer(ended(texts, "\n"))), sizes.to_numpy()) for texts, sizes in pieces]
    if None not in at_once:
        return Masks.joined(filter(None, at_once))
    result, odd = [], []
    for name, text, size in zip(submission[on], cells, pixels, strict=True):
        try:
            values = parse_integers(text)
            if len(values) in (1, 3):
                odd.append(name)
                result.append(_stretched(values, size))
            else:
                result.append(checked_runs(values, pixels=size))
        except ValueError as error:
            refuse(f"Column '{column}' of {listed([name])}: {error}.")
    if odd:
        warn(f"Column '{column}' has an odd count of numbers, so a length is missing: {listed(odd)}.")
    return Masks.of(result)


def require_whole_runs(submission: pd.DataFrame, column: str, pixels: Iterable[int], *, on: str) -> None:
    """Refuse cells with an odd count of numbers and runs beyond the last pixel, which `masks` takes as v1 does."""
    for name, text, size in zip(submission[on], texts(submission, column), pixels, strict=True):
        values = parse_integers(text)
        if len(values) % 2 or (values[1::2] > size + 1 - values[::2]).any():
            refuse(f"Column '{column}' of {listed([name])} must hold pairs of start and length, within the picture.")


def _stretched(values: Integers, pixels: int) -> Runs:
    """One or three numbers as v1 reads them: its arrays stretch the one length, or none, over all starts."""
    if len(values) == 3:
        return checked_runs(np.append(values, values[1]), pixels=pixels)
    checked_runs(np.append(values, 1))
    return Runs(values[:0], values[:0])
