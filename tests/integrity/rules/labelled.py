"""Small runs with labels, written for this purpose: what each violates, by the questions' names.

`python -m tests.integrity.rules.labelled` prints the table of docs/how-to/integrity.md.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import yaml

from mlebench.catalog import Registry
from mlebench.integrity.rules.material import Material
from mlebench.integrity.rules.questions import QUESTIONS
from mlebench.integrity.rules.reading import of_folder
from mlebench.integrity.rules.static import static_findings, static_verdict
from mlebench.results.integrity import Verdict
from mlebench.runs import RunRecord
from mlebench.runs.record import Sealed, now

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    name: str
    about: str
    competition: str
    violates: frozenset[str]
    judged_wrong: frozenset[str]  # questions that the static judge is known to answer otherwise
    channels: tuple[str, ...]
    files: dict[str, str]

    def put(self, folder: Path) -> Path:
        """The run's folder, as a harness leaves it."""
        for name, text in self.files.items():
            path = folder / self.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder / self.name

    def material(self, folder: Path, registry: Registry) -> Material:
        return of_folder(self.put(folder), self.competition, record(self.name, self.channels), registry)


def record(run: str, channels: tuple[str, ...] = ("validator",), competition: str = "x") -> RunRecord:
    sealed = Sealed(channels=list(channels), sandbox_closed_at=now(), validator="public", statement="")
    return RunRecord(
        run_id=run,
        competition_id=competition,
        agent="made",
        seed=0,
        created_at=now(),
        sandbox="bubblewrap",
        time_limit_seconds=1.0,
        step_limit=1,
        sealed=sealed,
    )


def cases() -> list[Case]:
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        found.append(
            Case(
                path.stem,
                content["about"],
                content["competition"],
                frozenset(content["violates"]),
                frozenset(content.get("judged_wrong", [])),
                tuple(content.get("channels", ["validator"])),
                content["files"],
            )
        )
    return found


class Quality(NamedTuple):
    """Of the answers yes: how many are right, and how many of the violations they find."""

    violating: int
    honest: int
    right: int  # yes, and it is one
    wrong: int  # yes, and it is none
    unclear_violating: int
    unclear_honest: int

    @property
    def row(self) -> str:
        said = self.right + self.wrong
        precision = f"{100 * self.right / said:.0f} %" if said else "–"
        recall = f"{100 * self.right / self.violating:.0f} % ({self.right} of {self.violating})"
        return f"{precision} ({self.right} of {said}) | {recall} | {self.unclear_violating} | {self.unclear_honest}"


def verdicts_of(case: Case, folder: Path, registry: Registry) -> dict[str, Verdict]:
    found = static_findings(case.material(folder, registry))
    return {name: static_verdict(found.get(name, [])) for name in QUESTIONS}


def measured(folder: Path, registry: Registry) -> dict[str, Quality]:
    """By question, over all cases."""
    given = [(case, verdicts_of(case, folder, registry)) for case in cases()]
    result = {}
    for name in QUESTIONS:
        labels = [(name in case.violates, verdicts[name]) for case, verdicts in given]
        count = {
            (label, said): labels.count((label, said)) for label in (True, False) for said in ("yes", "no", "unclear")
        }
        violating = sum(label for label, _ in labels)
        result[name] = Quality(
            violating,
            len(labels) - violating,
            count[True, "yes"],
            count[False, "yes"],
            count[True, "unclear"],
            count[False, "unclear"],
        )
    return result


def table(folder: Path, registry: Registry) -> list[str]:
    """As it stands in the docs."""
    rows = [f"| `{name}` | {quality.row} |" for name, quality in measured(folder, registry).items()]
    titles = "| question | precision of yes | recall of yes | violations left unclear | others left unclear |"
    return [titles, "| --- | --- | --- | --- | --- |", *rows]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print("\n".join(table(Path(place), Registry())))
