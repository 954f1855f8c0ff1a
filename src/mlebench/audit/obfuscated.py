"""Does description_obfuscated.md say all that a contestant needs, and nothing that leads to the original?

It stands beside description.md and may be left out. Names of files and columns that the data itself has cannot be
hidden: they may hold any word, as long as they stand in backquotes or in a code block.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from mlebench import foreign
from mlebench.audit.data_names import data_names
from mlebench.audit.finding import Finding, not_run
from mlebench.audit.told_words import GENERIC, HOSTS, stem, stems, words
from mlebench.catalog import Competition
from mlebench.data.tables.csv_files import read_texts
from mlebench.errors import MlebenchError

FILE = "description_obfuscated.md"
OBFUSCATED = "obfuscated description leads nowhere"
PHRASE = 6  # words in a row that a text of our own has in common with another by more than chance
SHORTEST = 150  # words; a task that is told in fewer leaves something out
MANY = 12  # columns; a longer header is a list of classes, and a text points at the sample submission instead
CODE = re.compile(r"^```.*?^```|^(?: {4}|\t)[^\n]*|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_BETTER = re.compile(r"\b(lower|higher)\b[^.\n]{0,40}\bbetter\b", re.IGNORECASE)


def check_obfuscated(competition: Competition, prepared: Path) -> Finding:
    """What `mlebench lint` finds: `prepared` holds the public and private files of the miniature."""
    if not os.path.lexists(competition.folder / FILE):  # a link that leads nowhere is a mistake, not a wish
        return not_run(OBFUSCATED, f"There is no {FILE}; it may be left out.")
    try:
        told = list(faults(competition, prepared))
    except (MlebenchError, OSError, UnicodeDecodeError) as error:
        return Finding(OBFUSCATED, False, f"{FILE}: {error}")
    return Finding(OBFUSCATED, not told, " ".join(told) or "No word of name, id or host; all columns and files.")


def faults(competition: Competition, prepared: Path, identifying: Iterable[str] = ()) -> Iterator[str]:
    """What is wrong with the text, in sentences. `identifying` are words of this competition beyond its name."""
    text = foreign.read_text(competition.folder, FILE)
    prose, code = CODE.sub(" \0 ", text), "\n".join(CODE.findall(text))
    sample = prepared / competition.sample_submission
    if said := leading_words(competition, prose, identifying):
        yield f"Words that lead to the original: {', '.join(said)}."
    made_up = set(stems(code)) - data_names(prepared / "public", sample)
    if said := sorted(word for form, word in _forbidden(competition, identifying).items() if form in made_up):
        yield f"In backquotes, but no name of a file or column of the data: {', '.join(said)}."
    if shared := shared_phrases(competition.description, prose):
        yield f"Phrases of description.md: {'; '.join(shared[:5])}."
    if (length := len(re.findall(r"\w+", text))) < SHORTEST:
        yield f"It has {length} words, fewer than {SHORTEST}."
    for section in ("## Evaluation", "## Submission"):
        if section not in text:
            yield f"It lacks {section}."
    yield from _direction(prose, competition.metric.lower_is_better)
    columns = list(read_texts(sample).columns)
    wanted = columns if len(columns) <= MANY else columns[:1]
    if missing := [name for name in wanted if not name.startswith("Unnamed") and not _named(name, code)]:
        yield f"Columns of the submission without backquotes or not named: {', '.join(missing)}."
    files = sorted(path.name for path in (prepared / "public").iterdir() if path.name not in ("description.md", FILE))
    if missing := [name for name in files if not _named(name, code)]:
        yield f"Files without backquotes or not named: {', '.join(missing)}."


def leading_words(competition: Competition, prose: str, identifying: Iterable[str] = ()) -> list[str]:
    """The words of name, id, hosts and `identifying` (which may be phrases) that a text holds, in any form."""
    told = f" {' '.join(stems(prose))} "
    return sorted(word for form, word in _forbidden(competition, identifying).items() if f" {form} " in told)


def _forbidden(competition: Competition, identifying: Iterable[str]) -> dict[str, str]:
    """Each word by its form without endings."""
    named = [word for word in words(f"{competition.id} {competition.name}") if len(word) > 1 and not word.isdigit()]
    forms = {" ".join(stems(word)): word for word in [*named, *HOSTS, *identifying]}
    generic = {stem(word) for word in GENERIC}
    return {form: word for form, word in forms.items() if form not in generic}


def shared_phrases(original: str, prose: str) -> list[str]:
    """The runs of words that both have; `\\0` in the prose stands for code, which may be the same."""
    known = set(_runs(original))
    return sorted({run for part in prose.split("\0") for run in _runs(part)} & known)


def _runs(text: str) -> Iterator[str]:
    words = re.findall(r"\w+", text.lower())
    return (" ".join(words[at : at + PHRASE]) for at in range(len(words) - PHRASE + 1))


def _direction(prose: str, lower_is_better: bool) -> Iterator[str]:
    """Whoever reads the text alone must not go the wrong way."""
    said = {found.lower() for found in _BETTER.findall(prose)}
    right = "lower" if lower_is_better else "higher"
    if said != {right}:
        yield f"It must say that {right} is better, and says {' and '.join(sorted(said)) or 'nothing'}."


def _named(name: str, code: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", code) is not None
