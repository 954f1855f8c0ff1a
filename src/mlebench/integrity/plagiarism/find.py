"""Who copied from whom: submitted files against public kernels, and against each other's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast, get_args

import numpy as np

from mlebench.errors import WrongUsage
from mlebench.integrity.plagiarism import dolos
from mlebench.integrity.plagiarism.code_files import CodeFile
from mlebench.integrity.plagiarism.compare import pair_of, rank
from mlebench.integrity.plagiarism.fingerprints import Fingerprints, winnow
from mlebench.integrity.plagiarism.report import PlagiarismReport
from mlebench.integrity.plagiarism.syntax import without_shared

Method = Literal["dolos", "winnowing"]
# Different fingerprints of a file that is compared: those of about ten lines. A long list has one, again and again.
_FEWEST: dict[Method, int] = {"dolos": 40, "winnowing": 16}
_NAMED = 10
_NOTHING = np.zeros(0, np.uint64)
_CODE_BLOCK = re.compile(r"^(```+|~~~+)[^\n]*\n(.*?)^\1", re.MULTILINE | re.DOTALL)


@dataclass
class Material:
    """What is compared, what everybody has and so does not count, and what is to be said about it."""

    files: list[CodeFile] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Settings:
    """How to compare. Without a method, Dolos where it is installed."""

    method: Method | None
    threshold: float
    most_pairs: int


def method_of(name: str | None) -> Method | None:
    """A method by its name; null is the best that there is."""
    if name is None or name in get_args(Method):
        return cast("Method | None", name)
    raise WrongUsage(f"There is no method '{name}'.", hint=f"There are: {', '.join(get_args(Method))}")


def code_blocks(markdown: str) -> list[str]:
    """The code in a description: whoever reads it may use it."""
    return [match[2] for match in _CODE_BLOCK.finditer(markdown)]


def compare(material: Material, settings: Settings) -> PlagiarismReport:
    """The report on all files of the material."""
    submitted = [file for file in material.files if not file.is_kernel]
    kernels = [file for file in material.files if file.is_kernel]
    if not submitted:
        raise WrongUsage("There is no Python code to compare.", hint="\n".join(material.notes) or None)
    if not kernels and len({file.owner for file in submitted}) < 2:
        raise WrongUsage(
            "There is nothing to compare the code with.",
            hint="Fetch public kernels with: mlebench dev kernels download -c ID\nOr name a folder of them: --kernels",
        )
    made = _fingerprint([*submitted, *kernels], material.shared, settings.method)
    files, prints = made.files, made.prints
    ranking = rank(prints, _partners(files), settings.threshold, settings.most_pairs)
    pairs = [
        pair_of((files[i].name, files[j].name), similarity, prints[i], prints[j]) for similarity, i, j in ranking.pairs
    ]
    owners = len({file.owner for file in submitted})
    notes = [
        f"Compared {len(submitted)} files of {owners} submissions with {len(kernels)} public kernels"
        + (", and with those of the other submissions." if owners > 1 else "."),
        "Imports, docstrings and comments do not count"
        + (f", nor do {len(material.shared)} pieces of code that everybody was given." if material.shared else "."),
        *made.notes,
        *material.notes,
    ]
    hidden = ranking.suspicious - sum(pair.similarity >= settings.threshold for pair in pairs)
    if hidden > 0:
        notes.append(f"{hidden} more pairs are at or above the threshold, and not listed (--pairs).")
    return PlagiarismReport(
        method=made.method,
        threshold=settings.threshold,
        pairs=sorted(pairs, key=lambda pair: (-pair.similarity, pair.left, pair.right)),
        notes=notes,
    )


def _partners(files: Sequence[CodeFile]) -> Callable[[int], np.ndarray]:
    """With which files one is compared: each pair once, and kernels with files of their competition."""
    owners = {owner: number for number, owner in enumerate(dict.fromkeys(file.owner for file in files))}
    whose = np.array([owners[file.owner] for file in files])
    kernel = np.array([file.is_kernel for file in files])
    names = [file.competition for file in files]
    competitions = {name: number for number, name in enumerate(dict.fromkeys(names))}
    what = np.array([competitions[name] for name in names])
    anything = competitions.get(None, -1)

    def partners(left: int) -> np.ndarray:
        if kernel[left]:
            return np.zeros(len(files), bool)
        fits = ~kernel | (what == what[left]) | (what == anything) | (what[left] == anything)
        later = np.arange(len(files)) > left
        return np.asarray(later & (whose != whose[left]) & fits)

    return partners


class _Made(NamedTuple):
    method: Method
    files: list[CodeFile]
    prints: list[Fingerprints]
    notes: list[str]


def _fingerprint(files: Sequence[CodeFile], shared: Sequence[str], method: Method | None) -> _Made:
    """Files that have enough of their own to be told from others."""
    notes: list[str] = []
    plain, given = [without_shared(file.text) for file in files], [without_shared(text) for text in shared]
    if method is None:
        try:
            return _own("dolos", files, _by_dolos(plain, given, all_of_them=True), notes)
        except dolos.DolosFailed as error:
            notes.append(f"Compared by winnowing: {error.message}")
    if method == "dolos":
        return _own("dolos", files, _by_dolos(plain, given), notes)
    made = _Prints([winnow(text) for text in plain], [winnow(text, window=1) for text in given])
    return _own("winnowing", files, made, notes)


class _Prints(NamedTuple):
    """Of the files, and of what everybody was given: every stretch of it, for who knows which are chosen in a file."""

    files: Sequence[Fingerprints | str]  # or why there are none
    given: Sequence[Fingerprints | str]


def _by_dolos(plain: Sequence[str], given: Sequence[str], *, all_of_them: bool = False) -> _Prints:
    made = dolos.fingerprints(plain)
    failed = next((each for each in made if isinstance(each, str)), None)
    if all_of_them and failed is not None:  # nested so deeply that its stack overflows, which anybody can bring about
        raise dolos.DolosFailed(f"Dolos cannot read one of the files ({failed}).")
    return _Prints(made, dolos.fingerprints(given, window=1) if given else [])


def _own(method: Method, files: Sequence[CodeFile], made: _Prints, notes: list[str]) -> _Made:
    common = np.concatenate([_NOTHING, *(each.hashes for each in made.given if not isinstance(each, str))])
    kept: list[tuple[CodeFile, Fingerprints]] = []
    short, failed = [], []
    for file, each in zip(files, made.files, strict=True):
        if isinstance(each, str):
            failed.append(f"{file.name} ({each})")
        elif len(np.unique((own := each.without(common)).hashes)) < _FEWEST[method]:
            short.append(file.name)
        else:
            kept.append((file, own))
    if short:
        notes.append(f"Too short or too uniform to be told from others: {_listed(short)}.")
    if failed:
        notes.append(f"Left out, as Dolos cannot read them: {_listed(failed)}.")
    return _Made(method, [file for file, _ in kept], [own for _, own in kept], notes)


def _listed(names: Sequence[str]) -> str:
    more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])
