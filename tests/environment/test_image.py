"""The environment image: built for real on a base of this machine's own Python, and a run in it."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mlebench.agents import AgentRegistry
from mlebench.errors import WrongUsage
from mlebench.runs.launch import create_group, run_group
from mlebench.sandbox import SandboxSettings, make_backend
from tests.runs.conftest import TASK, Harness, harness, options_of  # noqa: F401  a fixture
from tests.sandbox.conftest import IMAGE, docker_problem
from tests.sandboxes import HAND_IN, write_agent

ROOT = Path(__file__).parent.parent.parent
ENVIRONMENT = ROOT / "environment"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
WHEELS = Path("/usr/share/python-wheels")
LOOK = """
import importlib.util, json, os
import numpy, pandas, PIL.Image, scipy.stats, sklearn.ensemble
words = ("leaderboard", "mlebench", "mle_bench", "answers", "grade.py", "private")
found = [
    os.path.join(root, name)
    for root, folders, files in os.walk("/")
    if root.split("/")[1] not in ("proc", "sys", "dev")
    for name in (*folders, *files)
    if any(word in name for word in words) and "site-packages/" not in root and "lib/python" not in root
]
package = importlib.util.find_spec("mlebench")
print(json.dumps({"user": os.getuid(), "found": found, "mlebench": package is not None, "python": os.sys.prefix}))
"""
CHECK = (
    HAND_IN
    + """
import subprocess, sys
import pandas
script = os.path.join(os.path.dirname(os.environ["AGENT_DIR"]), "validate_submission.sh")
done = subprocess.run([script, os.environ["SUBMISSION_DIR"] + "/submission.csv"], capture_output=True, text=True)
print(sys.prefix, done.returncode, done.stdout + done.stderr)
"""
)


def docker(*arguments: str | Path) -> str:
    done = subprocess.run(["docker", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def make_base(folder: Path, tag: str) -> None:
    """The test image with what its Python needs to make virtual environments and to load packages."""
    version = docker("run", "--rm", "--network", "none", IMAGE, "python3", "-c", "import sys; print(*sys.version_info)")
    library = "/usr/lib/python{}.{}".format(*version.split()[:2])
    parts = {f"{library}/ensurepip": Path(library, "ensurepip"), str(WHEELS): WHEELS}
    if missing := [path for path in parts.values() if not path.is_dir()]:
        pytest.skip(f"the system's Python cannot make virtual environments: no {missing[0]} (package python3-venv)")
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    names = "libstdc++.so.6 libgcc_s.so.1 libpthread.so.0 libdl.so.2 librt.so.1 libm.so.6 libutil.so.1"
    for name in names.split():
        path = re.search(rf"{re.escape(name)} \(libc6,.*\) => (\S+)", known)
        assert path is not None, f"{name} is not installed"
        parts[path[1]] = Path(path[1])
    lines = [f"FROM {IMAGE}"]
    for number, (target, source) in enumerate(parts.items()):
        copied = folder / str(number)
        shutil.copytree(source, copied) if source.is_dir() else shutil.copy(source, copied)
        lines.append(f"COPY {number} {target}")
    if CERTIFICATES.is_file():  # this machine may trust an index that others do not
        shutil.copy(CERTIFICATES, folder / "certificates")
        lines += [f"COPY certificates {CERTIFICATES}", f"ENV PIP_CERT={CERTIFICATES}"]
    (folder / "Dockerfile").write_text("\n".join(lines) + "\n")
    docker("build", "-q", "-t", tag, folder)


def build(base: str, tag: str, *context: str | Path, **arguments: str) -> None:
    index = {"PIP_INDEX_URL": os.environ["PIP_INDEX_URL"]} if os.environ.get("PIP_INDEX_URL") else {}
    given = [f"--build-arg={name}={value}" for name, value in {"BASE_IMAGE": base, **index, **arguments}.items()]
    docker("build", "--force-rm", "--network", "host", "-t", tag, *given, *(context or (ENVIRONMENT,)))


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    """The base of images, gone after the test."""
    if problem := docker_problem():
        pytest.skip(f"docker: {problem}")
    tag = f"mlebench-test-base:{secrets.token_hex(4)}"
    (tmp_path / "base").mkdir()
    make_base(tmp_path / "base", tag)
    yield tag
    docker("image", "rm", "-f", tag)


@pytest.fixture
def image(base: str) -> Iterator[str]:
    """The environment image, gone after the test."""
    tag = f"mlebench-test-environment:{secrets.token_hex(4)}"
    build(base, tag)
    yield tag
    docker("image", "rm", "-f", tag)


def test_it_is_built_and_agents_run_in_it(base: str, image: str, harness: Harness) -> None:  # noqa: F811
    tag = image
    seen = json.loads(docker("run", "--rm", "--network", "none", tag, "python", "-c", LOOK))
    assert seen == {"user": 1000, "found": [], "mlebench": False, "python": "/opt/environment"}
    with pytest.raises(RuntimeError, match="INSTALL_HEAVY_DEPENDENCIES must be true or false"):
        build(base, f"{tag}-wrong", INSTALL_HEAVY_DEPENDENCIES="perhaps")

    asked = options_of(sandbox="docker", image=tag)
    dummy = AgentRegistry.default(()).get("dummy")
    own = write_agent(harness.folder / "agents", CHECK)
    for agent in (dummy, own):
        competitions = [harness.registry.get(TASK)]
        group = create_group(harness.folder / "runs", agent, competitions, harness.data_dir, asked)
        (record,) = run_group(group, agent, harness.registry, harness.data_dir, asked)
        folder = group.folder_of(group.spec.runs[0])
        printed = (folder / "run.log").read_text()
        assert (record.state, record.submission is not None) == ("finished", True), printed
        assert record.image_digest is not None
        assert group.spec.settings.image == tag
    assert printed.startswith("/opt/environment 0 "), printed
    assert harness.grade(group).competition_reports[0].valid_submission  # type: ignore[attr-defined]


def test_the_harness_works_in_a_container(base: str, tmp_path: Path) -> None:
    tag = f"mlebench-test-harness:{secrets.token_hex(4)}"
    build(base, tag, "-f", ENVIRONMENT / "harness.Dockerfile", ROOT, EXTRAS="")
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o777)  # it works as user 1000
    run = ["run", "--rm", "--network", "none", "-v", f"{tmp_path / 'data'}:/data"]
    try:
        assert docker(*run, tag, "prepare", "-c", "starter-wine-cultivars", "--json")
        sample = "/data/starter-wine-cultivars/prepared/public/sample_submission.csv"
        report = json.loads(docker(*run, tag, "grade-sample", sample, "starter-wine-cultivars"))
        assert (report["valid_submission"], report["data"]) == (True, "starter")
        assert "baseline" in docker(*run, tag, "agents")
        user = ["--entrypoint", "python", tag, "-c", "import os; print(os.getuid(), *os.listdir('/work'))"]
        assert docker(*run, *user).split() == ["1000"]
    finally:
        docker("image", "rm", "-f", tag)


def test_all_packages_are_pinned_and_the_heavy_ones_come_on_top() -> None:
    light, heavy = ((ENVIRONMENT / f"requirements{name}.txt").read_text().split() for name in ("", "-heavy"))
    assert all(re.fullmatch(r"[a-z0-9.\-]+==[\w.+\-]+", line) for line in heavy)
    assert set(light) < set(heavy)
    assert any(line.startswith("torch==") for line in heavy)
    assert not any(line.startswith("torch==") for line in light)


def test_an_image_is_for_containers() -> None:
    with pytest.raises(WrongUsage, match="does not know the image 'mine'"):
        make_backend("bubblewrap", SandboxSettings(image="mine"))
