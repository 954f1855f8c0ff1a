from collections.abc import Iterable
from itertools import repeat
from pathlib import Path

import pyarrow as pa

from mlebench.data import DataError, place_named, read_csv, split_rows, write_csv
from mlebench.data.tables.bulk_texts import csv_cells
from mlebench.data.tables.csv_text import csv_header

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
_BUFFER_BYTES = 1 << 18  # a row of the sample submission has half of what is usual


def prepare(raw: Path, public: Path, private: Path) -> None:
    labels = read_csv(raw / "labels.csv")
    if not set(labels["breed"].tolist()) <= set(BREEDS):
        raise DataError("labels.csv has breeds that are not among the 120 known ones.")
    train, test = split_rows(labels, test_size=0.1)
    one_hot = {breed: "0," * place + "1" + ",0" * (119 - place) for place, breed in enumerate(BREEDS)}

    write_csv(train, public / "labels.csv")
    ids = csv_cells(pa.array(test["id"], pa.large_string())).to_pylist()
    write_classes(private / "test.csv", ids, map(one_hot.__getitem__, test["breed"].tolist()))
    write_classes(public / "sample_submission.csv", ids, repeat(",".join([repr(1 / 120)] * 120)))
    for name, part in (("train", train), ("test", test)):
        # In the order of the table, in which files were packed and unpacked: those that lie together follow each other.
        place_named(raw / "train", part["id"].sort_index() + ".jpg", public / name)


def write_classes(path: Path, ids: list[str], cells: Iterable[str]) -> None:
    """A column for each breed. What stands in them has few forms, so that a row's cells are one text."""
    with path.open("wb", buffering=_BUFFER_BYTES) as file:
        file.write(csv_header(["id", *BREEDS]))
        file.writelines(f"{name},{cell}\n".encode() for name, cell in zip(ids, cells))
