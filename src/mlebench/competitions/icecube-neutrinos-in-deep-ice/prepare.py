from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mlebench.data import place, place_all, split_rows, track, write_csv

from .grade import ANGLES

ROWS_AT_ONCE = 1 << 20


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, test_size=0.1)


def prepare_with(raw: Path, public: Path, private: Path, test_size: float) -> None:
    """132 million events: the table is read in pieces, twice."""
    meta = pq.ParquetFile(raw / "train_meta.parquet")
    train, test = split_rows(batches_of(meta), test_size)
    answers = deal(meta, test, public)

    write_csv(answers, private / "test.csv")
    write_csv(answers[["event_id"]].assign(azimuth=1, zenith=1), public / "sample_submission.csv")
    place(raw / "sensor_geometry.csv", public / "sensor_geometry.csv")
    part = dict.fromkeys(train, "train") | dict.fromkeys(test, "test")
    files = [(path, part.get(int(path.stem.rpartition("_")[2]))) for path in (raw / "train").glob("*.parquet")]
    place_all((path, public / name / path.name) for path, name in files if name)


def batches_of(meta: pq.ParquetFile) -> list[int]:
    """Batch numbers in order of appearance."""
    seen: dict[int, None] = {}
    for piece in meta.iter_batches(ROWS_AT_ONCE, columns=["batch_id"]):
        seen.update(dict.fromkeys(pc.unique(piece["batch_id"]).to_pylist()))
    return list(seen)


def deal(meta: pq.ParquetFile, test: list[int], public: Path) -> pd.DataFrame:
    """Write the tables of train and test events and return the answers."""
    schema = meta.schema_arrow.remove_metadata()
    shown = pa.schema([field for field in schema if field.name not in ANGLES])
    test_batches = pa.array(test, schema.field("batch_id").type)
    answers = []
    with (
        pq.ParquetWriter(public / "train_meta.parquet", schema) as train_file,
        pq.ParquetWriter(public / "test_meta.parquet", shown) as test_file,
    ):
        count = -(-meta.metadata.num_rows // ROWS_AT_ONCE)
        for piece in track(meta.iter_batches(ROWS_AT_ONCE), "splitting events", count):
            in_test = pc.is_in(piece["batch_id"], value_set=test_batches)
            train_rows, test_rows = piece.filter(pc.invert(in_test)), piece.filter(in_test)
            train_file.write_batch(train_rows.cast(schema))
            test_file.write_batch(test_rows.select(shown.names).cast(shown))
            answers.append(test_rows.select(["event_id", *ANGLES]))
    table: pd.DataFrame = pa.Table.from_batches(answers).to_pandas()
    return table
