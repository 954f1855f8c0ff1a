import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import ZipMember, member_names, place_members, read_csv, write_csv

ROOT, ESSENTIAL, SUPPLEMENTAL = "mlsp_contest_dataset/", "essential_data/", "supplemental_data/"
SEGMENT_TABLES = ["histogram_of_segments.txt", "segment_features.txt", "segment_rectangles.txt"]
SPECIES = range(19)


def prepare(raw: Path, public: Path, private: Path) -> None:
    archive = raw / "mlsp_contest_dataset.zip"
    folds = read_csv(ZipMember(archive, f"{ROOT}{ESSENTIAL}CVfolds_2.txt"))
    # Kaggle published labels for fold 0 only. Its recordings are kept, under new ids.
    new_id = {old: new for new, old in enumerate(folds.loc[folds["fold"] == 0, "rec_id"])}
    test = np.random.RandomState(0).choice(len(new_id), size=round(0.2 * len(new_id)), replace=False)
    folds = pd.DataFrame({"rec_id": range(len(new_id)), "fold": 0})
    folds.loc[test, "fold"] = 1
    write_csv(folds, public / ESSENTIAL / "CVfolds_2.txt")

    names = read_csv(ZipMember(archive, f"{ROOT}{ESSENTIAL}rec_id2filename.txt"))
    names = names[names["rec_id"].isin(list(new_id))]
    write_csv(names.assign(rec_id=names["rec_id"].map(new_id)), public / ESSENTIAL / "rec_id2filename.txt")
    _place_recordings(archive, set(names["filename"]), public)

    _write_labels(dict(_rows(archive, f"{ESSENTIAL}rec_labels_test_hidden.txt", new_id)), set(test), public, private)
    for name in SEGMENT_TABLES:
        rows = (f"{recording},{rest}" for recording, rest in _rows(archive, SUPPLEMENTAL + name, new_id))
        # v1 puts the header of the histograms on all three.
        _write_lines("rec_id,[histogram of segment features]", rows, public / SUPPLEMENTAL / name)


def _rows(archive: Path, table: str, new_id: dict[int, int]) -> Iterator[tuple[int, str]]:
    """New id and the rest of the line, for the recordings that are kept."""
    with ZipMember(archive, ROOT + table).open() as file:
        lines = io.TextIOWrapper(file, encoding="utf-8")
        next(lines)
        for line in lines:
            old, _, rest = line.rstrip("\n").partition(",")
            if old.strip() and int(old) in new_id:
                yield new_id[int(old)], rest


def _write_lines(header: str, lines: Iterable[str], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in (header, *lines)), encoding="utf-8")


def _write_labels(labels: dict[int, str], test: set[int], public: Path, private: Path) -> None:
    hidden = {recording: "?" if recording in test else text for recording, text in labels.items()}
    lines = (f"{recording},{text}" if text else f"{recording}" for recording, text in hidden.items())
    _write_lines("rec_id,[labels]", lines, public / ESSENTIAL / "rec_labels_test_hidden.txt")

    present = {100 * recording + int(k) for recording in test for k in labels[recording].split(",") if k.strip()}
    answers = pd.DataFrame({"Id": [100 * recording + k for recording in labels if recording in test for k in SPECIES]})
    write_csv(answers.assign(Probability=answers["Id"].isin(list(present)).astype(int)), private / "answers.csv")
    write_csv(answers.sort_values("Id").assign(Probability=0), public / "sample_submission.csv")


def _place_recordings(archive: Path, recordings: set[str], public: Path) -> None:
    """Sounds and pictures of the recordings that are kept, and the files that concern all of them."""
    common = ["species_list.txt", "segment_clusters.bmp", "segment_mosaic.bmp"]
    targets = {}
    for name in member_names(archive):
        path = Path(name.removeprefix(ROOT))
        if path.name in common or (path.suffix in (".wav", ".bmp") and path.stem in recordings):
            targets[name] = public / path
    place_members(archive, targets)
