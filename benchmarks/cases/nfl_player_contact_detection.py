"""Player contacts: 240 plays, 4.7 million pairs of players and moments, 3.4 million helmets, 1.4 million positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import joined, pick, write_files, write_table
from mlebench.data import read_csv

PLAYS = 240
PAIRS, POSITIONS, HELMETS = 19_673, 5_638, 14_218  # rows of a play
VIEWS = ("All29", "Endzone", "Sideline")
MEASURES = ("x_position", "y_position", "speed", "distance", "direction", "orientation", "acceleration", "sa")


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    plays = [f"{58_000 + number}_{number * 7:06d}" for number in range(int(PLAYS * scale))]

    def head(rows: int) -> dict[str, Any]:
        play = np.repeat(np.arange(len(plays)), rows)
        names = pa.array(plays).take(pa.array(play))
        return {"game_play": names, "game_key": 58_000 + play, "play_id": play * 7}

    def of_each(rows: int, low: int, high: int) -> Any:
        return rng.integers(low, high, rows * len(plays))

    game_play, step = head(PAIRS)["game_play"], np.tile(np.arange(PAIRS) // 253, len(plays))
    first, second = of_each(PAIRS, 30_000, 43_000), joined(of_each(PAIRS, 43_000, 55_000))
    labels = {
        "contact_id": joined(game_play, step, first, second, by="_"),
        "game_play": game_play,
        "datetime": moments(rng, len(step)),
        "step": step,
        "nfl_player_id_1": first,
        "nfl_player_id_2": second,
        "contact": (of_each(PAIRS, 0, 70) == 0).astype(np.int64),
    }
    # A player beside the ground is called G, so that this column is text.
    labels["nfl_player_id_2"] = pa.array(np.where(np.arange(len(step)) % 12 == 0, "G", second.to_numpy(False)))
    write_table(raw / "train_labels.csv", labels)
    tracking = head(POSITIONS) | {
        "nfl_player_id": of_each(POSITIONS, 30_000, 55_000),
        "datetime": moments(rng, POSITIONS * len(plays)),
        "step": of_each(POSITIONS, -100, 200),
        "team": pick(rng, ["home", "away"], POSITIONS * len(plays)),
        "position": pick(rng, ["CB", "QB", "WR"], POSITIONS * len(plays)),
        "jersey_number": of_each(POSITIONS, 1, 99),
    }
    tracking |= {name: of_each(POSITIONS, 0, 36_000) / 100 for name in MEASURES}
    write_table(raw / "train_player_tracking.csv", tracking)
    helmets = head(HELMETS)
    helmets |= {
        "view": pick(rng, VIEWS[1:], HELMETS * len(plays)),
        "video": joined(helmets["game_play"], "_Endzone.mp4"),
        "frame": of_each(HELMETS, 1, 700),
        "nfl_player_id": of_each(HELMETS, 30_000, 55_000),
        "player_label": joined("H", of_each(HELMETS, 1, 99)),
    }
    helmets |= {name: of_each(HELMETS, 1, 1200) for name in ("left", "width", "top", "height")}
    write_table(raw / "train_baseline_helmets.csv", helmets)
    write_table(raw / "train_video_metadata.csv", head(2))
    (raw / "train").mkdir()
    write_files(raw / "train" / f"{play}_{view}.mp4" for play in plays for view in VIEWS)


def moments(rng: np.random.Generator, count: int) -> Any:
    return pick(rng, [f"2020-09-11T03:{minute:02d}:48.100Z" for minute in range(60)], count)


def guess(prepared: Path, target: Path) -> None:
    ids = read_csv(prepared / "private" / "test.csv", usecols=["contact_id"])["contact_id"]
    write_table(target, {"contact_id": pa.array(ids), "contact": np.random.default_rng(1).integers(0, 2, len(ids))})


CASE = Case(
    "nfl-player-contact-detection",
    size="9.5 million rows in 4 tables; 472,000 graded",
    build=build,
    tables=tuple(f"train_{name}.csv" for name in ("labels", "player_tracking", "baseline_helmets", "video_metadata")),
    submission=guess,
    prepare_note="memory: the graded labels are a copy that is made while all of them are there",
)
