import json
from pathlib import Path
from typing import Any

import pandas as pd

from mlebench.data import split_rows, write_csv, zip_files

Requests = list[dict[str, Any]]


def prepare(raw: Path, public: Path, private: Path) -> None:
    requests, kaggle_test = read(raw / "train.json"), read(raw / "test.json")
    train, test = split_rows(requests, len(kaggle_test) / (len(requests) + len(kaggle_test)))

    write(public, "train", train)
    write(public, "test", [{key: request[key] for key in kaggle_test[0]} for request in test])
    answers = pd.DataFrame(test)[["request_id", "requester_received_pizza"]]
    write_csv(answers.astype({"requester_received_pizza": int}), private / "test.csv")
    write_csv(answers.assign(requester_received_pizza=0), public / "sampleSubmission.csv")


def read(path: Path) -> Requests:
    requests: Requests = json.loads(path.read_text(encoding="utf-8"))
    return requests


def write(folder: Path, name: str, requests: Requests) -> None:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(requests, indent=4), encoding="utf-8")
    zip_files(folder / f"{name}.zip", [(path.name, path)], compress=True)
