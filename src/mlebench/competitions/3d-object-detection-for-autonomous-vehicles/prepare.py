"""The tables of a drive log refer to each other by tokens, hence more steps than elsewhere."""

import json
from pathlib import Path
from typing import Any

from mlebench.data import place, place_named, read_csv, split_rows, write_csv

Records = list[dict[str, Any]]
MAP = "map_raster_palo_alto.png"
SHARED_TABLES = ["attribute", "category", "sensor", "visibility"]
FOLDERS = {"jpeg": "images", "bin": "lidar"}


def prepare(raw: Path, public: Path, private: Path) -> None:
    def load(table: str) -> Records:
        records: Records = json.loads((raw / "train_data" / f"{table}.json").read_bytes())
        return records

    def dump(records: Records, side: str, table: str) -> None:
        target = public / f"{side}_data" / f"{table}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(records))

    logs = load("log")
    train_drives, test_drives = split_rows([log["token"] for log in logs], test_size=0.2)
    drives = {"train": set(train_drives), "test": set(test_drives)}
    samples, data, scenes = load("sample"), load("sample_data"), load("scene")
    poses, sensors = by_token(load("ego_pose")), by_token(load("calibrated_sensor"))
    moments = {}
    for side in drives:
        # A sample's scene has the token of its log.
        own_samples = having(samples, "scene_token", drives[side])
        moments[side] = {sample["token"] for sample in own_samples}
        own_data = having(data, "sample_token", moments[side])
        dump(having(logs, "token", drives[side]), side, "log")
        dump(own_samples, side, "sample")
        dump(own_data, side, "sample_data")
        dump(
            [sensors[t] for t in dict.fromkeys(d["calibrated_sensor_token"] for d in own_data)],
            side,
            "calibrated_sensor",
        )
        dump([poses[d["ego_pose_token"]] for d in own_data], side, "ego_pose")
        dump(having(scenes, "log_token", drives[side]), side, "scene")
        # v1 lists the test logs in both files.
        dump([{**load("map")[0], "log_tokens": test_drives}], side, "map")
        for table in SHARED_TABLES:
            place(raw / "train_data" / f"{table}.json", public / f"{side}_data" / f"{table}.json")
        place(raw / "train_maps" / MAP, public / f"{side}_maps" / MAP)
        for kind, folder in FOLDERS.items():
            names = dict.fromkeys(Path(d["filename"]).name for d in own_data if d["fileformat"] == kind)
            place_named(raw / f"train_{folder}", names, public / f"{side}_{folder}")

    annotations = having(load("sample_annotation"), "sample_token", moments["train"])
    dump(annotations, "train", "sample_annotation")
    seen = {annotation["instance_token"] for annotation in annotations}
    dump(having(load("instance"), "token", seen), "train", "instance")

    boxes = read_csv(raw / "train.csv")
    test = boxes[boxes["Id"].isin(moments["test"])]
    write_csv(boxes[boxes["Id"].isin(moments["train"])], public / "train.csv")
    write_csv(test.assign(PredictionString=test["PredictionString"].map(with_confidence)), private / "test.csv")
    write_csv(test.assign(PredictionString=""), public / "sample_submission.csv")


def by_token(records: Records) -> dict[str, dict[str, Any]]:
    return {record["token"]: record for record in records}


def having(records: Records, field: str, values: set[str]) -> Records:
    return [record for record in records if record[field] in values]


def with_confidence(text: str) -> str:
    """The confidence 1.0 before each box of eight values."""
    values = text.split(" ")
    return " ".join(" ".join(["1.0", *values[i : i + 8]]) for i in range(0, len(values), 8))
