"""Make the text extracts that two starter competitions ship, from three Debian packages.

    mkdir debs && cd debs && apt-get download dict-jargon bible-kjv bible-kjv-text && cd ..
    python tools/make_starter_texts.py debs

Writes competitions/starter-jargon-retrieval/data/entries.jsonl.gz and
competitions/starter-verse-genres/data/verses.tsv.gz. docs/reference/data-licences.md tells the texts' licences.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

COMPETITIONS = Path(__file__).resolve().parent.parent / "src" / "mlebench" / "competitions"
SEED = 20240

# ---------------------------------------------------------------------------- the Jargon File

ENTRIES = 800
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"  # of the dictd index
CRUDE = re.compile(
    r"fuck|shit|whor|bitch|penis|nigg|tits|rape|\bsex|screw|piss|crap|damn|bastard|\bass\b|orgasm|masturb|genital"
    r"|breast|erotic|porn|nazi|hitler|jew|drug|homo|gay|lesb|faggot|suck|figure \d|ftp:|http",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.!?”)])\s+(?=[A-Z“(\[]|\d\. )")
REFERENCE = re.compile(r"\(?(See|Compare|Syn|Cf|Oppose|Contrast)\b")
UNCLEAR_ALONE = re.compile(r"(Also|This|That|These|It|He|She|They)\b|[(“\[]")


def jargon_entries(folder: Path) -> Iterator[dict[str, object]]:
    """Entries as title and sentences; `query` is the sentence that makes a question, where one is fit."""
    text = gzip.decompress((folder / "jargon.dict.dz").read_bytes())
    entries = []
    for start, length in sorted(index_of(folder / "jargon.index")):
        title, _, rest = text[start : start + length].decode().partition("\n")
        body = "\n".join(rest.split("\n\n")[1:])
        sentences = sentences_of(body)
        words = sum(len(sentence.split()) for sentence in sentences)
        if not CRUDE.search(title + body) and 3 <= len(sentences) <= 14 and 60 <= words <= 260:
            entries.append((title.strip(), sentences))
    rng = np.random.default_rng(SEED)
    for number in rng.permutation(len(entries))[:ENTRIES]:
        title, sentences = entries[number]
        fit = [i for i in range(1, len(sentences)) if is_query(sentences, i)]
        yield {
            "title": title,
            "sentences": sentences,
            "query": int(fit[rng.integers(len(fit))]) if fit else None,
        }


def index_of(path: Path) -> set[tuple[int, int]]:
    """Places of the entries (start, length), each once."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return {(number(start), number(length)) for word, start, length in lines if not word.startswith("00-")}


def number(digits: str) -> int:
    """A number as dictd writes it, in base 64."""
    value = 0
    for digit in digits:
        value = value * 64 + DIGITS.index(digit)
    return value


def sentences_of(body: str) -> list[str]:
    """Sentences without the braces of cross references, sense numbers and pure references."""
    text = re.sub(r"\s+", " ", body).strip()
    text = re.sub(r"\{\s*([^{}]*?)\s*\}", r"\1", text)
    text = re.sub(r"(?<![\w.])\d\. ", "", text)
    return [part.strip() for part in SENTENCE_END.split(text) if part.strip() and not REFERENCE.match(part)]


def is_query(sentences: list[str], chosen: int) -> bool:
    """A sentence that stands alone and shares at least two content words with the rest of its entry."""
    sentence = sentences[chosen]
    rest = " ".join(sentences[:chosen] + sentences[chosen + 1 :])
    return (
        8 <= len(sentence.split()) <= 30
        and sentence.endswith(".")
        and not UNCLEAR_ALONE.match(sentence)
        and len(content_words(sentence) & content_words(rest)) >= 2
    )


def content_words(text: str) -> set[str]:
    """Lower-case words without stop words, cut to six letters so that inflections meet."""
    words = set(re.findall(r"[a-z][a-z0-9-]{2,}", text.lower())) - ENGLISH_STOP_WORDS
    return {word[:6] for word in words}


# ------------------------------------------------------------------------ the King James Bible

VERSES_PER_CHAPTER = 4
BOOKS = {"law": 5, "history": 12, "poetry": 5, "prophets": 17, "gospels": 5, "letters": 22}
GENRES = [genre for genre, books in BOOKS.items() for _ in range(books)]


def verses(root: Path) -> Iterator[tuple[str, int, str]]:
    """(genre, chapter, text) of a few verses of 8 to 60 words from each chapter; no text comes twice."""
    command = [root / "usr/bin/bible", "-f", "-p", root / "usr/lib", "gen1:1-rev22:21"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rng = np.random.default_rng(SEED)
    books: dict[str, int] = {}
    chapters: dict[str, list[str]] = {}
    first_place: dict[str, str] = {}
    for line in lines:
        place, text = line.split(" ", 1)
        if first_place.setdefault(text.strip(), place) == place:
            chapters.setdefault(place.split(":")[0], []).append(text.strip())
    for chapter, (place, texts) in enumerate(chapters.items(), start=1):
        book = books.setdefault(re.sub(r"\d+$", "", place), len(books))
        fit = [text for text in texts if 8 <= len(text.split()) <= 60]
        for i in sorted(rng.permutation(len(fit))[:VERSES_PER_CHAPTER]):
            yield GENRES[book], chapter, fit[i]


def write(path: Path, lines: Iterator[str]) -> None:
    """Write a gzip file that is the same each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = list(lines)
    content = "".join(f"{line}\n" for line in texts).encode()
    path.write_bytes(gzip.compress(content, 9, mtime=0))
    print(f"{path.relative_to(COMPETITIONS)}: {len(texts)} lines, {path.stat().st_size:,} bytes")


def main(debs: Path) -> None:
    """Unpack the packages into a temporary folder and make both extracts."""
    with tempfile.TemporaryDirectory() as root:
        for package in sorted(debs.glob("*.deb")):
            subprocess.run(["dpkg-deb", "-x", package, root], check=True)
        entries = jargon_entries(Path(root) / "usr/share/dictd")
        write(
            COMPETITIONS / "starter-jargon-retrieval/data/entries.jsonl.gz",
            (json.dumps(entry, ensure_ascii=False) for entry in entries),
        )
        write(
            COMPETITIONS / "starter-verse-genres/data/verses.tsv.gz",
            ("\t".join(map(str, verse)) for verse in verses(Path(root))),
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
