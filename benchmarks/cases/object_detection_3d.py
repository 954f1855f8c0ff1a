"""3-D objects: drives of 22,680 moments, 638,000 boxes that stand at any angle, and their records in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, write_files, write_table

DRIVES, MOMENTS, BOXES, SENSORS = 180, 126, 28, 8
GRADED = DRIVES * MOMENTS // 5
CLASSES = ("car", "car", "car", "truck", "bus", "pedestrian", "bicycle")
JSON_TABLES = [
    "log",
    "sample",
    "sample_data",
    "scene",
    "ego_pose",
    "calibrated_sensor",
    "map",
    "sample_annotation",
    "instance",
]


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    logs = hex_ids(rng, int(DRIVES * scale), 64)
    samples = hex_ids(rng, len(logs) * MOMENTS, 64)
    data = hex_ids(rng, len(samples) * SENSORS, 64)
    notes = hex_ids(rng, len(samples) * BOXES, 64)
    turn, place = [0.94, 0.0, 0.0, 0.34], [1034.2543, 1560.1243, -23.5643]
    # One of eight sensors is a lidar.
    files = [f"images/host-{i}.jpeg" if i % SENSORS else f"lidar/host-{i}.bin" for i in range(len(data))]
    tables: dict[str, list[dict[str, Any]]] = {
        "log": [{"token": log, "location": "Palo Alto", "vehicle": "a101"} for log in logs],
        "scene": [{"token": log, "log_token": log, "nbr_samples": MOMENTS} for log in logs],
        "sample": [
            {"token": token, "timestamp": i * 0.2, "scene_token": logs[i // MOMENTS], "next": "", "prev": ""}
            for i, token in enumerate(samples)
        ],
        "sample_data": [
            {
                "token": token,
                "sample_token": samples[i // SENSORS],
                "ego_pose_token": token,
                "calibrated_sensor_token": f"sensor{i % SENSORS}",
                "fileformat": "jpeg" if i % SENSORS else "bin",
                "filename": files[i],
                "timestamp": i * 0.2,
            }
            for i, token in enumerate(data)
        ],
        "ego_pose": [{"token": token, "rotation": turn, "translation": place, "timestamp": 0.2} for token in data],
        "calibrated_sensor": [{"token": f"sensor{i}", "rotation": turn, "translation": place} for i in range(SENSORS)],
        "map": [{"log_tokens": logs, "filename": "maps/map_raster_palo_alto.png"}],
        "sample_annotation": [
            {
                "token": token,
                "sample_token": samples[i // BOXES],
                "instance_token": notes[i // 40],
                "translation": place,
                "size": place,
                "rotation": turn,
            }
            for i, token in enumerate(notes)
        ],
        "instance": [{"token": token, "nbr_annotations": 40, "category_token": "car"} for token in notes[::40]],
        **{name: [] for name in ("attribute", "category", "sensor", "visibility")},
    }
    for folder in ("train_data", "train_maps", "train_images", "train_lidar"):
        (raw / folder).mkdir()
    for name, records in tables.items():
        (raw / "train_data" / f"{name}.json").write_text(json.dumps(records))
    write_files(raw / f"train_{name}" for name in [*files, "maps/map_raster_palo_alto.png"])
    write_table(raw / "train.csv", {"Id": samples, "PredictionString": texts(boxes(rng, len(samples)))})


def boxes(rng: np.random.Generator, samples: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Centres, sizes and angles."""
    centres = rng.uniform([1000, 1500, -25], [1080, 1580, -23], (samples, BOXES, 3))
    sizes = rng.uniform([1.5, 3, 1.4], [2.5, 6, 2], (samples, BOXES, 3))
    return np.concatenate([centres, sizes, rng.uniform(-3, 3, (samples, BOXES, 1))], axis=-1)


def texts(of_samples: np.ndarray[Any, np.dtype[np.float64]], confidence: str = "") -> list[str]:
    return [
        " ".join(
            f"{confidence}{' '.join(map(repr, box))} {CLASSES[number % len(CLASSES)]}" for number, box in enumerate(row)
        )
        for row in of_samples.tolist()
    ]


def write_all_graded(prepared: Path, target: Path) -> None:
    """Answers of the real number of moments, and boxes that lie nearby."""
    rng = np.random.default_rng(1)
    ids, truth = hex_ids(rng, GRADED, 64), boxes(rng, GRADED)
    write_table(prepared / "private" / "test.csv", {"Id": ids, "PredictionString": texts(truth, "1.0 ")})
    guesses = truth + rng.normal(0, 0.1, truth.shape)
    write_table(target, {"Id": ids, "PredictionString": texts(guesses, "0.7 ")})


CASE = Case(
    "3d-object-detection-for-autonomous-vehicles",
    size="22,680 moments, 190,000 files, 638,000 boxes; 4,536 moments graded",
    build=build,
    scale=0.25,
    tables=("train.csv",),
    json_files=tuple(f"train_data/{name}.json" for name in JSON_TABLES),
    submission=write_all_graded,
    own_answers=True,
    grade_scale=1,
    grade_note=(
        "the rest turns 2 million numbers inside texts into numbers and computes the overlaps of 940,000 pairs of "
        "turned boxes"
    ),
)
