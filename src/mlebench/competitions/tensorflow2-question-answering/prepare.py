import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO

import pandas as pd

from mlebench.data import split_rows, track, write_csv
from mlebench.data.formats.pandas_json import pandas_json, recoded_text

LINES = 307_373
BLOCK = 1000
SHOWN = ["example_id", "question_text", "document_text", "long_answer_candidates"]
ARTICLE, CANDIDATES, QUESTION = b'{"document_text": "', b'", "long_answer_candidates": [', b'], "question_text": '
Record = dict[str, bytes]  # the JSON text of each member of a line
Parts = tuple[list[Record], list[Record]]


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, lambda records: split_rows(records, test_size=0.1))


def prepare_with(raw: Path, public: Path, private: Path, split: Callable[[list[Record]], Parts]) -> None:
    """Seventeen gigabytes of articles. Every thousand lines are split by themselves, each time in the same way."""
    gold: list[tuple[str, str]] = []
    with (
        (raw / "simplified-nq-train.jsonl").open("rb") as source,
        (public / "simplified-nq-train.jsonl").open("wb") as train_file,
        (public / "simplified-nq-test.jsonl").open("wb") as test_file,
        (private / "test.jsonl").open("wb") as answers_file,
    ):
        for records in track(blocks(source), "splitting articles", -(-LINES // BLOCK)):
            train, test = split(records)
            write_lines(train, list(records[0]), train_file)
            write_lines(test, list(records[0]), answers_file)
            write_lines(test, SHOWN, test_file)
            gold.extend(row for record in test for row in gold_rows(record))

    submission = pd.DataFrame(gold, columns=["example_id", "PredictionString"])
    write_csv(submission, private / "gold_submission.csv")
    write_csv(submission.assign(PredictionString=""), public / "sample_submission.csv")


def blocks(source: IO[bytes]) -> Iterator[list[Record]]:
    while lines := list(islice(source, BLOCK)):
        yield [read_line(line) for line in lines]


def read_line(line: bytes) -> Record:
    """Cut a line into its members. The long ones are copied rather than parsed where the line looks as usual."""
    candidates = line.find(CANDIDATES)
    question = line.find(QUESTION, candidates)
    spans = line[candidates + len(CANDIDATES) : question]
    # Three members per candidate and no other texts, so that every blank stands between members.
    if line.startswith(ARTICLE) and 0 < candidates < question and spans.count(b'"') == 6 * spans.count(b"{"):
        record = {
            "document_text": b'"' + recoded_text(line[len(ARTICLE) : candidates]) + b'"',
            "long_answer_candidates": b"[" + spans.replace(b" ", b"") + b"]",
        }
        line = b'{"question_text": ' + line[question + len(QUESTION) :]
    else:
        record = {}
    rest = json.loads(line)
    rest["example_id"] = str(rest["example_id"])
    return record | {name: pandas_json(value) for name, value in rest.items()}


def write_lines(records: Iterable[Record], names: list[str], file: IO[bytes]) -> None:
    keys = [(name, pandas_json(name) + b":") for name in names]
    for record in records:
        file.write(b"{" + b",".join(key + record.get(name, b"null") for name, key in keys) + b"}\n")


def gold_rows(record: Record) -> Iterator[tuple[str, str]]:
    """The right short and long answers to one question."""
    example_id, annotation = json.loads(record["example_id"]), json.loads(record["annotations"])[0]
    short, long = annotation["short_answers"], annotation["long_answer"]
    if annotation["yes_no_answer"] != "NONE":
        yield f"{example_id}_short", annotation["yes_no_answer"]
    else:
        yield f"{example_id}_short", span(short[0]) if short else ""
    yield f"{example_id}_long", span(long) if long["start_token"] != -1 else ""


def span(tokens: dict[str, int]) -> str:
    return f"{tokens['start_token']}:{tokens['end_token']}"
