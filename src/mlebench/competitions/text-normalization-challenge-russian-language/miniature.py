"""Miniature raw data for text-normalization-challenge-russian-language: zipped, fully quoted CSV files."""

import csv
import io
import zipfile
from pathlib import Path

import numpy as np

PLAIN = "По состоянию на год в этом городе жили люди и река текла домой Москва завод песня берег".split()
DIGITS = "ноль один два три четыре пять шесть семь восемь девять".split()
MONTHS = "января февраля марта апреля мая июня".split()
LATIN = {
    "Julius": "джулиус",
    "Windows": "уиндоус",
    "null": "налл",
    "nan": "нан",
}  # the last two look like missing values


def token(rng):
    """(class, before, after) of one token."""
    u = rng.random()
    if u < 0.62:
        w = str(rng.choice(PLAIN))
        return "PLAIN", w, w
    if u < 0.80:
        p = str(rng.choice([",", "—", '"', "(", ")", ":"]))
        return "PUNCT", p, p
    if u < 0.88:
        d = int(rng.integers(0, 10))
        return "CARDINAL", str(d), DIGITS[d]
    if u < 0.93:
        d, m = int(rng.integers(1, 10)), str(rng.choice(MONTHS))
        return "DATE", f"{d} {m}", f"{DIGITS[d]} {m}"
    if u < 0.97:
        w = str(rng.choice(list(LATIN)))
        return "PLAIN", w, " ".join(f"{c}_trans" for c in LATIN[w])
    if u < 0.985:
        return "LETTERS", "США", "с ш а"
    return "VERBATIM", "NA", "NA"  # 'NA' stays 'NA': both columns look like missing values to pandas


def zipped(path, header, rows):
    text = io.StringIO()
    w = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    w.writerow(header)
    w.writerows(rows)
    info = zipfile.ZipInfo(path.name[: -len(".zip")], date_time=(2017, 11, 14, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(path, "w") as z:
        z.writestr(info, text.getvalue().encode("utf-8"))


def sentences(rng, n):
    for s in range(n):
        size = int(rng.integers(3, 12))
        for t in range(size):
            yield s, t, *(("PUNCT", ".", ".") if t == size - 1 else token(rng))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    zipped(raw / "ru_train.csv.zip", ["sentence_id", "token_id", "class", "before", "after"], sentences(rng, 253))
    for stage in ("", "_2"):  # the second-stage files must exist but their content isn't used
        rows = list(sentences(rng, 6))
        zipped(
            raw / f"ru_test{stage}.csv.zip",
            ["sentence_id", "token_id", "before"],
            [(s, t, b) for s, t, _, b, _ in rows],
        )
        zipped(
            raw / f"ru_sample_submission{stage}.csv.zip",
            ["id", "after"],
            [(f"{s}_{t}", b) for s, t, _, b, _ in rows],
        )
