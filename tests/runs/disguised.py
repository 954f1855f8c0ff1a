"""A competition whose name stands in everything that a careless harness would show, and an agent that looks there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mlebench.catalog import Competition, Registry, load_competition
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.launch import create_group, run_group
from tests.data.toy import make_competition
from tests.runs.conftest import options_of
from tests.sandbox.conftest import IMAGE
from tests.sandboxes import write_agent

TASK = "plimsoll-quokka-census"
NAME = "The Plimsoll Quokka Census 2031"
WORDS = ("plimsoll", "quokka", "census")
OWN = "# The Plimsoll Quokka Census\n\nCount the quokkas of Plimsoll.\n"
OTHER = "# Small animals\n\nSay for each row how likely its label is 1. (Plimsoll_Quokka_Census, as its host has it.)\n"

PREPARE = """
import zipfile
from mlebench.data import read_csv, write_csv

def prepare(raw, public, private):
    rows = read_csv(raw / "train.csv")
    train, test = rows[rows["id"] % 5 != 0], rows[rows["id"] % 5 == 0]
    write_csv(train.rename(columns={"value": "quokka_weight"}), public / "train.csv")
    write_csv(test.drop(columns="label"), public / "test.csv")
    write_csv(test[["id", "label"]], private / "test.csv")
    write_csv(test[["id"]].assign(label=0.5), public / "sample_submission.csv")
    (public / "plimsoll-quokka-census-notes.txt").write_text("notes")
    (public / "licence.txt").write_text("For entrants of the Plimsoll Quokka Census only.")
    for number in range(3):
        (public / "pictures").mkdir(exist_ok=True)
        (public / "pictures" / f"quokka{number}.png").write_bytes(bytes([number]))
    with zipfile.ZipFile(public / "more.zip", "w") as archive:
        archive.writestr("census_of_all.txt", "x")
"""
GRADE = """
from mlebench.grading import InvalidSubmission, align, numbers, require_columns, warn
from mlebench.metrics.classification import roc_auc

def check(submission, expected):
    require_columns(submission, ["id", "label"])
    if len(submission) != len(expected):
        raise InvalidSubmission("the Plimsoll Quokka Census wants other rows; see plimsoll_quokka_census")
    if (submission["label"] == 0.5).all():
        warn("plimsoll-quokka-census: every label is the same")
    return align(submission, expected, on="id").assign(label=lambda s: numbers(s, "label", low=0, high=1))

def score(checked, answers):
    return roc_auc(answers["label"].to_numpy(), checked["label"].to_numpy())
"""

# Everything that an agent can look at, as one text for the test to search: the agent itself must not hold the words.
LOOK = r"""
import json, os, shutil, socket, subprocess, sys, urllib.error, urllib.request
from pathlib import Path
data, out = Path(os.environ["DATA_DIR"]), Path(os.environ["SUBMISSION_DIR"])
shutil.copyfile(data / "sample_submission.csv", out / "submission.csv")
home = Path(os.environ["AGENT_DIR"]).parent
seen = {}

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20).decode("latin-1")
    except OSError:
        return ""

def link(path):
    try:
        return os.readlink(path)
    except OSError:
        return ""

seen["environment"] = json.dumps(dict(os.environ))
seen["names of this machine"] = socket.gethostname() + " " + socket.getfqdn() + " " + " ".join(os.uname())
own = ["self"] if os.environ["MLEBENCH_SANDBOX"] == "process" else ["self", *filter(str.isdigit, os.listdir("/proc"))]
kinds = ("environ", "cmdline", "comm", "mounts", "mountinfo", "mountstats", "cgroup", "maps", "status", "cpuset")
for process in own:
    for kind in kinds:
        seen[f"/proc/{process}/{kind}"] = read(f"/proc/{process}/{kind}")
    links = [f"/proc/{process}/{name}" for name in ("cwd", "exe", "root")]
    if os.access(f"/proc/{process}/fd", os.R_OK):
        links += [f"/proc/{process}/fd/{name}" for name in os.listdir(f"/proc/{process}/fd")]
    seen[f"/proc/{process} links"] = " ".join(map(link, links))
places = [home, data.resolve()]
if os.environ["MLEBENCH_SANDBOX"] != "process":
    places += [Path(place) for place in ("/etc", "/run", "/tmp", "/var", "/mnt", "/srv")]
    own = [*Path(sys.prefix).glob("lib/python*/site-packages/mle*"), *Path("/").glob("*")]
    seen["/"] = " ".join(str(path) for each in own for path in [each, *(each.glob("*") if each.is_dir() else ())])
for place in places:
    for folder, folders, files in os.walk(place, followlinks=True):
        if Path(folder) == home / "logs":
            continue
        # Python itself is large, wherever it lies and whatever leads there.
        pythons = (sys.prefix, sys.base_prefix)
        folders[:] = [name for name in folders if os.path.realpath(os.path.join(folder, name)) not in pythons]
        for name in (*folders, *files):
            path = Path(folder, name)
            seen[f"{path}"] = f"{path} {link(path)} " + (read(path) if path.is_file() else "")

def ask(url, body=None, kind="multipart/form-data; boundary=B"):
    headers = {"Content-Type": kind, "Authorization": "Bearer " + os.environ.get("OPENAI_API_KEY", "")}
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return f"{answer.headers} {answer.read().decode()}"
    except urllib.error.HTTPError as error:
        return f"{error.headers} {error.read().decode()}"

def form(content):
    head = b'--B\r\nContent-Disposition: form-data; name="file"; filename="submission.csv"\r\n\r\n'
    return head + content + b"\r\n--B--\r\n"

sample = (data / "sample_submission.csv").read_bytes()
url = os.environ["VALIDATOR_URL"]
seen["validator"] = "\n".join([
    ask(url + "/validate", form(sample)),
    ask(url + "/validate", form(sample.split(b"\n")[0] + b"\n")),
    ask(url + "/validate", form(b"id\n1\n")),
    ask(url + "/validate", form(b"\x00\xff not a table")),
    ask(url + "/validate", form(b"")),
    ask(url + "/validate", form(sample + b"one-guess-more,0.5\n")),
    ask(url + "/validate", b"no form"),
    ask(url + "/health"),
    ask(url + "/elsewhere"),
])
script = subprocess.run(["sh", str(home / "validate_submission.sh"), str(out / "submission.csv")], capture_output=True)
seen["validator's script"] = (script.stdout + script.stderr).decode()
if "OPENAI_BASE_URL" in os.environ:
    body = json.dumps({"model": "closed", "messages": [{"role": "user", "content": "hello"}]}).encode()
    base = os.environ["OPENAI_BASE_URL"]
    seen["model"] = ask(base + "/chat/completions", body, "application/json") + ask(base + "/elsewhere")
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
print(os.environ["COMPETITION_ID"])
"""

# The names that the task itself needs; a run's record lists them.
KEPT = re.compile(r"quokka_weight|quokka\d\.png|census_of_all\.txt|of the Plimsoll Quokka Census only")


def seen_by(group: RunGroup, record: RunRecord) -> dict[str, str]:
    """What the agent saw: place -> text."""
    folder = group.folder / record.run_id
    assert record.failure is None, (record.failure, (folder / "run.log").read_text())
    seen: dict[str, str] = json.loads((folder / "logs" / "seen.json").read_text())
    return seen


def leaks(seen: dict[str, str], kept: re.Pattern[str] | None = None) -> dict[str, list[str]]:
    """Words of the competition in what the agent saw: place -> the words with what stands around them."""
    word = re.compile(rf".{{0,40}}(?:{'|'.join(WORDS)}).{{0,40}}", re.IGNORECASE)
    texts = {place: f"{place} {text}" for place, text in seen.items()}
    found = {place: word.findall(kept.sub("", text) if kept else text) for place, text in texts.items()}
    return {place: words for place, words in found.items() if words}


class Disguised:
    """The competition, prepared in a folder whose own name says nothing, and runs on it."""

    def __init__(self, folder: Path, *, other: str | None = OTHER) -> None:
        self.folder, self.data_dir = folder, folder / "data"
        place = make_competition(folder / "competitions", TASK, prepare=PREPARE, grade=GRADE).folder
        facts = place / "competition.yaml"
        facts.write_text(facts.read_text().replace("name: A toy", f"name: {NAME}"))
        (place / "description.md").write_text(OWN)
        if other is not None:
            (place / "description_obfuscated.md").write_text(other)
        self.competition: Competition = load_competition(place)
        prepare(self.competition, self.data_dir, Miniature(), PrepareOptions())
        self.registry = Registry((folder / "competitions",))

    @property
    def public(self) -> Path:
        return self.data_dir / TASK / "prepared" / "public"

    def group(self, code: str, *, sandbox: str, needs: str = "", obfuscate: bool = True, **options: Any) -> RunGroup:
        image = f"image: {IMAGE}\n" if sandbox == "docker" else ""
        self.agent = write_agent(self.folder / "agents", code, extra=image + needs)
        asked = options_of(sandbox=sandbox, obfuscate=obfuscate, **options)
        return create_group(self.folder / "runs", self.agent, [self.competition], self.data_dir, asked)

    def run(self, group: RunGroup, **options: Any) -> list[RunRecord]:
        asked = options_of(sandbox=group.spec.sandbox, **options)
        return run_group(group, self.agent, self.registry, self.data_dir, asked)
