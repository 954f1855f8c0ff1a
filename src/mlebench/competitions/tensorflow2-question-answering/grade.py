import json
from pathlib import Path
from typing import Any

import pandas as pd

from mlebench.grading import Expected, align, refuse, require_columns, require_rows, texts
from mlebench.metrics.classification import accuracy

ANNOTATIONS = b'"annotations":['
Answer = str | tuple[int, int]


def read_answers(path: Path) -> pd.DataFrame:
    """For each row of a submission the answers that are right, often none. The articles are skipped."""
    rows: list[tuple[str, set[Answer]]] = []
    with path.open("rb") as file:
        for line in file:
            example = without_article(line)
            note = example["annotations"][0]
            short: set[Answer] = {span(tokens) for tokens in note["short_answers"]}
            if note["yes_no_answer"] != "NONE":
                short.add(note["yes_no_answer"])
            long: set[Answer] = {span(note["long_answer"])} if note["long_answer"]["start_token"] != -1 else set()
            rows += [(f"{example['example_id']}_long", long), (f"{example['example_id']}_short", short)]
    return pd.DataFrame(rows, columns=["example_id", "answers"])


def without_article(line: bytes) -> dict[str, Any]:
    """The members from `annotations` on, if the id is among them; else all."""
    # Inside a text the quotes would be escaped, so this can only be the member's name.
    start = line.rfind(ANNOTATIONS)
    example: dict[str, Any] = json.loads(b"{" + line[start:]) if start > 0 else json.loads(line)
    return example if "example_id" in example else json.loads(line)


def span(tokens: dict[str, int]) -> tuple[int, int]:
    return tokens["start_token"], tokens["end_token"]


def check(submission: pd.DataFrame, expected: Expected) -> list[Answer | None]:
    require_rows(submission, expected)
    require_columns(submission, ["example_id", "PredictionString"])
    submission = align(submission, expected, on="example_id")
    return [parsed(text) for text in texts(submission, "PredictionString", allow_numbers=True)]


def score(predicted: list[Answer | None], answers: pd.DataFrame) -> float:
    # A given answer should be among the right ones; no answer should be given where there are none.
    right = [
        answer in accepted if answer else not accepted
        for answer, accepted in zip(predicted, answers["answers"], strict=True)
    ]
    return accuracy([True] * len(right), right)


def parsed(text: str) -> Answer | None:
    """A span of tokens, YES, NO, or None for no answer."""
    text = text.strip()
    if text.count(":") == 1:
        start, end = text.split(":")
        try:
            return int(start), int(end)
        except ValueError:
            refuse(f"'PredictionString' must be like 6:18, YES, NO or blank, not {text[:80]!r}.")
    if text not in ("YES", "NO", ""):
        refuse(f"'PredictionString' must be like 6:18, YES, NO or blank, not {text[:80]!r}.")
    return text or None
