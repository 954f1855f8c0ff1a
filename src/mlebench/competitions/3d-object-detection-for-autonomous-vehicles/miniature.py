"""Miniature of the raw data: 16 drives of 4 samples, in the tables, pictures and lidar files of the real one."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

# class -> (typical width, length, height), share
CLASSES = {
    "car": ((1.9, 4.8, 1.7), 0.6),
    "truck": ((2.8, 10.0, 3.4), 0.07),
    "bus": ((2.9, 12.0, 3.4), 0.06),
    "other_vehicle": ((2.8, 8.2, 3.2), 0.07),
    "pedestrian": ((0.8, 0.8, 1.8), 0.1),
    "bicycle": ((0.6, 1.8, 1.4), 0.05),
    "motorcycle": ((0.9, 2.4, 1.6), 0.03),
    "emergency_vehicle": ((2.4, 6.5, 2.4), 0.01),
    "animal": ((0.4, 0.7, 0.5), 0.01),
}
LOGS, SAMPLES = 16, 4
CHANNELS = [("CAM_FRONT", "camera"), ("CAM_BACK", "camera"), ("LIDAR_TOP", "lidar")]


class Maker:
    def __init__(self, out, rng):
        self.out, self.rng, self.tables = out, rng, {}

    def token(self):
        return self.rng.bytes(32).hex()

    def add(self, table, **row):
        self.tables.setdefault(table, []).append(row)
        return row

    def quaternion(self, yaw):
        return [round(float(np.cos(yaw / 2)), 9), 0.0, 0.0, round(float(np.sin(yaw / 2)), 9)]

    def fixed_tables(self):
        self.category = {
            n: self.add("category", description=f"a {n}", token=self.token(), name=n)["token"] for n in CLASSES
        }
        names = ["object_action_parked", "object_action_walking", "is_stationary"]
        self.attribute = [self.add("attribute", description="", token=self.token(), name=n)["token"] for n in names]
        for level in ["v0-40", "v40-60", "v60-80", "v80-100"]:
            self.add("visibility", description=f"visibility {level}", token=self.token(), level=level)
        self.sensor = {c: self.add("sensor", modality=m, channel=c, token=self.token())["token"] for c, m in CHANNELS}
        # the calibration belongs to a car, and a car drives several logs
        self.calibration = {}
        for car in ["a004", "a101", "a102"]:
            for channel, modality in CHANNELS:
                self.calibration[car, channel] = self.add(
                    "calibrated_sensor",
                    sensor_token=self.sensor[channel],
                    rotation=self.quaternion(self.rng.uniform(-3, 3)),
                    camera_intrinsic=[[882.5, 0.0, 608.4], [0.0, 882.5, 509.9], [0.0, 0.0, 1.0]]
                    if modality == "camera"
                    else [],
                    translation=[float(x) for x in self.rng.uniform(-1, 2, 3)],
                    token=self.token(),
                )["token"]

    def record(self, sample, car, channel, modality, when, pose, filename=None):
        kind, fileformat = ("images", "jpeg") if modality == "camera" else ("lidar", "bin")
        name = filename or f"{kind}/host-{car}_{channel.lower()}_{when}.{fileformat}"
        row = dict(
            width=1224,
            height=1024,
            calibrated_sensor_token=self.calibration[car, channel],
            token=self.token(),
            sample_token=sample,
            is_key_frame=True,
            prev="",
            fileformat=fileformat,
            ego_pose_token=pose,
            timestamp=float(when),
            next="",
            filename=name,
            sensor_modality=modality,
            channel=channel,
        )
        if modality == "lidar":
            row.update(width=None, height=None)
        self.add("sample_data", **row)
        path = self.out / f"train_{kind}" / Path(name).name
        if kind == "lidar":
            path.write_bytes(self.rng.normal(0, 20, (16, 5)).astype("<f4").tobytes())
        elif not path.exists():
            Image.fromarray(self.rng.integers(0, 255, (3, 4, 3)).astype(np.uint8).repeat(4, 0).repeat(4, 1)).save(
                path, "JPEG", quality=40
            )
        return name

    def drive(self, number):
        """One log = one scene of some samples with objects that move along."""
        rng, log = self.rng, self.token()
        car = str(rng.choice(["a004", "a101", "a102"]))
        start = 1_240_000_000_000_000 + number * 10**9
        self.add(
            "log", date_captured="2019-05-14", location="Palo Alto", token=log, vehicle=car, logfile="", map_token=""
        )
        samples = [self.token() for _ in range(SAMPLES)]
        self.add(
            "scene",
            log_token=log,
            first_sample_token=samples[0],
            name=f"host-{car}-lidar0-{start}",
            description="",
            last_sample_token=samples[-1],
            nbr_samples=SAMPLES,
            token=log,
        )
        objects = []
        for _ in range(int(rng.integers(4, 9))):
            name = str(rng.choice(list(CLASSES), p=np.array([s for _, s in CLASSES.values()])))
            objects.append(
                dict(
                    name=name,
                    token=self.token(),
                    at=rng.uniform([1000, 1500, -25], [1060, 1560, -22]),
                    yaw=rng.uniform(-np.pi, np.pi),
                    speed=rng.uniform(0, 3),
                    anns=[],
                    size=[round(x * rng.uniform(0.85, 1.15), 3) for x in CLASSES[name][0]],
                )
            )
        for k, sample in enumerate(samples):
            when = start + k * 200_000
            self.add(
                "sample",
                next=samples[k + 1] if k + 1 < SAMPLES else "",
                prev=samples[k - 1] if k else "",
                token=sample,
                timestamp=float(when),
                scene_token=log,
            )
            poses = [
                self.add(
                    "ego_pose",
                    rotation=self.quaternion(rng.uniform(-3, 3)),
                    token=self.token(),
                    timestamp=float(when),
                    translation=[float(x) for x in rng.uniform([1000, 1500, -24], [1060, 1560, -23])],
                )["token"]
                for _ in range(2)
            ]
            for (channel, modality), pose in zip(CHANNELS, [poses[0], poses[1], poses[1]]):  # two sensors share a pose
                name = self.record(sample, car, channel, modality, when, pose)
                if number == 3 and k == 0 and channel == "CAM_FRONT":  # the same picture listed twice
                    self.record(sample, car, channel, modality, when, pose, filename=name)
            boxes = []
            for j, o in enumerate(objects):
                if j and rng.random() < 0.2:
                    continue  # hidden in this sample (the first object never is, so no sample is empty)
                at = o["at"] + k * 0.2 * o["speed"] * np.array([np.cos(o["yaw"]), np.sin(o["yaw"]), 0])
                at = at.round(6)
                ann = self.add(
                    "sample_annotation",
                    token=self.token(),
                    num_lidar_pts=-1,
                    size=o["size"],
                    sample_token=sample,
                    rotation=self.quaternion(o["yaw"]),
                    prev=o["anns"][-1]["token"] if o["anns"] else "",
                    translation=[float(x) for x in at],
                    num_radar_pts=0,
                    attribute_tokens=[self.attribute[j % 3]],
                    next="",
                    instance_token=o["token"],
                    visibility_token="",
                )
                if o["anns"]:
                    o["anns"][-1]["next"] = ann["token"]
                o["anns"].append(ann)
                boxes.append(" ".join(map(repr, [*map(float, at), *o["size"], float(o["yaw"])])) + f" {o['name']}")
            self.rows.append((sample, " ".join(boxes)))
        for o in objects:
            if o["anns"]:
                self.add(
                    "instance",
                    last_annotation_token=o["anns"][-1]["token"],
                    category_token=self.category[o["name"]],
                    token=o["token"],
                    first_annotation_token=o["anns"][0]["token"],
                    nbr_annotations=len(o["anns"]),
                )

    def run(self):
        for folder in ["train_data", "train_images", "train_lidar", "train_maps", "test_maps"]:
            (self.out / folder).mkdir(parents=True, exist_ok=True)
        self.rows = []
        self.fixed_tables()
        for number in range(LOGS):
            self.drive(number)
        for name in ["log", "sample", "sample_data", "sample_annotation", "instance", "scene"]:  # rows are in no order
            t = self.tables[name]
            self.tables[name] = [t[i] for i in self.rng.permutation(len(t))]
        self.add(
            "map",
            log_tokens=[x["token"] for x in self.tables["log"]],
            category="semantic_prior",
            filename="maps/map_raster_palo_alto.png",
            token=self.token()[:32],
        )
        for name, rows in self.tables.items():
            (self.out / "train_data" / f"{name}.json").write_text(json.dumps(rows, indent=1))
        raster = Image.fromarray(self.rng.integers(0, 255, (12, 12, 3)).astype(np.uint8))
        for split in ["train", "test"]:
            raster.save(self.out / f"{split}_maps" / "map_raster_palo_alto.png")
        order = self.rng.permutation(len(self.rows))
        pd.DataFrame([self.rows[i] for i in order], columns=["Id", "PredictionString"]).to_csv(
            self.out / "train.csv", index=False
        )
        unseen = pd.DataFrame({"Id": [self.token() for _ in range(5)], "PredictionString": ""})
        unseen.to_csv(self.out / "sample_submission.csv", index=False)


def build(raw: Path, rng: np.random.Generator) -> None:
    Maker(raw, rng).run()
