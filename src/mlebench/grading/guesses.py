"""Class names and ranked guesses that v1 takes as they come: what is odd about them is only warned of."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pandas as pd

from mlebench.grading.checks import listed, warn
from mlebench.grading.texts import texts

_SHOWN_CHARACTERS = 80


def warn_of_unknown(names: Iterable[str], known: Collection[str], column: str, effect: str) -> None:
    """Warn of names that are no class, blanks among them."""
    unknown = [name[:_SHOWN_CHARACTERS] for name in sorted(set(names).difference(known))]
    if unknown:
        warn(f"Column '{column}' has values that are none of the classes ({listed(unknown)}); {effect}.")


def ranked_guesses(submission: pd.DataFrame, column: str) -> list[list[str]]:
    """Each cell as a list of guesses, split at single spaces: each further space is an empty, wrong guess.

    A column of numbers is written out as pandas prints it, so that numbers beside blank cells become
    decimals such as 12.0.

    >>> ranked_guesses(pd.DataFrame({"Id": ["w_1  w_2"]}), "Id")
    [['w_1', '', 'w_2']]
    """
    guesses = [text.split(" ") for text in texts(submission, column, allow_numbers=True)]
    if any("" in row for row in guesses):
        warn(
            f"Column '{column}' has blank cells, or guesses not separated by exactly one space; each empty guess "
            "takes up a place."
        )
    if submission[column].dtype.kind == "f" and submission[column].notna().any():
        warn(f"Column '{column}' reads as decimals such as '12.0', which are no names or ids.")
    return guesses
