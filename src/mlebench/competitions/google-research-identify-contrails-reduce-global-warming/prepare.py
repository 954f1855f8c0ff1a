import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mlebench.data import place, place_all, place_tree, split_rows, track, write_csv
from mlebench.metrics.segmentation import encode_runs, runs_text

BANDS = [f"band_{band:02d}.npy" for band in range(8, 17)]
MASK = "human_pixel_masks.npy"
MASKS = ["human_individual_masks.npy", MASK]


def prepare(raw: Path, public: Path, private: Path) -> None:
    records = json.loads((raw / "train_metadata.json").read_text())
    validation = json.loads((raw / "validation_metadata.json").read_text())
    write_parts(raw, public, private, *split_rows(records, test_size=len(validation)))


def write_parts(raw: Path, public: Path, private: Path, train: list[Any], test: list[Any]) -> None:
    answers = pd.DataFrame([answer(raw / "train" / r["record_id"]) for r in track(test, "encoding masks")])
    write_csv(answers, private / "answers.csv")
    draw = random.Random(0)
    guesses = [draw.choice(["1 3 10 5", "-"]) for _ in test]
    write_csv(answers.assign(encoded_pixels=guesses), public / "sample_submission.csv")
    (public / "train_metadata.json").write_text(json.dumps(train))
    place(raw / "validation_metadata.json", public / "validation_metadata.json")
    place_tree(raw / "validation", public / "validation")
    for name, part, files in (("train", train, BANDS + MASKS), ("test", test, BANDS)):
        paths = [Path(record["record_id"], file) for record in part for file in files]
        place_all(((raw / "train" / path, public / name / path) for path in paths), f"placing {name} records")


def answer(record: Path) -> dict[str, Any]:
    mask = np.load(record / MASK)[..., 0] == 1
    height, width = np.load(record / BANDS[0], mmap_mode="r").shape[:2]
    text = runs_text(encode_runs(mask.T)) or "-"
    return {"record_id": record.name, "encoded_pixels": text, "height": height, "width": width}
