"""What a verification must find."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mlebench.bundles import BundleError, countersign, sign
from mlebench.bundles.archive import MANIFEST, UNREADABLE
from mlebench.bundles.signatures import signatures_of
from mlebench.errors import MlebenchError
from tests.bundles.conftest import Results
from tests.bundles.forge import Change, forged, with_fields


def _append(suffix: str, line: bytes) -> Change:
    def change(members: dict[str, bytes]) -> None:
        name = next(name for name in members if name.endswith(suffix))
        members[name] += line

    return change


def _without_lines(suffix: str) -> Change:
    def change(members: dict[str, bytes]) -> None:
        members[next(name for name in members if name.endswith(suffix))] = b""

    return change


def _drop(suffix: str) -> Change:
    def change(members: dict[str, bytes]) -> None:
        members.pop(next(name for name in members if name.endswith(suffix)))

    return change


def _add(name: str) -> Change:
    return lambda members: members.update({name: b"{}"})


def test_an_honest_unsigned_bundle_is_refused(results: Results) -> None:
    found = results.verify(results.bundle(), regrade=True)
    assert found.levels == ["consistent", "regraded"]
    assert [p.name for p in found.points if p.status == "fails"] == []
    assert found.status("signed") == "open"
    assert found.status("isolated") == "open"  # the process sandbox


CHANGES = {
    "metadata": _append("/metadata.json", b" "),
    "group's report": _append("/grading_report.json", b" "),
    "record": _append("/run.json", b" "),
    "report": _append("/report.json", b" "),
    "submission": _append("/submission.csv", b"x,0,0,0\n"),
    "validator's journal": _append("/validations.jsonl", b"{}\n"),
    "model's journal": _append("/model-calls.jsonl", b"{}\n"),
    "card": _append("card.json", b" "),
    "readme": _append("README.md", b" "),
    "a member less": _drop("/validations.jsonl"),
    "a member more": _add("extra.json"),
}


@pytest.mark.attack
@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_file_passes(what: str, results: Results) -> None:
    found = results.verify(forged(results.bundle(), CHANGES[what], fitting=False))
    assert found.level == "inconsistent"
    assert found.status("files") == "fails"


FORGERIES = {
    "another agent": (with_fields("/metadata.json", agent="stranger"), "records"),
    "another time limit": (with_fields("/run.json", time_limit_seconds=1e6), "records"),
    "another seed": (with_fields("/run.json", seed=7), "records"),
    "a better score": (with_fields("/report.json", score=0.01), "records"),
    "a medal": (with_fields("/grading_report.json", total_gold_medals=2, total_medals=2), "records"),
    "another submission": (_append("/submission.csv", b"x,0,0,0\n"), "records"),
    "no submission": (with_fields("/run.json", submission=None), "records"),
    "a call of the validator less": (_without_lines("/validations.jsonl"), "records"),
    "fewer tokens": (with_fields("/run.json", model=None), "records"),
    "a nicer card": (with_fields("card.json", groups=[]), "records"),
    "a nicer readme": (_append("README.md", b"All gold.\n"), "records"),
    "a run that is not finished": (with_fields("/run.json", state="planned"), "records"),
    "graded before": (with_fields("/report.json", created_at="2020-01-01T00:00:00+00:00"), "sealed before graded"),
    "a time without a zone": (with_fields("/report.json", created_at="2020-01-01T00:00:00"), "records"),
    "no record": (_drop("/run.json"), "records"),
    "no report": (_drop("/report.json"), "records"),
    "nonsense": (with_fields("/metadata.json", runs={"a": 1}), "records"),
    "deep nesting": (_append("/validations.jsonl", b"[" * 100_000 + b"\n"), "records"),
}


@pytest.mark.attack
@pytest.mark.parametrize("what", FORGERIES)
def test_records_that_contradict_each_other_pass(what: str, results: Results) -> None:
    change, point = FORGERIES[what]
    found = results.verify(forged(results.bundle(), change))
    assert found.status("files") == "holds"
    assert found.status(point) == "fails"
    assert found.level == "inconsistent"


@pytest.mark.attack
def test_a_score_that_all_records_agree_on_passes_a_regrading(results: Results) -> None:
    def better(members: dict[str, bytes]) -> None:
        for name in members:
            if name.endswith("/report.json"):
                members[name] = json.dumps({**json.loads(members[name]), "score": 0.01}).encode()
            if name.endswith("/grading_report.json"):
                whole = json.loads(members[name])
                for each in whole["competition_reports"]:
                    each["score"] = 0.01
                members[name] = json.dumps(whole).encode()

    path = forged(results.bundle(), better)
    assert results.verify(path).level == "consistent"  # which is why a bundle is graded again, or signed
    found = results.verify(path, regrade=True)
    assert found.status("regraded") == "fails"
    assert found.level == "inconsistent"


def test_submissions_that_were_left_out_count_as_graded_again(results: Results) -> None:
    found = results.verify(results.bundle(submissions=False), regrade=True)
    assert found.levels == ["consistent"]
    assert found.status("regraded") == "unchecked"


@pytest.mark.attack
@pytest.mark.parametrize("name", ["../outside", "/etc/outside", "a/../../outside", "a\\..\\b\0c"])
def test_a_member_leads_out_of_the_bundle(name: str, results: Results) -> None:
    try:
        found = results.verify(forged(results.bundle(), _add(name)))
    except BundleError:
        return
    assert found.level == "inconsistent"


@pytest.mark.attack
@pytest.mark.parametrize("content", [b"", b"PK", b"no zip at all", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_bundle_is_taken_for_one(content: bytes, results: Results, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(content)
    with pytest.raises(BundleError):
        results.verify(path)


@pytest.mark.attack
def test_a_bundle_of_a_later_version_is_misread(results: Results) -> None:
    path = results.bundle()
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), "version": 99}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(BundleError, match="newer"):
        results.verify(path)


@pytest.mark.attack
def test_a_member_that_is_there_twice_hides_another(results: Results) -> None:
    path = results.bundle()
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("card.json", b"{}")
    assert results.verify(path).level == "inconsistent"


@pytest.mark.attack
def test_a_changed_byte_of_a_signed_bundle_goes_unseen(results: Results, keys: dict[str, Path]) -> None:
    path = results.bundle()
    sign(path, keys["owner"])
    whole = path.read_bytes()
    size = len(whole)
    # All of the signature, and places all over the rest.
    for place in [*range(0, size - 400, size // 60), *range(size - 400, size, 7), size - 1]:
        for bit in (1, 128):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
            assert _is_refused(path), (place, bit)
    path.write_bytes(whole)
    assert not _is_refused(path)


def _is_refused(path: Path) -> bool:
    try:
        found = signatures_of(path)
    except (MlebenchError, *UNREADABLE):
        return True
    return not found or not all(each.good for each in found)


def test_signatures_make_levels(results: Results, keys: dict[str, Path], tmp_path: Path) -> None:
    path = results.bundle()
    with pytest.raises(BundleError, match="not signed"):
        countersign(path, keys["host"])
    sign(path, keys["owner"])
    assert results.verify(path).levels == ["consistent", "signed"]
    countersign(path, keys["host"])
    assert results.verify(path, regrade=True).levels == ["consistent", "regraded", "signed", "countersigned"]
    signers = tmp_path / "signers"
    public = (keys["owner"].with_suffix(".pub")).read_text().split()
    signers.write_text(f"alice@example.org {public[0]} {public[1]}\n")
    point = {p.name: p for p in results.verify(path, allowed_signers=signers).points}
    assert "alice@example.org" in point["signed"].text
    assert "nobody here says" in point["countersigned"].text
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None  # still an ordinary zip


@pytest.mark.attack
def test_an_owner_countersigns_their_own_bundle(results: Results, keys: dict[str, Path]) -> None:
    path = results.bundle()
    sign(path, keys["owner"])
    countersign(path, keys["owner"])
    assert results.verify(path).levels == ["consistent", "signed"]


@pytest.mark.attack
def test_a_signature_of_another_bundle_or_for_another_purpose_counts(results: Results, keys: dict[str, Path]) -> None:
    first, second = results.bundle("first.zip"), results.bundle("second.zip", transcripts=True)
    sign(first, keys["owner"])
    with zipfile.ZipFile(first) as archive:
        signature = archive.comment
    with zipfile.ZipFile(second, "a") as archive:
        archive.comment = signature
    assert results.verify(second).status("signed") == "fails"
    other: Any = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-f", keys["owner"], "-n", "file"], input=b"x", capture_output=True, check=True
    )
    with zipfile.ZipFile(second, "a") as archive:
        archive.comment = other.stdout
    assert results.verify(second).status("signed") == "fails"
