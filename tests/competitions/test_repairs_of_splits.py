"""Version 2 of the competitions whose split it repairs: what belongs together is on both sides in v1, and not in v2.

Where a miniature has nothing that belongs together, its raw data is changed so that it does, as in the real data.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from mlebench.catalog import Registry
from mlebench.data import text_feature

Groups = tuple[Iterable[Hashable], Iterable[Hashable]]


class Sides(NamedTuple):
    """What a version prepared, and of what."""

    raw: Path
    public: Path
    private: Path

    def csv(self, name: str, **how: Any) -> pd.DataFrame:
        found: pd.DataFrame = pd.read_csv(self.public.parent / name, **how)
        return found


def both(competition_id: str, folder: Path, change: Callable[[Path], object] | None) -> list[Sides]:
    """What v1 and v2 prepare of the same raw data."""
    raw, sides = folder / "raw", []
    Registry().get(competition_id).build_miniature(raw, np.random.default_rng(0))
    if change is not None:
        change(raw)
    for version in ("v1", "v2"):
        side = Sides(raw, folder / version / "public", folder / version / "private")
        side.public.mkdir(parents=True)
        side.private.mkdir()
        Registry().under(version).get(competition_id).prepare_function(*side)
        sides.append(side)
    return sides


def changed(name: str, change: Callable[[pd.DataFrame], pd.DataFrame]) -> Callable[[Path], object]:
    """Change one table of the raw data."""
    return lambda raw: change(pd.read_csv(raw / name)).to_csv(raw / name, index=False)


def repeated(*columns: str) -> Callable[[pd.DataFrame], pd.DataFrame]:
    """Three rows after each other have the same values here."""
    return lambda rows: rows.assign(**{c: rows[c].to_numpy()[np.arange(len(rows)) // 3 * 3] for c in columns})


def columns(train: str, test: str, *names: str) -> Callable[[Sides], Groups]:
    return lambda side: tuple(  # type: ignore[return-value]
        list(side.csv(path)[list(names)].itertuples(index=False, name=None)) for path in (train, test)
    )


def _books(side: Sides) -> Groups:
    pages = [zipfile.ZipFile(side.public / f"{name}_images.zip").namelist() for name in ("train", "test")]
    return tuple([page.split("_")[0] for page in part] for part in pages)  # type: ignore[return-value]


def _few_days(raw: Path) -> None:
    records = json.loads((raw / "train_metadata.json").read_text())
    for number, record in enumerate(records):
        record["timestamp"] = 1.55e9 + 40_000 * (number // 4 * 3)
    (raw / "train_metadata.json").write_text(json.dumps(records))


def _days(side: Sides) -> Groups:
    day = {r["record_id"]: r["timestamp"] // 86400 for r in json.loads((side.raw / "train_metadata.json").read_text())}
    trained = json.loads((side.public / "train_metadata.json").read_text())
    tested = side.csv("private/answers.csv", dtype={"record_id": str})["record_id"]
    assert {path.name for path in (side.public / "test").iterdir()} == set(tested)
    return [day[record["record_id"]] for record in trained], [day[name] for name in tested]


def _pages(side: Sides) -> Groups:
    """The clean page of each picture, by its pixels, at a quarter of their levels."""
    with zipfile.ZipFile(side.raw / "train_cleaned.zip") as archive:
        pages = {Path(name).name: archive.read(name) for name in archive.namelist()}
    shown = {name: Image.open(io.BytesIO(data)).convert("L") for name, data in pages.items()}
    groups = {name: (np.asarray(picture) // 128).tobytes() for name, picture in shown.items()}
    parts = ([path.name for path in (side.public / name).iterdir()] for name in ("train_cleaned", "test"))
    return tuple([groups[name] for name in part] for part in parts)  # type: ignore[return-value]


def _windows(raw: Path) -> None:
    """Samples of eleven frames that glide over utterances, of which the ends are repeated."""
    folder = raw / "timit_11/timit_11"
    rng, labels = np.random.default_rng(3), np.load(folder / "train_label_11.npy")
    samples = []
    for length in np.diff([*range(0, len(labels), 15), len(labels)]):
        frames = np.pad(rng.normal(size=(length, 39)).astype(np.float32), ((5, 5), (0, 0)), mode="edge")
        samples += [frames[start : start + 11].ravel() for start in range(length)]
    np.save(folder / "train_11.npy", np.array(samples))


def _frames(side: Sides) -> Groups:
    parts = [np.load(side.public / f"timit_11/timit_11/{name}_11.npy") for name in ("train", "test")]
    return tuple([row.tobytes() for row in part.reshape(-1, 39)] for part in parts)  # type: ignore[return-value]


def _repeated_in_zip(name: str, change: Callable[[pd.DataFrame], pd.DataFrame]) -> Callable[[Path], None]:
    def change_raw(raw: Path) -> None:
        path = raw / f"{name}.zip"
        rows = change(pd.read_csv(path, keep_default_na=False))
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(path.stem if path.stem.endswith(".csv") else f"{path.stem}.csv", rows.to_csv(index=False))

    return change_raw


def _sentences_twice(tokens: pd.DataFrame) -> pd.DataFrame:
    again = tokens.assign(sentence_id=tokens["sentence_id"] + tokens["sentence_id"].max() + 1)
    tokens.loc[0, ["before", "after"]] = again.loc[0, ["before", "after"]] = "NA"
    return pd.concat([tokens, again])


def _sentences(language: str) -> Callable[[Sides], Groups]:
    def texts(path: Path) -> list[Hashable]:
        tokens = pd.read_csv(path, keep_default_na=False, dtype=str)
        return list(tokens.groupby("sentence_id")["before"].agg(" | ".join))

    return lambda side: tuple(  # type: ignore[return-value]
        texts(side.public / f"{language}_{name}.csv.zip") for name in ("train", "test_2")
    )


def _few_articles(raw: Path) -> None:
    path = raw / "simplified-nq-train.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for number, record in enumerate(records):
        record["document_url"] = f"https://en.wikipedia.org//w/index.php?title=T{number // 5}"
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")


def _articles(side: Sides) -> Groups:
    files = side.public / "simplified-nq-train.jsonl", side.private / "test.jsonl"
    return tuple([json.loads(line)["document_url"] for line in path.open()] for path in files)  # type: ignore[return-value]


def _donors(side: Sides) -> Groups:
    slides = pd.read_csv(side.raw / "HuBMAP-20-dataset_information.csv")
    donor = dict(zip(slides["image_file"].str.removesuffix(".tiff"), slides["patient_number"], strict=True))
    files = (side.csv(name)["id"] for name in ("public/train.csv", "public/sample_submission.csv"))
    return tuple([donor[name] for name in part] for part in files)  # type: ignore[return-value]


def _games(side: Sides) -> Groups:
    files = (side.csv(name) for name in ("public/train_labels.csv", "public/sample_submission.csv"))
    return tuple([name.split("_")[0] for name in part["contact_id"]] for part in files)  # type: ignore[return-value]


def _pairs(side: Sides) -> Groups:
    found = columns("public/train.csv", "public/test.csv", "anchor", "target")(side)
    return tuple([frozenset(pair) for pair in part] for part in found)  # type: ignore[return-value, arg-type]


def _stays(side: Sides) -> Groups:
    tables = (side.csv(name) for name in ("public/train.csv", "private/test.csv"))
    return tuple(  # type: ignore[return-value]
        list(zip(rows["hotel_id"], rows["timestamp"].str[:10], strict=True)) for rows in tables
    )


def _same_day(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.assign(timestamp=[f"2018-02-0{number % 2 + 1} 04:05:06" for number in range(len(rows))])


def _few_patients(raw: Path) -> None:
    """Every other study gets the patient of the one before it: ids of patients have one length."""
    studies = sorted((raw / "train").iterdir())
    for first, second in zip(studies[::2], studies[1::2], strict=False):
        for picture in second.rglob("*.dcm"):
            picture.write_bytes(picture.read_bytes().replace(_patient(second), _patient(first)))


def _patient(study: Path) -> bytes:
    """What follows tag (0010,0020), its kind and its size."""
    content = next(study.rglob("*.dcm")).read_bytes()
    start = content.index(b"\x10\x00\x20\x00LO") + 6
    return content[start : start + 2 + int.from_bytes(content[start : start + 2], "little")]


def _patients(side: Sides) -> Groups:
    return tuple(  # type: ignore[return-value]
        [_patient(study) for study in (side.public / name).iterdir()] for name in ("train", "test")
    )


TABLES = ["histogram_of_segments.txt", "segment_features.txt", "segment_rectangles.txt"]
TRAIN, TEST = "public/train.csv", "public/test.csv"
CASES: dict[str, tuple[Callable[[Path], object] | None, Callable[[Sides], Groups]]] = {
    "chaii-hindi-and-tamil-question-answering": (
        changed("train.csv", repeated("context")),
        columns(TRAIN, TEST, "context"),
    ),
    "us-patent-phrase-to-phrase-matching": (changed("train.csv", repeated("anchor", "target")), _pairs),
    "lmsys-chatbot-arena": (changed("train.csv", repeated("prompt")), columns(TRAIN, TEST, "prompt")),
    "google-quest-challenge": (None, columns(TRAIN, TEST, "url")),
    "kuzushiji-recognition": (None, _books),
    "hotel-id-2021-fgvc8": (changed("train.csv", _same_day), _stays),
    "nfl-player-contact-detection": (None, _games),
    "hubmap-kidney-segmentation": (changed("HuBMAP-20-dataset_information.csv", repeated("patient_number")), _donors),
    "google-research-identify-contrails-reduce-global-warming": (_few_days, _days),
    "denoising-dirty-documents": (None, _pages),
    "ml2021spring-hw2": (_windows, _frames),
    "facebook-recruiting-iii-keyword-extraction": (
        _repeated_in_zip("Train", repeated("Title", "Body")),
        columns(TRAIN, TEST, "Title", "Body"),
    ),
    "text-normalization-challenge-english-language": (
        _repeated_in_zip("en_train.csv", _sentences_twice),
        _sentences("en"),
    ),
    "text-normalization-challenge-russian-language": (
        _repeated_in_zip("ru_train.csv", _sentences_twice),
        _sentences("ru"),
    ),
    "tensorflow2-question-answering": (_few_articles, _articles),
    "siim-covid19-detection": (_few_patients, _patients),
    "siim-isic-melanoma-classification": (None, columns(TRAIN, TEST, "patient_id")),
}


@pytest.mark.parametrize("competition_id", CASES)
def test_what_belongs_together_is_on_both_sides(competition_id: str, tmp_path: Path) -> None:
    change, groups = CASES[competition_id]
    sides = both(competition_id, tmp_path, change)
    old, new = ([set(part) for part in groups(side)] for side in sides)
    assert old[0] & old[1], "the fault is not in v1"
    assert not new[0] & new[1]
    assert new[0]
    assert new[1]
    rows = [[len(list(part)) for part in groups(side)] for side in sides]
    assert sum(rows[0]) == sum(rows[1]), "nothing is lost"


def copied(place: str, *, pairs: int | None = None) -> Callable[[Path], None]:
    """So many pictures, or half of all, get the bytes of another one."""

    def copy(raw: Path) -> None:
        pictures = sorted(path for path in (raw / place).rglob("*") if path.is_file())
        for a, b in list(zip(pictures[::2], pictures[1::2], strict=False))[:pairs]:
            shutil.copyfile(a, b)

    return copy


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.md5(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("competition_id", "folders", "column", "suffix"),
    [
        ("aptos2019-blindness-detection", ("train_images", "test_images"), "id_code", ".png"),
        ("plant-pathology-2021-fgvc8", ("train_images", "test_images"), "image", ""),
        ("whale-categorization-playground", ("train", "test"), "Image", ""),
        ("cassava-leaf-disease-classification", ("train_images", "test_images"), "image_id", ""),
    ],
)
def test_copies_of_test_pictures_are_training_pictures(
    competition_id: str, folders: tuple[str, str], column: str, suffix: str, tmp_path: Path
) -> None:
    source = "train" if "whale" in competition_id else "train_images"
    old, new = both(competition_id, tmp_path, copied(source))
    trained, tested = (_digests(old.public / name) for name in folders)
    copies = {name for name, digest in trained.items() if digest in tested.values()}
    assert copies
    assert _digests(new.public / folders[1]) == tested, "the test set is v1's"
    assert set(_digests(new.public / folders[0])) == set(trained) - copies
    assert set(new.csv("public/train.csv")[column] + suffix) == set(trained) - copies
    shards = list((new.public / "train_tfrecords").glob("*.tfrec"))
    if "cassava" in competition_id:
        assert {name for shard in shards for name in text_feature(shard, "image_name")} == set(trained) - copies
        assert sum(int(shard.stem.split("-")[1]) for shard in shards) == len(trained) - len(copies)
    if "whale" in competition_id:
        known = set(new.csv("public/train.csv")["Id"])
        assert set(new.csv("private/test.csv")["Id"]) <= known | {"new_whale"}


def test_a_patient_is_on_both_sides_by_a_copy(tmp_path: Path) -> None:
    """Pictures of two patients that are the same, and records: those of test pictures are in no file."""
    _, new = both("siim-isic-melanoma-classification", tmp_path, copied("jpeg/train", pairs=3))
    trained, tested = (_digests(new.public / "jpeg" / name) for name in ("train", "test"))
    assert trained
    assert tested
    assert not set(trained.values()) & set(tested.values())
    shards = sorted((new.public / "tfrecords").glob("*.tfrec"))
    assert all(shard.name.startswith("train") for shard in shards)
    assert {f"{name}.jpg" for shard in shards for name in text_feature(shard, "image_name")} == set(trained)


def test_words_are_missing_values(tmp_path: Path) -> None:
    change = CASES["text-normalization-challenge-russian-language"][0]
    old, new = both("text-normalization-challenge-russian-language", tmp_path, change)
    raw = pd.read_csv(old.raw / "ru_train.csv.zip", keep_default_na=False)
    words = []
    for side in (old, new):
        parts = [pd.read_csv(side.public / f"ru_{name}.csv.zip", keep_default_na=False) for name in ("train", "test_2")]
        words.append([(part["before"] == "NA").sum() for part in parts])
    assert sum(words[0]) == 0
    assert sum(words[1]) == (raw["before"] == "NA").sum() >= 2


def test_matrices_of_molecules_are_missing(tmp_path: Path) -> None:
    def with_matrices(raw: Path) -> None:
        for line in [*(raw / "train.json").open(), *(raw / "test.json").open()]:
            np.save(raw / "bpps" / f"{json.loads(line)['id']}.npy", np.ones((2, 2), dtype=np.float32))

    old, new = both("stanford-covid-vaccine", tmp_path, with_matrices)
    assert not (old.public / "bpps").exists()
    ids = {
        json.loads(line)["id"]
        for name in ("train", "test", "unlabelled")
        for line in (new.public / f"{name}.json").open()
    }
    assert {path.stem for path in (new.public / "bpps").iterdir()} == ids
    assert not {"reactivity", "deg_50C"} & set(json.loads((new.public / "unlabelled.json").open().readline()))


def test_smaller_leaks_are_public(tmp_path: Path) -> None:
    old, new = both("seti-breakthrough-listen", tmp_path / "seti", None)
    assert (old.public / "old_leaky_data").exists()
    assert not (new.public / "old_leaky_data").exists()
    counts = []
    for side in both("iwildcam-2020-fgvc7", tmp_path / "iwildcam", None):
        documents = [json.loads(path.read_text()) for path in side.public.glob("*_annotations.json")]
        documents += [json.loads(path.read_text()) for path in side.public.glob("*_information.json")]
        counts.append(any("count" in category for document in documents for category in document["categories"]))
    assert counts == [True, False]
    logs = []
    for side in both("3d-object-detection-for-autonomous-vehicles", tmp_path / "3d", None):
        listed = json.loads((side.public / "train_data/map.json").read_text())[0]["log_tokens"]
        trained = {log["token"] for log in json.loads((side.public / "train_data/log.json").read_text())}
        logs.append(set(listed) == trained)
    assert logs == [False, True]


def test_faulty_cases_take_part(tmp_path: Path) -> None:
    faulty = ["00109", "00123", "00709"]

    def with_faulty(raw: Path) -> None:
        """Three cases get the names of those that the organisers named."""
        table = pd.read_csv(raw / "train_labels.csv", dtype={"BraTS21ID": str})
        for old, new in zip(table["BraTS21ID"][:3], faulty, strict=True):
            (raw / "train" / old).rename(raw / "train" / new)
        table.loc[:2, "BraTS21ID"] = faulty
        table.to_csv(raw / "train_labels.csv", index=False)

    found = []
    for side in both("rsna-miccai-brain-tumor-radiogenomic-classification", tmp_path, with_faulty):
        tables = (side.csv(name, dtype=str) for name in ("public/train_labels.csv", "private/test.csv"))
        ids = {name for rows in tables for name in rows["BraTS21ID"]}
        assert {path.name for part in ("train", "test") for path in (side.public / part).iterdir()} == ids
        found.append(len(ids & set(faulty)))
        every = set(pd.read_csv(side.raw / "train_labels.csv", dtype=str)["BraTS21ID"])
        assert every - ids <= set(faulty)
    assert found == [3, 0]


def test_tables_have_the_header_of_another_one(tmp_path: Path) -> None:
    same = []
    for side in both("mlsp-2013-birds", tmp_path, None):
        with zipfile.ZipFile(side.raw / "mlsp_contest_dataset.zip") as archive:
            names = [name for name in archive.namelist() if Path(name).name in TABLES]
            headers = {Path(name).name: archive.read(name).decode().splitlines()[0].rstrip() for name in names}
        texts = {name: (side.public / "supplemental_data" / name).read_text() for name in headers}
        same.append([texts[name].splitlines()[0] == headers[name] for name in TABLES])
        assert all(len(text.splitlines()) > 1 and text.endswith("\n") for text in texts.values())
    assert same == [[True, False, False], [True, True, True]]


def test_the_test_set_is_too_large(tmp_path: Path) -> None:
    shares = []
    for side in both("iwildcam-2020-fgvc7", tmp_path, None):
        sizes = [len(list((side.public / name).iterdir())) for name in ("train", "test")]
        shares.append(sizes[1] / sum(sizes))
    assert shares[1] <= 0.22 < shares[0]


def test_the_sample_of_articles_knows_the_test_days(tmp_path: Path) -> None:
    def new_fashion(raw: Path) -> None:
        """One article is sold by the dozen, but only on the last day."""
        sales = pd.read_csv(raw / "transactions_train.csv", dtype=str)
        last = sales[sales["t_dat"] == sales["t_dat"].max()].iloc[[0] * 500].assign(article_id="0999999999")
        pd.concat([sales, last]).to_csv(raw / "transactions_train.csv", index=False)
        sample = pd.read_csv(raw / "sample_submission.csv", dtype=str).assign(prediction="0999999999")
        sample.to_csv(raw / "sample_submission.csv", index=False)

    old, new = both("h-and-m-personalized-fashion-recommendations", tmp_path, new_fashion)
    tables = [side.csv("public/sample_submission.csv", dtype=str) for side in (old, new)]
    assert tables[0]["customer_id"].equals(tables[1]["customer_id"])
    assert ["0999999999" in set(" ".join(rows["prediction"]).split()) for rows in tables] == [True, False]
    sold = new.csv("public/transactions_train.csv", dtype=str)
    days = pd.to_datetime(sold["t_dat"])
    counts = sold["article_id"][days > days.max() - pd.Timedelta(days=7)].value_counts()
    listed = tables[1]["prediction"][0].split()
    assert len(listed) == 12
    assert min(counts[name] for name in listed) >= counts.drop(listed).max()


def test_comments_that_occur_twice_are_mixed_up(tmp_path: Path) -> None:
    """Two rows of one text and other labels are paired by their numbers, in any order."""
    from mlebench.grading.grade import score_files

    def same_texts(raw: Path) -> None:
        path = raw / "test_with_solutions.csv"
        rows = pd.read_csv(path)
        rows.loc[rows.index % 2 == 1, "Comment"] = rows["Comment"].to_numpy()[rows.index[rows.index % 2 == 1] - 1]
        rows.assign(Insult=rows.index % 2).to_csv(path, index=False)

    competition_id = "detecting-insults-in-social-commentary"
    scores = []
    for version, side in zip(("v1", "v2"), both(competition_id, tmp_path, same_texts), strict=True):
        answers = side.private / "test.csv"
        shuffled = pd.read_csv(answers).sample(frac=1, random_state=1)
        shuffled.to_csv(tmp_path / "submission.csv", index=False)
        competition = Registry().under(version).get(competition_id)
        scores.append(score_files(competition, tmp_path / "submission.csv", answers).score)
    assert scores[0] < 0.9
    assert scores[1] == 1.0
