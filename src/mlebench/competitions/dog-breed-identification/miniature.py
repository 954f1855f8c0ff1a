"""Miniature raw data for dog-breed-identification: labels.csv, train/*.jpg, test/*.jpg."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

BREED_NAMES = """
affenpinscher afghan_hound african_hunting_dog airedale american_staffordshire_terrier appenzeller
australian_terrier basenji basset beagle bedlington_terrier bernese_mountain_dog black-and-tan_coonhound
blenheim_spaniel bloodhound bluetick border_collie border_terrier borzoi boston_bull bouvier_des_flandres
boxer brabancon_griffon briard brittany_spaniel bull_mastiff cairn cardigan chesapeake_bay_retriever chihuahua
chow clumber cocker_spaniel collie curly-coated_retriever dandie_dinmont dhole dingo doberman english_foxhound
english_setter english_springer entlebucher eskimo_dog flat-coated_retriever french_bulldog german_shepherd
german_short-haired_pointer giant_schnauzer golden_retriever gordon_setter great_dane great_pyrenees
greater_swiss_mountain_dog groenendael ibizan_hound irish_setter irish_terrier irish_water_spaniel
irish_wolfhound italian_greyhound japanese_spaniel keeshond kelpie kerry_blue_terrier komondor kuvasz
labrador_retriever lakeland_terrier leonberg lhasa malamute malinois maltese_dog mexican_hairless
miniature_pinscher miniature_poodle miniature_schnauzer newfoundland norfolk_terrier norwegian_elkhound
norwich_terrier old_english_sheepdog otterhound papillon pekinese pembroke pomeranian pug redbone
rhodesian_ridgeback rottweiler saint_bernard saluki samoyed schipperke scotch_terrier scottish_deerhound
sealyham_terrier shetland_sheepdog shih-tzu siberian_husky silky_terrier soft-coated_wheaten_terrier
staffordshire_bullterrier standard_poodle standard_schnauzer sussex_spaniel tibetan_mastiff tibetan_terrier
toy_poodle toy_terrier vizsla walker_hound weimaraner welsh_springer_spaniel west_highland_white_terrier
whippet wire-haired_fox_terrier yorkshire_terrier
"""
BREEDS = BREED_NAMES.split()


def picture(rng, hue):
    """A small noisy photo whose colour hints at the breed."""
    h, w = int(rng.integers(14, 22)), int(rng.integers(14, 22))
    hsv = np.zeros((h, w, 3), dtype=np.uint8)
    hsv[..., 0] = hue
    hsv[..., 1] = 160
    hsv[..., 2] = rng.integers(90, 220, size=(h, w))
    return Image.fromarray(hsv, "HSV").convert("RGB")


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    # every breed at least once, then extra rows drawn unevenly; 233 is not a multiple of ten on purpose
    p = rng.dirichlet(np.ones(len(BREEDS)))
    which = np.concatenate([np.arange(len(BREEDS)), rng.choice(len(BREEDS), 113, p=p)])
    rng.shuffle(which)
    ids = sorted(rng.bytes(16).hex() for _ in which)
    pd.DataFrame({"id": ids, "breed": [BREEDS[k] for k in which]}).to_csv(raw / "labels.csv", index=False)
    for i, k in zip(ids, which, strict=False):
        picture(rng, int(k * 255 / len(BREEDS))).save(raw / "train" / f"{i}.jpg", quality=60)

    test_ids = sorted(rng.bytes(16).hex() for _ in range(10))
    for i in test_ids:
        picture(rng, int(rng.integers(0, 255))).save(raw / "test" / f"{i}.jpg", quality=60)
    sample = pd.DataFrame(1 / len(BREEDS), index=range(len(test_ids)), columns=BREEDS)
    sample.insert(0, "id", test_ids)
    sample.to_csv(raw / "sample_submission.csv", index=False)
