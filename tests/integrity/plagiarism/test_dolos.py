"""Dolos, and what happens without it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mlebench.integrity.plagiarism import THRESHOLD, dolos
from mlebench.integrity.plagiarism.code_files import CodeFile
from mlebench.integrity.plagiarism.find import Material, Settings, compare
from mlebench.integrity.plagiarism.syntax import without_shared
from tests.integrity.plagiarism.labelled import partial, programs, renamed
from tests.integrity.plagiarism.test_labelled import needs_dolos

PROGRAMS = programs()
ITS_OWN = """
import { readFileSync } from "node:fs";
const order = JSON.parse(readFileSync(0, "utf8"));
const { Dolos, File } = await import(`file://${order.dolos}/node_modules/@dodona/dolos-lib/dist/index.js`);
const dolos = new Dolos({ language: "python", kgramLength: order.stretch, kgramsInWindow: order.window });
const report = await dolos.analyze(Object.entries(order.files).map(([name, text]) => new File(name, text)));
const share = (p) => Math.max(p.leftCovered / p.leftTotal, p.rightCovered / p.rightTotal);
const pairs = report.allPairs().map((p) => [[p.leftFile.path, p.rightFile.path].sort().join(" "), share(p)]);
console.log(JSON.stringify(Object.fromEntries(pairs)));
"""


def files() -> dict[str, str]:
    some = dict(list(PROGRAMS.items())[:4])
    some |= {f"renamed_{name}": renamed(text) for name, text in some.items()}
    some["partial"] = partial(PROGRAMS["bird_calls"], PROGRAMS["taxi_rides"], share=0.5)
    return some


@needs_dolos
def test_similarities_are_those_that_dolos_itself_gives(tmp_path: Path) -> None:
    (tmp_path / "own.mjs").write_text(ITS_OWN)
    plain = {name: without_shared(text) for name, text in files().items()}
    order = {"dolos": str(dolos.place().root), "stretch": dolos.STRETCH, "window": dolos.WINDOW, "files": plain}
    done = subprocess.run(
        ["node", tmp_path / "own.mjs"], input=json.dumps(order).encode(), capture_output=True, check=True
    )
    theirs = {pair: round(similarity, 4) for pair, similarity in json.loads(done.stdout).items() if similarity}
    material = Material([CodeFile(name, name, text) for name, text in files().items()])
    ours = compare(material, Settings("dolos", THRESHOLD, 999)).pairs
    assert {" ".join(sorted((pair.left, pair.right))): pair.similarity for pair in ours} == theirs


@needs_dolos
def test_code_nested_so_deeply_that_dolos_gives_up_hides_nothing() -> None:
    text = PROGRAMS["bird_calls"]
    deep = f"{text}\nx = {'[' * 20_000}{']' * 20_000}\n"
    material = Material([CodeFile("a", "a", deep), CodeFile("k", "kernels", text, is_kernel=True)])
    report = compare(material, Settings(None, THRESHOLD, 9))
    assert report.method == "winnowing"
    assert len(report.suspicious) == 1
    assert any("Dolos cannot read one of the files" in note for note in report.notes)
    # Whoever insists on Dolos is told what it did not read.
    report = compare(material, Settings("dolos", THRESHOLD, 9))
    assert any(note.startswith("Left out, as Dolos cannot read them: a (") for note in report.notes)


def test_where_dolos_is_not_installed_winnowing_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    material = Material([CodeFile(name, name, text) for name, text in files().items()])
    report = compare(material, Settings(None, THRESHOLD, 9))
    assert report.method == "winnowing"
    assert any(note.startswith("Compared by winnowing: ") for note in report.notes)
    with pytest.raises(dolos.DolosFailed, match="is not installed"):
        compare(material, Settings("dolos", THRESHOLD, 9))


@needs_dolos
def test_a_damaged_installation_is_told_and_does_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = dolos.place().facts.read_bytes()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    dolos.place().root.mkdir(parents=True)
    dolos.place().facts.write_bytes(facts)
    with pytest.raises(dolos.DolosFailed, match=r"Dolos failed \((.|\n)*mlebench integrity build --force"):
        dolos.fingerprints(["x = 1"])
