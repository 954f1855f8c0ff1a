"""What is compared: the code that the runs of a group handed in, or files, and the kernels that belong to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlebench.catalog import Competition, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.sources.kernels import INDEX, kernels_folder
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.integrity.plagiarism.code_files import KERNELS, SUFFIXES, CodeFile, Found, read_file, read_folder
from mlebench.integrity.plagiarism.find import Material, code_blocks
from mlebench.runs import RunGroup

_CODE = "code"  # in a run's folder: what the agent handed in beside its submission


@dataclass(frozen=True)
class Beside:
    """Where to find what submitted code is compared with."""

    registry: Registry
    data_dir: Path
    kernels: Path | None = None  # a folder; null: those that were fetched
    shared: Sequence[Path] = ()  # what everybody was given


def of_group(group: RunGroup, beside: Beside) -> Material:
    """The code of all runs, each competition's kernels, and the code in its description."""
    material = Material()
    for run in group.spec.runs:
        folder = group.folder_of(run) / _CODE
        if folder.is_dir():
            _add(material, read_folder(folder), f"{run.run_id}/{_CODE}", run.run_id, run.competition_id)
        else:
            material.notes.append(f"{run.run_id}: handed in no code.")
    for competition_id in dict.fromkeys(run.competition_id for run in group.spec.runs):
        _add_competition(material, competition_id, beside)
    _add_shared(material, beside.shared)
    return material


def of_paths(paths: Sequence[Path], beside: Beside, competition_id: str | None = None) -> Material:
    """Files and folders, each of which is one submission."""
    material = Material()
    for path in dict.fromkeys(paths):
        name = path.as_posix()
        if path.is_dir():
            _add(material, read_folder(path), name, name, competition_id)
        else:
            _require(path)
            found = read_file(path)
            material.files += [CodeFile(name, name, text, competition_id) for text in found.texts.values()]
            material.notes += [f"Left out: {name}: {reason}." for reason in found.left_out]
    if competition_id is not None:
        beside.registry.get(competition_id)  # somebody typed it
        _add_competition(material, competition_id, beside)
    elif beside.kernels is not None:
        _add_kernels(material, beside.kernels, None)
    _add_shared(material, beside.shared)
    return material


def _add(material: Material, found: Found, label: str, owner: str, competition_id: str | None) -> None:
    material.files += [CodeFile(f"{label}/{name}", owner, text, competition_id) for name, text in found.texts.items()]
    material.notes += [f"Left out: {label}: {reason}." for reason in found.left_out]
    if not found.texts:
        material.notes.append(f"{label}: holds no Python code.")


def _add_competition(material: Material, competition_id: str, beside: Beside) -> None:
    # Not the description in the group, which may be a stranger's: what he copied could stand in it.
    known: Competition | None = None
    try:
        known = beside.registry.get(competition_id)
        material.shared += code_blocks(known.description)
    except (MlebenchError, OSError) as error:
        material.notes.append(f"{competition_id}: its description cannot be read ({str(error).splitlines()[0]}).")
    if beside.kernels is not None:
        own = beside.kernels / competition_id
        _add_kernels(material, own if own.is_dir() else beside.kernels, competition_id)
        return
    folder = kernels_folder(DataLayout(beside.data_dir, competition_id))
    if folder.is_dir():
        _add_kernels(material, folder, competition_id)
    elif known is None or known.url is not None:
        material.notes.append(
            f"{competition_id}: no public kernels are here (mlebench dev kernels download -c {competition_id})."
        )


def _add_kernels(material: Material, folder: Path, competition_id: str | None) -> None:
    _require(folder)
    found = read_folder(folder, KERNELS, skip=(INDEX,))
    label = f"kernels/{competition_id}" if competition_id else "kernels"
    material.files += [
        CodeFile(f"{label}/{name}", "kernels", text, competition_id, is_kernel=True)
        for name, text in found.texts.items()
    ]
    material.notes += [f"Left out: {label}: {reason}." for reason in found.left_out]
    if not found.texts:
        material.notes.append(f"{folder}: holds no kernels.")


def _add_shared(material: Material, paths: Iterable[Path]) -> None:
    for path in paths:
        _require(path)
        found = read_folder(path, KERNELS) if path.is_dir() else read_file(path)
        if not found.texts:
            raise WrongUsage(f"{path}: holds no Python code ({' or '.join(SUFFIXES)}).")
        material.shared += found.texts.values()
        material.notes += [f"Left out: {path}: {reason}." for reason in found.left_out]


def _require(path: Path) -> None:
    if not path.exists():
        raise WrongUsage(f"There is no {path}.")
