"""The audit must not stumble over odd data, and must say what it left out."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mlebench.audit.leaks import contents, private_files, tables, truth
from mlebench.audit.leaks.report import finding_of
from tests.audit.leaks.workshop import Workshop


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def kinds(shop: Workshop, **options: object) -> set[str]:
    return {leak.kind for leak in shop.audit(**options).leaks if leak.fails}  # type: ignore[arg-type]


def test_odd_files_are_no_reason_to_fail(shop: Workshop) -> None:
    first = shop.test["id"].tolist()
    for suffix in (".png", ".jpg", ".dcm", ".mat", ".json", ".xml", ".nmea", ".npy", ".tiff", ".tfrec", ".parquet"):
        for number, one in enumerate(first):
            content = shop.rng.bytes(int(shop.rng.integers(0, 400)))
            (shop.public / f"{one}{suffix}").write_bytes(content if number % 3 else b"")
    (shop.public / "odd.zip").write_bytes(b"PK\x03\x04" + shop.rng.bytes(50))
    (shop.public / "odd.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + shop.rng.bytes(50))
    (shop.public / "odd.tar.gz").write_bytes(b"\x1f\x8b" + shop.rng.bytes(50))
    (shop.public / "odd.csv").write_bytes(b'\xff\xfe"\x00,,\n"')
    (shop.public / "odd.json").write_text("[" * 100_000)
    (shop.public / "no_rows.csv").write_text("id,label\n")
    report = shop.audit()
    assert not report.failed, [str(leak) for leak in report.leaks]
    assert any("odd.zip could not be opened" in note for note in report.notes)
    json.dumps(report.as_json())


def test_archive_that_is_cut_off_is_named(shop: Workshop) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.bin")
        info.size = 100_000
        archive.addfile(info, io.BytesIO(shop.rng.bytes(100_000)))
    (shop.public / "x.tar.gz").write_bytes(buffer.getvalue()[:5_000])
    assert any("x.tar.gz could not be opened" in note for note in shop.audit().notes)


def test_archives_nested_without_end_are_left(shop: Workshop) -> None:
    content = b"id,label\n"
    for _ in range(8):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("deeper.zip", content)
        content = buffer.getvalue()
    (shop.public / "deep.zip").write_bytes(content)
    assert not shop.audit().failed


def test_large_tables_are_sampled_and_it_is_said(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_TABLE_ROWS", 100)
    monkeypatch.setattr(tables, "_CHUNK", 40)
    shop.train = pd.concat([shop.train] * 3 + [shop.test[:20].assign(id=[f"t{i}" for i in range(20)])])
    report = shop.audit()
    assert "train.csv: 100 of 470 rows were looked at (fixed seed)" in report.notes
    # Duplicates are looked for in every row of the training table all the same.
    found = [leak for leak in report.leaks if leak.kind == "duplicate"]
    assert found[0].detail.startswith("20 of 60 rows also stand in public/train.csv")
    assert report == shop.audit()


@pytest.mark.parametrize("form", ["json", "jsonl", "parquet"])
def test_every_row_is_compared_in_every_form(shop: Workshop, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setattr(tables, "MAX_TABLE_ROWS", 50)
    train = pd.concat([shop.train, shop.test[:20].assign(id=[f"t{i}" for i in range(20)])])
    shop.train = shop.train[:0]
    if form == "parquet":  # in parts
        train[:100].to_parquet(shop.public / "train_01.parquet")
        train[100:].reset_index(drop=True).to_parquet(shop.public / "train_02.parquet")
        shop.test.drop(columns="label").to_parquet(shop.public / "test_01.parquet")
    else:
        train.to_json(shop.public / f"train.{form}", orient="records", lines=form == "jsonl")
        shop.test.drop(columns="label").to_json(shop.public / f"test.{form}", orient="records", lines=form == "jsonl")
    # The sample of the test table has 50 rows.
    details = [leak.detail for leak in shop.audit().leaks if leak.kind == "duplicate"]
    assert len(details) == 1
    hits, rows = int(details[0].split()[0]), int(details[0].split()[2])
    assert rows == 50
    assert 20 - 10 <= hits <= 20


def test_label_in_names_beside_other_files_of_the_same_type(shop: Workshop) -> None:
    for folder in ("test", "test_small"):
        (shop.public / folder).mkdir()
    for row in shop.test.itertuples():
        (shop.public / "test" / f"{row.label}.{row.id}.bin").write_bytes(shop.rng.bytes(99))
        (shop.public / "test_small" / f"{row.id}.bin").write_bytes(shop.rng.bytes(99))
    assert kinds(shop) == {"metadata"}


def test_many_answers_are_sampled_and_it_is_said(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "MAX_ROWS", 40)
    shop.test["code"] = shop.test["label"].map({"ash": 1, "elm": 2, "oak": 3})
    report = shop.audit()
    assert "40 of 60 rows of the answers were looked at (fixed seed)" in report.notes
    assert any(leak.kind == "feature" and leak.column == "code" for leak in report.leaks if leak.fails)


def test_large_members_of_7z_are_named(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    import py7zr

    monkeypatch.setattr(contents, "MAX_7Z_MEMBER", 10)
    with py7zr.SevenZipFile(shop.public / "extra.7z", "w") as archive:
        archive.writestr(shop.test.to_csv(index=False), "test.csv")
    assert any("extra.7z/test.csv" in note and "was not read" in note for note in shop.audit().notes)


def test_few_rows_that_fit_by_accident_prove_nothing(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, train=6, test=6)
    for table in (shop.train, shop.test):
        table["label"] = ["ash", "elm"] * 3
        table["lucky"] = [1, 2] * 3
    assert kinds(shop) == set()


def test_files_with_the_same_check_sum_are_not_the_same_file(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_files, "_crc", lambda file: 0)
    (shop.private / "mask.png").write_bytes(shop.rng.bytes(100))
    (shop.public / "mask.png").write_bytes(shop.rng.bytes(100))
    assert kinds(shop) == set()


def test_declared_groups_are_looked_at(shop: Workshop) -> None:
    wards = [f"w{i}" for i in range(8)]
    for table in (shop.train, shop.test):
        table["c17"] = shop.rng.choice(wards, len(table))
    assert [leak for leak in shop.audit().leaks if leak.kind == "group"] == []
    (found,) = [leak for leak in shop.audit(groups=("c17",)).leaks if leak.kind == "group"]
    assert found.caution
    assert found.column == "c17"


def test_group_that_is_nowhere_is_told(shop: Workshop) -> None:
    assert "no table of each side has the group wrad" in shop.audit(groups=("wrad",)).notes


def test_answers_with_one_column_for_each_class(shop: Workshop) -> None:
    wide = pd.get_dummies(shop.test["label"]).astype(int)
    pd.concat([shop.test["id"], wide], axis=1).to_csv(shop.private / "test.csv", index=False)
    shop.test["code"] = shop.test["label"].map({"ash": 7, "elm": 8, "oak": 9})
    assert kinds(shop) == {"feature"}


def test_sample_submission_with_the_answers(shop: Workshop) -> None:
    shop.test[["id", "label"]].assign(note="x").to_csv(shop.public / "sample_submission.csv", index=False)
    assert kinds(shop) == {"answer-values"}


def test_caution_is_shown_as_one_and_passes(shop: Workshop) -> None:
    shop.test["label"] = np.repeat(["ash", "elm", "oak"] * 4, 5)
    (order,) = [search for search in shop.audit().searches if any(leak.kind == "order" for leak in search.leaks)]
    finding = finding_of(order)
    assert (finding.ok, finding.warning) == (True, True)
    assert "A caution, no failure" in finding.detail
