from pathlib import Path

import pandas as pd

from mlebench.data import place_all, read_csv, split_rows, write_csv

DAYS_KEPT = 4


def prepare(raw: Path, public: Path, private: Path) -> None:
    rows = read_csv(raw / "train.csv")
    parts = rows["id"].str.split("_", expand=True)
    case, scan = parts[0], parts[0] + "_" + parts[1]
    _, test_cases = split_rows(list(case.drop_duplicates()), test_size=0.1, seed=42)
    test_scans = late_scans(pd.DataFrame({"case": case, "scan": scan, "day": parts[1].str[3:].astype(int)}))
    is_test = case.isin(test_cases) | scan.isin(test_scans)
    held_out = {*test_cases, *test_scans}

    files = sorted(path for name in case.unique() for path in (raw / "train" / name).rglob("*") if path.is_file())
    names = [path.relative_to(raw / "train") for path in files]
    sides = ["test" if {*name.parts[:2]} & held_out else "train" for name in names]
    place_all(
        ((path, public / side / name) for path, side, name in zip(files, sides, names, strict=True)),
        "placing scans",
    )

    test = rows[is_test].rename(columns={"segmentation": "predicted"})
    sizes = {slice_id(path): path.stem.split("_")[2:4] for path in files if path.parent.name == "scans"}
    for index, name in enumerate(("image_width", "image_height")):
        test[name] = test["id"].map({key: float(size[index]) for key, size in sizes.items()})
    write_csv(rows[~is_test], public / "train.csv")
    write_csv(test[["id", "class"]], public / "test.csv")
    write_csv(test[["id", "class"]].assign(predicted="1 1 5 2"), public / "sample_submission.csv")
    write_csv(test, private / "test.csv")


def late_scans(scans: pd.DataFrame) -> set[str]:
    """Scans of the fifth and later days of their case."""
    scans = scans.drop_duplicates().sort_values(["case", "day"])
    return set(scans["scan"][scans.groupby("case").cumcount() >= DAYS_KEPT])


def slice_id(path: Path) -> str:
    """`case1/case1_day2/scans/slice_0003_266_…png` is case1_day2_slice_0003."""
    return f"{path.parent.parent.name}_slice_{path.stem.split('_')[1]}"
