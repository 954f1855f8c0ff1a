import random
from pathlib import Path

from mlebench.data import place_folders, place_named, read_csv, write_csv

STUDY = "StudyInstanceUID"
SHARE = 0.1  # of studies, and of those with boxes and segmentations, that go to the training set


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, SHARE)


def prepare_with(raw: Path, public: Path, private: Path, share: float) -> None:
    studies, boxes = read_csv(raw / "train.csv"), read_csv(raw / "train_bounding_boxes.csv")
    with_boxes = sorted(boxes[STUDY].unique())
    with_segments = sorted(path.stem for path in (raw / "segmentations").glob("*.nii"))
    chosen, chosen_boxes, chosen_segments = draw(list(studies[STUDY]), with_boxes, with_segments, share)
    is_train = studies[STUDY].isin(chosen)

    write_csv(studies[is_train], public / "train.csv")
    write_csv(boxes[boxes[STUDY].isin(chosen_boxes)], public / "train_bounding_boxes.csv")
    answers = studies[~is_train].melt(STUDY, var_name="prediction_type", value_name="fractured")
    answers["row_id"] = answers[STUDY] + "_" + answers["prediction_type"]
    write_csv(answers, private / "answers.csv")
    write_csv(answers.drop(columns="fractured"), public / "test.csv")
    write_csv(answers[["row_id"]].assign(fractured=0.5), public / "sample_submission.csv")
    place_named(raw / "segmentations", [f"{study}.nii" for study in chosen_segments], public / "segmentations")
    place_folders(raw / "train_images", studies[STUDY][is_train], public / "train_images")
    place_folders(raw / "train_images", studies[STUDY][~is_train], public / "test_images")


def draw(
    studies: list[str], with_boxes: list[str], with_segments: list[str], train_share: float
) -> tuple[list[str], list[str], list[str]]:
    """Training studies, those of them that keep their boxes, and those that keep their segmentation."""
    generator = random.Random(0)

    def some(population: list[str], size: int, without: list[str]) -> list[str]:
        left_out = set(without)
        return generator.sample([study for study in population if study not in left_out], size)

    def share(population: list[str]) -> int:
        return round(len(population) * train_share)

    segmented = set(with_segments)
    overlap = [study for study in with_boxes if study in segmented]
    both = some(overlap, share(overlap), [])
    segments = some(with_segments, share(with_segments) - len(both), overlap)
    boxes = some(with_boxes, share(with_boxes) - len(both), overlap)
    chosen = both + segments + boxes
    chosen += some(studies, share(studies) - len(chosen), chosen)
    return chosen, both + boxes, both + segments
