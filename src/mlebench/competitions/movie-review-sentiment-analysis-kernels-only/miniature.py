"""Miniature raw data: Movie Review Sentiment Analysis (Kernels Only)."""

import zipfile
from pathlib import Path

import numpy as np

GOOD = "charming witty superb moving fresh".split()
BAD = "dull tedious awful clumsy stale".split()
PLAIN = "the film a story of its director , and plot 's scenes with in that `` ''".split()
# Odd texts: what pandas takes for a missing value, quotes, commas, a lone blank, accents.
ODD = ["None", "null", "NA", "n/a", 'so "clever"', "yes , and no", " ", "Amélie", "1.0", "nan", "\\"]


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    rows, seen = [], set()
    for sentence in range(1, 31):
        words = [str(rng.choice(GOOD + BAD if rng.random() < 0.3 else PLAIN)) for _ in range(rng.integers(5, 11))]
        spans = [(0, len(words))] + [tuple(sorted(rng.choice(len(words) + 1, 2, replace=False))) for _ in range(8)]
        texts = [" ".join(words[a:b]) for a, b in spans]
        if sentence <= len(ODD):
            texts.append(ODD[sentence - 1])
        for text in texts:
            if text in seen:
                continue
            seen.add(text)
            mood = sum(w in GOOD for w in text.split()) - sum(w in BAD for w in text.split())
            label = int(np.clip(2 + mood + (rng.random() < 0.1) - (rng.random() < 0.1), 0, 4))
            rows.append((len(rows) + 1, sentence, text, label))

    # Written without a CSV library: like the original, quotes are only doubled where a reader needs it.
    def field(text):
        return '"' + text.replace('"', '""') + '"' if '"' in text else text

    train = "PhraseId\tSentenceId\tPhrase\tSentiment\n" + "".join(f"{i}\t{s}\t{field(t)}\t{y}\n" for i, s, t, y in rows)
    last = rows[-1][0]
    test_ids = range(last + 1, last + 11)
    test = "PhraseId\tSentenceId\tPhrase\n" + "".join(f"{i}\t31\tan unused test phrase {i}\n" for i in test_ids)
    for name, text in (("train.tsv", train), ("test.tsv", test)):
        with zipfile.ZipFile(raw / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr(zipfile.ZipInfo(name, (2018, 6, 1, 0, 0, 0)), text.encode())
    (raw / "sampleSubmission.csv").write_text("PhraseId,Sentiment\n" + "".join(f"{i},2\n" for i in test_ids))
