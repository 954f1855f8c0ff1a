"""Copies that are not found, and code that is called a copy without being one."""

from __future__ import annotations

from functools import cache
from statistics import fmean

import pytest
from scipy.stats import spearmanr

from mlebench.integrity.plagiarism import THRESHOLD, dolos
from mlebench.integrity.plagiarism.code_files import CodeFile
from mlebench.integrity.plagiarism.find import Material, Method, Settings, compare
from tests.integrity.plagiarism.labelled import KINDS, Case, cases

needs_dolos = pytest.mark.skipif(dolos.why_not() is not None, reason=f"{dolos.why_not()}")
METHODS = [pytest.param("dolos", marks=needs_dolos), "winnowing"]


@cache
def measured(method: Method) -> dict[Case, float]:
    """The similarity of each pair of the labelled set."""
    labelled = cases()
    texts = {name: text for c in labelled for name, text in ((c.left_name, c.left), (c.right_name, c.right))}
    material = Material([CodeFile(name, name, text) for name, text in texts.items()])
    report = compare(material, Settings(method, THRESHOLD, 10**6))
    assert report.method == method
    found = {frozenset((pair.left, pair.right)): pair.similarity for pair in report.pairs}
    return {case: found.get(frozenset((case.left_name, case.right_name)), 0.0) for case in labelled}


def of_kind(method: Method, kind: str) -> list[float]:
    return [similarity for case, similarity in measured(method).items() if case.kind == kind]


@pytest.mark.parametrize("method", METHODS)
def test_the_more_of_a_program_is_left_the_higher_it_stands(method: Method) -> None:
    means = [fmean(of_kind(method, kind)) for kind in KINDS]
    assert means == sorted(means, reverse=True)
    assert means[0] == 1
    # Nothing that was copied by half or more stands below anything that was not copied.
    assert min(min(of_kind(method, kind)) for kind in KINDS[:5]) > max(of_kind(method, "unrelated"))


@pytest.mark.parametrize("method", METHODS)
def test_precision_and_recall_that_the_docs_state(method: Method) -> None:
    flagged = [case for case, similarity in measured(method).items() if similarity >= THRESHOLD]
    assert all(case.is_copy for case in flagged)
    found = {kind: sum(case.kind == kind for case in flagged) / len(of_kind(method, kind)) for kind in KINDS}
    assert [found[kind] for kind in KINDS[:5]] == [1, 1, 1, 1, 1]
    assert len(flagged) / sum(case.is_copy for case in measured(method)) >= 0.93
    assert max(of_kind(method, "unrelated")) < 0.1  # far from the threshold


@needs_dolos
def test_dolos_and_winnowing_rank_alike() -> None:
    ours, theirs = measured("winnowing"), measured("dolos")
    copied = [case for case in ours if case.is_copy]
    assert spearmanr([ours[case] for case in copied], [theirs[case] for case in copied]).statistic > 0.85
    # For each program by itself, no two copies stand the other way round, but for such as are about equal.
    for one in copied:
        for other in copied:
            if one.left_name == other.left_name and theirs[one] > theirs[other] + 0.1:
                assert ours[one] >= ours[other]


if __name__ == "__main__":  # what docs/how-to/integrity.md states
    for name in ("dolos", "winnowing"):
        for kind in KINDS:
            values = of_kind(name, kind)
            flagged = sum(value >= THRESHOLD for value in values)
            print(f"{name} {kind}: {min(values):.2f} {fmean(values):.2f} {max(values):.2f}, {flagged}/{len(values)}")
