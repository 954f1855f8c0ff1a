"""Version 2 of the competitions whose data it repairs, from first principles: the fault is in v1 and not in v2.

Nothing of the repairs' own code is used here but what they prepared.
"""

from __future__ import annotations

import io
import json
import random
import tarfile
import wave
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import py7zr
import pytest
from scipy.io import loadmat

from mlebench.catalog import Registry
from mlebench.data import text_feature
from mlebench.data.layout import DataLayout
from tests.competitions.golden import members
from tests.conftest import Miniatures

Layouts = Callable[[str], tuple[DataLayout, DataLayout]]


@pytest.fixture
def both(miniatures: Miniatures) -> Layouts:
    return lambda competition_id: (miniatures.layout(competition_id), miniatures.layout(competition_id, "v2"))


def table(path: Path, **how: Any) -> pd.DataFrame:
    found: pd.DataFrame = pd.read_csv(path, **how)
    return found


def names(folder: Path, pattern: str = "*") -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob(pattern) if path.is_file()}


def test_givers_tell_who_got_a_pizza(both: Layouts) -> None:
    texts = [layout.public / name for layout in both("random-acts-of-pizza") for name in ("train.json", "test.json")]
    assert ["giver_username" in path.read_text() for path in texts] == [True, True, False, False]
    first, second = both("random-acts-of-pizza")
    for path in ("test.json", "train.json"):
        before, after = (json.loads((layout.public / path).read_text()) for layout in (first, second))
        for old, new in zip(before, after, strict=True):
            del old["giver_username_if_known"]
            assert old == new, "nothing else may change"


def _labels(archive: Path) -> dict[str, int]:
    """How many gestures the .mat file of each sample names, and that the rest is there."""
    found = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member)
            assert content is not None
            with zipfile.ZipFile(io.BytesIO(content.read())) as sample:
                [name] = [each for each in sample.namelist() if each.endswith("_data.mat")]
                video = loadmat(io.BytesIO(sample.read(name)))["Video"][0, 0]
                assert video["Frames"]["HandRight"][0, 0].shape == (int(video["NumFrames"][0, 0]), 3)
                found[member.name] = video["Labels"].size
                assert len(sample.namelist()) == 5
    return found


def test_mat_files_tell_the_gestures(both: Layouts) -> None:
    before, after = (_labels(layout.public / "test.tar.gz") for layout in both("multi-modal-gesture-recognition"))
    assert before.keys() == after.keys()
    assert all(before.values())
    assert not any(after.values())


def test_the_reference_receiver_tells_the_way(both: Layouts) -> None:
    first, second = (names(layout.public / "test") for layout in both("smartphone-decimeter-2022"))
    lost = first - second
    assert lost
    assert not second - first
    assert all(name.endswith("span_log.nmea") for name in lost)
    assert not any(name.endswith(".nmea") for name in second)
    trained = [names(layout.public / "train") for layout in both("smartphone-decimeter-2022")]
    assert trained[0] == trained[1]


def test_polygons_tell_the_glomeruli(both: Layouts) -> None:
    first, second = both("hubmap-kidney-segmentation")
    tested = set(table(second.private / "test.csv")["id"])
    assert names(first.public / "test") - names(second.public / "test") == {f"{slide}.json" for slide in tested}
    assert all((second.public / "test" / f"{slide}-anatomical-structure.json").exists() for slide in tested)


def test_speakers_are_on_both_sides_and_labels_are_not_the_twelve(both: Layouts) -> None:
    first, second = both("tensorflow-speech-recognition-challenge")
    answers = table(second.private / "test.csv")
    commands = {"yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"}
    assert set(answers["label"]) <= commands | {"unknown", "silence"}
    assert not set(table(first.private / "test.csv")["label"]) <= commands | {"unknown", "silence"}
    assert names(second.public / "test/audio") == set(answers["fname"])
    # Clips are known again by their sound: where does each of the raw clips stand?
    raw = _clips_of_the_raw_data(second)
    tested = {(second.public / "test/audio" / name).read_bytes(): name for name in answers["fname"]}
    trained = {path.name.partition("_nohash_")[0] for path in (second.public / "train/audio").rglob("*_nohash_*")}
    label = dict(zip(answers["fname"], answers["label"], strict=True))
    seen = 0
    for (word, speaker), sound in raw:
        if sound in tested:
            seen += 1
            assert speaker not in trained
            assert label[tested[sound]] == (word if word in commands else "unknown")
    assert seen == (answers["label"] != "silence").sum()
    for name in answers["fname"][answers["label"] == "silence"]:
        part = _frames((second.public / "test/audio" / name).read_bytes())
        noises = (second.public / "train/audio/_background_noise_").iterdir()
        assert not any(part in _frames(path.read_bytes()) for path in noises), "a silence of the test set is in train"


def _frames(sound: bytes) -> bytes:
    with wave.open(io.BytesIO(sound)) as file:
        return file.readframes(file.getnframes())


def _clips_of_the_raw_data(layout: DataLayout) -> list[tuple[tuple[str, str], bytes]]:
    clips = [(Path(name), sound) for name, sound in members(layout.raw / "train.7z") if "_nohash_" in name]
    return [((path.parent.name, path.name.partition("_nohash_")[0]), sound) for path, sound in clips]


def test_two_labels_of_catheters_are_missing_and_patients_are_on_both_sides(both: Layouts) -> None:
    first, second = both("ranzcr-clip-catheter-line-classification")
    shared = []
    for layout in (first, second):
        trained, tested = table(layout.public / "train.csv"), table(layout.private / "test.csv")
        shared.append(set(trained["PatientID"]) & set(tested["PatientID"]))
        assert names(layout.public / "test") == set(tested["StudyInstanceUID"] + ".jpg")
    assert shared[0]
    assert not shared[1]
    columns = [list(table(layout.public / "sample_submission.csv").columns) for layout in (first, second)]
    assert [len(each) for each in columns] == [10, 12]
    assert set(columns[1]) == set(table(second.public / "train.csv").columns) - {"PatientID"}


@pytest.mark.parametrize(
    ("competition_id", "column"),
    [("cassava-leaf-disease-classification", "image_id"), ("siim-isic-melanoma-classification", "image_name")],
)
def test_records_of_the_test_set_say_the_label(both: Layouts, competition_id: str, column: str) -> None:
    found = []
    for layout in both(competition_id):
        records = {name for path in layout.public.rglob("*.tfrec") for name in text_feature(path, "image_name")}
        trained, tested = (
            set(table(layout.prepared / name)[column]) for name in ("public/train.csv", "private/test.csv")
        )
        assert records >= trained
        found.append(len(records & tested))
    assert found[0]
    assert not found[1]


def test_nine_tenths_of_the_spines_are_test_data(both: Layouts) -> None:
    shares, boxes = [], []
    for layout in both("rsna-2022-cervical-spine-fracture-detection"):
        trained = set(table(layout.public / "train.csv")["StudyInstanceUID"])
        tested = set(table(layout.public / "test.csv")["StudyInstanceUID"])
        assert not trained & tested
        shares.append(len(trained) / len(trained | tested))
        boxed = set(table(layout.public / "train_bounding_boxes.csv")["StudyInstanceUID"])
        assert boxed <= trained
        boxes.append(len(boxed))
    assert shares == [pytest.approx(0.1, abs=0.02), pytest.approx(0.9, abs=0.02)]
    assert boxes[1] > 5 * boxes[0]


def test_hidden_messages_can_be_foretold(both: Layouts) -> None:
    """v1's answers follow from Python's generator alone; v2's agree with them by chance only, and fit the pictures."""
    generator = random.Random(0)
    generator.shuffle(list(range(5000)))
    foretold = [0 if generator.choice([True, False]) else len(generator.choice("abc")) for _ in range(5000)]
    first, second = both("alaska2-image-steganalysis")
    known, hidden = (table(layout.private / "test.csv")["Label"].to_numpy() for layout in (first, second))
    assert known.tolist() == foretold
    assert abs((hidden == foretold).mean() - 0.5) < 0.05
    assert abs(hidden.mean() - 0.5) < 0.05
    assert abs(np.corrcoef(hidden, np.arange(5000))[0, 1]) < 0.05, "the order tells nothing"
    covers = {path.read_bytes() for path in (second.raw / "Cover").iterdir()}
    ids = table(second.private / "test.csv")["Id"][:300]
    found = [int((second.public / "Test" / name).read_bytes() not in covers) for name in ids]
    assert found == hidden[:300].tolist()


@pytest.mark.parametrize(
    "competition_id",
    [
        "billion-word-imputation",
        "invasive-species-monitoring",
        "statoil-iceberg-classifier-challenge",
        "text-normalization-challenge-english-language",
        "text-normalization-challenge-russian-language",
    ],
)
def test_the_sample_submission_is_private(both: Layouts, competition_id: str) -> None:
    first, second = both(competition_id)
    if competition_id in ("billion-word-imputation", "invasive-species-monitoring"):  # the others' split is another one
        moved = (first.private / "sample_submission.csv").read_bytes()
        assert (second.public / "sample_submission.csv").read_bytes() == moved
    assert "sample_submission.csv" not in names(second.private)
    assert not (first.public / "sample_submission.csv").exists()


def test_article_ids_lose_a_zero_and_the_week_has_eight_days(both: Layouts) -> None:
    days, texts = [], []
    for layout in both("h-and-m-personalized-fashion-recommendations"):
        raw = table(layout.raw / "transactions_train.csv", dtype=str)
        kept = table(layout.public / "transactions_train.csv", dtype=str)
        held_out = raw[raw["t_dat"] > kept["t_dat"].max()]
        assert len(held_out) + len(kept) == len(raw)
        days.append(held_out["t_dat"].nunique())
        answers = table(layout.private / "answers.csv", dtype=str)
        bought = held_out.groupby("customer_id", sort=True)["article_id"].agg(" ".join)
        assert answers["customer_id"].tolist() == bought.index.tolist()
        texts.append(
            (answers["prediction"].tolist(), bought.tolist(), set(kept["article_id"]) <= set(raw["article_id"]))
        )
    assert days == [8, 7]
    assert texts[0][0] != texts[0][1]
    assert not texts[0][2]
    assert texts[1][0] == texts[1][1]
    assert texts[1][2]


def test_structures_of_test_molecules_are_missing(both: Layouts) -> None:
    for layout, there in zip(both("champs-scalar-coupling"), (False, True), strict=True):
        tested = set(table(layout.public / "test.csv")["molecule_name"])
        trained = set(table(layout.public / "train.csv")["molecule_name"])
        atoms = set(table(layout.public / "structures.csv")["molecule_name"])
        assert atoms == (trained | tested if there else trained)
        assert names(layout.public / "structures") == {f"{name}.xyz" for name in atoms}
        others = set(table(layout.public / "mulliken_charges.csv")["molecule_name"])
        assert not others & tested, "what the test set must not have"


def test_a_tenth_of_all_events_is_tested(both: Layouts) -> None:
    counts = []
    for layout in both("icecube-neutrinos-in-deep-ice"):
        tested = pd.read_parquet(layout.public / "test_meta.parquet")
        trained = pd.read_parquet(layout.public / "train_meta.parquet")
        raw = pd.read_parquet(layout.raw / "train_meta.parquet")
        assert len(tested) + len(trained) == len(raw)
        assert not {"azimuth", "zenith"} & set(tested.columns)
        answers = table(layout.private / "test.csv").set_index("event_id")
        truth = raw.set_index("event_id").loc[answers.index, ["azimuth", "zenith"]]
        np.testing.assert_allclose(answers[["azimuth", "zenith"]], truth, rtol=1e-6)
        counts.append(tested["batch_id"].nunique())
    assert counts[1] == 1
    assert counts[0] > 1


def test_patients_and_recordings_are_on_both_sides(both: Layouts) -> None:
    shared, rows = [], []
    for layout in both("hms-harmful-brain-activity-classification"):
        trained, tested = table(layout.public / "train.csv"), table(layout.public / "test.csv")
        shared.append(len(set(trained["patient_id"]) & set(tested["patient_id"])))
        rows.append(int(tested["eeg_id"].duplicated().sum()))
        assert names(layout.public / "test_eegs") == {f"{number}.parquet" for number in tested["eeg_id"]}
        raw = table(layout.raw / "train.csv")
        answers = table(layout.private / "test.csv")
        first = raw.drop_duplicates("eeg_id").set_index("eeg_id").loc[answers["eeg_id"]].reset_index()
        if layout.benchmark == "v2":
            assert answers["seizure_vote"].tolist() == first["seizure_vote"].tolist()
    assert shared[0]
    assert rows[0]
    assert (shared[1], rows[1]) == (0, 0)


def test_phrases_of_a_sentence_are_on_both_sides(both: Layouts) -> None:
    shared = []
    for layout in both("movie-review-sentiment-analysis-kernels-only"):
        how: dict[str, Any] = {"sep": "\t", "keep_default_na": False}
        trained, tested = (table(layout.public / f"{name}.tsv.zip", **how) for name in ("train", "test"))
        raw = table(layout.raw / "train.tsv.zip", **how).set_index("PhraseId")
        shared.append(len(set(trained["SentenceId"]) & set(tested["SentenceId"])))
        assert set(trained["PhraseId"]) | set(tested["PhraseId"]) == set(raw.index)
        if layout.benchmark == "v2":
            assert tested["Phrase"].tolist() == raw.loc[tested["PhraseId"], "Phrase"].tolist()
            assert trained["Phrase"].tolist() == raw.loc[trained["PhraseId"], "Phrase"].tolist()
    assert shared[0]
    assert not shared[1]


def test_relatives_are_on_both_sides(both: Layouts) -> None:
    shared = []
    for layout in both("spaceship-titanic"):
        groups = [
            set(table(layout.public / f"{name}.csv")["PassengerId"].str.split("_").str[0]) for name in ("train", "test")
        ]
        shared.append(len(groups[0] & groups[1]))
    assert shared[0]
    assert not shared[1]
    second = both("spaceship-titanic")[1]
    sizes = [len(table(second.public / f"{name}.csv")) for name in ("train", "test")]
    assert sizes[1] / sum(sizes) == pytest.approx(1 / 3, abs=0.05)
    assert list(table(second.public / "train.csv").columns) == list(table(second.raw / "train.csv").columns)


def test_angles_tell_icebergs(tmp_path: Path) -> None:
    """On raw data in which many objects share an angle, as in the real one; the miniature has none."""
    versions = [Registry().under(version).get("statoil-iceberg-classifier-challenge") for version in ("v1", "v2")]
    raw = tmp_path / "raw"
    versions[0].build_miniature(raw, np.random.default_rng(0))
    [(name, content)] = list(members(raw / "train.json.7z"))
    objects = json.loads(content)
    for number, entry in enumerate(objects):
        entry["inc_angle"] = "na" if number % 9 == 0 else 30.5 + number % 12
    (raw / "train.json.7z").unlink()
    with py7zr.SevenZipFile(raw / "train.json.7z", "w") as archive:
        archive.writestr(json.dumps(objects), name)
    shared = []
    for competition in versions:
        public, private = (tmp_path / competition.benchmark / side for side in ("public", "private"))
        public.mkdir(parents=True)
        private.mkdir()
        competition.prepare_function(raw, public, private)
        parts = [json.loads(next(members(public / f"{part}.json.7z"))[1]) for part in ("train", "test")]
        assert sorted(entry["id"] for part in parts for entry in part) == sorted(entry["id"] for entry in objects)
        angles = [{entry["inc_angle"] for entry in part} - {"na"} for part in parts]
        shared.append(len(angles[0] & angles[1]))
        assert not any("is_iceberg" in entry for entry in parts[1])
    assert shared[0]
    assert not shared[1]


def test_one_box_of_one_radiologist_is_the_truth(tmp_path: Path) -> None:
    """Three of them see the same finding nearly alike, and one of them another one elsewhere."""
    versions = [
        Registry().under(version).get("vinbigdata-chest-xray-abnormalities-detection") for version in ("v1", "v2")
    ]
    raw, counts = tmp_path / "raw", []
    versions[0].build_miniature(raw, np.random.default_rng(0))
    scans = table(raw / "train.csv")["image_id"].unique()
    sick, seen = scans[::2], {"class_id": 3, "class_name": "Cardiomegaly"}
    rows = [
        {"image_id": scan, **seen, "rad_id": f"R{place}", "x_min": x, "y_min": x, "x_max": x + 90.0, "y_max": x + 90.0}
        for scan in sick
        for place, x in ((1, 10.0), (2, 13.0), (3, 16.0), (3, 500.0))
    ]
    healthy = {"class_id": 14, "class_name": "No finding"}
    rows += [{"image_id": scan, **healthy, "rad_id": f"R{place}"} for scan in scans[1::2] for place in (1, 2, 3)]
    pd.DataFrame(rows).to_csv(raw / "train.csv", index=False)
    for competition in versions:
        public, private = (tmp_path / competition.benchmark / side for side in ("public", "private"))
        public.mkdir(parents=True)
        private.mkdir()
        competition.prepare_function(raw, public, private)
        answers = table(private / "answers.csv")
        boxes = answers[answers["class_id"] == 3].groupby("image_id")[["x_min", "y_max"]]
        counts.append({tuple(map(tuple, found.to_numpy())) for _, found in boxes})
        assert (answers[answers["class_id"] == 14].groupby("image_id").size() == 1).all()
    assert counts == [{((10.0, 100.0),)}, {((13.0, 103.0), (500.0, 590.0))}]
