"""Copied code: submitted files against public kernels, and against those of other runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlebench.integrity.plagiarism.report import PlagiarismReport
    from mlebench.runs import RunGroup

THRESHOLD = 0.2  # of similarity: measured on a labelled set, docs/how-to/integrity.md
MOST_PAIRS = 200


def find_copies(
    submitted: RunGroup | Sequence[Path | str],
    *,
    kernels: Path | str | None = None,
    competition_id: str | None = None,
    shared: Sequence[Path | str] = (),
    method: str | None = None,
    threshold: float = THRESHOLD,
    most_pairs: int = MOST_PAIRS,
    data_dir: Path | str | None = None,
    competitions_dir: Sequence[Path] = (),
) -> PlagiarismReport:
    """Compare the code of a run group's runs, or of files and folders, with public kernels and with each other.

    Nothing is executed. `shared` are files that everybody was given and that do not count. `method` is "dolos" or
    "winnowing"; without it, Dolos is used where it is installed. Where `kernels` is null, those that
    `mlebench dev kernels download` has fetched are used.
    """
    from mlebench.catalog import Registry
    from mlebench.data.layout import default_data_dir
    from mlebench.integrity.plagiarism.find import Settings, compare, method_of
    from mlebench.integrity.plagiarism.gather import Beside, of_group, of_paths
    from mlebench.runs import RunGroup

    beside = Beside(
        Registry.default(competitions_dir),
        (Path(data_dir) if data_dir else default_data_dir()).absolute(),
        Path(kernels) if kernels else None,
        [Path(path) for path in shared],
    )
    if isinstance(submitted, RunGroup):
        material = of_group(submitted, beside)
    else:
        material = of_paths([Path(path) for path in submitted], beside, competition_id)
    return compare(material, Settings(method_of(method), threshold, most_pairs))
