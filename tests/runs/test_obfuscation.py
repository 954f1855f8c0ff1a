"""--obfuscate: the agent looks everywhere it can, and nothing leads it to the competition."""

from __future__ import annotations

import json
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import AgentRegistry
from mlebench.bundles import make_bundle, verify_bundle
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.runs import RunGroup
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_alone
from mlebench.runs.obfuscation.public import FOLDER
from mlebench.runs.rerun import rerun
from tests.cli import conftest as commands
from tests.cli.conftest import Cli
from tests.gateway.provider import Provider
from tests.runs.conftest import options_of
from tests.runs.disguised import KEPT, LOOK, NAME, OTHER, TASK, Disguised, leaks, seen_by
from tests.sandbox.conftest import bubblewrap_problem, docker_problem
from tests.sandboxes import HAND_IN, write_agent

cli = commands.cli  # the fixture


@pytest.fixture
def disguised(tmp_path: Path) -> Disguised:
    return Disguised(tmp_path)


@pytest.fixture(params=["bubblewrap", "docker", "process"])
def sandbox(request: pytest.FixtureRequest) -> str:
    problem = {"docker": docker_problem, "bubblewrap": bubblewrap_problem}.get(request.param, lambda: None)()
    if problem:
        pytest.skip(f"{request.param}: {problem}")
    return str(request.param)


@pytest.mark.attack
def test_nothing_that_an_agent_can_look_at_leads_to_the_competition(
    disguised: Disguised, sandbox: str, provider: Provider
) -> None:
    needs = "needs: {model: true}\n"
    group = disguised.group(LOOK, sandbox=sandbox, needs=needs, model_name="plain")
    (record,) = disguised.run(group)
    seen = seen_by(group, record)
    alias = group.spec.aliases[TASK]
    # What was looked at is what was meant: the validator's verdicts of all kinds, the mounts, the model's refusal.
    assert f"The submission for {alias} is valid in form, with warnings." in seen["validator"]
    assert f"{alias}: every label is the same" in seen["validator"]
    assert f"the {alias} wants other rows; see {alias}" in seen["validator"]
    assert '"valid": false' in seen["validator"]
    assert f"The submission for {alias} is valid in form, with warnings." in seen["validator's script"]
    assert "closed" in seen["model"]
    assert "/home" in seen["/proc/self/mountinfo"] or sandbox == "process"
    assert leaks(seen, KEPT) == {}
    assert (group.folder / record.run_id / "run.log").read_text() == f"{alias}\n"


@pytest.mark.attack
def test_without_the_option_the_same_look_finds_the_competition_in_all_these_places(
    disguised: Disguised, sandbox: str
) -> None:
    """Else the test above could pass because it looks nowhere."""
    group = disguised.group(LOOK, sandbox=sandbox, obfuscate=False)
    (record,) = disguised.run(group)
    found = leaks(seen_by(group, record))
    assert {"environment", "validator", "validator's script", "/proc/self/environ"} <= found.keys()
    assert any(place.endswith("instructions.txt") for place in found)
    assert any(place.endswith("data/description.md") for place in found)
    if sandbox != "process":
        assert "/proc/self/mountinfo" in found
    assert record.alias is None
    assert record.not_hidden == []


def test_the_agent_reads_the_other_description_and_the_same_files(disguised: Disguised) -> None:
    look = """
import json
import os
data = Path(os.environ["DATA_DIR"])
files = {p.relative_to(data).as_posix(): p.stat().st_size for p in data.rglob("*") if p.is_file()}
told = {"files": files, "description": (data / "description.md").read_text()}
told["instructions"] = (Path(os.environ["AGENT_DIR"]).parent / "instructions.txt").read_text()
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(told))
"""
    group = disguised.group(HAND_IN + look, sandbox="process")
    (record,) = disguised.run(group)
    alias, seen = group.spec.aliases[TASK], dict[str, Any](seen_by(group, record))
    other = OTHER.replace("Plimsoll_Quokka_Census", alias)
    assert seen["description"] == other
    assert seen["instructions"].endswith(f"The competition: {alias}\n\n{other}\n")
    public = {p.relative_to(disguised.public).as_posix(): p for p in disguised.public.rglob("*") if p.is_file()}
    expected = {name.replace(TASK, alias): path.stat().st_size for name, path in public.items()}
    assert seen["files"] == {**expected, "description.md": len(other)}
    assert public["train.csv"].stat().st_nlink == 1
    assert list((disguised.data_dir / FOLDER).iterdir()) == []
    report = grade_group(group, disguised.registry, disguised.data_dir, workers=1)
    assert report.total_valid_submissions == 1
    assert report.competition_reports[0].competition_id == TASK


def test_the_record_lists_the_names_that_cannot_be_hidden(disguised: Disguised) -> None:
    group = disguised.group(HAND_IN, sandbox="process")
    (record,) = disguised.run(group)
    assert record.alias == group.spec.aliases[TASK]
    assert record.competition_id == TASK
    assert record.not_hidden == [
        "text with the name: licence.txt",
        "column of train.csv: quokka_weight",
        "file: pictures/quokka#.png (3 of them)",
        "member of more.zip: census_of_all.txt",
        "the sandbox 'process' isolates nothing: the agent could look around",
    ]
    assert RunGroup.open(group.folder).record(group.spec.runs[0]) == record


def test_an_agent_that_brings_the_name_along_is_noted(disguised: Disguised) -> None:
    group = disguised.group(HAND_IN + f"# tuned for {NAME}", sandbox="process")
    (record,) = disguised.run(group)
    assert "file of the agent: start.py" in record.not_hidden


def test_a_data_folder_that_cannot_be_written_to_is_no_obstacle(disguised: Disguised) -> None:
    (disguised.data_dir / FOLDER).write_text("a file in the way")
    group = disguised.group(HAND_IN, sandbox="process")
    (record,) = disguised.run(group)
    assert (record.state, record.failure) == ("finished", None)
    assert list((group.folder / record.run_id).glob("mlebench-data-*")) == []


def test_aliases_are_drawn_anew_for_each_group_and_kept_within_it(disguised: Disguised) -> None:
    first = disguised.group(HAND_IN, sandbox="process", seeds=2)
    alias = first.spec.aliases[TASK]
    assert re.fullmatch(r"task-[0-9a-f]{8}", alias)
    assert all(run.run_id.startswith(f"{alias}_") for run in first.spec.runs)
    records = disguised.run(first)
    assert {record.alias for record in records} == {alias}
    assert RunGroup.open(first.folder).spec.aliases == {TASK: alias}
    asked = options_of(sandbox="process", obfuscate=True)
    second = create_group(
        disguised.folder / "runs", disguised.agent, [disguised.competition], disguised.data_dir, asked
    )
    assert second.spec.aliases[TASK] != alias


def test_a_resumed_run_keeps_its_alias(disguised: Disguised) -> None:
    group = disguised.group(HAND_IN + "print(os.environ['COMPETITION_ID'])", sandbox="process")
    record = group.record(group.spec.runs[0])
    record.state, record.attempt = "running", 1  # its harness was killed
    record.save(group.folder / record.run_id)
    (again,) = disguised.run(group)
    assert (again.attempt, again.alias) == (2, group.spec.aliases[TASK])
    assert (group.folder / again.run_id / "run.log").read_text() == f"{again.alias}\n"


def test_a_competition_without_the_other_description_is_refused_before_anything_starts(tmp_path: Path) -> None:
    for other in (None, " \n"):
        disguised = Disguised(tmp_path / str(other is None), other=other)
        with pytest.raises(WrongUsage, match=rf"without a description_obfuscated\.md: {TASK}"):
            disguised.group(HAND_IN, sandbox="process")
        assert not (disguised.folder / "runs").exists()


def test_places_and_arguments_that_tell_are_refused(tmp_path: Path) -> None:
    disguised = Disguised(tmp_path / "Plimsoll Quokka Census")
    with pytest.raises(WrongUsage, match=r"--runs-dir .* would tell the agent that it works on plimsoll-quokka-census"):
        disguised.group(HAND_IN, sandbox="process")
    argument = "arguments: {notes: {type: string, default: '', description: what to read}}\n"
    disguised = Disguised(tmp_path / "elsewhere")
    with pytest.raises(WrongUsage, match="-A notes"):
        disguised.group(HAND_IN, sandbox="process", needs=argument, arguments={"notes": f"all of {TASK}"})


def test_a_run_that_has_lost_its_alias_does_not_run_with_the_id(disguised: Disguised) -> None:
    group = disguised.group(HAND_IN, sandbox="process")
    record = group.record(group.spec.runs[0])
    record.alias = None
    record.save(group.folder / record.run_id)
    (failed,) = disguised.run(group)
    assert failed.failure is not None
    assert failed.failure.kind == "infrastructure"
    assert "has no alias" in failed.failure.message
    metadata = json.loads((group.folder / "metadata.json").read_text())
    (group.folder / "metadata.json").write_text(json.dumps({**metadata, "aliases": {}}))
    with pytest.raises(MlebenchError, match="without an alias for each competition"):
        RunGroup.open(group.folder)


def test_agents_that_start_nothing_are_refused(disguised: Disguised) -> None:
    oracle = AgentRegistry.default().get("oracle")
    asked = options_of(sandbox="none", obfuscate=True)
    with pytest.raises(WrongUsage, match="starts nothing"):
        create_group(disguised.folder / "runs", oracle, [disguised.competition], disguised.data_dir, asked)


def test_code_is_run_again_under_an_alias_too(disguised: Disguised) -> None:
    leave = "\nshutil.copy(__file__, os.environ['CODE_DIR'] + '/main.py')\n"
    group = disguised.group(HAND_IN + leave, sandbox="process")
    disguised.run(group)
    grade_group(group, disguised.registry, disguised.data_dir, workers=1)
    result = rerun(group, group.spec.runs[0], disguised.registry, disguised.data_dir, sandbox="process")
    assert result.verdict == "identical"
    second = RunGroup.open(disguised.folder / "runs" / result.group)
    assert second.spec.settings.obfuscate
    assert second.spec.aliases[TASK] not in ("", group.spec.aliases[TASK])


def test_a_bundle_says_that_its_agents_did_not_know(disguised: Disguised, tmp_path: Path) -> None:
    group = disguised.group(HAND_IN, sandbox="process")
    disguised.run(group)
    grade_group(group, disguised.registry, disguised.data_dir, workers=1)
    make_bundle([group], tmp_path / "results.zip")
    found = verify_bundle(tmp_path / "results.zip", disguised.registry, disguised.data_dir, regrade=True, workers=1)
    assert [point.name for point in found.points if point.status == "fails"] == []
    (point,) = (point for point in found.points if point.name == "not obfuscated")
    assert point.status == "open"
    assert point.details == [f"obfuscated, but for 5 names in {TASK} (1 of 1 runs)"]
    with zipfile.ZipFile(tmp_path / "results.zip") as bundle:
        assert json.loads(bundle.read("card.json"))["groups"][0]["obfuscated"] is True
        assert "obfuscated, and aliases in place of ids" in bundle.read("README.md").decode()


def test_the_command_runs_shows_and_resumes(disguised: Disguised, cli: Cli) -> None:
    write_agent(disguised.folder / "agents", HAND_IN)
    where = ["--data-dir", disguised.data_dir, "--runs-dir", disguised.folder / "runs"]
    where += ["--agents-dir", disguised.folder / "agents", "--competitions-dir", disguised.folder / "competitions"]
    done = cli("run", "--agent", "tester", "-c", TASK, "--obfuscate", "--sandbox", "process", *where)
    assert done.code == 0, done.err
    assert "the competitions were obfuscated; 5 names could not be hidden" in done.out
    assert "tester (obfuscated)" in done.out
    group = RunGroup.find("latest", disguised.folder / "runs")
    assert f"({TASK})" in cli("runs", "show", group.folder).out
    assert group.spec.aliases[TASK] in cli("runs", "logs", group.folder, TASK).out  # found by the competition's id
    again = cli("run", "--resume", group.folder, *where)
    assert again.code == 0, again.err
    assert group.records()[0].attempt == 1
    (disguised.competition.folder / "description_obfuscated.md").unlink()
    refused = cli("run", "--agent", "tester", "-c", TASK, "--obfuscate", "--sandbox", "process", *where)
    assert refused.code == 2
    assert "without a description_obfuscated.md" in refused.err


def test_a_run_alone_as_batch_systems_start_it_has_the_alias(disguised: Disguised) -> None:
    group = disguised.group(HAND_IN + "print(os.environ['COMPETITION_ID'])", sandbox="process", seeds=2)
    run, asked = group.spec.runs[1], options_of(sandbox="process")
    record = run_alone(group, run.run_id, disguised.agent, disguised.registry, disguised.data_dir, asked)
    assert record.state == "finished"
    assert (group.folder_of(run) / "run.log").read_text() == f"{group.spec.aliases[TASK]}\n"


GUESS = """
import json, urllib.request
guesses = GUESSES
header, *rows = (data / "sample_submission.csv").read_text().splitlines()
head = '--B\\r\\nContent-Disposition: form-data; name="file"; filename="submission.csv"\\r\\n\\r\\n'

def ask(text):
    kind = {"Content-Type": "multipart/form-data; boundary=B"}
    body = (head + text + "\\r\\n--B--\\r\\n").encode()
    return urllib.request.urlopen(urllib.request.Request(os.environ["VALIDATOR_URL"] + "/validate", body, kind)).read()

told = {}
for guess in guesses:
    one = ask("\\n".join([header, f'"{guess}",0.1', *rows[1:]]))  # as an id that is not wanted
    two = ask("\\n".join([header, f'{rows[0].split(",")[0]},"{guess}"', *rows[1:]]))  # as a value
    told[guess] = (one + two).decode().replace(guess, "GUESS")
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(told))
"""


@pytest.mark.attack
def test_the_validator_neither_confirms_nor_denies_a_guess(disguised: Disguised) -> None:
    """What is taken out of a message must not tell which of many guesses was right."""
    right = [TASK, "plimsoll quokka census", NAME, "PLIMSOLL_QUOKKA_CENSUS"]
    wrong = [text.lower().translate(str.maketrans("pqc", "xyz")) for text in right]
    group = disguised.group(HAND_IN + GUESS.replace("GUESSES", repr([*right, *wrong])), sandbox="process")
    (record,) = disguised.run(group)
    answers = seen_by(group, record)
    assert all("GUESS" in answer for answer in answers.values())
    assert len(set(answers.values())) == 1, answers
    assert TASK not in next(iter(answers.values()))


def test_what_a_killed_harness_left_of_the_links_goes_with_the_next_run(disguised: Disguised) -> None:
    left = disguised.data_dir / FOLDER / "mlebench-data-left"
    (left / "public").mkdir(parents=True)
    (left / "lock").touch()
    os.utime(left, (0, 0))
    os.link(disguised.public / "train.csv", left / "public" / "train.csv")
    (record,) = disguised.run(disguised.group(HAND_IN, sandbox="process"))
    assert record.state == "finished"
    assert not left.exists()
    assert (disguised.public / "train.csv").stat().st_nlink == 1


def test_a_strict_umask_does_not_shut_the_agent_out(disguised: Disguised) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(f"bubblewrap: {problem}")
    group = disguised.group(HAND_IN + "print((data / 'description.md').read_text())", sandbox="bubblewrap")
    before = os.umask(0o077)
    try:
        (record,) = disguised.run(group)
    finally:
        os.umask(before)
    assert record.failure is None
    assert "Small animals" in (group.folder / record.run_id / "run.log").read_text()


@pytest.mark.attack
def test_the_list_of_an_installed_mlebenchs_files_is_hidden(disguised: Disguised, tmp_path: Path) -> None:
    """It has the folders of all competitions, whichever the run is about."""
    if problem := bubblewrap_problem():
        pytest.skip(f"bubblewrap: {problem}")
    packages = tmp_path / "python" / "lib" / "python3.12" / "site-packages"
    noted = packages / "mlebench-9.9.dist-info"
    noted.mkdir(parents=True)
    (noted / "RECORD").write_text(f"mlebench/competitions/{TASK}/grade.py,,\n")
    (packages / "other.txt").write_text("seen")
    argument = "arguments: {python: {type: folder, description: a Python of the agent's}}\n"
    look = "packages = next(Path(os.environ['ARG_PYTHON']).glob('lib/*/site-packages'))\n"
    look += "print([(p.name, p.read_text()) for p in sorted(packages.rglob('*')) if p.is_file()])\n"
    arguments = {"python": str(tmp_path / "python")}
    group = disguised.group(HAND_IN + look, sandbox="bubblewrap", needs=argument, arguments=arguments)
    (record,) = disguised.run(group)
    assert record.failure is None
    assert (group.folder / record.run_id / "run.log").read_text() == "[('other.txt', 'seen')]\n"
