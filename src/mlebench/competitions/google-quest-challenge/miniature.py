"""Miniature raw data: Google QUEST Q&A Labeling."""

from pathlib import Path

import numpy as np
import pandas as pd

ROWS = 120
QUESTION = [
    "asker_intent_understanding",
    "body_critical",
    "conversational",
    "expect_short_answer",
    "fact_seeking",
    "has_commonly_accepted_answer",
    "interestingness_others",
    "interestingness_self",
    "multi_intent",
    "not_really_a_question",
    "opinion_seeking",
    "type_choice",
    "type_compare",
    "type_consequence",
    "type_definition",
    "type_entity",
    "type_instructions",
    "type_procedure",
    "type_reason_explanation",
    "type_spelling",
    "well_written",
]
ANSWER = [
    "helpful",
    "level_of_information",
    "plausible",
    "relevance",
    "satisfaction",
    "type_instructions",
    "type_procedure",
    "type_reason_explanation",
    "well_written",
]
TARGETS = [f"question_{n}" for n in QUESTION] + [f"answer_{n}" for n in ANSWER]
SITES = {
    "TECHNOLOGY": "askubuntu.com",
    "STACKOVERFLOW": "stackoverflow.com",
    "SCIENCE": "physics.stackexchange.com",
    "CULTURE": "english.stackexchange.com",
    "LIFE_ARTS": "photo.stackexchange.com",
}
WORDS = [
    "how",
    "do",
    "I",
    "why",
    "does",
    "the",
    "server",
    "fail",
    "when",
    "using",
    "a",
    "lens",
    "with",
    "this",
    "equation",
    "is",
    "it",
    "correct",
    "to",
    "say",
    "install",
]


def text(rng, n, tail=""):
    return " ".join(str(w) for w in rng.choice(WORDS, n)) + tail


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    # Ratings are averages over three raters, hence multiples of 1/3 or of 1/9 in 0..1.
    thirds = np.round(np.arange(4) / 3, 6)
    ninths = np.round(np.arange(3, 10) / 9, 6)
    spelled = set(rng.choice(ROWS, 5, replace=False).tolist())  # hardly any spelling question
    rows = []
    for i in range(ROWS):
        category = str(rng.choice(list(SITES)))
        host = SITES[category]
        clarity = rng.random()
        row = {
            "qa_id": i + int(rng.integers(0, 2)) * 5000,
            "question_title": text(rng, 6, "?"),
            "question_body": text(
                rng, 12, ['\n\nI tried "sudo", no luck.', " &gt; 5, é\r\nsecond line\r\n", ""][i % 3]
            ),
            "question_user_name": ["ysap", "NA", "Dr. O'Neil, PhD", "1234"][i % 4],
            "question_user_page": f"https://{host}/users/{i}",
            "answer": text(rng, int(4 + 20 * clarity), "\n" if i % 2 else ""),
            "answer_user_name": ["None", "Jean-Luc", "", "x"][i % 4],
            "answer_user_page": f"https://{host}/users/{1000 + i}",
            "url": f"http://{host}/questions/{100 + i // 2}/title",
            "category": category,
            "host": host,
        }
        for name in TARGETS:
            if name == "question_type_spelling":
                row[name] = float(rng.choice([0.333333, 0.666667])) if i in spelled else 0.0
            elif "type" in name:
                row[name] = float(rng.choice(thirds))
            else:
                row[name] = float(ninths[int(np.clip(clarity * 6 + rng.normal(0, 1), 0, 6))])
        rows.append(row)
    train = pd.DataFrame(rows)
    train["qa_id"] = train["qa_id"].where(~train["qa_id"].duplicated(), train["qa_id"] + 20000)
    train.to_csv(raw / "train.csv", index=False)
    # Unused by the preparation.
    train.iloc[:5, :11].to_csv(raw / "test.csv", index=False)
    train.iloc[:5][["qa_id", *TARGETS]].to_csv(raw / "sample_submission.csv", index=False)
