"""Rules over what the harness itself wrote down: the gateway's journals, and with which validator a run worked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlebench.gateway.access import HOST_CALLS, MODEL_CALLS, VALIDATIONS
from mlebench.integrity.rules.findings import short
from mlebench.integrity.rules.material import Material
from mlebench.integrity.rules.places import Given, Hit, host_hits
from mlebench.results.integrity import Finding

_MODEL_CLOSED = "is not open to this run"
_HOSTED_TOOL = "which this run may not ask of a provider"
_MANY_CALLS = 100  # of a validator whose verdicts may depend on the answers


def journal_findings(material: Material, given: Given) -> Iterator[tuple[str, Finding]]:
    """Refused connections and requests, each with its line in the journal."""
    for name, rule in {HOST_CALLS: _host_hits, MODEL_CALLS: _model_hits}.items():
        for number, entry in material.journals.get(name, ()):
            for hit in rule(entry, given):
                yield hit.question, _finding(name, number, hit)
    sealed = material.record.sealed if material.record else None
    calls = material.journals.get(VALIDATIONS, [])
    if sealed is not None and sealed.validator == "graded" and len(calls) > _MANY_CALLS:
        reason = f"{len(calls)} calls of a validator that ran the whole grader on the answers"
        yield "answers", _finding(VALIDATIONS, calls[-1][0], Hit("answers", reason, certain=False))


def _finding(file: str, line: int, hit: Hit) -> Finding:
    return Finding(judge="static", file=file, line=line, reason=short(hit.reason), certain=hit.certain)


def _host_hits(entry: dict[str, Any], given: Given) -> Iterator[Hit]:
    host, port = str(entry.get("host") or ""), entry.get("port")
    allowed = entry.get("allowed") is True
    for hit in host_hits(host, port if isinstance(port, int) else 443, given):
        if not allowed or hit.question == "outside_model":
            what = "reached" if allowed else "refused by the gateway"
            yield hit._replace(reason=f"{what}: {hit.reason}")


def _model_hits(entry: dict[str, Any], _given: Given) -> Iterator[Hit]:
    """A client may ask for these by itself, so that they are hints."""
    error = str(entry.get("error") or "")
    if _MODEL_CLOSED in error:
        yield Hit("outside_model", f"refused by the gateway: {error}", certain=False)
    elif _HOSTED_TOOL in error:
        yield Hit("not_given", f"refused by the gateway: {error}", certain=False)
