"""Miniature raw tree for freesound-audio-tagging-2019."""

import io
import wave
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd

CLASSES = [
    "Accelerating_and_revving_and_vroom",
    "Accordion",
    "Acoustic_guitar",
    "Applause",
    "Bark",
    "Bass_drum",
    "Bass_guitar",
    "Bathtub_(filling_or_washing)",
    "Bicycle_bell",
    "Burping_and_eructation",
    "Bus",
    "Buzz",
    "Car_passing_by",
    "Cheering",
    "Chewing_and_mastication",
    "Child_speech_and_kid_speaking",
    "Chink_and_clink",
    "Chirp_and_tweet",
    "Church_bell",
    "Clapping",
    "Computer_keyboard",
    "Crackle",
    "Cricket",
    "Crowd",
    "Cupboard_open_or_close",
    "Cutlery_and_silverware",
    "Dishes_and_pots_and_pans",
    "Drawer_open_or_close",
    "Drip",
    "Electric_guitar",
    "Fart",
    "Female_singing",
    "Female_speech_and_woman_speaking",
    "Fill_(with_liquid)",
    "Finger_snapping",
    "Frying_(food)",
    "Gasp",
    "Glockenspiel",
    "Gong",
    "Gurgling",
    "Harmonica",
    "Hi-hat",
    "Hiss",
    "Keys_jangling",
    "Knock",
    "Male_singing",
    "Male_speech_and_man_speaking",
    "Marimba_and_xylophone",
    "Mechanical_fan",
    "Meow",
    "Microwave_oven",
    "Motorcycle",
    "Printer",
    "Purr",
    "Race_car_and_auto_racing",
    "Raindrop",
    "Run",
    "Scissors",
    "Screaming",
    "Shatter",
    "Sigh",
    "Sink_(filling_or_washing)",
    "Skateboard",
    "Slam",
    "Sneeze",
    "Squeak",
    "Stream",
    "Strum",
    "Tap",
    "Tick-tock",
    "Toilet_flush",
    "Traffic_noise_and_roadway_noise",
    "Trickle_and_dribble",
    "Walk_and_footsteps",
    "Water_tap_and_faucet",
    "Waves_and_surf",
    "Whispering",
    "Writing",
    "Yell",
    "Zipper_(clothing)",
]


def wav(rng, labels):
    t = np.arange(250)
    sound = sum(3000 * np.sin(t * (0.04 + 0.035 * CLASSES.index(label))) for label in labels) + rng.normal(0, 300, 250)
    buf = io.BytesIO()
    with wave.open(buf, "wb") as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(44100)
        w.writeframes(sound.clip(-32000, 32000).astype("<i2").tobytes())
    return buf.getvalue()


def tags(rng):
    return [CLASSES[i] for i in rng.choice(80, int(rng.choice([1, 2, 3, 4], p=[0.6, 0.25, 0.1, 0.05])), replace=False)]


def build(raw: Path, rng: np.random.Generator) -> None:
    names = iter(sorted(f"{n:08x}.wav" for n in rng.choice(2**32, 200, replace=False)))

    def clips(count, folder):
        rows = []
        for _ in range(count):
            name, labels = next(names), tags(rng)
            rows.append((name, ",".join(labels)))
            if folder:
                (raw / folder).mkdir(parents=True, exist_ok=True)
                (raw / folder / name).write_bytes(wav(rng, labels))
        return pd.DataFrame(rows, columns=["fname", "labels"])

    for part in ("train_curated", "train_noisy"):
        clips(45, part).to_csv(raw / f"{part}.csv", index=False)
    private, public = (
        clips(40, "test"),
        clips(12, None),
    )  # only the clips of the private leaderboard are in test/
    sample = pd.DataFrame(0, index=range(len(private)), columns=CLASSES)
    sample.insert(0, "fname", private["fname"])
    sample.to_csv(raw / "sample_submission.csv", index=False)

    # the labels published after the competition (Zenodo record 3612637), kept next to the raw data
    both = pd.concat([private.assign(usage="Private"), public.assign(usage="Public")])
    both = both.iloc[rng.permutation(len(both))]
    both["freesound_id"] = rng.integers(1000, 400000, len(both))
    both["license"] = "http://creativecommons.org/licenses/by/3.0/"
    with zipfile.ZipFile(raw / "FSDKaggle2019.meta.zip", "w", zipfile.ZIP_DEFLATED) as z:
        info = zipfile.ZipInfo("FSDKaggle2019.meta/test_post_competition.csv", (2020, 1, 17, 0, 0, 0))
        z.writestr(info, both.to_csv(index=False))
        curated = pd.read_csv(raw / "train_curated.csv").assign(freesound_id=1, license="-")
        info = zipfile.ZipInfo("FSDKaggle2019.meta/train_curated_post_competition.csv", (2020, 1, 17, 0, 0, 0))
        z.writestr(info, curated.to_csv(index=False))
