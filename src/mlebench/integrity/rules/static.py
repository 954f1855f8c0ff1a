"""The static judge: rules over code, commands, logs and journals. It runs nothing and asks nobody."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from mlebench.gateway.trajectory import TRAJECTORY
from mlebench.integrity.rules.findings import Located, finding_in
from mlebench.integrity.rules.journals import journal_findings
from mlebench.integrity.rules.known_leaks import recognisable, ships_with_scikit_learn
from mlebench.integrity.rules.log_text import fenced, log_hits, other_code_hits
from mlebench.integrity.rules.material import Material, Text
from mlebench.integrity.rules.places import Given
from mlebench.integrity.rules.python_code import python_hits
from mlebench.integrity.rules.shell import shell_hits
from mlebench.integrity.rules.tool_logs import logged_submissions, logged_texts
from mlebench.integrity.rules.trajectory import agent_texts, kind_of, typed_submissions
from mlebench.results.integrity import Finding, Verdict

_HOSTS = re.compile(r"hosts \((.*)\)")
_OPEN = "open network"


def static_findings(material: Material) -> dict[str, list[Finding]]:
    """By question, certain ones first, each once; what could not be read is noted with the material."""
    given = given_to(material)
    found: dict[tuple[str, str, str], Finding] = {}
    for question, finding in _all(material, given):
        key = (question, finding.reason, finding.quote)  # the same code may stand in many steps
        if key not in found or (finding.certain and not found[key].certain):
            found[key] = finding
    by_question: dict[str, list[Finding]] = {}
    for (question, _, _), finding in found.items():
        by_question.setdefault(question, []).append(finding)
    return {name: sorted(each, key=lambda finding: not finding.certain) for name, each in by_question.items()}


def static_verdict(findings: Iterable[Finding]) -> Verdict:
    """Yes by what is certain, unclear by hints."""
    certain = [finding.certain for finding in findings]
    return "yes" if any(certain) else "unclear" if certain else "no"


def given_to(material: Material) -> Given:
    """What the run's record says that was open to it, and the leaks of its competition."""
    record = material.record
    channels = record.sealed.channels if record and record.sealed else []
    listed = (record.hosts or {}).get("open") if record else None
    issues = material.competition.known_issues if material.competition else []
    return Given(
        competition_id=material.competition_id,
        hosts=[
            *(host for channel in channels if (found := _HOSTS.fullmatch(channel)) for host in found[1].split(", ")),
            *(host for host in (listed if isinstance(listed, list) else []) if isinstance(host, str)),
        ],
        network=_OPEN in channels,
        leaks=recognisable(issues),
        packaged=ships_with_scikit_learn(issues),
    )


def _all(material: Material, given: Given) -> Iterator[tuple[str, Finding]]:
    yield from journal_findings(material, given)
    for text in [*material.texts, *agent_texts(TRAJECTORY, material.trajectory)]:
        for found in _hits(text, given, material.notes):
            yield finding_in(text, found)
    for label, hit in typed_submissions(TRAJECTORY, material.trajectory):
        yield finding_in(Text(label, "", "log"), Located(hit, None))
    for text in [text for text in material.texts if text.kind == "log"]:
        for found in logged_submissions(text):
            yield finding_in(text, found)
        for block in [*_blocks(text), *logged_texts(text)]:
            for found in _hits(block, given, []):
                yield finding_in(block, found)


def _blocks(text: Text) -> Iterator[Text]:
    """Code between fences: somebody wrote it; whether it was run is not known."""
    for line, language, code in fenced(text.content):
        if kind := kind_of(language):
            yield Text(text.path, code, kind, text.line + line - 1, sure=False)


def _hits(text: Text, given: Given, notes: list[str]) -> Iterator[Located]:
    if text.kind == "shell":
        yield from shell_hits(text.content, given)
    elif text.kind == "log":
        yield from log_hits(text.content, given)
    elif text.kind == "other code":
        yield from other_code_hits(text.content, given)
    else:
        try:
            tree = ast.parse(text.content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            notes.append(
                f"{text.path}: is no Python that can be parsed; only its quoted paths and addresses were read."
            )
            yield from other_code_hits(text.content, given)
            return
        yield from python_hits(tree, given)
