"""What the leak audit found, and which of it is known."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from mlebench.audit.finding import Finding, not_run
from mlebench.catalog.competition import Competition
from mlebench.catalog.parts import KnownIssue, LeakKind

_SHOWN = 5


@dataclass(frozen=True)
class Leak:
    """One thing in the public files that gives answers away, or may."""

    kind: LeakKind
    file: str  # below public/; members after their archive's name; a * stands for the id where it is one file per id
    detail: str
    column: str | None = None  # or field, or tag
    caution: bool = False  # worth knowing, but no proof that answers follow: does not fail
    issue: str | None = None  # the note of the known issue that names this very leak

    @property
    def fails(self) -> bool:
        """Neither known nor a mere caution."""
        return not self.caution and self.issue is None

    def __str__(self) -> str:
        place = f"public/{self.file}" if self.file else "public files"
        return f"{place}{f' ({self.column})' if self.column else ''}: {self.detail}"


@dataclass
class Search:
    """What one search found; or why it had nothing to look at."""

    name: str
    leaks: list[Leak] = field(default_factory=list)
    not_run: str | None = None


@dataclass
class LeakReport:
    """The audit of one competition."""

    competition: str
    searches: list[Search]
    notes: list[str]  # what was sampled, or left out for its size

    @property
    def leaks(self) -> list[Leak]:
        """Everything found, in the order of the searches."""
        return [leak for search in self.searches for leak in search.leaks]

    @property
    def failed(self) -> bool:
        """Whether there is a leak that no known issue excuses."""
        return any(leak.fails for leak in self.leaks)

    def as_json(self) -> dict[str, Any]:
        """For `--json`."""
        leaks = [asdict(leak) | {"fails": leak.fails} for leak in self.leaks]
        ran = [search.name for search in self.searches if search.not_run is None]
        idle = {search.name: search.not_run for search in self.searches if search.not_run is not None}
        return {"failed": self.failed, "leaks": leaks, "ran": ran, "not_run": idle, "notes": self.notes}


def finding_of(search: Search) -> Finding:
    """One search as a check: fails where a leak is neither known nor a caution."""
    if search.not_run is not None:
        return not_run(search.name, search.not_run)
    failing = [leak for leak in search.leaks if leak.fails]
    if failing:
        return Finding(search.name, False, _shortened(failing))
    known = [leak for leak in search.leaks if leak.issue is not None]
    cautions = [leak for leak in search.leaks if leak.caution and leak.issue is None]
    told = [f"Known: {known[0].issue} ({_shortened(known)})"] if known else []
    told += [f"A caution, no failure: {_shortened(cautions)}"] if cautions else []
    return Finding(search.name, True, "; ".join(told) or "None found.", warning=bool(cautions))


def _shortened(leaks: list[Leak]) -> str:
    more = [f"and {len(leaks) - _SHOWN} more"] if len(leaks) > _SHOWN else []
    return "; ".join([*map(str, leaks[:_SHOWN]), *more])


def with_known(search: Search, competition: Competition) -> Search:
    """Each leak with the known issue that names it, if there is one."""
    return replace(search, leaks=[_known(leak, competition.known_issues) for leak in search.leaks])


def _known(leak: Leak, issues: list[KnownIssue]) -> Leak:
    for issue in issues:
        for excuse in issue.excuses:
            columns: list[str | None] = [*excuse.columns] or [None]
            if excuse.kind == leak.kind and leak.file == excuse.file and leak.column in columns:
                return replace(leak, issue=issue.note)
    return leak
