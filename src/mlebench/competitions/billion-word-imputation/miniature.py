"""Miniature raw data for billion-word-imputation: zipped text, one tokenised sentence per line."""

from pathlib import Path

import numpy as np

from mlebench.data import zip_text

SUBJECT = [
    "The president",
    "A spokesman",
    "My neighbour",
    "The company",
    "Café owners",
    "Mr. Smith",
    "Analysts",
]
VERB = ["said", "denied", "bought", "sold", "visited", "praised", "cancelled"]
OBJECT = [
    "the new plan",
    "a small house",
    "three trains",
    "the report",
    "40 per cent of shares",
    "an old friend",
]
TAIL = [
    "on Monday",
    "in London",
    "last year , too",
    "despite the rain",
    ", officials said",
    "for $ 3.5 million",
]


def sentence(rng):
    parts = [rng.choice(SUBJECT), rng.choice(VERB), rng.choice(OBJECT)]
    parts += [rng.choice(TAIL) for _ in range(rng.integers(0, 3))]
    s = " ".join(parts)
    u = rng.random()
    if u < 0.15:
        s = f'" {s} , " he added'
    elif u < 0.20:
        s = s.replace(" ", "  ", 1)  # a double blank, which cutting a word also squeezes
    elif u < 0.25:
        s = s.replace(" ", "\u00a0", 1)  # a no-break space separates words for str.split
    elif u < 0.30:
        return rng.choice(["Yes .", "Stop !", "Why not ?", "No"])  # one to three words
    return s + " ."


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    zip_text(raw / "train_v2.txt.zip", "train_v2.txt", "".join(sentence(rng) + "\n" for _ in range(4000)))
    lines = ['"id","sentence"'] + ['{},"{}"'.format(i + 1, sentence(rng).replace('"', '""')) for i in range(20)]
    zip_text(raw / "test_v2.txt.zip", "test_v2.txt", "\n".join(lines) + "\n")  # not used
