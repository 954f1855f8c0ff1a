import json
from pathlib import Path

import pandas as pd

from mlebench.data import shuffled_ids, split_rows, write_csv

SEED = 17
TEST_QUERIES = 316
FEWEST_WORDS, MOST_WORDS = 10, 50  # of a passage, where sentences and the end of the entry allow it


def prepare(raw: Path, public: Path, private: Path) -> None:
    entries = [json.loads(line) for line in (raw / "entries.jsonl").read_text(encoding="utf-8").splitlines()]
    queries = pd.DataFrame(
        [(i, e["sentences"][e["query"]]) for i, e in enumerate(entries) if e["query"] is not None],
        columns=["entry", "query"],
    )
    passages = pd.DataFrame(
        [(i, text) for i, entry in enumerate(entries) for text in _passages(**entry)],
        columns=["entry", "text"],
    )
    (passages,) = shuffled_ids(passages, seed=SEED, column="passage_id", form="p{:04d}")
    wanted = passages.groupby("entry")["passage_id"].agg(" ".join)
    queries["passage_ids"] = queries["entry"].map(wanted)
    train, test = shuffled_ids(
        *split_rows(queries, TEST_QUERIES, seed=SEED), seed=SEED, column="query_id", form="q{:03d}"
    )

    write_csv(passages[["passage_id", "text"]], public / "passages.csv")
    write_csv(train[["query_id", "query", "passage_ids"]], public / "train.csv")
    write_csv(test[["query_id", "query"]], public / "test.csv")
    write_csv(test[["query_id", "passage_ids"]], private / "test.csv")
    first_five = " ".join(passages["passage_id"][:5])
    write_csv(test[["query_id"]].assign(passage_ids=first_five), public / "sample_submission.csv")


def _passages(title: str, sentences: list[str], query: int | None) -> list[str]:
    """The entry without its query, cut between sentences; the title stands in front of the first passage."""
    passages, words = [[f"{title}:"]], len(title.split())
    for number, sentence in enumerate(sentences):
        if number == query:
            continue
        length = len(sentence.split())
        if words + length > MOST_WORDS and words >= FEWEST_WORDS:
            passages.append([])
            words = 0
        passages[-1].append(sentence)
        words += length
    return [" ".join(passage) for passage in passages]
