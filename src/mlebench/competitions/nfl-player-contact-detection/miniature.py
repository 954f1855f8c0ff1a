"""Miniature raw data: nfl-player-contact-detection. The videos are stand-ins: an MP4 header box and a few random bytes."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

T0 = pd.Timestamp("2020-09-11T03:01:48.100Z")
stamp = lambda t: t.strftime("%Y-%m-%dT%H:%M:%S.") + f"{t.microsecond // 1000:03d}Z"


def play(rng, game_key, play_id, start):
    gp = f"{game_key}_{play_id:06d}"
    head = {"game_play": gp, "game_key": game_key, "play_id": play_id}
    ids = sorted(int(x) for x in rng.choice(np.arange(30000, 55000), 4, replace=False))
    pos = rng.uniform([40, 20], [44, 24], (4, 2))
    tracking, labels, helmets = [], [], []
    for step in range(-2, 4):
        t = stamp(start + pd.Timedelta(milliseconds=100 * step))
        pos = pos + rng.normal(0, 0.6, pos.shape)
        for k, pid in enumerate(ids):
            r = rng.uniform(0, 1, 7).round(2)
            tracking.append(
                {
                    **head,
                    "nfl_player_id": pid,
                    "datetime": t,
                    "step": step,
                    "team": ["home", "away"][k % 2],
                    "position": str(rng.choice(["CB", "QB", "WR"])),
                    "jersey_number": 10 + k,
                    "x_position": pos[k, 0].round(2),
                    "y_position": pos[k, 1].round(2),
                    "speed": (r[0] * 9).round(2),
                    "distance": r[1],
                    "direction": (r[2] * 360).round(2),
                    "orientation": (r[3] * 360).round(2),
                    "acceleration": (r[4] * 6).round(2),
                    "sa": ((r[5] - 0.5) * 6).round(2),
                }
            )
        if step < 0:
            continue
        for a, b in combinations(range(4), 2):
            near = float(np.hypot(*(pos[a] - pos[b]))) < 1.5
            labels.append((gp, t, step, ids[a], ids[b], int(near != (rng.random() < 0.05))))
        for a in range(4):
            labels.append((gp, t, step, ids[a], "G", int(rng.random() < 0.1)))
    for view in ("Sideline", "Endzone"):
        for frame in (300, 306):
            for k, pid in enumerate(ids):
                left, top = (int(v) for v in rng.integers(0, 700, 2))
                helmets.append(
                    {
                        **head,
                        "view": view,
                        "video": f"{gp}_{view}.mp4",
                        "frame": frame,
                        "nfl_player_id": pid,
                        "player_label": f"{'HV'[k % 2]}{10 + k}",
                        "left": left,
                        "width": 18,
                        "top": top,
                        "height": 22,
                    }
                )
    meta = [
        {
            **head,
            "view": v,
            "start_time": stamp(start - pd.Timedelta(seconds=5)),
            "end_time": stamp(start + pd.Timedelta(seconds=7)),
            "snap_time": stamp(start),
        }
        for v in ("Endzone", "Sideline")
    ]
    return gp, labels, tracking, helmets, meta


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    tables = {"labels": [], "player_tracking": [], "baseline_helmets": [], "video_metadata": []}
    plays = []
    for i in range(14):
        start = T0 + pd.Timedelta(minutes=37 * i)
        gp, *parts = play(rng, 58168 + i // 3, int(rng.integers(10, 4500)), start)
        plays.append(gp)
        for table, part in zip(tables.values(), parts):
            table += part
        for view in ("Sideline", "Endzone", "All29"):
            video = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + rng.bytes(24)
            (raw / "train" / f"{gp}_{view}.mp4").write_bytes(video)
            if i < 2:  # Kaggle's mock test plays are copies of training plays
                (raw / "test" / f"{gp}_{view}.mp4").write_bytes(video)

    labels = pd.DataFrame(
        tables.pop("labels"), columns=["game_play", "datetime", "step", "nfl_player_id_1", "nfl_player_id_2", "contact"]
    )
    ids = labels[["game_play", "step", "nfl_player_id_1", "nfl_player_id_2"]].astype(str).agg("_".join, axis=1)
    labels.insert(0, "contact_id", ids)
    labels.to_csv(raw / "train_labels.csv", index=False)
    for name, rows in tables.items():
        df = pd.DataFrame(rows)
        df.to_csv(raw / f"train_{name}.csv", index=False)
        df[df["game_play"].isin(plays[:2])].to_csv(raw / f"test_{name}.csv", index=False)
    mock = labels[labels["game_play"].isin(plays[:2])]
    mock[["contact_id"]].assign(contact=0).to_csv(raw / "sample_submission.csv", index=False)
