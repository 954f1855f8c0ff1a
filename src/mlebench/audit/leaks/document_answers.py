"""Answers inside files that belong to one wanted row each."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.audit.leaks.contents import Contents, Entry
from mlebench.audit.leaks.documents import MAX_DOCUMENT, READERS, Values, read_values
from mlebench.audit.leaks.linked import Family
from mlebench.audit.leaks.predictive import CHANCE, Verdict, gives_away
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.truth import Truth

NAME = "no answers in files of test samples"
_NEARLY = 0.9
_OFTEN = 0.5  # of the files: a path of fewer is no field of theirs
_DIGITS = 5  # of a number that is not met by accident


def answers_in_documents(contents: Contents, families: list[Family], truth: Truth) -> Search:
    """Fields that are the answer, lists that are its sequence under other names, numbers that are its numbers."""
    families = [family for family in families if family.suffix in READERS]
    if not families:
        return Search(NAME, not_run="There are no such files that can be read.")
    leaks = []
    cells = {name: truth.targets[name].groupby(truth.ids, sort=False).agg(list) for name in truth.targets.columns}
    for family in families:
        found = _read(contents, family)
        paths = Counter(path for values in found.values() for path in values)
        for path in sorted(path for path, files in paths.items() if files >= max(2, _OFTEN * len(found))):
            lists = {one: values[path] for one, values in found.items() if path in values}
            for target, answers in cells.items():
                verdict = _compare(lists, answers[answers.index.isin(lists)], alone=truth.unique)
                if verdict:
                    detail = f"{verdict.how} ({target})"
                    leaks.append(Leak("answer-values", family.pattern, detail, path, caution=not verdict.sure))
    return Search(NAME, leaks)


def _read(contents: Contents, family: Family) -> dict[str, Values]:
    chosen = {entry.name: one for one, entry in family.sample().items() if entry.size <= MAX_DOCUMENT}
    if len(chosen) < len(family.files):
        contents.notes.append(f"{family.pattern}: {len(chosen):,} of {len(family.files):,} files were read")
    found: dict[str, Values] = {}

    def look(entry: Entry, content: bytes) -> None:
        found[chosen[entry.name]] = read_values(entry.name, content)

    contents.read(set(chosen), look, limit=MAX_DOCUMENT)
    return found


def _compare(lists: dict[str, list[str]], answers: pd.Series[Any], *, alone: bool) -> Verdict | None:
    """`answers` are lists too, by id; `alone`: of one cell each."""
    if len(answers) < 2:
        return None
    if alone and all(len(lists[one]) == 1 for one in answers.index):
        feature = pd.Series([lists[one][0] for one in answers.index], dtype=object)
        return gives_away(feature, pd.Series([cells[0] for cells in answers], dtype=object))
    wanted = {str(one): cells[0].split() if len(cells) == 1 else cells for one, cells in answers.items()}
    return _same_numbers(lists, wanted) or _renamed(lists, wanted)


def _renamed(lists: dict[str, list[str]], wanted: dict[str, list[str]]) -> Verdict | None:
    """The same sequences, each word under another name: one name for one word in every file."""
    same_length = [one for one in wanted if len(lists[one]) == len(wanted[one])]
    if len(same_length) < _NEARLY * len(wanted) or len({tuple(words) for words in wanted.values()}) < 3:
        return None
    pairs = Counter(pair for one in same_length for pair in zip(lists[one], wanted[one]))
    total, distinct = sum(pairs.values()), len({word for _, word in pairs})
    best: dict[str, int] = defaultdict(int)
    back: dict[str, int] = defaultdict(int)
    for (name, word), count in pairs.items():
        best[name], back[word] = max(best[name], count), max(back[word], count)
    right = min(sum(best.values()), sum(back.values()))
    repeats = total - max(len(best), len(back))
    if distinct < 3 or right < 0.98 * total or (1 / distinct) ** repeats > CHANCE:
        return None
    return Verdict(f"is the sequence of answers under other names, in {len(same_length):,} files", right / total)


def _same_numbers(lists: dict[str, list[str]], wanted: dict[str, list[str]]) -> Verdict | None:
    """Most numbers of the answer stand in its file, and not in the files of other rows."""
    found = {one: _found(lists[one], wanted[one]) for one in wanted}
    told = {one: hits for one, hits in found.items() if len(hits)}
    total = sum(map(len, told.values()))
    if len(told) < max(2, _NEARLY * len(wanted)) or total < 10:
        return None
    hits = sum(int(hits.sum()) for hits in told.values())
    names = list(told)
    elsewhere = [_found(lists[other], wanted[one]) for one, other in zip(names, [*names[1:], names[0]])]
    by_luck = sum(int(hits.sum()) for hits in elsewhere)
    if hits < _NEARLY * total or by_luck > 0.5 * hits:
        return None
    return Verdict(f"holds {hits:,} of {total:,} numbers of the answers, in {len(told):,} files", hits / total)


def _found(texts: list[str], wanted: list[str]) -> npt.NDArray[np.bool_]:
    """For each number of the answer with enough digits: does it stand there, to its last digit?"""
    exact = [text for text in wanted if sum(map(str.isdigit, text.lstrip("-0."))) >= _DIGITS and _is_number(text)]
    numbers = np.sort(pd.to_numeric(pd.Series(texts, dtype=object), errors="coerce").dropna().to_numpy(float))
    if not exact or not len(numbers):
        return np.zeros(len(exact), dtype=bool)
    values = np.array([float(text) for text in exact])
    steps = np.array([10.0 ** -min(len(text.partition(".")[2]), 7) for text in exact])
    place = np.searchsorted(numbers, values)
    below, above = numbers[np.maximum(place - 1, 0)], numbers[np.minimum(place, len(numbers) - 1)]
    return np.asarray(np.minimum(np.abs(values - below), np.abs(above - values)) <= 0.51 * steps)


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
