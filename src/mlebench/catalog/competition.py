"""Competition: what `competition.yaml` and `leaderboard.json` say, and the code beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import AfterValidator, Field

from mlebench import foreign
from mlebench.catalog._base import PreparedPath, StrictModel
from mlebench.catalog.folder import Benchmark
from mlebench.catalog.leaderboard import Leaderboard
from mlebench.catalog.parts import KnownIssue, Metric
from mlebench.catalog.version2 import Version2
from mlebench.errors import CatalogError

if TYPE_CHECKING:
    import numpy as np

Complexity = Literal["low", "medium", "high", "dev", "starter"]


def _md5(digest: str) -> str:
    if len(digest) != 32 or not set(digest) <= set("0123456789abcdef"):
        raise ValueError("must be an MD5 in 32 lower-case hexadecimal digits")
    return digest


def _digest(digest: str) -> str:
    _md5(digest.removeprefix(PARQUET))
    return digest


# A parquet file's bytes depend on the version that wrote it. This prefix marks the MD5 of its content:
# of what `pandas.read_parquet(path).to_csv(index=False)` gives.
PARQUET = "parquet:"

MD5 = Annotated[str, AfterValidator(_md5)]
Digest = Annotated[str, AfterValidator(_digest)]


class Prize(StrictModel):
    """A prize of the original competition, in US dollars."""

    position: int | str
    value: float


class Checksums(StrictModel):
    """MD5 of the Kaggle archive and of prepared files, recorded on the real data."""

    archive: MD5 | None = None
    public: dict[foreign.InnerPath, Digest] = {}
    private: dict[foreign.InnerPath, Digest] = {}


class Competition(StrictModel):
    """One competition. The folder's name is its id (the Kaggle slug)."""

    id: str
    folder: Path = Field(exclude=True)
    leaderboard: Leaderboard | None = Field(None, description="null: no medals are won, and no percentile is known")

    name: str
    category: str
    complexity: Complexity
    systemcard30: bool = False
    kind: Literal["simple", "code"] = "simple"
    awards_medals: bool = True
    prizes: list[Prize] = []
    metric: Metric
    answers: PreparedPath
    sample_submission: PreparedPath
    gold_submission: PreparedPath | None = Field(None, description="a perfect submission that preparation writes")
    answer_columns: list[str] = Field(
        default=[], description="columns of the answers that must not stand in public test files"
    )
    expected: list[str] = Field(
        default=[],
        description="columns that a contestant knows of each wanted row, the id first; "
        "by default the first column of the sample submission",
    )
    archive_gb: float | None = Field(None, ge=0, description="size of the Kaggle download")
    sample_score: float | None = Field(None, description="score of the sample submission on the real data")
    source: str = Field("kaggle", description="where the raw data comes from: kaggle, embedded, local, or a plug-in's")
    licence: str | None = Field(None, description="of embedded data: what it is, where it is from, its licence")
    checksums: Checksums = Checksums()
    known_issues: list[KnownIssue] = []
    v2: Version2 | None = Field(None, description="what version 2 of the benchmark changes; null: nothing")
    benchmark: Benchmark = Field("v1", description="the version whose rules this competition follows")

    def __hash__(self) -> int:
        return hash(self.folder)

    @property
    def url(self) -> str | None:
        """The competition's page, where it is Kaggle's."""
        return f"https://www.kaggle.com/competitions/{self.id}" if self.source == "kaggle" else None

    @cached_property
    def description(self) -> str:
        """What the contestant reads."""
        return self.in_this_version(foreign.read_text(self.folder, "description.md"))

    @property
    def difficulty(self) -> Literal["same", "harder", "easier", "other"]:
        """Of the task in this version, compared with the one that the leaderboard is of."""
        changes = self.v2.changes if self.benchmark == "v2" and self.v2 is not None else []
        found = {change.difficulty for change in changes} - {"same"}
        return found.pop() if len(found) == 1 else "other" if found else "same"

    @property
    def shares_v1_data(self) -> bool:
        """Whether what v1 prepares is what this version works on."""
        if self.benchmark == "v1" or self.v2 is None:
            return True
        changes_data = self.v2.facts or self.v2.description or self._in_v2 & {"prepare", "expect"}
        return not changes_data

    @cached_property
    def description_obfuscated(self) -> str | None:
        """The same task in words that do not lead to the original; null where nobody has written it."""
        name = "description_obfuscated.md"
        known = (self.folder / name).is_file()
        return self.in_this_version(foreign.read_text(self.folder, name)) if known else None

    def in_this_version(self, description: str) -> str:
        """A description of v1's task, with what this version adds to it."""
        if self.benchmark == "v1" or self.v2 is None or self.v2.description is None:
            return description
        return f"{description.rstrip()}\n\n## Version 2 of this task\n\n{self.v2.description.strip()}\n"

    @property
    def prepare_function(self) -> Callable[[Path, Path, Path], None]:
        """`prepare(raw, public, private)` of prepare.py."""
        return cast("Callable[[Path, Path, Path], None]", self._function("prepare", "prepare"))

    @property
    def build_miniature(self) -> Callable[[Path, np.random.Generator], None]:
        """`build(raw, rng)` of miniature.py."""
        return cast("Callable[[Path, np.random.Generator], None]", self._function("miniature", "build"))

    @property
    def is_sealed(self) -> bool:
        """Whether submissions can be checked without the answers: grade.py has `check` and `score`."""
        from mlebench.catalog.folder import names_in

        found = (names_in(self.folder / "grade.py") | self._in_v2) & {"check", "score"}
        if len(found) == 1:
            raise CatalogError(f"{self.folder / 'grade.py'}: has only one of check(…) and score(…)")
        return bool(found)

    @property
    def check_function(self) -> Callable[[Any, Any], Any]:
        """`check(submission, expected)` of grade.py: what it returns goes to `score`."""
        return cast("Callable[[Any, Any], Any]", self._function("grade", "check"))

    @property
    def score_function(self) -> Callable[[Any, Any], float]:
        """`score(checked, answers)` of grade.py."""
        return cast("Callable[[Any, Any], float]", self._function("grade", "score"))

    @property
    def grade_function(self) -> Callable[[Any, Any], float]:
        """`grade(submission, answers)` of a grade.py that does both at once and cannot be sealed."""
        return cast("Callable[[Any, Any], float]", self._function("grade", "grade"))

    @property
    def expect_function(self) -> Callable[[Path], Any] | None:
        """`expect(public)` of grade.py where the sample submission does not hold what is expected."""
        return cast("Callable[[Path], Any] | None", self._found("grade", "expect"))

    @property
    def answers_as_written(self) -> bool:
        """Whether grade.py pairs rows in its own way; else the answers come in the order of `expected`."""
        return bool(self._found("grade", "ANSWERS_AS_WRITTEN"))

    @property
    def text_columns(self) -> list[str]:
        """Columns that are read as what stands there, with no numbers and no words for missing values among them."""
        return cast("list[str]", self._found("grade", "TEXT_COLUMNS") or [])

    @property
    def answers_reader(self) -> Callable[[Path], Any] | None:
        """`read_answers(path)` of grade.py where the answers are not a plain CSV file."""
        return cast("Callable[[Path], Any] | None", self._found("grade", "read_answers"))

    @property
    def perfect_submission(self) -> Callable[[Any], Any] | None:
        """`perfect(answers)` of grade.py where the answers file itself is not a perfect submission."""
        return cast("Callable[[Any], Any] | None", self._found("grade", "perfect"))

    def module(self, name: str) -> ModuleType:
        """Import one Python file of this folder; other competitions are not touched."""
        from mlebench.catalog.folder import import_file

        return import_file(self.folder / f"{name}.py")

    def _function(self, module: str, name: str) -> Any:
        from mlebench.catalog.folder import function_of

        return function_of(self.module("v2" if name in self._in_v2 else module), name)

    def _found(self, module: str, name: str) -> Any:
        return getattr(self.module("v2" if name in self._in_v2 else module), name, None)

    @cached_property
    def _in_v2(self) -> set[str]:
        """What v2.py replaces, where this is v2."""
        from mlebench.catalog.folder import CODE_OF_V2, names_in

        path = self.folder / CODE_OF_V2
        return names_in(path) if self.benchmark == "v2" and path.is_file() else set()
