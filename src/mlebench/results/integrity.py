"""What `mlebench integrity` found out about a run group: files beside its runs, which every report takes up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from mlebench import foreign
from mlebench.fields import reason
from mlebench.logs import one_line

FOLDER = "integrity"  # below a group
RULES, PLAGIARISM = "rules.json", "plagiarism.json"
Verdict = Literal["yes", "no", "unclear"]
_LARGEST = 256 << 20  # bytes of one file
_Report = TypeVar("_Report", bound=BaseModel)


class _Stored(BaseModel):
    # Files of a later version may hold more.
    model_config = ConfigDict(extra="ignore", frozen=True)


class Finding(_Stored):
    """One reason to say yes, or unclear."""

    judge: Literal["static", "model"]  # whose finding it is
    file: str  # in the run's folder, with the cell or step where it has such
    line: int | None  # of that file, cell or step; null where it has no lines
    reason: str  # what is wrong with it
    quote: str = ""  # what stands there
    certain: bool = True  # else a hint, which makes a verdict unclear and no more


class Answer(_Stored):
    """The answer to one question about one run."""

    verdict: Verdict  # yes where either judge says so, else unclear where either does
    static: Verdict  # of the rules
    model: Verdict | None = None  # of the language model; null where none was asked
    findings: list[Finding] = []  # the reasons, certain ones first
    more_findings: int = 0  # that are left out


class JudgedRun(_Stored):
    """One run, or one line of a file."""

    run: str  # the run's folder, or the line
    competition_id: str  # what the agent worked on
    answers: dict[str, Answer] = {}  # by question; none where there was nothing to read
    notes: list[str] = []  # what was missing or not read


class QuestionSummary(_Stored):
    """How one question was answered, over all runs that could be judged."""

    question: str  # its name
    text: str  # as it was asked
    judged: int  # runs
    yes: int  # of these
    no: int  # of these
    unclear: int  # of these
    yes_percent: float | None  # of the judged runs; null where there are none
    no_percent: float | None  # of the judged runs
    unclear_percent: float | None  # of the judged runs


class RulesReport(_Stored):
    """rules.json: what `mlebench integrity rules` found."""

    version: int = 1  # of this form
    created_at: str  # when it was made
    model: str | None = None  # the language model that judged too; null: none
    questions: list[QuestionSummary]  # what was asked, and how often the answer was yes
    runs: list[JudgedRun]  # all of them, also those that could not be judged
    notes: list[str] = []  # on the input as a whole: lines that cannot be read

    @property
    def unjudged(self) -> list[JudgedRun]:
        """Runs with nothing to read."""
        return [run for run in self.runs if not run.answers]

    @property
    def violations(self) -> list[tuple[JudgedRun, str, Answer]]:
        """Every yes, then every unclear."""
        found = [(run, name, answer) for run in self.runs for name, answer in run.answers.items()]
        return [each for kind in ("yes", "unclear") for each in found if each[2].verdict == kind]


class Pair(_Stored):
    """Two pieces of code that are alike."""

    left: str  # a run's file
    right: str  # a run's file, or a public kernel
    similarity: float  # 0 to 1
    longest: int = 0  # tokens of the longest region
    regions: list[dict[str, Any]] = []  # lines on both sides


class PlagiarismReport(_Stored):
    """plagiarism.json: what `mlebench integrity plagiarism` found, the most alike first."""

    version: int = 1  # of this form
    method: str  # how it was compared
    threshold: float  # from which similarity on a pair is worth a look
    pairs: list[Pair] = []  # sorted by similarity, falling
    notes: list[str] = []  # what could not be compared

    @property
    def alike(self) -> list[Pair]:
        """The pairs at or above the threshold."""
        return [pair for pair in self.pairs if pair.similarity >= self.threshold]

    @property
    def highest(self) -> float | None:
        """The largest similarity of all."""
        return max((pair.similarity for pair in self.pairs), default=None)


@dataclass(frozen=True)
class GroupIntegrity:
    """What is known of one group; null: nobody has looked."""

    group: str
    agent: str
    rules: RulesReport | None
    plagiarism: PlagiarismReport | None
    notes: tuple[str, ...] = ()  # files that cannot be read

    def as_json(self) -> dict[str, Any]:
        """For the JSON report."""
        return {
            "group": self.group,
            "agent": self.agent,
            "rules": self.rules and self.rules.model_dump(mode="json"),
            "plagiarism": self.plagiarism and self.plagiarism.model_dump(mode="json"),
            "notes": list(self.notes),
        }


def read_integrity(folder: Path, group: str, agent: str) -> GroupIntegrity | None:
    """What lies beside a group's runs, which may be a stranger's; null where there is nothing."""
    notes: list[str] = []
    rules = _read(folder, RULES, RulesReport, notes)
    plagiarism = _read(folder, PLAGIARISM, PlagiarismReport, notes)
    if rules is None and plagiarism is None and not notes:
        return None
    return GroupIntegrity(group, agent, rules, plagiarism, tuple(notes))


def integrity_lines(found: Iterable[GroupIntegrity]) -> Iterator[str]:
    """For a terminal: one line per question, and one on copied code."""
    for each in found:
        if each.rules is not None:
            judged_by = f"static rules{f' and {each.rules.model}' if each.rules.model else ''}"
            yield one_line(f"Integrity: {each.group}, judged by {judged_by}")
            for asked in each.rules.questions:
                share = "no run could be judged" if asked.yes_percent is None else f"{asked.yes_percent:.0f} % yes"
                counts = f"{asked.yes} of {asked.judged} runs, {asked.unclear} unclear"
                yield one_line(f"  {asked.text} {share} ({counts})")
            if each.rules.unjudged:
                yield f"  not judged, for want of code and logs: {len(each.rules.unjudged)} runs"
        if each.plagiarism is not None:
            highest = "–" if each.plagiarism.highest is None else f"{each.plagiarism.highest:.0%}"
            alike = f"{len(each.plagiarism.alike)} pairs of code at or above {each.plagiarism.threshold:.0%}"
            yield one_line(
                f"Integrity: {each.group}, copied code ({each.plagiarism.method}): {alike}, highest {highest}"
            )
        yield from (one_line(f"Integrity: {each.group}: {note}") for note in each.notes)


def _read(folder: Path, name: str, model: type[_Report], notes: list[str]) -> _Report | None:
    path = f"{FOLDER}/{name}"
    try:
        with foreign.opened(folder, path) as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            notes.append(f"{path}: is larger than {_LARGEST:,} bytes and is not shown.")
            return None
        return model.model_validate_json(content)
    except FileNotFoundError:
        return None
    except (OSError, ValidationError, foreign.ForeignError) as error:
        notes.append(f"{path}: cannot be read ({reason(error)})")
        return None
