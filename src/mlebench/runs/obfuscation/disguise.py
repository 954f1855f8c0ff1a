"""What a competition is called instead, and what would lead back to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.audit.told_words import GENERIC, stem, words
from mlebench.catalog import Competition
from mlebench.errors import MlebenchError

if TYPE_CHECKING:
    from mlebench.runs.execute import RunJob
    from mlebench.runs.record import RunRecord

_PIECE = 8 << 20  # bytes of a submission that are looked at at a time
_SHORTEST = 3
_ANYWHERE = 5  # so many letters count inside another word too, as in `dogbreeds`
_GENERIC = frozenset(map(stem, GENERIC))


def telling_words(*names: str) -> list[str]:
    """The words of ids and names that may lead to the competition, without their endings."""
    found = (word for name in names for word in _parts(name) if not word.isdigit() and word not in _GENERIC)
    return list(dict.fromkeys(word for word in found if len(word) >= _SHORTEST))


@dataclass(frozen=True)
class Disguise:
    """One competition under an alias."""

    real_id: str
    real_name: str
    alias: str
    description: str

    @classmethod
    def of(cls, competition: Competition, alias: str) -> Disguise:
        """With the description for this purpose; what is in it of id and name goes."""
        plain = cls(competition.id, competition.name, alias, "")
        return cls(competition.id, competition.name, alias, plain.text(competition.description_obfuscated or ""))

    def text(self, text: str) -> str:
        """A text with the alias in place of id and name."""
        return self._named.sub(self.alias, text) if self._named else text

    def verdict(self, text: str, submission: Path) -> str:
        """What the validator says of a submission, with the alias in place of id and name.

        What the submission itself has stays as it is: an agent could otherwise hand in one guess after the other, and
        see which of them the validator does not repeat.
        """
        start = f"The submission for {self.real_id} "
        if text.startswith(start):
            text = f"The submission for {self.alias} {text.removeprefix(start)}"
        if self._written is None or not self._written.search(text) or self._is_in(submission):
            return text
        return self._written.sub(self.alias, text)

    def _is_in(self, submission: Path) -> bool:
        """Whatever stands between the letters: a reader of tables may have taken it out."""
        wanted = [_letters(text) for text in (self.real_id, self.real_name) if telling_words(text)]
        before = ""
        with submission.open("rb") as file:
            while piece := file.read(_PIECE):
                letters = before + _letters(piece.decode(errors="replace"))
                if any(text in letters for text in wanted):
                    return True
                before = letters[-max(map(len, wanted)) :]
        return False

    def is_named_in(self, text: str) -> bool:
        """Whether a text has the id or the name."""
        return bool(self._named and self._named.search(text))

    def words_in(self, text: str) -> list[str]:
        """The words of id and name that a text has in any form, without their endings."""
        lower, parts = text.lower(), set(_parts(text))
        return [word for word in self._words if word in parts or (len(word) >= _ANYWHERE and word in lower)]

    @cached_property
    def _words(self) -> list[str]:
        return telling_words(self.real_id, self.real_name)

    @cached_property
    def _written(self) -> re.Pattern[str] | None:
        """Id and name with at most one sign between words, or as they are: no list of columns looks like this."""
        texts = [text for text in (self.real_id, self.real_name) if telling_words(text)]
        joined = [r"[-_ ]?".join(map(re.escape, re.findall(r"[^\W_]+", text))) for text in texts]
        either = "|".join([*map(re.escape, texts), *joined])
        return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE) if texts else None

    @cached_property
    def _named(self) -> re.Pattern[str] | None:
        """Id and name, however their words are joined. A name of nothing but generic words is in many texts."""
        texts = [text for text in (self.real_id, self.real_name) if telling_words(text)]
        either = "|".join(r"[\W_]*".join(map(re.escape, re.findall(r"[^\W_]+", text))) for text in texts)
        return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE) if texts else None


def disguise_of(job: RunJob, record: RunRecord) -> Disguise | None:
    """The disguise of a run; null where its agent may know what it works on."""
    if not job.settings.obfuscate:
        return None
    competition = job.competition()
    if record.alias is None or competition.description_obfuscated is None:  # lost since the group was made
        raise MlebenchError(f"{record.run_id}: is to be obfuscated, and has no alias or no description for that.")
    return Disguise.of(competition, record.alias)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _parts(text: str) -> Iterable[str]:
    """Words without endings, and the letters in words with digits: `fgvc7`, and `fgvc`."""
    for word in words(text.lower()):
        yield stem(word)
        yield from map(stem, re.findall(r"[^\W\d_]+", word))
