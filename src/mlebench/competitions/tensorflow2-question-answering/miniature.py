"""Miniature raw data: tensorflow2-question-answering.

1,130 short articles: the preparation works in blocks of 1,000 lines.
"""

import json
from pathlib import Path

import numpy as np

WORDS = [
    "the",
    "river",
    "city",
    "was",
    "founded",
    "in",
    "1/2",
    "of",
    "by",
    "Wikipedia",
    "café",
    "—",
    "king",
    '"quoted"',
    "song",
    "album",
    "and",
    "Москва",
    "team",
    "year",
    "1999",
    "\\",
    "a",
    "😀",
]


def article(rng):
    tokens, candidates = [], []
    for _ in range(int(rng.integers(2, 4))):
        start = len(tokens)
        tokens += ["<P>"] + [str(w) for w in rng.choice(WORDS, int(rng.integers(5, 12)))] + ["</P>"]
        candidates.append({"start_token": start, "top_level": True, "end_token": len(tokens)})
    return tokens, candidates


def sample(rng, labelled):
    tokens, candidates = article(rng)
    s = {
        "document_text": " ".join(tokens),
        "long_answer_candidates": candidates,
        "question_text": " ".join(["who", "was"] + [str(w) for w in rng.choice(WORDS, 3)]),
    }
    example_id = int(rng.integers(-(2**63), 2**63 - 1))
    if not labelled:
        return {
            "example_id": str(example_id),
            "question_text": s["question_text"],
            "document_text": s["document_text"],
            "long_answer_candidates": candidates,
        }
    long_answer = {"start_token": -1, "candidate_index": -1, "end_token": -1}
    short, yes_no = [], "NONE"
    if rng.random() < 0.5:
        k = int(rng.integers(len(candidates)))
        c = candidates[k]
        long_answer = {"start_token": c["start_token"], "candidate_index": k, "end_token": c["end_token"]}
        r = rng.random()
        if r < 0.1:
            yes_no = str(rng.choice(["YES", "NO"]))
        elif r < 0.7:
            for _ in range(int(rng.integers(1, 3))):
                a = c["start_token"] + int(rng.integers(1, 4))
                short.append({"start_token": a, "end_token": a + int(rng.integers(1, 3))})
    s["annotations"] = [
        {
            "yes_no_answer": yes_no,
            "long_answer": long_answer,
            "short_answers": short,
            "annotation_id": int(rng.integers(0, 2**64, dtype=np.uint64)),
        }
    ]
    s["document_url"] = f"https://en.wikipedia.org//w/index.php?title=T&amp;oldid={int(rng.integers(10**6))}"
    s["example_id"] = example_id
    return s


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    test = [sample(rng, False) for _ in range(10)]
    for name, rows in [("train", [sample(rng, True) for _ in range(1130)]), ("test", test)]:
        text = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
        (raw / f"simplified-nq-{name}.jsonl").write_text(text, encoding="utf-8")
    ids = [f"{t['example_id']}_{kind}" for t in test for kind in ("long", "short")]
    (raw / "sample_submission.csv").write_text(
        "example_id,PredictionString\n" + "".join(f"{i},\n" for i in sorted(ids))
    )
